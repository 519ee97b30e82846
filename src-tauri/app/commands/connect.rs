//! Connections, the check, sample data.

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use fielddesk_core::check::CheckReport;
use tauri::State;

use crate::dto::{ConnectionDraft, ConnectionInfo, Pasted};
use crate::state_handle::StateHandle;
use crate::{connections, opening};

/// Reads what the administrator pasted, one connection or one in each environment; secrets in
/// it stay here and get a handle.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_pasted(
    handle: State<'_, StateHandle>,
    text: String,
) -> Result<Vec<Pasted>, Failure> {
    Ok(handle.state().await?.pasted.read(&text))
}

/// Checks a connection, one attempt a step; each step is told as an event.
#[tauri::command]
#[specta::specta]
pub(crate) async fn check_connection(
    app: AppHandle,
    handle: State<'_, StateHandle>,
    draft: ConnectionDraft,
) -> Result<CheckReport, Failure> {
    connections::check(&app, &*handle.state().await?, &draft).await
}

/// Stops the check that is going on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_check(handle: State<'_, StateHandle>) -> Result<(), Failure> {
    handle.state().await?.check.cancel();
    Ok(())
}

/// Stores a connection and begins to use it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_connection(
    handle: State<'_, StateHandle>,
    draft: ConnectionDraft,
) -> Result<ConnectionInfo, Failure> {
    connections::save(&*handle.state().await?, &draft).await
}

/// Begins to use a stored connection.
#[tauri::command]
#[specta::specta]
pub(crate) async fn activate_connection(
    handle: State<'_, StateHandle>,
    name: String,
) -> Result<(), Failure> {
    connections::activate(&*handle.state().await?, &name).await?;
    Ok(())
}

/// Forgets a connection and its secret. No file is touched on either side.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_connection(
    handle: State<'_, StateHandle>,
    name: String,
) -> Result<(), Failure> {
    connections::remove(&*handle.state().await?, &name).await
}

/// Starts the service on this computer with sample data and begins to use it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn start_sample_data(
    handle: State<'_, StateHandle>,
) -> Result<ConnectionInfo, Failure> {
    connections::start_sample_data(&*handle.state().await?).await
}

/// Opens the sign-in address of a draft in the browser, where a network's login page waits.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_in_browser(app: AppHandle, draft: ConnectionDraft) -> Result<(), Failure> {
    let address = connections::web_address(&draft)?;
    opening::browse(&app, address.as_str())
}
