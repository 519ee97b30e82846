//! Updates of the program.

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use fielddesk_core::updates::UpdateState;

use crate::updates::{self, RestartAnswer};

/// How updating stands.
#[tauri::command]
#[specta::specta]
pub(crate) fn update_state(app: AppHandle) -> Result<UpdateState, Failure> {
    Ok(updates::state(&app))
}

/// Checks for a newer version now and fetches it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_for_update(app: AppHandle) -> Result<UpdateState, Failure> {
    Ok(updates::check(&app).await)
}

/// Installs the version that was fetched and starts it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restart_to_update(app: AppHandle) -> Result<RestartAnswer, Failure> {
    updates::restart(&app).await
}
