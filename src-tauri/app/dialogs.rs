//! The system's own file dialogs.

use std::path::PathBuf;

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
    Ok(paths(chosen.unwrap_or_default()))
}

/// Lets the person choose a folder to save in.
pub(crate) async fn folder_to_save_in(app: &AppHandle) -> Option<PathBuf> {
    let chosen = of_the_window(app).pick_folder().await?;
    Some(chosen.path().to_owned())
}

/// Lets the person choose a table to import.
pub(crate) async fn table(app: &AppHandle) -> Option<PathBuf> {
    let dialog = of_the_window(app).add_filter("CSV, XLSX", fielddesk_core::import::SPREADSHEETS);
    let chosen = dialog.pick_file().await?;
    Some(chosen.path().to_owned())
}

/// Lets the person choose one folder to keep in step.
pub(crate) async fn folder(app: &AppHandle) -> Option<PathBuf> {
    let chosen = of_the_window(app).pick_folder().await?;
    Some(chosen.path().to_owned())
}

/// Lets the person say under which name a file is saved.
pub(crate) async fn file_to_save(app: &AppHandle, name: &str) -> Option<PathBuf> {
    let dialog = of_the_window(app).set_file_name(name);
    let chosen = dialog.save_file().await?;
    Some(chosen.path().to_owned())
}

/// Lets the person choose a file that was written by an export.
pub(crate) async fn file_to_read(app: &AppHandle) -> Option<PathBuf> {
    let dialog = of_the_window(app).add_filter("JSON", &["json"]);
    let chosen = dialog.pick_file().await?;
    Some(chosen.path().to_owned())
}

fn of_the_window(app: &AppHandle) -> AsyncFileDialog {
    let dialog = AsyncFileDialog::new();
    match app.get_webview_window(window::MAIN) {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

fn paths(chosen: Vec<FileHandle>) -> Vec<PathBuf> {
    chosen.iter().map(|file| file.path().to_owned()).collect()
}
