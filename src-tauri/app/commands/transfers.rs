//! Commands on transfers, and on the reachability of the service.

use fielddesk_core::Failure;
use fielddesk_core::documents;
use fielddesk_core::drop_plan::SameName;
use fielddesk_core::transfers::{TransferId, TransfersView};
use tauri::State;

use crate::acting::Acting;
use crate::dto::{Online, OnlineState, OtherTransfers};
use crate::state_handle::StateHandle;
use crate::{dialogs, document_files};

/// Everything on its way.
#[tauri::command]
#[specta::specta]
pub(crate) async fn transfers(handle: State<'_, StateHandle>) -> Result<TransfersView, Failure> {
    let session = handle.state().await?.session().await?;
    let view = session.transfers.view();
    let transfers = view.borrow().clone();
    Ok(transfers)
}

/// Everything on its way through connections that are not in use.
#[tauri::command]
#[specta::specta]
pub(crate) async fn other_transfers(
    handle: State<'_, StateHandle>,
) -> Result<Vec<OtherTransfers>, Failure> {
    let state = handle.state().await?;
    let all = state.queues.views().borrow().clone();
    Ok(OtherTransfers::among(&state, &all).await)
}

/// Stops transfers; what is on the page stays as it was.
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_transfers(
    acting: Acting<'_>,
    ids: Vec<TransferId>,
) -> Result<(), Failure> {
    let session = acting.session().await?;
    session.transfers.cancel(&ids).await
}

/// Tries transfers again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn retry_transfers(
    acting: Acting<'_>,
    ids: Vec<TransferId>,
) -> Result<(), Failure> {
    let session = acting.session().await?;
    session.transfers.retry(&ids).await
}

/// Uploads a file again whose name the project has: in its place, or beside it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve_transfer_name(
    acting: Acting<'_>,
    id: TransferId,
    same_name: SameName,
) -> Result<(), Failure> {
    let session = acting.session().await?;
    let same_name = match same_name {
        SameName::Replace => documents::SameName::Replace,
        SameName::KeepBoth => documents::SameName::KeepBoth,
    };
    let transfers = &session.transfers;
    transfers
        .resolve_name(&session.documents, id, same_name)
        .await
}

/// Lets the person choose the file of an upload again; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_transfer_file(
    acting: Acting<'_>,
    id: TransferId,
) -> Result<bool, Failure> {
    let state = acting.state().await?;
    let session = acting.session().await?;
    let chosen = dialogs::pick(&state.app, false).await?;
    let Some(path) = chosen.first() else {
        return Ok(false);
    };
    session.transfers.choose_file(id, path).await?;
    Ok(true)
}

/// Holds transfers, or lets them go on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_transfers(acting: Acting<'_>, paused: bool) -> Result<(), Failure> {
    let session = acting.session().await?;
    session.transfers.pause(paused).await
}

/// Forgets the transfers that are done or cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn clear_finished_transfers(acting: Acting<'_>) -> Result<(), Failure> {
    let session = acting.session().await?;
    session.transfers.clear_finished().await
}

/// Shows the local file of a transfer in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_transfer(
    handle: State<'_, StateHandle>,
    id: TransferId,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    document_files::show(&state.app, &session, id)
}

/// Whether the service can be reached.
#[tauri::command]
#[specta::specta]
pub(crate) async fn online(handle: State<'_, StateHandle>) -> Result<Online, Failure> {
    let Ok(session) = handle.state().await?.session().await else {
        return Ok(Online::in_state(OnlineState::NotConnected));
    };
    let state = session.online.subscribe();
    let online = Online::from(&*state.borrow());
    Ok(online)
}

/// Does not wait any longer for the next try.
#[tauri::command]
#[specta::specta]
pub(crate) async fn try_again_now(handle: State<'_, StateHandle>) -> Result<(), Failure> {
    handle
        .state()
        .await?
        .session()
        .await?
        .transfers
        .try_again_now();
    Ok(())
}
