//! Command of the overview.

use fielddesk_core::Failure;
use tauri::State;

use crate::dto::Overview;
use crate::overview;
use crate::state_handle::StateHandle;

/// What was uploaded today, and the machines at a glance; never waits for the service.
#[tauri::command]
#[specta::specta]
pub(crate) async fn overview(handle: State<'_, StateHandle>) -> Result<Overview, Failure> {
    let state = handle.state().await?;
    overview::read(&state).await
}
