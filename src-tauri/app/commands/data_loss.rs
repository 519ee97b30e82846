//! Commands on lost records: those not acknowledged yet, and the acknowledgement.

use fielddesk_core::Failure;
use fielddesk_core::data_loss::{self, DataLoss};
use tauri::State;

use crate::event_bridge;
use crate::state_handle::StateHandle;

/// Losses that nobody acknowledged, oldest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_losses(handle: State<'_, StateHandle>) -> Result<Vec<DataLoss>, Failure> {
    let state = handle.state().await?;
    data_loss::unacknowledged(&state.data)
}

/// Ends the notice, here and for `fieldctl`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn acknowledge_data_loss(handle: State<'_, StateHandle>) -> Result<(), Failure> {
    let state = handle.state().await?;
    data_loss::acknowledge(&state.data)?;
    event_bridge::tell_losses(&state.app, &[]);
    Ok(())
}
