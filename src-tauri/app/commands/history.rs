//! Old content that is kept: of a synced folder, of a project, of everything.

use fielddesk_core::Failure;
use fielddesk_core::documents::open_version as open_copy;
use fielddesk_core::history::VersionId;
use fielddesk_core::model::FileReferenceId;
use tauri::State;

use crate::acting::Acting;
use crate::dto::{HistoryScope, KeptVersions, Opened, RestoreOutcome, VersionLoss};
use crate::state_handle::StateHandle;
use crate::{dialogs, document_files, history};

/// Old content, newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn kept_versions(
    handle: State<'_, StateHandle>,
    scope: HistoryScope,
    search: String,
) -> Result<KeptVersions, Failure> {
    let state = handle.state().await?;
    history::versions(&state, &scope, &search).await
}

/// Opens a private copy of a version; a kind that may run programs is shown in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_version(
    handle: State<'_, StateHandle>,
    version: VersionId,
) -> Result<Opened, Failure> {
    let state = handle.state().await?;
    let (version, name) = history::named(&state, version).await?;
    let copy = open_copy(&state.history, &state.data, version, &name).await?;
    document_files::show_copy(&state.app, &copy).await
}

/// Puts a version back to where it was: into its folder, or into its project.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_version(
    acting: Acting<'_>,
    version: VersionId,
) -> Result<RestoreOutcome, Failure> {
    history::restore(&acting, version).await
}

/// Takes a restore back, unless the file was replaced since. `covered` is what the restore told.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_restore(
    acting: Acting<'_>,
    restored: VersionId,
    covered: VersionId,
) -> Result<(), Failure> {
    history::undo_restore(&acting, restored, covered).await
}

/// Takes the restore of a deleted document back: it is deleted, its bytes kept once more.
/// `document` is what the restore told.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_restore_of_deleted(
    acting: Acting<'_>,
    restored: VersionId,
    document: FileReferenceId,
) -> Result<(), Failure> {
    history::undo_restore_of_deleted(&acting, restored, document).await
}

/// Saves a version where the person says; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_version(
    handle: State<'_, StateHandle>,
    version: VersionId,
) -> Result<bool, Failure> {
    let state = handle.state().await?;
    let (version, name) = history::named(&state, version).await?;
    let Some(to) = dialogs::file_to_save(&state.app, &name).await else {
        return Ok(false);
    };
    state.history.restore_to_file(version, &to).await?;
    Ok(true)
}

/// What deleting versions makes unrecoverable: those that would go, and the bytes that are free
/// then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn loss_of_versions(
    handle: State<'_, StateHandle>,
    scope: HistoryScope,
    days: u32,
) -> Result<VersionLoss, Failure> {
    let state = handle.state().await?;
    history::loss(&state, &scope, days).await
}

/// Deletes kept versions for good, as they were shown.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_versions(
    handle: State<'_, StateHandle>,
    versions: Vec<VersionId>,
    bytes: u64,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    history::delete(&state, &versions, bytes).await
}
