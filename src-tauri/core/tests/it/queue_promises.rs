//! Promises of the queue when it is killed, sent to twice or cancelled late: no content is out of
//! reach, and no older one stays beside the newer.

use fielddesk_core::FailureKind;
use fielddesk_core::transfers::failpoints::FailPoint;
use fielddesk_core::transfers::{Transfer, TransferState};
use fielddesk_documents::ports::bytes_of;
use serde_json::json;
use sqlx::sqlite::SqlitePool;

use crate::test_env::{TestEnv, ended, until};

async fn kept(env: &TestEnv) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    for version in env.history.versions().await.unwrap() {
        let (_, bytes) = env.history.store().read(version.version).await.unwrap();
        contents.push(bytes_of(bytes).await.unwrap());
    }
    contents
}

async fn on_page(env: &TestEnv) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    for (id, _) in env.on_page().await {
        contents.push(env.bytes(&id).await);
    }
    contents
}

async fn at_rest(env: &TestEnv) -> Vec<Transfer> {
    let transfers = env.transfers().await;
    let view = until(&transfers, |view| view.active == 0 && view.waiting == 0).await;
    transfers.stop().await;
    view.items.to_vec()
}

#[tokio::test]
async fn a_file_dropped_twice_while_it_waits_is_sent_once_as_it_is_then() {
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    transfers.pause(true).await.unwrap();
    let path = env.write("Plan.pdf", b"monday");
    let first = transfers.send(vec![env.upload(&path)]).await.unwrap();
    env.write("Plan.pdf", b"tuesday");
    let other = env.upload(&env.write("Other.pdf", b"x"));
    let second = transfers
        .send(vec![other, env.upload(&path)])
        .await
        .unwrap();
    assert_eq!(second[1], first[0], "the row that waits stays");
    transfers.pause(false).await.unwrap();
    ended(&transfers, &second).await;
    transfers.stop().await;
    let mut contents = on_page(&env).await;
    contents.sort();
    assert_eq!(contents, [b"tuesday".to_vec(), b"x".to_vec()]);
}

#[tokio::test]
async fn a_newer_state_takes_the_place_of_what_is_on_its_way() {
    for point in [FailPoint::Intended, FailPoint::Answered] {
        let env = TestEnv::new().await;
        let path = env.write("Plan.pdf", b"monday");
        env.die_at(point, env.upload(&path)).await;
        env.write("Plan.pdf", b"tuesday");
        let transfers = env.transfers().await;
        transfers.send(vec![env.upload(&path)]).await.unwrap();
        until(&transfers, |view| view.active == 0 && view.waiting == 0).await;
        transfers.stop().await;
        assert_eq!(on_page(&env).await, [b"tuesday"], "{point:?}");
    }
}

#[tokio::test]
async fn nothing_is_removed_for_a_document_that_is_not_listed_any_more() {
    let env = TestEnv::new().await;
    let old = env.put("Plan.pdf", b"old").await;
    let path = env.write("Plan.pdf", b"new");
    env.die_at(FailPoint::Noted, env.replace(&path, &old)).await;
    let page = env.on_page().await;
    let (new, _) = page.iter().find(|(id, _)| *id != old).unwrap();
    let documents = env.connection.client.documents(&env.target.on_service());
    documents.delete(new).await.unwrap();
    let items = at_rest(&env).await;
    let last = items.last().unwrap();
    assert_eq!(last.state, TransferState::NeedsYou, "{items:?}");
    assert_eq!(last.failure.as_ref().unwrap().kind, FailureKind::Conflict);
    assert_eq!(on_page(&env).await, [b"old"]);
}

#[tokio::test]
async fn a_send_that_is_taken_back_is_kept() {
    let env = TestEnv::new().await;
    env.fault("GET", 1, json!({"delayMs": 1500})).await;
    let old = env.put("Plan.pdf", b"old").await;
    let path = env.write("Plan.pdf", b"new");
    env.die_at(FailPoint::Answered, env.replace(&path, &old))
        .await;
    // It was cancelled in the moment in which its answer came.
    env.fault("GET", 1, json!({"delayMs": 1000})).await;
    let transfers = env.transfers().await;
    let view = until(&transfers, |view| view.active == 1).await;
    let ids = [view.items.last().unwrap().id];
    transfers.cancel(&ids).await.unwrap();
    assert_eq!(
        ended(&transfers, &ids).await[0].state,
        TransferState::Cancelled
    );
    transfers.stop().await;
    assert_eq!(on_page(&env).await, [b"old"]);
    assert!(kept(&env).await.contains(&b"new".to_vec()));
}

#[tokio::test]
async fn a_large_file_that_is_gone_after_a_kill_is_found_by_its_hash() {
    let env = TestEnv::new().await;
    let path = env.write_sparse("film.mp4", 9_000_000);
    env.die_at(FailPoint::Answered, env.upload(&path)).await;
    std::fs::remove_file(&path).unwrap();
    let items = at_rest(&env).await;
    assert_eq!(items[0].state, TransferState::Done, "{items:?}");
    assert_eq!(env.names().await, ["film.mp4"]);
}

#[tokio::test]
async fn a_request_that_an_earlier_version_left_open_is_found() {
    let env = TestEnv::new().await;
    let path = env.write("a.pdf", b"x");
    env.die_at(FailPoint::Answered, env.upload(&path)).await;
    let records = env.data.path().join("fielddesk.sqlite");
    let records = SqlitePool::connect(records.to_str().unwrap())
        .await
        .unwrap();
    for query in [
        "DELETE FROM document_intents",
        "DELETE FROM document_journals",
    ] {
        sqlx::query(query).execute(&records).await.unwrap();
    }
    records.close().await;
    let items = at_rest(&env).await;
    assert_eq!(items[0].state, TransferState::Done, "{items:?}");
    assert_eq!(env.names().await, ["a.pdf"]);
}

#[tokio::test]
async fn a_document_that_cannot_be_fetched_holds_up_its_own_replace_alone() {
    let env = TestEnv::new().await;
    let old = env.put("Plan.pdf", b"old").await;
    let other = env.put("Other.pdf", b"other").await;
    let path = format!("/documents/{old}");
    env.fault_at("GET", &path, 3, json!({"status": 500})).await;
    let transfers = env.transfers().await;
    let files = vec![
        env.replace(&env.write("Plan.pdf", b"new"), &old),
        env.replace(&env.write("Other.pdf", b"newer"), &other),
    ];
    let ids = transfers.send(files).await.unwrap();
    let ended = ended(&transfers, &ids).await;
    assert!(
        ended.iter().all(|item| item.state == TransferState::Done),
        "{ended:?}"
    );
    assert!(ended[0].finished_at > ended[1].finished_at, "{ended:?}");
    transfers.stop().await;
    let mut contents = on_page(&env).await;
    contents.sort();
    assert_eq!(contents, [b"new".to_vec(), b"newer".to_vec()]);
    assert_eq!(kept(&env).await.len(), 2);
}
