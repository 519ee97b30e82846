//! Remedies for an upload that the server or the disk refused, and *Save as* for one file.

use fielddesk_core::documents::SameName;
use fielddesk_core::transfers::{Remedy, TransferState};
use serde_json::json;

use crate::test_env::{TestEnv, ended, files_in, until};

#[tokio::test]
async fn a_conflict_is_solved_by_replacing_or_by_a_free_name() {
    for (same_name, names) in [
        (SameName::Replace, vec!["Plan.pdf"]),
        (SameName::KeepBoth, vec!["Plan (2).pdf", "Plan.pdf"]),
    ] {
        let env = TestEnv::new().await;
        let old = env.put("Plan.pdf", b"old").await;
        let refused =
            json!({"status": 409, "body": {"error": "Conflict", "message": "It is there."}});
        env.fault("POST", 1, refused).await;
        let transfers = env.transfers().await;
        let path = env.write("Plan.pdf", b"new");
        let ids = transfers.send(vec![env.upload(&path)]).await.unwrap();
        let failed = ended(&transfers, &ids).await;
        assert_eq!(
            failed[0].remedies,
            [Remedy::Replace, Remedy::KeepBoth],
            "{failed:?}"
        );
        let documents = env.documents().await;
        transfers
            .resolve_name(&documents, ids[0], same_name)
            .await
            .unwrap();
        // The view follows the queue.
        until(&transfers, |view| view.active + view.files_done > 0).await;
        assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
        let mut listed = env.on_page().await;
        listed.sort_by(|one, other| one.1.cmp(&other.1));
        assert_eq!(
            listed.iter().map(|(_, name)| name).collect::<Vec<_>>(),
            names
        );
        let is_old_there = listed.iter().any(|(id, _)| *id == old);
        assert_eq!(is_old_there, matches!(same_name, SameName::KeepBoth));
        assert_eq!(env.bytes(&listed[0].0).await, b"new");
        transfers.stop().await;
    }
}

#[tokio::test]
async fn a_file_that_vanished_is_chosen_again() {
    let env = TestEnv::new().await;
    let transfers = env.transfers().await;
    let path = env.write("Plan.pdf", b"moved");
    let upload = env.upload(&path);
    std::fs::remove_file(&path).unwrap();
    let ids = transfers.send(vec![upload]).await.unwrap();
    let failed = ended(&transfers, &ids).await;
    assert_eq!(failed[0].remedies, [Remedy::ChooseFile], "{failed:?}");
    let found = env.write("Plan moved.pdf", b"moved");
    transfers.choose_file(ids[0], &found).await.unwrap();
    until(&transfers, |view| view.active + view.files_done > 0).await;
    assert_eq!(ended(&transfers, &ids).await[0].state, TransferState::Done);
    assert_eq!(
        env.names().await,
        ["Plan.pdf"],
        "under the name that was planned"
    );
    transfers.stop().await;
}

#[tokio::test]
async fn one_file_is_saved_as_what_the_dialog_named_in_place_of_what_was_there() {
    let env = TestEnv::new().await;
    let id = env.put("Plan.pdf", b"content").await;
    let transfers = env.transfers().await;
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("My plan.pdf");
    std::fs::write(&to, "old").unwrap();
    let document = env.download(&id, "Plan.pdf");
    let saved = transfers.save_as(document, &to).await.unwrap();
    assert_eq!(
        ended(&transfers, &[saved]).await[0].state,
        TransferState::Done
    );
    assert_eq!(std::fs::read(&to).unwrap(), b"content");
    assert_eq!(files_in(folder.path()), 1);
    transfers.stop().await;
}
