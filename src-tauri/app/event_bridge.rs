//! Carries changes from `core` to the window as events.

use std::sync::Arc;
use std::time::Duration;

use crate::runtime::AppHandle;
use fielddesk_core::data_loss;
use fielddesk_core::folders::Folders;
use fielddesk_core::online::Online as CoreOnline;
use fielddesk_core::profiles::ProfileId;
use fielddesk_core::records::BatchProgress;
use fielddesk_core::target::Target;
use fielddesk_core::transfers::TransfersView;
use tauri_specta::Event;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use crate::dto::{Online, OtherTransfers};
use crate::events::{
    BatchProgressed, DataLossChanged, DocumentsChanged, FoldersChanged, MachinesChanged,
    OnlineChanged, OtherTransfersChanged, PlanChanged, ReleasesChanged, TransfersChanged,
    TripsChanged, UsersChanged, emit,
};
use crate::session::ConnectionSession;
use crate::state::AppState;
use crate::{synced_folders, tray, window};

/// The pause after an event of which there may be many.
const BETWEEN_EVENTS: Duration = Duration::from_millis(200);

/// The pause between two looks at a small file that another process may have changed.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// Tells of plans' rows as they become known, for the life of the program.
pub(crate) fn plans(state: &Arc<AppState>) {
    let app = state.app.clone();
    let mut updates = state.plans.updates();
    tauri::async_runtime::spawn(async move {
        while let Some(update) = next(&mut updates).await {
            emit(&app, &PlanChanged(update));
        }
    });
}

/// Tells of synced folders, for the life of the program: they go on with the window closed.
pub(crate) fn folders(state: &Arc<AppState>) {
    let state = Arc::downgrade(state);
    tauri::async_runtime::spawn(async move {
        let Some(mut view) = state.upgrade().map(|state| state.folders.view()) else {
            return;
        };
        while view.changed().await.is_ok() {
            let Some(state) = state.upgrade() else { return };
            let now = view.borrow_and_update().clone();
            tray::tell_folders(&state.app, &now);
            match synced_folders::shown_view(&state, &now).await {
                Ok(folders) => emit(&state.app, &FoldersChanged(folders)),
                Err(failure) => tracing::warn!(%failure, "the window was not told of folders"),
            }
        }
    });
}

/// Sends events of the transfers of all connections, for the life of the program: the queues go on
/// whichever is chosen. Synced folders look soon at a page that was changed by hand.
pub(crate) fn queues(state: &Arc<AppState>) {
    let mut changes = state.queues.changes();
    let folders = state.folders.clone();
    tauri::async_runtime::spawn(async move {
        while let Some((profile, target)) = next(&mut changes).await {
            if let Err(failure) = folders.look_at(profile.as_str(), &target).await {
                tracing::warn!(%failure, "a synced folder does not look at a change by hand");
            }
        }
    });
    let mut views = state.queues.views();
    let state = Arc::downgrade(state);
    tauri::async_runtime::spawn(async move {
        while views.changed().await.is_ok() {
            let Some(state) = state.upgrade() else { return };
            let all = views.borrow_and_update().clone();
            tray::tell(&state.app, &TransfersView::sum_of(&all));
            let others = OtherTransfers::among(&state, &all).await;
            emit(&state.app, &OtherTransfersChanged(others));
            tokio::time::sleep(BETWEEN_EVENTS).await;
        }
    });
}

/// Tells of lost records for the life of the program: `fieldctl` may acknowledge them, and some
/// are noticed only when they are used.
pub(crate) fn losses(state: &Arc<AppState>) {
    let (app, data) = (state.app.clone(), state.data.clone());
    tauri::async_runtime::spawn(async move {
        let mut told = None;
        loop {
            match data_loss::unacknowledged(&data) {
                Ok(losses) if told.as_ref() != Some(&losses) => {
                    tell_losses(&app, &losses);
                    told = Some(losses);
                }
                Ok(_) => {}
                Err(failure) => tracing::warn!(%failure, "the window was not told of losses"),
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    });
}

/// Tells the window what of lost records nobody acknowledged.
pub(crate) fn tell_losses(app: &AppHandle, losses: &[data_loss::DataLoss]) {
    emit(app, &DataLossChanged(losses.to_vec()));
}

/// Tells of transfers, pages and the service's being there, until the session closes.
pub(crate) fn session(app: &AppHandle, session: &Arc<ConnectionSession>) {
    transfers(app.clone(), session);
    online(app.clone(), session);
    watched(app.clone(), session, session.fleet.watch(), MachinesChanged);
    watched(app.clone(), session, session.users().watch(), UsersChanged);
    for progress in [session.fleet.progress(), session.users().progress()] {
        acts(app.clone(), session, progress);
    }
    outcomes(session);
    releases(app.clone(), session);
    watched(app.clone(), session, session.trips.watch(), TripsChanged);
    for changes in [
        session.transfers.changes(),
        session.documents.changes(),
        session.folders.page_changes(),
    ] {
        pages(app.clone(), session, changes);
    }
}

fn transfers(app: AppHandle, session: &ConnectionSession) {
    let mut view = session.transfers.view();
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(async move {
        while view.changed().await.is_ok() {
            let transfers = view.borrow_and_update().clone();
            emit(&app, &TransfersChanged(transfers));
        }
    }));
}

fn online(app: AppHandle, session: &ConnectionSession) {
    let seen_in = app.clone();
    let mut online = session.online.subscribe();
    let (folders, profile) = (
        session.folders.clone(),
        session.connection.profile.id.clone(),
    );
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(async move {
        let telling = async {
            while online.changed().await.is_ok() {
                let now = online.borrow_and_update().clone();
                emit(&app, &OnlineChanged(Online::from(&now)));
                note_online(&folders, &profile, &now).await;
            }
        };
        closing.run_until_cancelled(telling).await;
        // Nobody follows this connection any more: its folders find out by themselves.
        note_online(&folders, &profile, &CoreOnline::Online).await;
    });
    let (online, client) = (session.online.clone(), session.connection.client.clone());
    let clock = session.clock.clone();
    let asking = async move {
        let is_seen = || window::is_in_sight(&seen_in);
        online.ask_while_seen(&client, &*clock, is_seen).await;
    };
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(asking));
}

async fn note_online(folders: &Folders, profile: &ProfileId, online: &CoreOnline) {
    if let Err(failure) = folders.note_online(profile, online).await {
        tracing::warn!(%failure, "the synced folders do not know whether the server is there");
    }
}

/// At most five times a second; the first change at once.
fn watched<T, E>(
    app: AppHandle,
    session: &ConnectionSession,
    mut values: watch::Receiver<T>,
    event: fn(T) -> E,
) where
    T: Clone + Send + Sync + 'static,
    E: Event + serde::Serialize + Clone + Send + Sync + 'static,
{
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(async move {
        while values.changed().await.is_ok() {
            let now = values.borrow_and_update().clone();
            emit(&app, &event(now));
            tokio::time::sleep(BETWEEN_EVENTS).await;
        }
    }));
}

fn acts(app: AppHandle, session: &ConnectionSession, mut progress: Receiver<BatchProgress>) {
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(async move {
        while let Some(progress) = next(&mut progress).await {
            emit(&app, &BatchProgressed(progress));
        }
    }));
}

/// Looks up what acts left open, and goes on with an undo that waits for the server.
fn outcomes(session: &ConnectionSession) {
    let fleet = session.fleet.clone();
    let keeping = async move { tokio::join!(fleet.keep_up(), fleet.users().keep_up()) };
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(keeping));
}

/// Releases machines at their time, and tells of it.
fn releases(app: AppHandle, session: &ConnectionSession) {
    let fleet = session.fleet.clone();
    let mut changes = fleet.watch_releases();
    let closing = session.closing.clone();
    let keeping = async move { fleet.keep_releasing().await };
    tauri::async_runtime::spawn(closing.clone().run_until_cancelled_owned(keeping));
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(async move {
        while changes.changed().await.is_ok() {
            emit(&app, &ReleasesChanged);
        }
    }));
}

fn pages(app: AppHandle, session: &ConnectionSession, mut changes: Receiver<Target>) {
    let closing = session.closing.clone();
    tauri::async_runtime::spawn(closing.run_until_cancelled_owned(async move {
        while let Some(target) = next(&mut changes).await {
            emit(&app, &DocumentsChanged { target });
        }
    }));
}

/// The next value; one that was missed because the window was slow is skipped, for the next
/// one leads to the same reading.
async fn next<T: Clone>(receiver: &mut Receiver<T>) -> Option<T> {
    loop {
        match receiver.recv().await {
            Ok(value) => return Some(value),
            Err(RecvError::Lagged(missed)) => tracing::debug!(missed, "the window is slow"),
            Err(RecvError::Closed) => return None,
        }
    }
}
