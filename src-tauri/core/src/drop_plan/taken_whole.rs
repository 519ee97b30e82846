//! A drop that is no plan: one folder to be synced, one spreadsheet to be imported.

use std::path::PathBuf;

use super::Plans;
use super::types::DroppedFiles;
use crate::Failure;
use crate::import::is_spreadsheet;
use fielddesk_documents::lock::lock;

impl Plans {
    /// The folder of a drop of one folder and nothing else, with its counts once they are known.
    ///
    /// # Errors
    /// When there is no such drop; kind `usage` when it is not one folder.
    pub async fn folder(&self, drop_id: &str) -> Result<(PathBuf, DroppedFiles), Failure> {
        let (drop, _) = self.counted(drop_id).await?;
        let paths = {
            let state = lock(&self.0.state);
            let dropped = state.drops.get(drop_id);
            dropped.map_or_else(Vec::new, |dropped| dropped.paths.clone())
        };
        match paths.as_slice() {
            [only] if only.is_dir() => Ok((only.clone(), drop)),
            _ => Err(Failure::usage(
                "folder",
                "One folder is added at a time.",
                "Choose or drop one folder.",
            )),
        }
    }

    /// How many files of a dropped folder lie in its subfolders.
    pub async fn in_subfolders(&self, drop_id: &str) -> Result<u64, Failure> {
        let (_, scan) = self.counted(drop_id).await?;
        let below = scan.found.iter().filter(|found| found.folders.len() > 1);
        Ok(below.count() as u64)
    }

    /// The file of a drop of one spreadsheet and nothing else.
    ///
    /// # Errors
    /// When there is no such drop; kind `usage` when it is not one spreadsheet: it may be
    /// meant for a project, and stays a drop.
    pub async fn spreadsheet(&self, drop_id: &str) -> Result<PathBuf, Failure> {
        self.counted(drop_id).await?;
        let paths = {
            let state = lock(&self.0.state);
            let dropped = state.drops.get(drop_id);
            dropped.map_or_else(Vec::new, |dropped| dropped.paths.clone())
        };
        match paths.as_slice() {
            [only] if only.is_file() && is_spreadsheet(only) => Ok(only.clone()),
            _ => Err(Failure::usage(
                "file",
                "One file is imported at a time.",
                "Choose or drop one CSV or XLSX file.",
            )),
        }
    }
}
