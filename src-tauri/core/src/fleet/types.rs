//! Types of the fleet's views: plain data.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::row::MachineRow;
use crate::Failure;
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
