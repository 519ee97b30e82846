//! A plan that was put away and is brought back.

use fielddesk_core::drop_plan::{Plans, What};
use fielddesk_core::transfers::{Transfer, TransferState};

use super::{plan, settle};
use crate::test_env::{SECTION, TestEnv, until};

#[tokio::test]
async fn a_plan_that_is_brought_back_knows_what_came_meanwhile() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    env.write("a.pdf", "a");
    settle(&env);
    let left = plan(&env, &plans, Some(SECTION)).await;
    plans.discard(&left.plan_id);
    let sent = plan(&env, &plans, Some(SECTION)).await;
    plans.send(&transfers, &sent.plan_id, &[0]).await.unwrap();
    until(&transfers, |view| view.files_done == 1).await;
    let documents = env.documents().await;
    let mut back = plans.reopen(&documents, &left.plan_id).await.unwrap();
    let mut updates = plans.updates();
    while !back.ready {
        updates.recv().await.unwrap();
        back = plans.get(&left.plan_id).unwrap();
    }
    assert_eq!(
        (back.rows[0].what, back.rows[0].ticked),
        (What::AlreadyThere, false)
    );
    transfers.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn what_could_not_be_read_is_looked_at_again_when_it_is_brought_back() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let path = env.files.path().join("a.pdf");
    // Nobody can read a socket, whoever runs the test.
    let socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let left = plan(&env, &plans, Some(SECTION)).await;
    assert_eq!(left.rows[0].what, What::Unreadable);
    plans.discard(&left.plan_id);
    let documents = env.documents().await;
    let back = plans.reopen(&documents, &left.plan_id).await.unwrap();
    assert_eq!(back.rows[0].what, What::Unreadable, "as before");
    drop(socket);
    std::fs::remove_file(&path).unwrap();
    env.write("a.pdf", "a");
    settle(&env);
    let back = plans.reopen(&documents, &left.plan_id).await.unwrap();
    assert_eq!((back.rows[0].what, back.rows[0].ticked), (What::New, true));
}

#[tokio::test]
async fn what_was_not_sent_is_put_away_and_can_be_reviewed_again() {
    let env = TestEnv::new().await;
    let plans = Plans::new();
    let transfers = env.transfers().await;
    env.write("a.pdf", "a");
    env.write("b.pdf", "b");
    settle(&env);
    let first = plan(&env, &plans, Some(SECTION)).await;
    plans.send(&transfers, &first.plan_id, &[0]).await.unwrap();
    until(&transfers, |view| view.files_done == 1).await;
    let documents = env.documents().await;
    let back = plans.reopen(&documents, &first.plan_id).await.unwrap();
    let names: Vec<_> = back.rows.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["b.pdf"]);
    plans.send(&transfers, &first.plan_id, &[1]).await.unwrap();
    plans.get(&first.plan_id).unwrap_err();
    until(&transfers, |view| {
        let done = |item: &&Transfer| item.state == TransferState::Done;
        view.items.iter().filter(done).count() == 2
    })
    .await;
    assert_eq!(env.names().await, ["a.pdf", "b.pdf"]);
    transfers.stop().await;
}
