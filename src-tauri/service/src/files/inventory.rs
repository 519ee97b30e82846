//! Comparison of the files on disk with those that the database lists, before the service serves,
//! under the lock of the data folder, so nothing is being written.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use fielddesk_model::FileReferenceId;

use super::folder::{Folder, STAGED_SUFFIX};
use crate::ServiceError;
use crate::store::Store;

/// Names looked up at a time.
pub(super) const BATCH: usize = 1000;
/// Up to this many documents without a row are set aside unasked,
const FEW: usize = 10;
/// and more where they are at most one in this many of all that is stored.
const ONE_IN: usize = 10;

/// The files of one environment by what a start does with them.
#[derive(Default)]
pub(crate) struct Inventory {
    /// Documents that the database lists.
    listed: usize,
    /// Listed ones whose last rename was interrupted.
    pub(super) committed: Vec<FileReferenceId>,
    /// Bytes that are certainly of no use: half-written, or of documents that were removed.
    pub(super) leftovers: Vec<PathBuf>,
    /// Whole files of requests that were never committed, or whose row is lost.
    pub(super) uncommitted: Vec<PathBuf>,
    /// Documents that were committed once and that no row names.
    pub(super) unlisted: Vec<PathBuf>,
}

impl Inventory {
    /// The number of documents without a row, where they are too many to be the trace of an
    /// interrupted request: the database is missing, or older than they are.
    fn suspicious(&self) -> Option<usize> {
        let (unlisted, stored) = (self.unlisted.len(), self.stored());
        let many = unlisted > FEW && unlisted * ONE_IN > stored;
        (unlisted > 0 && (self.listed == 0 || many)).then_some(unlisted)
    }

    fn stored(&self) -> usize {
        self.listed + self.unlisted.len()
    }

    /// Fails where so much would be set aside that a person has to say yes.
    pub(crate) fn check(&self, folder: &Folder) -> Result<(), ServiceError> {
        match self.suspicious() {
            None => Ok(()),
            Some(unlisted) => Err(ServiceError::Unlisted {
                database: folder.root.with_file_name(crate::environment::DATABASE),
                unlisted,
                stored: self.stored(),
                set_aside: folder.set_aside_folder(),
            }),
        }
    }
}

impl Folder {
    /// Compares the files with the rows of the database; changes nothing.
    pub(crate) async fn inventory(&self, store: &dyn Store) -> Result<Inventory, ServiceError> {
        let root = self.root.clone();
        let found = tokio::task::spawn_blocking(move || list(&root))
            .await
            .map_err(|error| ServiceError::data(&self.root)(std::io::Error::other(error)))??;
        let mut inventory = Inventory::default();
        for batch in found.chunks(BATCH) {
            let ids: Vec<String> = batch.iter().map(|path| document_id(path)).collect();
            let listed = store.known_documents(&ids).await?;
            let unknown: Vec<String> = ids
                .iter()
                .filter(|id| !listed.contains(*id))
                .cloned()
                .collect();
            let removed = match unknown.is_empty() {
                true => HashSet::new(),
                false => store.removed_documents(&unknown).await?,
            };
            for (path, id) in batch.iter().zip(ids) {
                let staged = path.to_string_lossy().ends_with(STAGED_SUFFIX);
                if is_half_written(path) || removed.contains(&id) {
                    inventory.leftovers.push(path.clone());
                } else if listed.contains(&id) {
                    inventory.listed += 1;
                    if staged {
                        inventory.committed.push(id.into());
                    }
                } else if staged {
                    inventory.uncommitted.push(path.clone());
                } else {
                    inventory.unlisted.push(path.clone());
                }
            }
        }
        Ok(inventory)
    }
}

/// The files in the folders of a folder.
pub(super) fn list(root: &Path) -> Result<Vec<PathBuf>, ServiceError> {
    let mut files = Vec::new();
    for folder in std::fs::read_dir(root).map_err(ServiceError::data(root))? {
        let folder = folder.map_err(ServiceError::data(root))?.path();
        if !folder.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(&folder).map_err(ServiceError::data(&folder))? {
            files.push(file.map_err(ServiceError::data(&folder))?.path());
        }
    }
    Ok(files)
}

/// The document that a file belongs to: its name up to what marks it as staged or as one of
/// several that were set aside on one day.
pub(super) fn document_id(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match name.split_once('.') {
        Some((id, _)) => id.to_owned(),
        None => name.into_owned(),
    }
}

/// The object store writes beside the name, with a number after this sign, and renames.
fn is_half_written(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inventory(listed: usize, unlisted: usize) -> Inventory {
        Inventory {
            listed,
            unlisted: vec![PathBuf::new(); unlisted],
            ..Inventory::default()
        }
    }

    #[test]
    fn many_documents_without_a_row_are_suspicious() {
        for (listed, unlisted, suspicious) in [
            (0, 0, false),
            (0, 1, true),
            (1, 1, false),
            (1, 10, false),
            (1, 11, true),
            (99, 11, false),
            (98, 11, true),
            (100_000, 11, false),
            (100_000, 11_112, true),
        ] {
            let seen = inventory(listed, unlisted).suspicious().is_some();
            assert_eq!(seen, suspicious, "{listed} listed, {unlisted} not");
        }
    }

    #[test]
    fn the_id_ends_where_a_mark_begins() {
        for name in ["0a1b", "0a1b.new", "0a1b.2", "0a1b.new.2"] {
            assert_eq!(document_id(Path::new(name)), "0a1b", "{name}");
        }
    }
}
