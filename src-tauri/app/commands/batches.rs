//! Commands on bulk changes of machines or users: follow, stop, undo.

use std::sync::Arc;

use fielddesk_core::Failure;
use fielddesk_core::records::{Batch, BatchReport, BatchRow, Resource, resource_of};
use tauri::State;

use crate::acting::Acting;
use crate::session::ConnectionSession;
use crate::state::AppState;
use crate::state_handle::StateHandle;

/// Stops the act on machines or on users that goes on: nothing new is begun, what is under way
/// ends.
#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_batch(acting: Acting<'_>, resource: Resource) -> Result<(), Failure> {
    let session = acting.session().await?;
    match resource {
        Resource::Machines => session.fleet.stop_batch(),
        Resource::Users => session.users().stop_batch(),
    }
    Ok(())
}

/// The last acts, the newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batches(
    handle: State<'_, StateHandle>,
    resource: Resource,
    limit: u32,
) -> Result<Vec<Batch>, Failure> {
    let session = handle.state().await?.session().await?;
    match resource {
        Resource::Machines => session.fleet.batches(limit).await,
        Resource::Users => session.users().batches(limit).await,
    }
}

/// One act with its rows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_report(
    handle: State<'_, StateHandle>,
    id: i64,
) -> Result<BatchReport, Failure> {
    let state = handle.state().await?;
    let (session, resource) = of(&state, state.session().await?, id).await?;
    match resource {
        Resource::Machines => session.fleet.batch(id).await,
        Resource::Users => session.users().batch(id).await,
    }
}

/// What taking an act back would do, and what it would leave; nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preview_revert(
    handle: State<'_, StateHandle>,
    id: i64,
) -> Result<Vec<BatchRow>, Failure> {
    let state = handle.state().await?;
    let (session, resource) = of(&state, state.session().await?, id).await?;
    match resource {
        Resource::Machines => session.fleet.preview_revert(id).await,
        Resource::Users => session.users().preview_revert(id).await,
    }
}

/// Takes an act back, where nobody changed the cells since.
#[tauri::command]
#[specta::specta]
pub(crate) async fn revert_batch(acting: Acting<'_>, id: i64) -> Result<BatchReport, Failure> {
    let (session, resource) = of(&*acting.state().await?, acting.session().await?, id).await?;
    match resource {
        Resource::Machines => session.fleet.revert(id).await,
        Resource::Users => session.users().revert(id).await,
    }
}

/// Does what an act left undone, as the same act.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_batch(acting: Acting<'_>, id: i64) -> Result<BatchReport, Failure> {
    let (session, resource) = of(&*acting.state().await?, acting.session().await?, id).await?;
    match resource {
        Resource::Machines => session.fleet.resume(id).await,
        Resource::Users => session.users().resume(id).await,
    }
}

/// Gives up what is left of an undo that broke off: the records stay as they are.
#[tauri::command]
#[specta::specta]
pub(crate) async fn drop_undo(acting: Acting<'_>, id: i64) -> Result<(), Failure> {
    let (session, resource) = of(&*acting.state().await?, acting.session().await?, id).await?;
    match resource {
        Resource::Machines => session.fleet.drop_undo(id).await,
        Resource::Users => session.users().drop_undo(id).await,
    }
}

/// The connection in use, and what one of its acts is about.
async fn of(
    state: &AppState,
    session: Arc<ConnectionSession>,
    id: i64,
) -> Result<(Arc<ConnectionSession>, Resource), Failure> {
    let resource = resource_of(&state.database, &session.connection, id).await?;
    Ok((session, resource))
}
