//! What the fleet tells: plain data.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_model::Machine;
use serde::{Deserialize, Serialize};

use super::fuel_source::Provenance;
use super::row::RowCells;
use crate::Failure;
use crate::records::BatchKind;
use crate::unlisted::UnlistedRecords;

/// How the whole fleet stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FleetState {
    /// Grows with every change of a row.
    pub revision: u64,
    /// Machines and equipment.
    pub total: usize,
    /// When all were read from the service.
    pub read_at: Option<DateTime<Utc>>,
    /// They are being read.
    pub reading: bool,
    /// Why the last read failed.
    pub failure: Option<Failure>,
    /// The service refuses this client's changes.
    pub read_only: bool,
    /// Cells that are changed and not saved.
    pub pending: usize,
    /// Machines with such cells.
    pub pending_machines: usize,
    /// Cells among them that cannot be saved as they are.
    pub problems: usize,
    /// Records of the last read that cannot be listed.
    pub left_out: UnlistedRecords,
}

/// A row of the grid. The window gets its cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(into = "RowCells")]
pub struct MachineRow {
    /// The record.
    pub machine: Arc<Machine>,
    /// The responsible person's name.
    pub responsible: Option<String>,
    /// Since when check-in is blocked; none where it is open.
    pub block: Option<BlockMark>,
    /// What is being done to it.
    pub acting: Option<BatchKind>,
    /// Where its fuel values come from, as a person said.
    pub provenance: Option<Provenance>,
}

/// Some rows and how the fleet stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MachinePage {
    /// How the fleet stands.
    pub state: FleetState,
    /// Place of the first row.
    pub from: usize,
    /// The fields of the cells.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<MachineRow>,
}

/// What is different since a revision.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MachineChanges {
    /// How the fleet stands.
    pub state: FleetState,
    /// The revision is of another session: everything has to be read again.
    pub whole: bool,
    /// New and changed rows.
    pub rows: Vec<MachineRow>,
    /// Ids of rows that are gone.
    pub removed: Vec<fielddesk_model::MachineId>,
}

/// Since when check-in is blocked, as far as this computer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BlockMark {
    /// The moment.
    pub since: DateTime<Utc>,
    /// How it is known.
    #[serde(rename = "sinceKind")]
    pub known: BlockKnown,
}

/// How a moment of blocking is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum BlockKnown {
    /// It was blocked from here then.
    ByUs,
    /// It was open at the read before and blocked at the one then.
    Seen,
    /// It was blocked when it was read for the first time then: at least since.
    Before,
}

impl BlockKnown {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::ByUs => "byUs",
            Self::Seen => "seen",
            Self::Before => "before",
        }
    }

    pub(super) fn read(word: &str) -> Self {
        match word {
            "byUs" => Self::ByUs,
            "seen" => Self::Seen,
            _ => Self::Before,
        }
    }
}

/// A person that can be responsible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "MachinePerson")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Person {
    /// Employee number.
    pub employee_number: String,
    /// User id.
    pub user_id: String,
    /// First and last name.
    pub name: String,
    /// The primary supervisor's name.
    pub supervisor: Option<String>,
}
