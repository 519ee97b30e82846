//! Saving a document into a folder: a temporary file, renamed at the end, never over another.

use std::path::{Path, PathBuf};

use fielddesk_api::{CancellationToken, DocumentTarget, Progress};
use fielddesk_model::FileReferenceId;

use crate::Failure;
use crate::connection::Connection;

/// How to save.
#[derive(Debug, Clone, Default)]
pub struct SaveOptions {
    /// The name as listed, for when the answer carries none.
    pub name: Option<String>,
    /// Bytes written; starts again at nought when a cut answer is fetched again.
    pub progress: Progress,
    /// Stops it.
    pub cancel: CancellationToken,
}

/// A saved document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Where it lies, absolute where the folder was.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The name as the service wrote it: hostile until shown.
    pub name: String,
    /// SHA-256 in hex.
    pub sha256: String,
    /// Whether the file has another name than the document, because the system cannot store it
    /// or because the name was taken.
    pub renamed: bool,
}

/// Saves one document into `dir`, which must exist.
///
/// # Errors
/// The service's, or the disk's; nothing is left behind then.
pub async fn save(
    connection: &Connection,
    target: &DocumentTarget,
    id: &FileReferenceId,
    dir: &Path,
    options: SaveOptions,
) -> Result<Saved, Failure> {
    todo!()
}
