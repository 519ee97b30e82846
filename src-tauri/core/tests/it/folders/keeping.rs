//! The background: changes are noticed, pauses hold, the view is honest, it goes on by itself.

use std::time::Duration;

use fielddesk_api::CancellationToken;
use fielddesk_core::folders::{
    Act, ActivityFilter, Event, EventKind, FoldersSettings, MappingSelection, NewMapping,
    PausedUntil, RunOptions, Sections, State,
};
use fielddesk_core::sync_adapters::LimitSchedule;
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use super::pausing::add_other;
use super::{Office, pairs, until};

#[tokio::test]
async fn a_saved_drawing_is_on_the_page_and_the_view_says_so() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let in_step = |state| {
        move |view: &fielddesk_core::folders::FoldersView| {
            view.mappings.first().is_some_and(|mapping| {
                mapping.state == State::InStep && mapping.files == state && mapping.pending == 0
            })
        }
    };
    view.wait_for(in_step(1)).await.unwrap();
    assert_eq!(office.page().await, pairs(&[("a.pdf", "one")]));
    std::fs::write(office.folder().join("b.pdf"), "two").unwrap();
    view.wait_for(in_step(2)).await.unwrap();
    assert_eq!(office.page().await.len(), 2);
    office.folders.stop().await;
}

#[tokio::test]
async fn a_large_drawing_is_told_byte_by_byte_also_in_the_default_section() {
    const BYTES: usize = 600_000;
    let office = Office::new().await;
    let new = NewMapping {
        sections: Sections::One(None),
        ..office.new_mapping(&office.folder())
    };
    office.folders.add(new).await.unwrap();
    let settings = FoldersSettings {
        speed: LimitSchedule {
            otherwise: Some(BYTES as u64 / 3),
            windows: Vec::new(),
        },
        ..FoldersSettings::default()
    };
    office.folders.set_settings(settings).await.unwrap();
    std::fs::write(office.folder().join("a.pdf"), vec![1; BYTES]).unwrap();
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let under_way = |view: &fielddesk_core::folders::FoldersView| {
        let file = view.moving.first().map(|file| file.bytes_done);
        let folder = view.mappings.first().and_then(|folder| folder.progress);
        let folder = folder.map(|run| run.bytes_done);
        let some = |bytes: Option<u64>| bytes.is_some_and(|n| n > 0 && n < BYTES as u64);
        some(file) && some(folder)
    };
    view.wait_for(under_way).await.unwrap();
    view.wait_for(|view| view.worst == Some(State::InStep))
        .await
        .unwrap();
    office.folders.stop().await;
}

#[tokio::test]
async fn a_pause_holds_and_what_waited_goes_on_afterwards() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let other = add_other(&office).await;
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    view.wait_for(|view| view.worst == Some(State::InStep))
        .await
        .unwrap();
    let one = MappingSelection::One(id);
    office
        .folders
        .pause(&one, Some(PausedUntil::GoOn))
        .await
        .unwrap();
    view.wait_for(|view| view.worst == Some(State::Paused))
        .await
        .unwrap();
    std::fs::write(office.folder().join("a.pdf"), "one").unwrap();
    // A file that is saved after it in the other folder is mirrored meanwhile.
    std::fs::write(office.theirs.path().join("other/b.pdf"), "two").unwrap();
    let mirrored = |view: &fielddesk_core::folders::FoldersView| {
        let mut all = view.mappings.iter();
        all.any(|one| one.mapping.id == other && (one.files, one.state) == (1, State::InStep))
    };
    view.wait_for(mirrored).await.unwrap();
    assert_eq!(office.page().await, []);
    office.folders.pause(&one, None).await.unwrap();
    let log = office.folders.activity(&ActivityFilter::default()).await;
    let acts: Vec<Act> = log.unwrap().iter().map(|line| line.act).collect();
    assert!(
        acts.contains(&Act::Paused) && acts.contains(&Act::Resumed),
        "what a person did with it is told: {acts:?}"
    );
    until("the drawing is on the page", || async {
        office.page().await.len() == 1
    })
    .await;
    office.folders.stop().await;
}

#[tokio::test]
async fn who_must_act_is_told_once_by_cause() {
    let office = Office::new().await;
    office.add().await;
    for name in ["a.pdf", "b.pdf"] {
        office.colleague_sends(name, "theirs").await;
        office.save(name, "ours, longer");
    }
    let mut digests = office.folders.digests();
    office.folders.start().await.unwrap();
    let told = digests.recv().await.unwrap();
    assert_eq!(told.items.len(), 1);
    assert_eq!((told.items[0].cause, told.items[0].count), ("conflicts", 2));
    assert_eq!(told.items[0].folder, "drawings");
    office.folders.stop().await;
}

#[tokio::test]
async fn a_watch_tells_idle_after_each_pass_and_ends_when_it_is_cancelled() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    let cancel = CancellationToken::new();
    let (sender, mut events) = unbounded_channel();
    let folders = office.folders.clone();
    let running = RunOptions {
        events: Some(sender),
        cancel: cancel.clone(),
        ..RunOptions::default()
    };
    let watching =
        tokio::spawn(async move { folders.watch(&MappingSelection::All, running).await });
    let mut uploaded = 0;
    while let Some(event) = events.recv().await {
        match event {
            Event::Name {
                event: EventKind::Uploaded,
                ..
            } => uploaded += 1,
            Event::Idle { .. } => break,
            Event::Name { .. } | Event::Stopped { .. } => {}
        }
    }
    assert_eq!(uploaded, 1);
    cancel.cancel();
    let finished = watching.await.unwrap().unwrap();
    assert_eq!(finished.tally.uploaded, 1);
    office.env.data.lock().unwrap();
}

#[tokio::test]
async fn a_document_that_is_deleted_by_hand_is_missed_at_once() {
    let office = Office::new().await;
    office.add().await;
    office.save("a.pdf", "one");
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    view.wait_for(|view| view.worst == Some(State::InStep))
        .await
        .unwrap();
    let documents = office.env.documents().await;
    let documents = documents.with_folders(office.folders.clone());
    let page = documents.list(&office.env.target, true).await.unwrap();
    let all = page.sections.iter().flat_map(|section| &section.documents);
    let kept = all.filter(|document| document.folder.is_some());
    let ids: Vec<_> = kept.map(|document| document.id.clone()).collect();
    let pending = documents.delete(&office.env.target, &ids).await;
    let undo_id = pending.undo_id.unwrap();
    documents.finish_delete(&undo_id).await.unwrap();
    // The clock stands still: no look comes by itself.
    let missed = view.wait_for(|view| view.worst == Some(State::NeedsDecision));
    tokio::time::timeout(Duration::from_secs(60), missed)
        .await
        .expect("the folder looks")
        .unwrap();
    office.folders.stop().await;
}

#[tokio::test]
async fn a_refused_file_waits_for_a_change_or_for_somebody_who_tries_again() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("a.pdf", "one");
    let refused = json!({"status": 400, "body": {"error": "refused", "message": "not this file"}});
    office.env.fault("POST", 1, refused).await;
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let failed = view.wait_for(|view| view.worst == Some(State::Failed));
    assert_eq!(failed.await.unwrap().mappings[0].failed, 1);
    office.save("b.pdf", "two");
    until("the other one is sent", || async {
        office.page().await == pairs(&[("b.pdf", "two")])
    })
    .await;
    office
        .folders
        .look_now(&MappingSelection::One(id))
        .await
        .unwrap();
    view.wait_for(|view| view.worst == Some(State::InStep))
        .await
        .unwrap();
    assert_eq!(office.page().await.len(), 2);
    office.folders.stop().await;
}

#[tokio::test]
async fn a_connection_that_goes_leaves_its_folders_paused() {
    let office = Office::new().await;
    office.add().await;
    let profile = office.env.connection.profile.id.clone();
    let left = office.folders.leave_connection(&profile).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].paused, Some(PausedUntil::Confirmed));
    let other = fielddesk_core::profiles::ProfileId::new();
    assert_eq!(office.folders.leave_connection(&other).await.unwrap(), []);
}
