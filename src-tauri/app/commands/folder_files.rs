//! The files of a synced folder: what they wait for, what a person decides.

use fielddesk_core::Failure;
use fielddesk_core::folders::{
    ChangedChoice, DeletedChoice, FileFilter, FileView, Keep, MappingId,
};
use fielddesk_core::model::FileReferenceId;
use tauri::State;

use crate::acting::Acting;
use crate::dto::{
    DamagedFiles, FileTrail, FolderConflict, FolderFileName, FolderFiles, FolderOutcome, GoneFiles,
    Opened, Shown, ShownConflict,
};
use crate::state_handle::StateHandle;
use crate::{document_files, folder_decisions, synced_folders};

/// The files of a folder, worst first, some at a time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_files(
    handle: State<'_, StateHandle>,
    id: MappingId,
    filter: FileFilter,
    offset: u32,
) -> Result<FolderFiles, Failure> {
    let state = handle.state().await?;
    synced_folders::files(&state, &id, &filter, offset as usize).await
}

/// What waits for a person's choice.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_conflicts(
    handle: State<'_, StateHandle>,
    id: MappingId,
) -> Result<Vec<FolderConflict>, Failure> {
    let state = handle.state().await?;
    folder_decisions::conflicts(&state, &id).await
}

/// Opens both sides of a conflict; theirs is fetched read-only, and its size is known then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_conflict(
    handle: State<'_, StateHandle>,
    id: MappingId,
    conflict: ShownConflict,
    file_reference_id: FileReferenceId,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    folder_decisions::compare(&state, &id, conflict, &file_reference_id).await
}

/// Opens a document of a conflict; where it was replaced since it was shown, the one of its name that the project has now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_conflict_document(
    handle: State<'_, StateHandle>,
    id: MappingId,
    conflict: ShownConflict,
    file_reference_id: FileReferenceId,
) -> Result<Opened, Failure> {
    let state = handle.state().await?;
    folder_decisions::open_theirs(&state, &id, &conflict, &file_reference_id).await
}

/// Decides conflicts the same way, about the documents that were shown; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve_conflicts(
    acting: Acting<'_>,
    id: MappingId,
    conflicts: Vec<ShownConflict>,
    keep: Keep,
    file_reference_id: Option<FileReferenceId>,
) -> Result<Vec<FolderOutcome>, Failure> {
    let folders = acting.folders().await?;
    Ok(folder_decisions::resolve(&folders, &id, conflicts, keep, file_reference_id).await)
}

/// Files that are gone from the folder and wait for a yes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_gone(
    handle: State<'_, StateHandle>,
    id: MappingId,
) -> Result<GoneFiles, Failure> {
    let state = handle.state().await?;
    folder_decisions::gone(&state, &id).await
}

/// Decides what happens to files that are gone; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_gone(
    acting: Acting<'_>,
    id: MappingId,
    files: Vec<FolderFileName>,
    choice: DeletedChoice,
) -> Result<Vec<FolderOutcome>, Failure> {
    folder_decisions::decide_gone(&acting.folders().await?, &id, files, choice).await
}

/// Changed files that wait because many of the folder were damaged.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_damaged(
    handle: State<'_, StateHandle>,
    id: MappingId,
) -> Result<DamagedFiles, Failure> {
    let state = handle.state().await?;
    folder_decisions::damaged(&state, &id).await
}

/// Decides what happens to damaged files; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_damaged(
    acting: Acting<'_>,
    id: MappingId,
    files: Vec<FolderFileName>,
    choice: ChangedChoice,
) -> Result<Vec<FolderOutcome>, Failure> {
    folder_decisions::decide_damaged(&acting.folders().await?, &id, files, choice).await
}

/// Files that change all the time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_unsettled(
    handle: State<'_, StateHandle>,
    id: MappingId,
) -> Result<Vec<Shown<FileView>>, Failure> {
    let state = handle.state().await?;
    let files = state.folders.unsettled(&id).await?;
    Ok(files.into_iter().map(Into::into).collect())
}

/// Uploads a file that keeps changing as it is now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn upload_as_it_is(
    acting: Acting<'_>,
    id: MappingId,
    file: FolderFileName,
) -> Result<(), Failure> {
    let folders = acting.folders().await?;
    let FolderFileName { section, name } = file;
    folders.upload_as_it_is(&id, &section, &name).await
}

/// Opens a file of the folder with its program; one that may run programs is shown instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_folder_file(
    handle: State<'_, StateHandle>,
    id: MappingId,
    file: FolderFileName,
) -> Result<Opened, Failure> {
    let state = handle.state().await?;
    let path = synced_folders::path_of(&state, &id, Some(&file)).await?;
    document_files::open_own(&state.app, &path).await
}

/// Shows the folder, or a file of it, in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_folder(
    handle: State<'_, StateHandle>,
    id: MappingId,
    file: Option<FolderFileName>,
) -> Result<(), Failure> {
    let state = handle.state().await?;
    let path = synced_folders::path_of(&state, &id, file.as_ref()).await?;
    document_files::reveal(&state.app, &path, file.is_some()).await
}

/// Why names stand as they do.
#[tauri::command]
#[specta::specta]
pub(crate) async fn explain_files(
    handle: State<'_, StateHandle>,
    search: String,
) -> Result<Vec<FileTrail>, Failure> {
    let state = handle.state().await?;
    synced_folders::explain(&state, &search).await
}
