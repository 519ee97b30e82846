//! The file that takes an import back: written before its first change, completed as records
//! are created.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::types::{CellChange, Resource};
use crate::data_dir::write_whole;
use crate::fields::Values;
use crate::{Failure, FailureKind};

/// The form of the file.
const FORMAT: u32 = 1;
/// Ids of created records are noted at most this often: the file is written whole.
const EVERY: Duration = Duration::from_secs(2);

/// What an import replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevertFile {
    /// The form of the file.
    pub fielddesk_revert: u32,
    /// Machines or users.
    pub resource: Resource,
    /// The service that it was done on.
    pub base_url: String,
    /// When it began.
    pub at: chrono::DateTime<Utc>,
    /// The imported file's name.
    pub source: String,
    /// Records that were to change, with their old values.
    pub changed: Vec<ChangedRecord>,
    /// Records that were to be created.
    pub created: Vec<CreatedRecord>,
}

/// A record that was to change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangedRecord {
    pub row: u64,
    pub number: String,
    pub id: String,
    pub cells: Vec<CellChange>,
}

/// A record that was to be created; its id is there once it is known that it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedRecord {
    pub row: u64,
    pub number: String,
    pub id: Option<String>,
    pub values: Values,
    /// As it was stored then, what is empty left out; none where it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<Values>,
    /// As it was stored when it was to be deleted again: enough to create it once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Values>,
}

impl RevertFile {
    pub(super) fn new(resource: Resource, base_url: String, source: String) -> Self {
        Self {
            fielddesk_revert: FORMAT,
            resource,
            base_url,
            at: Utc::now(),
            source,
            changed: Vec::new(),
            created: Vec::new(),
        }
    }

    /// Replaces the file on the disk.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let bytes = serde_json::to_vec_pretty(self).map_err(Failure::internal)?;
        write_whole(path, &bytes)
    }

    /// Reads a file of the form that is written.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = std::fs::read(path).map_err(|error| Failure::local("read", path, &error))?;
        let file: Self = serde_json::from_slice(&bytes).map_err(|error| {
            tracing::debug!(%error, "not a file that takes an import back");
            other_form("It is no file that takes an import back.")
        })?;
        if file.fielddesk_revert == FORMAT {
            Ok(file)
        } else {
            Err(other_form("A newer Fielddesk wrote it."))
        }
    }
}

fn other_form(what: &str) -> Failure {
    Failure::new(
        FailureKind::Refused,
        format!("The import cannot be taken back. {what}"),
        "Choose the file that was named when the import was applied.",
    )
}

/// Keeps the file on the disk up to date; does nothing where no file is wanted.
pub(super) struct Keeper {
    path: Option<PathBuf>,
    file: RevertFile,
    written: Instant,
    open: bool,
}

impl Keeper {
    /// Writes the file, before anything is changed.
    pub(super) fn begin(path: Option<PathBuf>, file: RevertFile) -> Result<Self, Failure> {
        let absolute = |path: PathBuf| {
            std::path::absolute(&path).map_err(|error| Failure::local("save", &path, &error))
        };
        let path = path.map(absolute).transpose()?;
        let mut keeper = Self {
            path,
            file,
            written: Instant::now(),
            open: true,
        };
        keeper.write()?;
        Ok(keeper)
    }

    /// Notes that a record was created, and how it is stored where that is known.
    pub(super) fn created(
        &mut self,
        row: u64,
        id: &str,
        stored: Option<Values>,
    ) -> Result<(), Failure> {
        if self.path.is_none() {
            return Ok(());
        }
        // In the order of the file, so that a search is quick.
        if let Ok(place) = self
            .file
            .created
            .binary_search_by_key(&row, |created| created.row)
            && let Some(created) = self.file.created.get_mut(place)
        {
            created.id = Some(id.to_owned());
            created.stored = stored;
            self.open = true;
        }
        if self.written.elapsed() >= EVERY {
            self.write()?;
        }
        Ok(())
    }

    /// Created records of which it is not known yet how they are stored; none where no file
    /// is wanted.
    pub(super) fn unread(&mut self) -> Vec<&mut CreatedRecord> {
        let wanted = self.path.is_some();
        let created = self.file.created.iter_mut();
        let unread: Vec<_> = created
            .filter(|one| wanted && one.id.is_some() && one.stored.is_none())
            .collect();
        self.open |= !unread.is_empty();
        unread
    }

    /// Writes what was noted last; gives the path.
    pub(super) fn end(mut self) -> Result<Option<PathBuf>, Failure> {
        self.write()?;
        Ok(self.path)
    }

    fn write(&mut self) -> Result<(), Failure> {
        let Some(path) = self.path.as_ref().filter(|_| self.open) else {
            return Ok(());
        };
        self.file.write(path)?;
        self.open = false;
        self.written = Instant::now();
        Ok(())
    }
}
