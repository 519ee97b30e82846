//! Requests of a process to the one that holds the data folder.

use std::sync::Arc;

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{
    DeletedChoice, Ending, Folders, FoldersSettings, Keep, MappingSelection, PausedUntil, PlanId,
    Resolution, RunOptions,
};

use super::{Office, open, pairs, reason, until};

/// The window's program, which holds the data folder and runs the folders.
async fn app(office: &Office) -> Folders {
    let lock = Arc::new(office.env.data.lock().unwrap());
    let app = open(&office.env, Some(lock)).await;
    app.start().await.unwrap();
    app
}

/// Waits until a question is in the table.
async fn asked(office: &Office) {
    until("the question is asked", || async {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM folder_requests")
            .fetch_one(office.env.database.pool())
            .await
            .unwrap();
        count == 1
    })
    .await;
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
    let one = MappingSelection::One(id.clone());
    office
        .folders
        .pause(&one, Some(PausedUntil::GoOn))
        .await
        .unwrap();
    assert_eq!(app.list().await.unwrap()[0].paused, Some(PausedUntil::GoOn));
    let busy = office.run_with(RunOptions::default()).await.unwrap_err();
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
        .resolve(&id, "a.pdf", None, Resolution::of(Keep::Local));
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
        .resolve(&id, "a.pdf", None, Resolution::of(Keep::Local))
        .await
        .unwrap();
    assert_eq!(office.page().await[0].1, "ours, longer");
    view.wait_for(|view| view.decisions == 0).await.unwrap();
    app.stop().await;
}

#[tokio::test]
async fn deletes_are_approved_for_whoever_asks_and_only_of_the_plan_that_was_shown() {
    let office = Office::new().await;
    office.save("a.pdf", "one");
    office.save("b.pdf", "two");
    let id = office.add().await.mapping.id;
    office.run().await;
    office.remove("a.pdf");
    let other = PlanId("another".into());
    let refused = office.folders.approve(&id, &other).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Conflict);
    let plan = office.folders.plan(&id).await.unwrap();
    let silent = office.env.data.lock().unwrap();
    let (folders, mapping) = (office.folders.clone(), id.clone());
    let asking = tokio::spawn(async move { folders.approve(&mapping, &plan.plan).await });
    asked(&office).await;
    drop(silent);
    let done = asking.await.unwrap().unwrap();
    assert_eq!((done.tally.deleted, done.ending()), (1, Ending::Done));
    assert_eq!(office.page().await, pairs(&[("b.pdf", "two")]));
}

#[tokio::test]
async fn settings_are_in_force_at_once_where_the_folders_run() {
    let office = Office::new().await;
    office.save("a.pdf", "one");
    office.save("b.bak.txt", "two");
    let app = app(&office).await;
    let rules = vec!["*.bak.txt".to_owned()];
    let settings = FoldersSettings {
        rules: rules.clone(),
        ..FoldersSettings::default()
    };
    office.folders.set_settings(settings).await.unwrap();
    assert_eq!(app.settings().await.unwrap().rules, rules);
    office.add().await;
    until("the page has what the rule leaves", || async {
        !office.page().await.is_empty()
    })
    .await;
    assert_eq!(office.page().await, pairs(&[("a.pdf", "one")]));
    let bad = FoldersSettings {
        rules: vec!["x[z-a]".to_owned()],
        ..FoldersSettings::default()
    };
    let refused = office.folders.set_settings(bad).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Usage);
    app.stop().await;
}

#[tokio::test]
async fn a_holder_that_carries_out_nothing_and_goes_leaves_the_act_to_whoever_asked() {
    let office = Office::new().await;
    let silent = office.env.data.lock().unwrap();
    let folders = office.folders.clone();
    let new = office.new_mapping(&office.folder());
    let asking = tokio::spawn(async move { folders.add(new).await });
    asked(&office).await;
    drop(silent);
    asking.await.unwrap().unwrap();
    assert_eq!(office.folders.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_decision_on_a_deleted_file_is_asked_of_the_holder_with_each_outcome() {
    let office = Office::new().await;
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
        office.save(name, name);
    }
    let id = office.add().await.mapping.id;
    office.run().await;
    office.remove("a.pdf");
    office.run().await;
    let silent = office.env.data.lock().unwrap();
    let named = |name: &str| (crate::test_env::SECTION.to_owned(), name.to_owned());
    let names = [named("a.pdf"), named("b.pdf")];
    let (folders, mapping) = (office.folders.clone(), id.clone());
    let asking = tokio::spawn(async move {
        let decided = folders.decide_gone(&mapping, &names, DeletedChoice::PutBack);
        decided.await
    });
    asked(&office).await;
    assert_eq!(
        office.read("a.pdf"),
        None,
        "nothing is done beside the holder"
    );
    drop(silent);
    let said = asking.await.unwrap().unwrap();
    assert_eq!(said[0], Ok(()));
    assert_eq!(said[1].as_ref().unwrap_err().kind, FailureKind::NotFound);
    assert_eq!(office.read("a.pdf").as_deref(), Some("a.pdf"));
}
