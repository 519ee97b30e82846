//! Lost records: what nobody acknowledged, and the acknowledgement.

use fielddesk_core::Failure;
use fielddesk_core::data_loss::{self, DataLoss};
use tauri::State;

use crate::pump;
use crate::shell::Shell;

/// Losses that nobody acknowledged, oldest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_losses(shell: State<'_, Shell>) -> Result<Vec<DataLoss>, Failure> {
    let desk = shell.desk().await?;
    data_loss::unacknowledged(&desk.data)
}

/// Ends the notice, here and for `fieldctl`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn acknowledge_data_loss(shell: State<'_, Shell>) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    data_loss::acknowledge(&desk.data)?;
    pump::tell_losses(&desk.app, &[]);
    Ok(())
}
