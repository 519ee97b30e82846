//! Copies that are refused before anything is written.

use fielddesk_service::Seed;

use super::{Place, Source, complaint, copy, printed, tree};

#[tokio::test]
async fn a_target_that_holds_something_is_refused_and_stays_as_it_was() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let there = Place::engine(&folders.path().join("there"));
    printed(&mut copy(&source.place(), &there));
    let before = tree(&there.data);
    let refused = copy(&source.place(), &there).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", complaint(&refused));
    assert!(complaint(&refused).contains("--to is not empty"));
    assert!(refused.stdout.is_empty());
    assert!(tree(&there.data) == before, "the target changed");
}

#[tokio::test]
async fn a_source_that_is_missing_or_served_is_refused() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let missing = Place::folder(&folders.path().join("missing"));
    let there = Place::folder(&folders.path().join("there"));
    let refused = copy(&missing, &there).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(complaint(&refused).contains("--from has no database"));
    let served = source.place().serve(Seed::None).await;
    let refused = copy(&source.place(), &there).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(complaint(&refused).contains("stop it first"));
    served.stop().await;
    assert!(!there.data.exists() && !missing.data.exists());
}

#[test]
fn a_password_is_in_no_refusal() {
    let folders = tempfile::tempdir().unwrap();
    let there = Place::folder(&folders.path().join("there"));
    for url in [
        "mysql://u:geheim@127.0.0.1:1/d",
        "postgres://u:geheim@127.0.0.1:1/d",
        "postgres://u:geheim@[/d",
    ] {
        let from = Place {
            data: folders.path().to_owned(),
            database: Some(url.to_owned()),
        };
        let refused = copy(&from, &there).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{}", complaint(&refused));
        assert!(
            !complaint(&refused).contains("geheim"),
            "{}",
            complaint(&refused)
        );
    }
    assert!(!there.data.exists());
}
