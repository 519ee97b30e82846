//! Old content that is kept: of a synced folder, of a project, of everything.

use fielddesk_core::Failure;
use fielddesk_core::documents::open_version as open_copy;
use fielddesk_core::history::VersionId;
use tauri::State;

use crate::dto::{HistoryScope, KeptVersions, Opened, VersionLoss};
use crate::shell::Shell;
use crate::{dialogs, history, saving};

/// Old content, newest first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn kept_versions(
    shell: State<'_, Shell>,
    scope: HistoryScope,
    search: String,
) -> Result<KeptVersions, Failure> {
    let desk = shell.desk().await?;
    history::versions(&desk, &scope, &search).await
}

/// Opens a private copy of a version; a kind that may run programs is shown in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_version(
    shell: State<'_, Shell>,
    version: VersionId,
) -> Result<Opened, Failure> {
    let desk = shell.desk().await?;
    let (version, name) = history::named(&desk, version).await?;
    let copy = open_copy(&desk.history, &desk.data, version, &name).await?;
    saving::show_copy(&desk.app, &copy)
}

/// Puts a version back to where it was: into its folder, or into its project.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_version(
    shell: State<'_, Shell>,
    version: VersionId,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    history::restore(&desk, version).await
}

/// Saves a version where the person says; false when the dialog was closed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_version(
    shell: State<'_, Shell>,
    version: VersionId,
) -> Result<bool, Failure> {
    let desk = shell.desk().await?;
    let (version, name) = history::named(&desk, version).await?;
    let Some(to) = dialogs::file_to_save(&desk.app, &name).await else {
        return Ok(false);
    };
    desk.history.restore_to_file(version, &to).await?;
    Ok(true)
}

/// What deleting versions makes unrecoverable: those that would go, and the bytes that are free
/// then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn loss_of_versions(
    shell: State<'_, Shell>,
    scope: HistoryScope,
    days: u32,
) -> Result<VersionLoss, Failure> {
    let desk = shell.desk().await?;
    history::loss(&desk, &scope, days).await
}

/// Deletes kept versions for good, as they were shown.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_versions(
    shell: State<'_, Shell>,
    versions: Vec<VersionId>,
    bytes: u64,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    history::delete(&desk, &versions, bytes).await
}
