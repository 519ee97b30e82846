//! The system's own file dialogs.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use rfd::{AsyncFileDialog, FileHandle};
use tauri::Manager;

use crate::window;

/// Lets the person choose files, or folders. Empty when the dialog was closed.
pub(crate) async fn pick(app: &AppHandle, folders: bool) -> Result<Vec<PathBuf>, Failure> {
    let dialog = of_the_window(app);
    let chosen = if folders {
        dialog.pick_folders().await
    } else {
        dialog.pick_files().await
    };
    Ok(chosen.unwrap_or_default().iter().map(path_of).collect())
}

/// Lets the person choose a folder to save in.
pub(crate) async fn folder_to_save_in(app: &AppHandle) -> Option<PathBuf> {
    let chosen = of_the_window(app).pick_folder().await?;
    Some(path_of(&chosen))
}

/// Lets the person choose a table to import.
pub(crate) async fn table(app: &AppHandle) -> Option<PathBuf> {
    let dialog = of_the_window(app).add_filter("CSV, XLSX", fielddesk_core::import::SPREADSHEETS);
    let chosen = dialog.pick_file().await?;
    Some(path_of(&chosen))
}

/// Lets the person choose one folder to keep in step, beginning at `start` where there is one.
pub(crate) async fn folder(app: &AppHandle, start: Option<&Path>) -> Option<PathBuf> {
    let dialog = of_the_window(app);
    let dialog = match start {
        Some(start) => dialog.set_directory(start),
        None => dialog,
    };
    let chosen = dialog.pick_folder().await?;
    Some(path_of(&chosen))
}

/// Lets the person say under which name a file is saved.
pub(crate) async fn file_to_save(app: &AppHandle, name: &str) -> Option<PathBuf> {
    let dialog = of_the_window(app).set_file_name(name);
    let chosen = dialog.save_file().await?;
    Some(path_of(&chosen))
}

/// Lets the person choose a file that was written by an export.
pub(crate) async fn file_to_read(app: &AppHandle) -> Option<PathBuf> {
    let dialog = of_the_window(app).add_filter("JSON", &["json"]);
    let chosen = dialog.pick_file().await?;
    Some(path_of(&chosen))
}

fn of_the_window(app: &AppHandle) -> AsyncFileDialog {
    let dialog = AsyncFileDialog::new();
    // Other systems remember the last folder themselves; GTK begins in its list of recent files.
    #[cfg(target_os = "linux")]
    let dialog = match last_folder()
        .clone()
        .or_else(|| app.path().document_dir().ok())
    {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    };
    match app.get_webview_window(window::MAIN) {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

/// The path that was chosen; the next dialog begins in its folder.
fn path_of(chosen: &FileHandle) -> PathBuf {
    let path = chosen.path().to_owned();
    *last_folder() = path.parent().map(Path::to_owned);
    path
}

/// The folder of what was chosen last in this run.
fn last_folder() -> MutexGuard<'static, Option<PathBuf>> {
    static LAST: Mutex<Option<PathBuf>> = Mutex::new(None);
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}
