//! A pause of all folders: one of them goes on alone, and all of them again.

use chrono::{TimeDelta, Utc};
use fielddesk_core::folders::{
    Act, ActivityFilter, MappingId, MappingSelection, NewMapping, PausedUntil, Sections, State,
};

use super::Office;

/// A second folder beside that of the office.
pub(super) async fn add_other(office: &Office) -> MappingId {
    let folder = office.theirs.path().join("other");
    std::fs::create_dir_all(&folder).unwrap();
    let other = NewMapping {
        sections: Sections::One(Some("Other".to_owned())),
        ..office.new_mapping(&folder)
    };
    office.folders.add(other).await.unwrap().mapping.id
}

async fn paused(office: &Office, id: &MappingId) -> Option<PausedUntil> {
    let mappings = office.folders.list().await.unwrap();
    mappings.iter().find(|one| one.id == *id).unwrap().paused
}

#[tokio::test]
async fn one_goes_on_by_itself_out_of_a_pause_of_all_and_all_again_by_one_resume() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let other = add_other(&office).await;
    let tomorrow = PausedUntil::At(Utc::now() + TimeDelta::days(1));
    let (all, one) = (MappingSelection::All, MappingSelection::One(id.clone()));
    office.folders.pause(&all, Some(tomorrow)).await.unwrap();
    office.folders.pause(&one, None).await.unwrap();
    let stand = office.folders.status(&all).await.unwrap();
    let state = |id: &MappingId| {
        let found = stand.iter().find(|status| status.mapping == *id);
        found.unwrap().state
    };
    assert_ne!(state(&id), State::Paused, "{stand:?}");
    assert_eq!(state(&other), State::Paused, "{stand:?}");
    assert_eq!(paused(&office, &id).await, None);
    assert_eq!(paused(&office, &other).await, Some(tomorrow));

    office.folders.pause(&all, None).await.unwrap();
    assert_eq!(paused(&office, &other).await, None);
    let log = office.folders.activity(&ActivityFilter::default()).await;
    let lines = log.unwrap().into_iter().rev();
    let told: Vec<_> = lines
        .filter(|line| matches!(line.act, Act::Paused | Act::Resumed))
        .map(|line| (line.act, line.mapping == id))
        .collect();
    assert_eq!(
        told,
        [
            (Act::Paused, true),
            (Act::Paused, false),
            (Act::Resumed, true),
            (Act::Resumed, false),
        ],
        "each folder that was paused, or goes on, is told once"
    );
}

#[tokio::test]
async fn a_resume_of_all_is_offered_while_one_is_paused_that_nobody_has_to_confirm() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let other = add_other(&office).await;
    office.folders.start().await.unwrap();
    let mut view = office.folders.view();
    let one = |id: &MappingId| MappingSelection::One(id.clone());
    let until = Some(PausedUntil::GoOn);
    let confirmed = Some(PausedUntil::Confirmed);
    office.folders.pause(&one(&id), confirmed).await.unwrap();
    let of = |id: &MappingId, view: &fielddesk_core::folders::FoldersView| {
        let found = view.mappings.iter().find(|one| one.mapping.id == *id);
        found.is_some_and(|one| one.state == State::Paused)
    };
    let shown = view.wait_for(|view| of(&id, view)).await.unwrap();
    assert!(!shown.resumes_all, "it is to be confirmed");
    drop(shown);
    office.folders.pause(&one(&other), until).await.unwrap();
    view.wait_for(|view| view.resumes_all).await.unwrap();

    let all = MappingSelection::All;
    office.folders.pause(&all, None).await.unwrap();
    view.wait_for(|view| !view.resumes_all).await.unwrap();
    assert_eq!(paused(&office, &id).await, confirmed);
    assert_eq!(paused(&office, &other).await, None);
    office.folders.stop().await;
}

#[tokio::test]
async fn a_pause_that_is_over_already_is_refused_and_pauses_nothing() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    let over = PausedUntil::At(Utc::now() - TimeDelta::minutes(1));
    for which in [MappingSelection::All, MappingSelection::One(id.clone())] {
        let refused = office.folders.pause(&which, Some(over)).await.unwrap_err();
        assert_eq!(refused.field.as_deref(), Some("until"));
    }
    assert_eq!(paused(&office, &id).await, None);
}
