//! Plans, runs, what they say and what they refuse.

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{
    Approval, Cause, Ending, MappingPreview, MappingSelection, Reason, RunOptions, Sample, State,
    StopCause, VerifyResult,
};
use serde_json::json;

use super::{Office, open, pairs, until};

#[tokio::test]
async fn a_plan_sends_nothing_and_a_run_does_what_it_says() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("a.pdf", "one");
    office.save("b.pdf", "two");
    let plan = office.folders.plan(&id).await.unwrap();
    let actions: Vec<_> = plan
        .actions
        .iter()
        .map(|action| (action.action.as_str(), action.name.as_str(), action.reason))
        .collect();
    assert_eq!(
        actions,
        [
            ("upload", "a.pdf", Reason::New),
            ("upload", "b.pdf", Reason::New)
        ]
    );
    assert_eq!((plan.sums.uploads, plan.sums.bytes), (2, 6));
    assert_eq!(office.page().await, []);
    let run = office.run().await;
    assert_eq!((run.tally.uploaded, run.tally.bytes), (2, 6));
    assert_eq!(run.ending(), Ending::Done);
    assert_eq!(
        office.page().await,
        pairs(&[("a.pdf", "one"), ("b.pdf", "two")])
    );
    let quiet = office.run().await;
    assert_eq!(
        (quiet.tally.uploaded, quiet.tally.adopted, quiet.tally.bytes),
        (0, 0, 0)
    );
    let status = office.folders.status(&MappingSelection::All).await.unwrap();
    assert_eq!((status[0].state, status[0].files), (State::InStep, 2));
    assert!(status[0].last_run.is_some());
}

#[tokio::test]
async fn a_preview_shows_the_first_run_without_making_the_mapping() {
    let office = Office::new().await;
    office.colleague_sends("a.pdf", "theirs").await;
    office.colleague_sends("only there.pdf", "theirs").await;
    office.save("a.pdf", "ours");
    office.save("b.pdf", "ours");
    office.save("~$b.docx", "x");
    let new = office.new_mapping(&office.folder());
    let MappingPreview { plan, same_section } = office.folders.preview(new).await.unwrap();
    assert_eq!(same_section, [""; 0]);
    assert_eq!(
        (plan.sums.uploads, plan.sums.adopts, plan.sums.only_on_page),
        (1, 1, 1)
    );
    assert_eq!(
        plan.sums
            .ignored
            .iter()
            .map(|(_, count)| count)
            .sum::<u64>(),
        1
    );
    assert_eq!(office.folders.list().await.unwrap(), []);
    assert_eq!(office.page().await.len(), 2);
}

#[tokio::test]
async fn a_folder_that_is_away_is_offline_and_nothing_is_deleted() {
    let (office, _) = Office::mirroring("a.pdf", "one").await;
    let aside = office.env.files.path().join("aside");
    std::fs::rename(office.folder(), &aside).unwrap();
    std::fs::remove_dir(office.folder()).unwrap();
    let running = RunOptions {
        approval: Approval::Yes,
        ..RunOptions::default()
    };
    let run = office.run_with(running).await.unwrap();
    assert_eq!(
        (run.tally.deleted, run.ending()),
        (0, Ending::NeedsDecision)
    );
    let StopCause::Stop(stop) = &run.stopped[0].why else {
        panic!("the engine stopped it");
    };
    assert_eq!(Reason::from(stop), Reason::FolderAway);
    let status = office.folders.status(&MappingSelection::All).await.unwrap();
    assert_eq!(status[0].state, State::Offline);
    assert_eq!(office.page().await.len(), 1);
}

#[tokio::test]
async fn a_project_that_is_closed_is_not_allowed_and_a_service_that_fails_is_not_reached() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    let prefix = "/test/core/";
    office
        .env
        .service
        .fault(prefix, json!({"status": 403}))
        .await;
    let closed = office.run().await;
    assert_eq!(closed.ending(), Ending::NotAllowed);
    let status = office.folders.status(&MappingSelection::All).await.unwrap();
    assert_eq!(status[0].state, State::NeedsDecision);
    assert_eq!(status[0].reason, Cause::Reason(Reason::ProjectClosed));
    let service = &office.env.service;
    service.no_faults().await;
    service.fault(prefix, json!({"status": 503})).await;
    let gone = office.run().await;
    assert_eq!(gone.ending(), Ending::Unreachable);
}

#[tokio::test]
async fn run_without_any_mapping_is_not_found_and_a_second_engine_is_refused() {
    let office = Office::new().await;
    let nothing = office.run_with(RunOptions::default()).await.unwrap_err();
    assert_eq!(nothing.kind, FailureKind::NotFound);
    office.add().await;
    let _held = office.env.data.lock().unwrap();
    let other = open(&office.env, None).await;
    let busy = other
        .run_once(&MappingSelection::All, RunOptions::default())
        .await;
    assert_eq!(busy.unwrap_err().kind, FailureKind::Busy);
    assert_eq!(other.list().await.unwrap().len(), 1, "reading works");
    assert_eq!(other.status(&MappingSelection::All).await.unwrap().len(), 1);
}

#[tokio::test]
async fn verify_fetches_and_compares_and_notes_what_was_the_same() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("a.pdf", "one");
    office.save("b.pdf", "two");
    office.run().await;
    office.save("b.pdf", "changed");
    office.save("c.pdf", "three");
    let all = office
        .folders
        .verify(&id, Sample::All, RunOptions::default())
        .await;
    let found: Vec<_> = all
        .unwrap()
        .into_iter()
        .map(|one| (one.name, one.result))
        .collect();
    assert_eq!(
        found,
        [
            ("a.pdf".to_owned(), VerifyResult::Same),
            ("b.pdf".to_owned(), VerifyResult::Different),
            ("c.pdf".to_owned(), VerifyResult::MissingRemote),
        ]
    );
    let files = office.folders.files(&id).await.unwrap();
    let verified: Vec<_> = files.iter().map(|file| file.verified.is_some()).collect();
    assert_eq!(verified, [true, false, false]);
}

#[tokio::test]
async fn a_damaged_memory_is_kept_aside_and_nothing_equal_is_sent_again() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    office.save("b.pdf", "two");
    office.run().await;
    let Office {
        env,
        folders,
        theirs,
    } = office;
    drop(folders);
    let state = env.data.path().join("sync.sqlite");
    let log = env.data.path().join("sync.sqlite-wal");
    until("the last connection is closed", || async { !log.exists() }).await;
    std::fs::write(&state, b"this was never a database".repeat(400)).unwrap();
    let folders = open(&env, None).await;
    let office = Office {
        env,
        folders,
        theirs,
    };
    let run = office.run().await;
    assert_eq!(
        (run.tally.uploaded, run.tally.replaced, run.tally.adopted),
        (0, 0, 2)
    );
    assert_eq!(run.ending(), Ending::Done);
    assert_eq!(office.page().await.len(), 2);
}

/// Content that no version names, as a crash leaves it.
fn stray_content(office: &Office) -> std::path::PathBuf {
    let name = "ab".repeat(32);
    let history = office.env.data.path().join("history");
    std::fs::create_dir_all(history.join("ab")).unwrap();
    std::fs::write(history.join("ab").join(&name), b"whatever").unwrap();
    history.join("set-aside").join(name)
}

#[tokio::test]
async fn whoever_holds_the_data_folder_prunes_the_history() {
    let office = Office::new().await;
    office.add().await;
    let aside = stray_content(&office);
    office.run().await;
    assert!(aside.exists(), "a run prunes");

    let office = Office::new().await;
    let aside = stray_content(&office);
    office.folders.start().await.unwrap();
    until("the background prunes", || async { aside.exists() }).await;
    office.folders.stop().await;
}
