//! Hands files and addresses to other programs of the computer.

use std::path::Path;

use fielddesk_core::{Failure, FailureKind};
use tauri_plugin_opener::OpenerExt;

use crate::runtime::AppHandle;

/// Opens a file or a folder with the program that the system has for it.
pub(crate) fn open(app: &AppHandle, path: &Path) -> Result<(), Failure> {
    app.opener()
        .open_path(path.to_string_lossy(), None::<&str>)
        .map_err(|error| no_program(&error))
}

/// Shows a file in its folder.
pub(crate) fn reveal(app: &AppHandle, path: &Path) -> Result<(), Failure> {
    app.opener()
        .reveal_item_in_dir(path)
        .map_err(|error| no_program(&error))
}

/// Opens an address in the browser.
pub(crate) fn browse(app: &AppHandle, address: &str) -> Result<(), Failure> {
    app.opener()
        .open_url(address, None::<&str>)
        .map_err(Failure::internal)
}

fn no_program(error: &tauri_plugin_opener::Error) -> Failure {
    tracing::warn!(%error, "opening");
    Failure::new(
        FailureKind::LocalFile,
        "This computer could not open it.",
        "Use Save as… and open it from there with the right program.",
    )
}
