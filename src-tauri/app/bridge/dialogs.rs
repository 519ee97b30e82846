//! File dialogs that the journey answers: see [`super::person`].

use std::path::{Path, PathBuf};

use fielddesk_core::Failure;

use super::person::person;
use crate::runtime::AppHandle;

/// Files, or folders. Empty when the dialog was closed.
pub(crate) async fn pick(_: &AppHandle, _folders: bool) -> Result<Vec<PathBuf>, Failure> {
    Ok(person().choose())
}

/// A folder to save in.
pub(crate) async fn folder_to_save_in(_: &AppHandle) -> Option<PathBuf> {
    one()
}

/// A table to import.
pub(crate) async fn table(_: &AppHandle) -> Option<PathBuf> {
    one()
}

/// A folder to keep in step.
pub(crate) async fn folder(_: &AppHandle, _start: Option<&Path>) -> Option<PathBuf> {
    one()
}

/// A place to save a file at: the name suggested where a folder was chosen.
pub(crate) async fn file_to_save(_: &AppHandle, name: &str) -> Option<PathBuf> {
    let chosen = one()?;
    Some(if chosen.is_dir() {
        chosen.join(name)
    } else {
        chosen
    })
}

/// A file that was written by an export.
pub(crate) async fn file_to_read(_: &AppHandle) -> Option<PathBuf> {
    one()
}

fn one() -> Option<PathBuf> {
    person().choose().into_iter().next()
}
