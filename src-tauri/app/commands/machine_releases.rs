//! Machines that are released again on a date: what is planned, what became of it.

use fielddesk_core::Failure;
use fielddesk_core::fleet::PlannedRelease;
use tauri::State;

use crate::acting::Acting;
use crate::state_handle::StateHandle;

/// Releases that wait, and those that came about and were not seen yet.
#[tauri::command]
#[specta::specta]
pub(crate) async fn planned_releases(
    handle: State<'_, StateHandle>,
) -> Result<Vec<PlannedRelease>, Failure> {
    let session = handle.state().await?.session().await?;
    session.fleet.releases().await
}

/// Takes a planned release away: it is cancelled, or what became of it was seen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn drop_release(acting: Acting<'_>, id: i64) -> Result<(), Failure> {
    let session = acting.session().await?;
    session.fleet.drop_release(id).await
}
