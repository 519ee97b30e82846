//! Hands files and addresses to other programs of the computer.

use std::path::Path;

use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use tauri_plugin_opener::OpenerExt;

use crate::runtime::AppHandle;

/// How long a launcher may take to say that it found no program.
#[cfg(target_os = "linux")]
const NO_PROGRAM_AFTER: std::time::Duration = std::time::Duration::from_secs(2);

/// Opens a file or a folder with the program that the system has for it.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn open(app: &AppHandle, path: &Path) -> Result<(), Failure> {
    app.opener()
        .open_path(path.to_string_lossy(), None::<&str>)
        .map_err(|error| no_program(path, &error))
}

/// Opens a file or a folder with the program that the system has for it. Only the exit code of
/// the launcher tells that there is none, and the plugin does not wait for it.
#[cfg(target_os = "linux")]
pub(crate) async fn open(_: &AppHandle, path: &Path) -> Result<(), Failure> {
    let target = path.to_owned();
    tokio::task::spawn_blocking(move || open::that_detached_with_timeout(target, NO_PROGRAM_AFTER))
        .await
        .map_err(Failure::internal)?
        .map_err(|error| no_program(path, &error))
}

/// Shows a file in its folder.
pub(crate) fn reveal(app: &AppHandle, path: &Path) -> Result<(), Failure> {
    app.opener()
        .reveal_item_in_dir(path)
        .map_err(|error| no_file_manager(path, &error))
}

/// Opens an address in the browser.
pub(crate) fn browse(app: &AppHandle, address: &str) -> Result<(), Failure> {
    app.opener()
        .open_url(address, None::<&str>)
        .map_err(Failure::internal)
}

fn no_program(path: &Path, error: &dyn std::error::Error) -> Failure {
    let name = name_of(path);
    let message = format!("This computer has no program for {name}.");
    let fix = "Install a program for this kind of file, or save the file and open it from there.";
    of_program(error, message, fix, "noProgram").with("file", name)
}

fn no_file_manager(path: &Path, error: &dyn std::error::Error) -> Failure {
    let name = name_of(path);
    let message = format!("The folder with {name} could not be opened.");
    let fix = "Install a program that shows folders.";
    of_program(error, message, fix, "noFileManager").with("file", name)
}

/// The failure of another program; the window has words of its own for each `which`.
fn of_program(error: &dyn std::error::Error, message: String, fix: &str, which: &str) -> Failure {
    tracing::warn!(%error, which, "opening");
    Failure::new(FailureKind::LocalFile, message, fix).with(which, true)
}

fn name_of(path: &Path) -> String {
    shown(&path.file_name().unwrap_or_default().to_string_lossy())
}
