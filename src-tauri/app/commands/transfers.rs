//! What is on its way, and whether the service can be reached.

use fielddesk_core::Failure;
use fielddesk_core::transfers::{TransferId, TransfersView};
use tauri::State;

use crate::dto::{Online, OnlineState};
use crate::saving;
use crate::shell::Shell;

/// Everything on its way.
#[tauri::command]
#[specta::specta]
pub(crate) async fn transfers(shell: State<'_, Shell>) -> Result<TransfersView, Failure> {
    let office = shell.desk().await?.office().await?;
    let view = office.transfers.view();
    let transfers = view.borrow().clone();
    Ok(transfers)
}

/// Stops transfers; what is on the page stays as it was.
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_transfers(
    shell: State<'_, Shell>,
    ids: Vec<TransferId>,
) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.transfers.cancel(&ids).await
}

/// Tries transfers again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn retry_transfers(
    shell: State<'_, Shell>,
    ids: Vec<TransferId>,
) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.transfers.retry(&ids).await
}

/// Holds transfers, or lets them go on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_transfers(shell: State<'_, Shell>, paused: bool) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.transfers.pause(paused).await
}

/// Forgets the transfers that are done or cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn clear_finished_transfers(shell: State<'_, Shell>) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.transfers.clear_finished().await
}

/// Shows the local file of a transfer in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_transfer(shell: State<'_, Shell>, id: TransferId) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let office = desk.office().await?;
    saving::show(&desk.app, &office, id)
}

/// Whether the service can be reached.
#[tauri::command]
#[specta::specta]
pub(crate) async fn online(shell: State<'_, Shell>) -> Result<Online, Failure> {
    let Ok(office) = shell.desk().await?.office().await else {
        return Ok(Online::in_state(OnlineState::NotConnected));
    };
    let state = office.online.subscribe();
    let online = Online::from(&*state.borrow());
    Ok(online)
}

/// Does not wait any longer for the next try.
#[tauri::command]
#[specta::specta]
pub(crate) async fn try_again_now(shell: State<'_, Shell>) -> Result<(), Failure> {
    shell
        .desk()
        .await?
        .office()
        .await?
        .transfers
        .try_again_now();
    Ok(())
}
