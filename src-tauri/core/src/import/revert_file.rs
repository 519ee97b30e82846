//! The file that undoes an import: what it replaced and what it created.

use std::path::Path;

use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::types::CellChange;
use crate::output_file::save;
use crate::records::{BatchRow, Resource};
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::Values;

/// The form of the file.
const FORMAT: u32 = 1;

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
    /// Takes in what is about to be sent for a row.
    pub(super) fn take_in(&mut self, row: u64, sent: &BatchRow) {
        let number = sent.number.clone();
        if sent.id.is_empty() {
            let values = sent.cells.iter();
            let values = values.map(|cell| (cell.field.clone(), cell.new.clone()));
            self.created.push(CreatedRecord {
                row,
                number,
                id: None,
                values: values.collect(),
                stored: None,
                deleted: None,
            });
        } else {
            let cells = sent.cells.iter().map(|cell| CellChange {
                field: cell.field.clone(),
                old: cell.old.clone(),
                new: cell.new.clone(),
            });
            self.changed.push(ChangedRecord {
                row,
                number,
                id: sent.id.clone(),
                cells: cells.collect(),
            });
        }
    }

    /// A created record by its row, which are in the order of the imported file.
    pub(super) fn created(&mut self, row: u64) -> Option<&mut CreatedRecord> {
        let place = self
            .created
            .binary_search_by_key(&row, |one| one.row)
            .ok()?;
        self.created.get_mut(place)
    }

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
        save(path, &bytes)
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
