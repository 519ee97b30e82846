//! One process holds the data folder; another asks it.

use std::sync::Arc;

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{Folders, Keep, Running, Until, Which};

use super::{Office, open, reason, until};

/// The window's program, which holds the data folder and runs the folders.
async fn app(office: &Office) -> Folders {
    let lock = Arc::new(office.desk.data.lock().unwrap());
    let app = open(&office.desk, Some(lock)).await;
    app.start().await.unwrap();
    app
}

#[tokio::test]
async fn what_changes_something_is_carried_out_by_the_holder() {
    let office = Office::new().await;
    let app = app(&office).await;
    let added = office.add().await;
    assert_eq!(
        app.list().await.unwrap(),
        std::slice::from_ref(&added.mapping)
    );
    let id = added.mapping.id;
    let one = Which::One(id.clone());
    office.folders.pause(&one, Some(Until::GoOn)).await.unwrap();
    assert_eq!(app.list().await.unwrap()[0].paused, Some(Until::GoOn));
    let busy = office.run_with(Running::default()).await.unwrap_err();
    assert_eq!(busy.kind, FailureKind::Busy);
    office.folders.remove(&id).await.unwrap();
    assert_eq!(app.list().await.unwrap(), []);
    app.stop().await;
}

#[tokio::test]
async fn refusals_come_over_as_they_are() {
    let office = Office::new().await;
    let app = app(&office).await;
    office.add().await;
    let again = office
        .folders
        .add(office.new_mapping(&office.folder()))
        .await;
    assert_eq!(reason(&again.unwrap_err()), "sameFolder");
    let id = office.folders.list().await.unwrap()[0].id.clone();
    let nothing = office
        .folders
        .resolve(&id, "a.pdf", None, None, Keep::Local);
    assert_eq!(nothing.await.unwrap_err().kind, FailureKind::NotFound);
    app.stop().await;
}

#[tokio::test]
async fn a_word_on_a_conflict_is_carried_out_by_the_holder_and_its_view_follows() {
    let office = Office::new().await;
    office.colleague_sends("a.pdf", "theirs").await;
    office.save("a.pdf", "ours, longer");
    let app = app(&office).await;
    let id = office.add().await.mapping.id;
    let mut view = app.view();
    let decisions = view.wait_for(|view| view.decisions == 1);
    decisions.await.unwrap();
    office
        .folders
        .resolve(&id, "a.pdf", None, None, Keep::Local)
        .await
        .unwrap();
    assert_eq!(office.page().await[0].1, "ours, longer");
    view.wait_for(|view| view.decisions == 0).await.unwrap();
    app.stop().await;
}

#[tokio::test]
async fn a_holder_that_carries_out_nothing_and_goes_leaves_the_act_to_whoever_asked() {
    let office = Office::new().await;
    let silent = office.desk.data.lock().unwrap();
    let folders = office.folders.clone();
    let new = office.new_mapping(&office.folder());
    let asking = tokio::spawn(async move { folders.add(new).await });
    until("the question is asked", || async {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM folder_requests")
            .fetch_one(office.desk.database.pool())
            .await
            .unwrap();
        count == 1
    })
    .await;
    drop(silent);
    asking.await.unwrap().unwrap();
    assert_eq!(office.folders.list().await.unwrap().len(), 1);
}
