//! The files of a synced folder: what they wait for, what a person decides.

use fielddesk_core::Failure;
use fielddesk_core::folders::{FileFilter, FileView, GoneChoice, Keep, MappingId};
use fielddesk_core::model::FileReferenceId;
use tauri::State;

use crate::dto::{
    FileTrail, FolderConflict, FolderFileName, FolderFiles, FolderOutcome, GoneFiles, Opened,
    Shown, ShownConflict,
};
use crate::shell::Shell;
use crate::{saving, synced};

/// The files of a folder, worst first, some at a time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_files(
    shell: State<'_, Shell>,
    id: MappingId,
    filter: FileFilter,
    offset: u32,
) -> Result<FolderFiles, Failure> {
    let desk = shell.desk().await?;
    synced::files(&desk, &id, &filter, offset as usize).await
}

/// What waits for a person's choice.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_conflicts(
    shell: State<'_, Shell>,
    id: MappingId,
) -> Result<Vec<FolderConflict>, Failure> {
    let desk = shell.desk().await?;
    synced::conflicts(&desk, &id).await
}

/// Opens both sides of a conflict; theirs is fetched read-only, and its size is known then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_conflict(
    shell: State<'_, Shell>,
    id: MappingId,
    file: FolderFileName,
    file_reference_id: FileReferenceId,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    synced::compare(&desk, &id, &file, &file_reference_id).await
}

/// Decides conflicts the same way, about the documents that were shown; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve_conflicts(
    shell: State<'_, Shell>,
    id: MappingId,
    conflicts: Vec<ShownConflict>,
    keep: Keep,
    file_reference_id: Option<FileReferenceId>,
) -> Result<Vec<FolderOutcome>, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::resolve(&desk, &id, conflicts, keep, file_reference_id).await)
}

/// Files that are gone from the folder and wait for a yes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_gone(
    shell: State<'_, Shell>,
    id: MappingId,
) -> Result<GoneFiles, Failure> {
    let desk = shell.desk().await?;
    synced::gone(&desk, &id).await
}

/// Decides what happens to files that are gone; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_gone(
    shell: State<'_, Shell>,
    id: MappingId,
    files: Vec<FolderFileName>,
    choice: GoneChoice,
) -> Result<Vec<FolderOutcome>, Failure> {
    let desk = shell.desk().await?;
    synced::decide_gone(&desk, &id, files, choice).await
}

/// Files that change all the time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_unsettled(
    shell: State<'_, Shell>,
    id: MappingId,
) -> Result<Vec<Shown<FileView>>, Failure> {
    let desk = shell.desk().await?;
    let files = desk.folders.unsettled(&id).await?;
    Ok(files.into_iter().map(Into::into).collect())
}

/// Uploads a file that keeps changing as it is now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn upload_as_it_is(
    shell: State<'_, Shell>,
    id: MappingId,
    file: FolderFileName,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let FolderFileName { section, name } = file;
    desk.folders.upload_as_it_is(&id, &section, &name).await
}

/// Opens a file of the folder with its program; one that may run programs is shown instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_folder_file(
    shell: State<'_, Shell>,
    id: MappingId,
    file: FolderFileName,
) -> Result<Opened, Failure> {
    let desk = shell.desk().await?;
    let path = synced::path_of(&desk, &id, Some(&file)).await?;
    saving::open_own(&desk.app, &path)
}

/// Shows the folder, or a file of it, in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_folder(
    shell: State<'_, Shell>,
    id: MappingId,
    file: Option<FolderFileName>,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let path = synced::path_of(&desk, &id, file.as_ref()).await?;
    saving::reveal(&desk.app, &path, file.is_some())
}

/// Why names stand as they do.
#[tauri::command]
#[specta::specta]
pub(crate) async fn explain_files(
    shell: State<'_, Shell>,
    search: String,
) -> Result<Vec<FileTrail>, Failure> {
    let desk = shell.desk().await?;
    synced::explain(&desk, &search).await
}
