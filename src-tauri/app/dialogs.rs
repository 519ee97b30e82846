//! The system's own file dialogs.

use std::path::PathBuf;

use fielddesk_core::Failure;
use rfd::{AsyncFileDialog, FileHandle};
use tauri::{AppHandle, Manager};

use crate::window;

/// Lets the person choose files, or folders. Empty when the dialog was closed.
pub(crate) async fn pick(app: &AppHandle, folders: bool) -> Result<Vec<PathBuf>, Failure> {
    let mut dialog = AsyncFileDialog::new();
    if let Some(window) = app.get_webview_window(window::MAIN) {
        dialog = dialog.set_parent(&window);
    }
    let chosen = if folders {
        dialog.pick_folders().await
    } else {
        dialog.pick_files().await
    };
    Ok(paths(chosen.unwrap_or_default()))
}

/// Lets the person choose a folder to save in.
pub(crate) async fn folder_to_save_in() -> Option<PathBuf> {
    let chosen = AsyncFileDialog::new().pick_folder().await?;
    Some(chosen.path().to_owned())
}

fn paths(chosen: Vec<FileHandle>) -> Vec<PathBuf> {
    chosen.iter().map(|file| file.path().to_owned()).collect()
}
