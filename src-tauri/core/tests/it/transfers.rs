//! The queue against the real service: batches, replaces, lost answers, downloads.

use fielddesk_core::FailureKind;
use fielddesk_core::documents::newest_by_hand;
use fielddesk_core::transfers::TransferState;
use fielddesk_core::transfers::failpoints::FailPoint;
use fielddesk_documents::ports::bytes_of;
use serde_json::json;

use crate::test_env::{TestEnv, ended, until};

#[tokio::test]
async fn of_sixty_files_the_one_that_is_too_large_fails_alone() {
    let env = TestEnv::with_limit(Some(200_000)).await;
    let transfers = env.transfers().await;
    let mut files = Vec::new();
    for number in 0..60 {
        let size = if number == 37 { 300_000 } else { 1_000 };
        let path = env.write(&format!("{number:02}.pdf"), vec![number; size]);
        files.push(env.upload(&path));
    }
    let ids = transfers.send(files).await.unwrap();
    let ended = ended(&transfers, &ids).await;
    for (number, transfer) in ended.iter().enumerate() {
        let expected = if number == 37 {
            TransferState::Failed
        } else {
            TransferState::Done
        };
        assert_eq!(transfer.state, expected, "{transfer:?}");
    }
    assert_eq!(
        ended[37].failure.as_ref().unwrap().kind,
        FailureKind::TooLarge
    );
    assert_eq!(env.on_page().await.len(), 59);
    transfers.stop().await;
}

#[tokio::test]
async fn an_upload_whose_answer_was_lost_is_on_the_page_exactly_once() {
    let env = TestEnv::new().await;
    env.fault("POST", 1, json!({"resetAfterCommit": true}))
        .await;
    let transfers = env.transfers().await;
    let path = env.write("Plan Ås.pdf", b"new content");
    let ids = transfers.send(vec![env.upload(&path)]).await.unwrap();
    assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
    assert_eq!(env.names().await, ["Plan Ås.pdf"]);
    assert_eq!(
        env.requests("POST").await,
        1,
        "it is never sent blindly again"
    );
    transfers.stop().await;
}

#[tokio::test]
async fn a_replace_ends_with_the_new_bytes_alone_and_the_old_ones_kept() {
    let env = TestEnv::new().await;
    let old = env.put("Plan.pdf", b"old").await;
    let transfers = env.transfers().await;
    let path = env.write("Plan.pdf", b"new");
    let ids = transfers
        .send(vec![env.replace(&path, &old)])
        .await
        .unwrap();
    assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
    replaced(&env, "no crash").await;
    transfers.stop().await;
    let profile = &env.connection.profile.id;
    let uploaded = newest_by_hand(&env.database, profile, 10).await.unwrap();
    assert_eq!(uploaded.len(), 2, "the activity has both");
    for one in uploaded {
        assert_eq!(one.replaced, one.id != old, "{one:?}");
    }
}

#[tokio::test]
async fn after_a_crash_at_any_step_of_a_replace_one_document_has_the_new_bytes() {
    for point in [
        FailPoint::Intended,
        FailPoint::Answered,
        FailPoint::Noted,
        FailPoint::DeleteIntended,
        FailPoint::Deleted,
    ] {
        let env = TestEnv::new().await;
        let old = env.put("Plan.pdf", b"old").await;
        let path = env.write("Plan.pdf", b"new");
        env.die_at(point, env.replace(&path, &old)).await;
        let transfers = env.transfers().await;
        let view = until(&transfers, |view| {
            view.active == 0 && view.waiting == 0 && view.items.len() == 2
        })
        .await;
        assert!(
            view.items
                .iter()
                .all(|item| item.state == TransferState::Done),
            "{point:?}: {view:?}"
        );
        replaced(&env, &format!("{point:?}")).await;
        transfers.stop().await;
    }
}

async fn replaced(env: &TestEnv, when: &str) {
    let page = env.on_page().await;
    assert_eq!(page.len(), 1, "{when}: {page:?}");
    assert_eq!(env.bytes(&page[0].0).await, b"new", "{when}");
    let versions = env.history.versions().await.unwrap();
    assert_eq!(versions.len(), 1, "{when}: {versions:?}");
    let read = env.history.store().read(versions[0].version).await;
    let kept = bytes_of(read.unwrap().1).await.unwrap();
    assert_eq!(kept, b"old", "{when}");
}

#[tokio::test]
async fn a_replace_of_what_somebody_replaced_meanwhile_asks() {
    let env = TestEnv::new().await;
    let old = env.put("Plan.pdf", b"old").await;
    let documents = env.connection.client.documents(&env.target.on_service());
    let theirs = env.put("plan.PDF", b"theirs").await;
    documents.delete(&old).await.unwrap();
    let transfers = env.transfers().await;
    let path = env.write("Plan.pdf", b"ours");
    let ids = transfers
        .send(vec![env.replace(&path, &old)])
        .await
        .unwrap();
    let ended = ended(&transfers, &ids).await;
    assert_eq!(ended[0].state, TransferState::NeedsYou);
    assert_eq!(
        ended[0].failure.as_ref().unwrap().kind,
        FailureKind::Conflict
    );
    assert_eq!(env.on_page().await, [(theirs, "plan.PDF".to_owned())]);
    transfers.stop().await;
}

#[tokio::test]
async fn downloads_get_free_names_and_a_copy_to_open_is_private() {
    let env = TestEnv::new().await;
    let id = env.put("Plan A.pdf", b"content").await;
    let transfers = env.transfers().await;
    let document = || env.download(&id, "Plan A.pdf");
    let folder = tempfile::tempdir().unwrap();
    let ids = transfers
        .save(vec![document(), document()], folder.path())
        .await
        .unwrap();
    let ended = ended(&transfers, &ids).await;
    assert!(
        ended
            .iter()
            .all(|transfer| transfer.state == TransferState::Done),
        "{ended:?}"
    );
    let mut names: Vec<_> = ids
        .iter()
        .map(|id| transfers.local_file(*id).unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["Plan A (2).pdf", "Plan A.pdf"].map(|name| folder.path().join(name))
    );
    let copy = transfers.open_copy(document()).await.unwrap();
    assert!(copy.opens && copy.path.starts_with(env.data.path()));
    assert_eq!(std::fs::read(&copy.path).unwrap(), b"content");
    assert!(
        std::fs::metadata(&copy.path)
            .unwrap()
            .permissions()
            .readonly()
    );
    let name = "Plan A (project version).pdf".to_owned();
    let apart = transfers.open_copy_as(document(), Some(name.clone())).await;
    assert!(
        apart.unwrap().path.ends_with(name),
        "two windows, two titles"
    );
    let page = env.documents().await.list(&env.target, true).await.unwrap();
    let shown = page
        .sections
        .iter()
        .flat_map(|s| &s.documents)
        .find(|d| d.id == id)
        .unwrap();
    assert_eq!(
        shown.state,
        fielddesk_core::documents::DocumentState::Verified
    );
    transfers.stop().await;
}
