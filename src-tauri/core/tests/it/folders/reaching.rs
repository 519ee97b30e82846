//! Synced folders whose server cannot be reached.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_core::folders::{FoldersView, MappingSelection, PausedUntil, State};
use fielddesk_core::online::Online;
use fielddesk_core::profiles::ProfileId;
use fielddesk_core::{Failure, FailureKind};

use super::{Office, open};

fn offline(next_try_at: Option<DateTime<Utc>>) -> Online {
    Online::Offline {
        since: Utc::now(),
        next_try_at,
        failure: Failure::new(FailureKind::Unreachable, "Nothing answered.", ""),
    }
}

fn stands(state: State) -> impl FnMut(&FoldersView) -> bool {
    move |view| view.worst == Some(state)
}

#[tokio::test]
async fn a_folder_without_work_shows_that_its_server_is_away_and_that_it_is_back() {
    let office = Office::new().await;
    office.save("a.pdf", "a");
    let lock = Arc::new(office.env.data.lock().unwrap());
    let app = open(&office.env, Some(lock)).await;
    app.start().await.unwrap();
    let id = office.add().await.mapping.id;
    let mut view = app.view();
    view.wait_for(stands(State::InStep)).await.unwrap();
    let profile = &office.env.connection.profile.id;
    app.note_online(&ProfileId::new(), &offline(None))
        .await
        .unwrap();
    app.note_online(profile, &offline(None)).await.unwrap();
    let shown = view.wait_for(stands(State::Offline)).await.unwrap().clone();
    assert_eq!(shown.mappings[0].sentence.key, "offline");
    for seconds in [90, 180] {
        let next = Some(Utc::now() + TimeDelta::seconds(seconds));
        app.note_online(profile, &offline(next)).await.unwrap();
        let same = |view: &FoldersView| view.mappings[0].next_check == next;
        view.wait_for(same).await.unwrap();
    }
    app.pause(&MappingSelection::One(id.clone()), Some(PausedUntil::GoOn))
        .await
        .unwrap();
    view.wait_for(stands(State::Paused)).await.unwrap();
    app.pause(&MappingSelection::One(id), None).await.unwrap();
    view.wait_for(stands(State::Offline)).await.unwrap();
    app.note_online(profile, &Online::Online).await.unwrap();
    view.wait_for(stands(State::InStep)).await.unwrap();
    app.stop().await;
}
