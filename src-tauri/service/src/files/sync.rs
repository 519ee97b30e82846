//! Durability of an acknowledged write in a power cut: one sync a request.

use std::fs::File;
use std::path::PathBuf;

use fielddesk_model::FileReferenceId;

use super::FileError;
use super::folder::{Folder, staged_location};
use crate::Durability;

/// Up to this many files are synced one by one; above, the file system is synced whole.
const ONE_BY_ONE: usize = 4;

impl Folder {
    /// Brings these files to the platter, where that is promised.
    pub(super) async fn sync(&self, ids: &[FileReferenceId]) -> Result<(), FileError> {
        if self.durability == Durability::Process || ids.is_empty() {
            return Ok(());
        }
        let root = self.root.clone();
        let paths: Vec<PathBuf> = ids
            .iter()
            .map(|id| root.join(staged_location(id).as_ref()))
            .collect();
        tokio::task::spawn_blocking(move || {
            if paths.len() > ONE_BY_ONE && sync_file_system(&root)? {
                return Ok(());
            }
            for path in paths {
                // Windows flushes only what is open for writing.
                File::options().write(true).open(&path)?.sync_all()?;
                sync_folder(path.parent().unwrap_or(&root))?;
            }
            sync_folder(&root)
        })
        .await?
        .map_err(FileError::Sync)
    }
}

/// True when the whole file system was synced.
#[cfg(target_os = "linux")]
fn sync_file_system(root: &std::path::Path) -> std::io::Result<bool> {
    rustix::fs::syncfs(File::open(root)?)?;
    Ok(true)
}

#[cfg(not(target_os = "linux"))]
fn sync_file_system(_: &std::path::Path) -> std::io::Result<bool> {
    Ok(false)
}

/// A rename is durable once its folder is.
#[cfg(unix)]
pub(crate) fn sync_folder(path: &std::path::Path) -> std::io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &std::path::Path) -> std::io::Result<()> {
    Ok(())
}
