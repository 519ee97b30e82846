//! The files of a synced folder: what they wait for, what a person decides.

use fielddesk_core::folders::MappingId;
use tauri::State;

use crate::dto::{
    Failure, FileTrail, FolderConflict, FolderFile, FolderFileName, FolderFiles, FolderFilter,
    FolderOutcome, GoneChoice, GoneFiles, Keep, Opened, ShownConflict,
};
use crate::shell::Shell;
use crate::{saving, synced};

/// The files of a folder, worst first, some at a time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_files(
    shell: State<'_, Shell>,
    id: String,
    filter: FolderFilter,
    offset: u32,
) -> Result<FolderFiles, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::files(&desk, &MappingId(id), &filter, offset as usize).await?)
}

/// What waits for a person's choice.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_conflicts(
    shell: State<'_, Shell>,
    id: String,
) -> Result<Vec<FolderConflict>, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::conflicts(&desk, &MappingId(id)).await?)
}

/// Opens both sides of a conflict; theirs is fetched read-only, and its size is known then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_conflict(
    shell: State<'_, Shell>,
    id: String,
    file: FolderFileName,
    file_reference_id: String,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let document = file_reference_id.into();
    Ok(synced::compare(&desk, &MappingId(id), &file, &document).await?)
}

/// Decides conflicts the same way, about the documents that were shown; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resolve_conflicts(
    shell: State<'_, Shell>,
    id: String,
    conflicts: Vec<ShownConflict>,
    keep: Keep,
    file_reference_id: Option<String>,
) -> Result<Vec<FolderOutcome>, Failure> {
    let desk = shell.desk().await?;
    let document = file_reference_id.as_deref();
    Ok(synced::resolve(&desk, &MappingId(id), conflicts, keep.into(), document).await)
}

/// Files that are gone from the folder and wait for a yes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_gone(shell: State<'_, Shell>, id: String) -> Result<GoneFiles, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::gone(&desk, &MappingId(id)).await?)
}

/// Decides what happens to files that are gone; what became of each.
#[tauri::command]
#[specta::specta]
pub(crate) async fn decide_gone(
    shell: State<'_, Shell>,
    id: String,
    files: Vec<FolderFileName>,
    choice: GoneChoice,
) -> Result<Vec<FolderOutcome>, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::decide_gone(&desk, &MappingId(id), files, choice.into()).await?)
}

/// Files that change all the time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn folder_unsettled(
    shell: State<'_, Shell>,
    id: String,
) -> Result<Vec<FolderFile>, Failure> {
    let desk = shell.desk().await?;
    let files = desk.folders.unsettled(&MappingId(id)).await?;
    Ok(files.iter().map(Into::into).collect())
}

/// Uploads a file that keeps changing as it is now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn upload_as_it_is(
    shell: State<'_, Shell>,
    id: String,
    file: FolderFileName,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let FolderFileName { section, name } = file;
    let id = MappingId(id);
    Ok(desk.folders.upload_as_it_is(&id, &section, &name).await?)
}

/// Opens a file of the folder with its program; one that may run programs is shown instead.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_folder_file(
    shell: State<'_, Shell>,
    id: String,
    file: FolderFileName,
) -> Result<Opened, Failure> {
    let desk = shell.desk().await?;
    let path = synced::path_of(&desk, &MappingId(id), Some(&file)).await?;
    Ok(saving::open_own(&desk.app, &path)?)
}

/// Shows the folder, or a file of it, in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_folder(
    shell: State<'_, Shell>,
    id: String,
    file: Option<FolderFileName>,
) -> Result<(), Failure> {
    let desk = shell.desk().await?;
    let path = synced::path_of(&desk, &MappingId(id), file.as_ref()).await?;
    Ok(saving::reveal(&desk.app, &path, file.is_some())?)
}

/// Why names stand as they do.
#[tauri::command]
#[specta::specta]
pub(crate) async fn explain_files(
    shell: State<'_, Shell>,
    search: String,
) -> Result<Vec<FileTrail>, Failure> {
    let desk = shell.desk().await?;
    Ok(synced::explain(&desk, &search).await?)
}
