//! A person's words on conflicts and versions.

use fielddesk_core::FailureKind;
use fielddesk_core::documents::DocumentState;
use fielddesk_core::folders::{
    Act, ActivityFilter, ConflictReason, Ending, Keep, MappingSelection, Resolution, VersionId,
};

use super::{Office, pairs};
use crate::test_env::SECTION;

/// Both sides changed `a.pdf` since they agreed.
async fn quarrel() -> (Office, fielddesk_core::folders::MappingId) {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    office.colleague_replaces("a.pdf", "theirs").await;
    office.save("a.pdf", "ours, longer");
    let run = office.run().await;
    assert_eq!(
        (run.tally.conflicts, run.ending()),
        (1, Ending::NeedsDecision)
    );
    (office, id)
}

#[tokio::test]
async fn keeping_ours_sends_it_and_keeps_theirs_in_the_history() {
    let (office, id) = quarrel().await;
    let conflicts = office
        .folders
        .conflicts(&MappingSelection::All)
        .await
        .unwrap();
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].reason, ConflictReason::BothChanged);
    assert_eq!(conflicts[0].local.as_ref().unwrap().bytes, 12);
    assert_eq!(conflicts[0].remote.len(), 1);
    let resolved = office
        .folders
        .resolve(&id, "A.PDF", Some(SECTION), Resolution::of(Keep::Local));
    assert_eq!(resolved.await.unwrap().name, "a.pdf");
    assert_eq!(office.page().await, pairs(&[("a.pdf", "ours, longer")]));
    let versions = office.folders.history(Some(&id)).await.unwrap();
    assert!(
        versions.iter().any(|kept| kept.bytes == 6),
        "theirs is kept: {versions:?}"
    );
    let log = office
        .folders
        .activity(&ActivityFilter::default())
        .await
        .unwrap();
    let resolved = log.iter().find(|line| line.act == Act::Resolved).unwrap();
    assert_eq!(
        (resolved.name.as_str(), resolved.who.user.as_str()),
        ("a.pdf", "anna")
    );
    let run = office.run().await;
    assert_eq!((run.tally.uploaded, run.ending()), (0, Ending::Done));
}

#[tokio::test]
async fn keeping_both_for_all_of_a_reason_makes_a_copy_that_mirrors() {
    let (office, id) = quarrel().await;
    let none = office
        .folders
        .resolve_all(&id, Some(ConflictReason::DuplicateNames), Keep::Both)
        .await
        .unwrap();
    assert_eq!(none, []);
    let done = office
        .folders
        .resolve_all(&id, Some(ConflictReason::BothChanged), Keep::Both)
        .await
        .unwrap();
    assert!(matches!(&done[..], [(conflict, Ok(()))] if conflict.name == "a.pdf"));
    assert_eq!(office.run().await.ending(), Ending::Done);
    let page = office.page().await;
    assert_eq!(page.len(), 2, "{page:?}");
    assert!(
        page.iter()
            .any(|(name, text)| name.contains("(theirs ") && text == "theirs")
    );
    assert!(page.contains(&("a.pdf".to_owned(), "ours, longer".to_owned())));
}

#[tokio::test]
async fn a_document_that_a_folder_asks_about_says_so_until_it_is_decided() {
    let (office, id) = quarrel().await;
    let documents = office.env.documents().await;
    let documents = documents.with_folders(office.folders.clone());
    let asked = || async {
        let page = documents.list(&office.env.target, true).await.unwrap();
        let all = page
            .sections
            .into_iter()
            .flat_map(|section| section.documents);
        let asked = all.filter(|document| document.asked_by.is_some());
        asked
            .map(|document| (document.name, document.state))
            .collect::<Vec<_>>()
    };
    let named = |name: &str| vec![(name.to_owned(), DocumentState::NeedsDecision)];
    assert_eq!(asked().await, named("a.pdf"));
    office
        .folders
        .resolve(&id, "a.pdf", Some(SECTION), Resolution::of(Keep::Local))
        .await
        .unwrap();
    office.run().await;
    assert_eq!(asked().await, []);
    office.remove("a.pdf");
    office.run().await;
    assert_eq!(asked().await, named("a.pdf"), "its delete waits for a yes");
}

#[tokio::test]
async fn a_conflict_that_is_not_there_is_not_found() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let failure = office
        .folders
        .resolve(&id, "a.pdf", None, Resolution::of(Keep::Local));
    assert_eq!(failure.await.unwrap_err().kind, FailureKind::NotFound);
}

#[tokio::test]
async fn a_version_goes_back_into_the_folder_and_the_next_run_mirrors_it() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    office.save("a.pdf", "second one");
    office.run().await;
    let versions = office.folders.history(Some(&id)).await.unwrap();
    let first = versions.iter().find(|kept| kept.bytes == 5).unwrap();
    let restored = office.folders.restore(first.version, None).await.unwrap();
    assert_eq!(restored.restored, office.folder().join("a.pdf"));
    assert_eq!(office.read("a.pdf").as_deref(), Some("first"));
    let run = office.run().await;
    assert_eq!((run.tally.conflicts, run.ending()), (0, Ending::Done));
    assert_eq!(office.page().await, pairs(&[("a.pdf", "first")]));
    let unknown = office.folders.restore(VersionId(9999), None).await;
    assert_eq!(unknown.unwrap_err().kind, FailureKind::NotFound);
}

#[tokio::test]
async fn a_version_of_a_removed_folder_needs_a_place() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    office.save("a.pdf", "second one");
    office.run().await;
    let version = office.folders.history(Some(&id)).await.unwrap()[0].version;
    office.folders.remove(&id).await.unwrap();
    let refused = office.folders.restore(version, None).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Refused);
    let to = office.env.files.path().join("old.pdf");
    let restored = office.folders.restore(version, Some(&to)).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(&restored.restored).unwrap(),
        "first"
    );
    let again = office
        .folders
        .restore(version, Some(&to))
        .await
        .unwrap_err();
    assert_eq!(again.kind, FailureKind::Refused, "nothing is written over");
}
