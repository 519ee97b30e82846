//! Decisions on files that are gone from the folder, against the real service.

use fielddesk_core::FailureKind;
use fielddesk_core::folders::{
    Act, ActivityFilter, DeletedChoice, Ending, MappingId, MappingSelection, State,
};

use super::Office;
use crate::test_env::SECTION;

/// Six drawings on the page, of which the first two were deleted in the folder and wait.
async fn two_gone(office: &Office) -> MappingId {
    let id = office.add().await.mapping.id;
    for name in ["a", "b", "c", "d", "e", "f"] {
        office.save(&format!("{name}.pdf"), name);
    }
    office.run().await;
    office.remove("a.pdf");
    office.remove("b.pdf");
    let run = office.run().await;
    assert_eq!(
        (run.tally.deleted, run.ending()),
        (0, Ending::NeedsDecision)
    );
    id
}

fn named(names: &[&str]) -> Vec<(String, String)> {
    let of_section = names
        .iter()
        .map(|name| (SECTION.to_owned(), (*name).to_owned()));
    of_section.collect()
}

async fn decide(
    office: &Office,
    id: &MappingId,
    names: &[&str],
    choice: DeletedChoice,
) -> Vec<Result<(), FailureKind>> {
    let said = office.folders.decide_gone(id, &named(names), choice).await;
    let said = said.unwrap().into_iter();
    said.map(|one| one.map_err(|failure| failure.kind))
        .collect()
}

async fn logged(office: &Office, act: Act) -> Vec<String> {
    let log = office.folders.activity(&ActivityFilter::default()).await;
    let lines = log.unwrap().into_iter().filter(|line| line.act == act);
    lines.map(|line| line.name).collect()
}

#[tokio::test]
async fn only_the_name_that_was_said_leaves_the_page_and_comes_back_by_a_restore() {
    let office = Office::new().await;
    let id = two_gone(&office).await;
    let said = decide(&office, &id, &["a.pdf"], DeletedChoice::Remove).await;
    assert_eq!(said, [Ok(())]);
    let names: Vec<_> = office
        .page()
        .await
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"]);
    assert_eq!(logged(&office, Act::Approved).await, ["a.pdf"]);
    let status = office.folders.status(&MappingSelection::All).await.unwrap();
    assert_eq!(status[0].state, State::NeedsDecision, "the other one waits");
    let again = decide(&office, &id, &["a.pdf"], DeletedChoice::Remove).await;
    assert_eq!(again, [Err(FailureKind::NotFound)]);
    let kept = office.folders.history(Some(&id)).await.unwrap();
    let kept = kept.iter().find(|kept| kept.name == "a.pdf").unwrap();
    office.folders.restore(kept.version, None).await.unwrap();
    assert_eq!(office.read("a.pdf").as_deref(), Some("a"));
    office.run().await;
    assert_eq!(office.page().await[0], ("a.pdf".to_owned(), "a".to_owned()));
}

#[tokio::test]
async fn a_folder_that_is_away_and_a_mapping_that_is_gone_decide_nothing() {
    let office = Office::new().await;
    let id = two_gone(&office).await;
    let folder = office.folder();
    let away = folder.with_file_name("away");
    std::fs::rename(&folder, &away).unwrap();
    let one = named(&["a.pdf"]);
    let said = office
        .folders
        .decide_gone(&id, &one, DeletedChoice::Remove)
        .await;
    assert_eq!(said.unwrap_err().kind, FailureKind::FileVanished);
    std::fs::rename(&away, &folder).unwrap();
    assert_eq!(office.page().await.len(), 6);
    let unknown = MappingId("unknown".into());
    let said = office
        .folders
        .decide_gone(&unknown, &one, DeletedChoice::Keep)
        .await;
    assert_eq!(said.unwrap_err().kind, FailureKind::NotFound);
}
