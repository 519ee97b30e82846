//! Machines that are released again on a date: what is planned, what became of it.

use fielddesk_core::Failure;
use fielddesk_core::fleet::PlannedRelease;
use tauri::State;

use crate::shell::Shell;

/// Releases that wait, and those that came about and were not seen yet.
#[tauri::command]
#[specta::specta]
pub(crate) async fn planned_releases(
    shell: State<'_, Shell>,
) -> Result<Vec<PlannedRelease>, Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.releases().await
}

/// Takes a planned release away: it is cancelled, or what became of it was seen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn drop_release(shell: State<'_, Shell>, id: i64) -> Result<(), Failure> {
    let office = shell.desk().await?.office().await?;
    office.fleet.drop_release(id).await
}
