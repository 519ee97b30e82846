//! Both sides of a file as the window shows them.

use std::time::{Duration, SystemTime};

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{Keep, MappingId, MappingSelection, Resolution};
use fielddesk_rules::preview::PREVIEW_LIMIT_BYTES;

use super::Office;
use crate::test_env::SECTION;

/// The kind of the refusal to show a file.
async fn refused(office: &Office, id: &MappingId, name: &str) -> FailureKind {
    let shown = office.folders.preview_file(id, SECTION, name).await;
    shown.unwrap_err().kind
}

#[tokio::test]
async fn each_side_has_its_own_bytes() {
    let (office, id) = Office::mirroring("a.pdf", "first").await;
    office.colleague_replaces("a.pdf", "theirs").await;
    office.save("a.pdf", "ours, longer");
    office.run().await;
    let ours = office.folders.preview_file(&id, SECTION, "a.pdf");
    let ours = ours.await.unwrap();
    assert_eq!(
        (ours.content_type, ours.bytes.as_slice()),
        ("application/pdf", b"ours, longer".as_slice())
    );
    let conflicts = office.folders.conflicts(&MappingSelection::All);
    let theirs = conflicts.await.unwrap()[0].remote[0].id.clone();
    let kept = office.folders.preview_kept(&id, &theirs).await.unwrap();
    assert_eq!(kept, None, "it was not fetched");
    let resolved = office
        .folders
        .resolve(&id, "a.pdf", Some(SECTION), Resolution::of(Keep::Local));
    resolved.await.unwrap();
    let kept = office.folders.preview_kept(&id, &theirs).await.unwrap();
    assert_eq!(kept.unwrap().bytes, b"theirs");
}

#[tokio::test]
async fn a_name_that_leads_out_of_the_folder_is_refused() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("a.pdf", "ours");
    let secret = office.folder().parent().unwrap().join("secret.pdf");
    std::fs::write(&secret, "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, office.folder().join("link.pdf")).unwrap();
    office.run().await;
    for name in [
        "../secret.pdf",
        "sub/../../secret.pdf",
        "./a.pdf",
        "link.pdf",
    ] {
        let kind = refused(&office, &id, name).await;
        let gone = matches!(kind, FailureKind::NotFound | FailureKind::FileVanished);
        assert!(gone, "{name}: {kind:?}");
    }
    let other_section = office.folders.preview_file(&id, "Other", "a.pdf");
    assert_eq!(
        other_section.await.unwrap_err().kind,
        FailureKind::FileVanished
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_shown_says_why() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("gone.pdf", "soon gone");
    office.save("plan.dwg", "no preview");
    office.run().await;
    office.remove("gone.pdf");
    let large = office.folder().join("large.pdf");
    let file = std::fs::File::create(&large).unwrap();
    file.set_len(PREVIEW_LIMIT_BYTES + 1).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(3600))
        .unwrap();
    for (name, kind) in [
        ("gone.pdf", FailureKind::FileVanished),
        ("plan.dwg", FailureKind::Usage),
        ("large.pdf", FailureKind::TooLarge),
    ] {
        assert_eq!(refused(&office, &id, name).await, kind, "{name}");
    }
}
