//! A copy and back is equal.

use fielddesk_service::Seed;

use super::{Place, Source, copy, hashes, printed, tree};
use crate::support::snapshot::Snapshot;

#[tokio::test]
async fn a_copy_to_the_engine_and_back_is_equal() {
    let source = Source::new().await;
    let served = source.place().serve(Seed::None).await;
    let answers = source.answers(&served).await;
    served.stop().await;

    let folders = tempfile::tempdir().unwrap();
    let there = Place::engine(&folders.path().join("there"));
    let back = Place::folder(&folders.path().join("back"));
    let to = printed(&mut copy(&source.place(), &there));
    assert_eq!(to["equal"], true, "{to}");
    let count = &to["environments"]["test"]["documents"]["documents"];
    assert_eq!(*count, 2 + source.documents.len(), "two are seeded");
    let from = printed(&mut copy(&there, &back));
    assert_eq!(from["equal"], true, "{from}");
    assert_eq!(hashes(&to, "from"), hashes(&from, "to"));
    assert!(hashes(&to, "from").len() > 20);

    let documents = |place: &Place| tree(&place.data.join("test/documents"));
    assert_eq!(documents(&source.place()), documents(&back));
    let rows = Snapshot::of_file(&source.place().data).await;
    rows.assert_same(&Snapshot::of_file(&back.data).await, "a copy and back");
    for place in [there, back] {
        let served = place.serve(Seed::None).await;
        for (name, answer) in source.answers(&served).await {
            assert!(answer == answers[&name], "{name} differs");
        }
        served.stop().await;
    }
}

#[tokio::test]
async fn new_rows_count_on_behind_copied_ones() {
    let mut source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let there = Place::engine(&folders.path().join("there"));
    printed(&mut copy(&source.place(), &there));
    let served = there.serve(Seed::None).await;
    for name in ["one more.txt", "and another.txt"] {
        source.upload(&served, name, b"new".to_vec()).await;
    }
    source.answers(&served).await;
    served.stop().await;
}

/// Kills at each stage that the target shows: nothing yet, a database, documents.
#[tokio::test]
async fn a_copy_that_was_killed_is_done_again() {
    let source = Source::new().await;
    for stage in ["", "test/signing.key", "test/documents", "production"] {
        let folders = tempfile::tempdir().unwrap();
        let there = Place::engine(&folders.path().join("there"));
        let mut process = copy(&source.place(), &there)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while process.try_wait().unwrap().is_none() && !there.data.join(stage).exists() {
            tokio::task::yield_now().await;
        }
        process.kill().unwrap();
        process.wait().unwrap();
        let again = copy(&source.place(), &there).output().unwrap();
        match again.status.code() {
            Some(0) => {
                let report: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
                assert_eq!(report["equal"], true, "killed at {stage}: {report}");
            }
            // An environment was copied whole before the kill.
            code => {
                assert_eq!(code, Some(2), "{}", super::complaint(&again));
                assert!(super::complaint(&again).contains("is not empty"));
            }
        }
    }
}
