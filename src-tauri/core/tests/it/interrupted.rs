//! Transfers that are cancelled, stopped, refused, or whose file goes away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fielddesk_core::online::Online;
use fielddesk_core::transfers::TransferState;
use fielddesk_core::{Failure, FailureKind};
use serde_json::json;

use crate::support::connection;
use crate::test_env::{SECTION, TestEnv, ended, until};

#[tokio::test]
async fn a_cancelled_upload_leaves_nothing_on_the_page() {
    let env = TestEnv::new().await;
    // Longer than the test: the first request ends by the cancel alone.
    env.fault("POST", 1, json!({"delayMs": 600_000})).await;
    let transfers = env.transfers().await;
    let large = env.write_sparse("film.mp4", 60_000_000);
    let ids = transfers.send(vec![env.upload(&large)]).await.unwrap();
    until(&transfers, |view| view.bytes_done > 0).await;
    transfers.cancel(&ids).await.unwrap();
    assert_eq!(
        ended(&transfers, &ids).await[0].state,
        TransferState::Cancelled
    );
    assert!(env.on_page().await.is_empty());
    transfers.retry(&ids).await.unwrap();
    until(&transfers, |view| view.active + view.files_done > 0).await;
    assert_eq!(
        ended(&transfers, &ids).await[0].state,
        TransferState::Done,
        "undo of a cancel"
    );
    transfers.stop().await;
}

#[tokio::test]
async fn cancelling_one_file_of_a_batch_sends_the_others() {
    let env = TestEnv::new().await;
    env.fault("POST", 1, json!({"delayMs": 1500})).await;
    let transfers = env.transfers().await;
    let files: Vec<_> = ["a.pdf", "b.pdf", "c.pdf"]
        .map(|name| env.upload(&env.write(name, name)))
        .into();
    let ids = transfers.send(files).await.unwrap();
    until(&transfers, |view| view.active == 3).await;
    transfers.cancel(&ids[1..2]).await.unwrap();
    let states: Vec<_> = ended(&transfers, &ids)
        .await
        .iter()
        .map(|transfer| transfer.state)
        .collect();
    assert_eq!(
        states,
        [
            TransferState::Done,
            TransferState::Cancelled,
            TransferState::Done
        ]
    );
    let mut names = env.names().await;
    names.sort();
    assert_eq!(names, ["a.pdf", "c.pdf"]);
    transfers.stop().await;
}

#[tokio::test]
async fn a_service_that_is_away_is_asked_again_with_longer_waits() {
    let env = TestEnv::new().await;
    env.fault("GET", 3, json!({"status": 503})).await;
    let online = env.online.subscribe();
    let transfers = env.transfers().await;
    let path = env.write("a.pdf", b"x");
    let ids = transfers.send(vec![env.upload(&path)]).await.unwrap();
    assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
    let sleeps = env.clock.sleeps();
    for seconds in [5, 10, 20] {
        let wanted = Duration::from_secs(seconds);
        let waited = |sleep: &Duration| sleep.abs_diff(wanted) < Duration::from_secs(1);
        assert!(sleeps.iter().any(waited), "{seconds} s in {sleeps:?}");
    }
    assert_eq!(*online.borrow(), Online::Online, "it is back");
    transfers.stop().await;
}

#[tokio::test]
async fn what_a_stopped_run_left_goes_on_at_the_next_start() {
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    transfers.pause(true).await.unwrap();
    let files = (0..7)
        .map(|n| env.upload(&env.write(&format!("{n}.pdf"), b"x")))
        .collect();
    let ids = transfers.send(files).await.unwrap();
    until(&transfers, |view| view.paused && view.waiting == 7).await;
    transfers.stop().await;
    let again = env.transfers().await;
    let view = until(&again, |view| view.left_from_before == 7).await;
    assert!(view.paused && view.active == 0, "a pause survives too");
    again.pause(false).await.unwrap();
    let ended = ended(&again, &ids).await;
    assert!(
        ended
            .iter()
            .all(|transfer| transfer.state == TransferState::Done),
        "{ended:?}"
    );
    again.clear_finished().await.unwrap();
    assert_eq!(
        until(&again, |view| view.items.is_empty())
            .await
            .items
            .len(),
        0
    );
    again.stop().await;
}

#[tokio::test]
async fn a_stop_ends_where_the_service_answers_nothing() {
    let env = TestEnv::new().await;
    env.fault("POST", 1, json!({"delayMs": 600_000})).await;
    let transfers = env.transfers().await;
    let file = env.upload(&env.write("a.pdf", b"x"));
    let ids = transfers.send(vec![file]).await.unwrap();
    until(&transfers, |view| view.active > 0).await;
    let stopped = tokio::time::timeout(Duration::from_secs(30), transfers.stop());
    stopped.await.expect("it waits for no answer");
    let again = env.transfers().await;
    assert_eq!(ended(&again, &ids).await[0].state, TransferState::Done);
    assert_eq!(env.names().await, ["a.pdf"]);
    again.stop().await;
}

#[tokio::test]
async fn a_vanished_file_fails_and_a_growing_one_waits_until_it_stands_still() {
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    let gone = env.write("gone.pdf", b"x");
    let fine = env.write("fine.pdf", b"");
    let growing = env.write_sparse("growing.log", 30_000_000);
    let files = [&gone, &fine, &growing].map(|path| env.upload(path));
    std::fs::remove_file(&gone).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let writer = std::thread::spawn({
        let (stop, path) = (Arc::clone(&stop), growing.clone());
        move || {
            let mut size = 30_000_000;
            let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
            while !stop.load(Ordering::Relaxed) {
                size += 1;
                file.set_len(size).unwrap();
            }
        }
    });
    let ids = transfers.send(files.into()).await.unwrap();
    ended(&transfers, &ids[..2]).await;
    let saving = |failure: &Failure| failure.kind == FailureKind::FileGrowing;
    until(&transfers, |view| {
        let mut items = view.items.iter();
        items.any(|item| item.id == ids[2] && item.failure.as_ref().is_some_and(saving))
    })
    .await;
    assert_eq!(env.names().await, ["fine.pdf"], "nothing half is stored");
    stop.store(true, Ordering::Relaxed);
    writer.join().unwrap();
    let ended = ended(&transfers, &ids).await;
    let outcomes: Vec<_> = ended
        .iter()
        .map(|transfer| {
            (
                transfer.state,
                transfer.failure.as_ref().map(|failure| failure.kind),
            )
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            (TransferState::Failed, Some(FailureKind::FileVanished)),
            (TransferState::Done, None),
            (TransferState::Done, None),
        ]
    );
    assert_eq!(env.names().await, ["fine.pdf", "growing.log"]);
    transfers.stop().await;
}

#[tokio::test]
async fn a_client_that_may_only_read_stops_the_run_after_one_request() {
    let mut env = TestEnv::new().await;
    env.connection = connection(&env.service, &env.service.clients().read_only);
    let transfers = env.transfers().await;
    transfers.pause(true).await.unwrap();
    let mut files: Vec<_> = (0..3)
        .map(|n| env.upload(&env.write(&format!("{n}.pdf"), b"x")))
        .collect();
    for (number, file) in files.iter_mut().enumerate() {
        file.section = Some(format!("{SECTION} {number}"));
    }
    // Large ones go one by one, so that the last of them waits.
    let more = (0..3).map(|n| env.upload(&env.write_sparse(&format!("{n}.mp4"), 26_000_000)));
    files.extend(more);
    let ids = transfers.send(files).await.unwrap();
    transfers.pause(false).await.unwrap();
    let ended = ended(&transfers, &ids).await;
    for transfer in &ended {
        let failure = transfer.failure.as_ref().unwrap();
        assert_eq!(failure.kind, FailureKind::ReadOnlyClient, "{transfer:?}");
    }
    assert!(
        env.requests("POST").await < ids.len(),
        "what waits has no chance and is not tried"
    );
    transfers.stop().await;
}
