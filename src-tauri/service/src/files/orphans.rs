//! Removing what interrupted requests left behind. Runs before the service serves, under
//! the lock of the data folder, so nothing is being written.

use std::path::{Path, PathBuf};

use super::Files;
use crate::ServiceError;
use crate::store::Store;

/// Names looked up at a time.
const BATCH: usize = 1000;

impl Files {
    /// Removes every file that is no document's.
    pub(crate) async fn remove_orphans(&self, store: &dyn Store) -> Result<(), ServiceError> {
        let root = self.root.clone();
        let found = tokio::task::spawn_blocking(move || list(&root))
            .await
            .map_err(|error| ServiceError::data(&self.root)(std::io::Error::other(error)))??;
        for batch in found.chunks(BATCH) {
            let names: Vec<String> = batch.iter().map(|path| name(path)).collect();
            let known = store.known_documents(&names).await?;
            for (path, name) in batch.iter().zip(&names) {
                if !known.contains(name) {
                    tracing::info!(file.id = name, "removed what an interrupted upload left");
                    std::fs::remove_file(path).map_err(ServiceError::data(path))?;
                }
            }
        }
        Ok(())
    }
}

fn list(root: &Path) -> Result<Vec<PathBuf>, ServiceError> {
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

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
