//! Old content that is kept: of a synced folder, of a project, of everything.

use fielddesk_core::Failure;
use fielddesk_core::documents::{ActReport, open_version as open_copy};
use fielddesk_core::history::{ActId, VersionId};
use fielddesk_core::undo::{self, UndoScreen, Undoable};
use tauri::State;

use crate::acting::Acting;
use crate::dto::{HistoryScope, KeptVersions, Opened, VersionLoss};
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

/// Restores versions into their folders and projects, as one act.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_versions(
    acting: Acting<'_>,
    versions: Vec<VersionId>,
) -> Result<ActReport, Failure> {
    acting.session().await?.documents.restore(&versions).await
}

/// Restores everything that an act removed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_act(acting: Acting<'_>, act: ActId) -> Result<ActReport, Failure> {
    let session = acting.session().await?;
    let versions = history::removed_by(&*acting.state().await?, &act).await?;
    session.documents.restore(&versions).await
}

/// Takes an act on documents back: what it sent is deleted, what it took the place of is restored.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undo_act(acting: Acting<'_>, act: ActId) -> Result<ActReport, Failure> {
    acting.session().await?.documents.undo_act(&act).await
}

/// The newest act of a screen that can be undone.
#[tauri::command]
#[specta::specta]
pub(crate) async fn undoable(
    handle: State<'_, StateHandle>,
    screen: UndoScreen,
) -> Result<Option<Undoable>, Failure> {
    let state = handle.state().await?;
    let session = state.session().await?;
    let times = (state.clock.now(), state.started);
    undo::newest(screen, &session.documents, &session.fleet, times).await
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
