//! Pending edits: plain data.

use fielddesk_model::MachineId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::fleet::types::FleetState;
#[cfg(feature = "specta")]
use crate::records::Cell;
use crate::records::CellInput;
use fielddesk_rules::fields::{FieldDef, Problem};

/// A cell that is changed and not saved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "PendingEdit")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Edit {
    /// The machine.
    #[serde(rename = "machineId")]
    pub machine: MachineId,
    /// The field.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub field: &'static FieldDef,
    /// The stored value that it is based on.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub base: Value,
    /// What there is to say of it.
    #[serde(flatten)]
    pub said: EditState,
}

/// What there is to say of an edit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "PendingSaid")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EditState {
    /// The value that will be sent.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub value: Value,
    /// What was typed, where it is not understood; nothing is sent then.
    pub text: Option<String>,
    /// Why it cannot be sent.
    pub problem: Option<Problem>,
    /// Somebody else changed the cell.
    pub changed: bool,
    /// What it holds on the service now, where somebody else changed it.
    #[cfg_attr(feature = "specta", specta(type = Cell))]
    pub theirs: Value,
    /// Why the service refused it last.
    pub failure: Option<Failure>,
    /// True where the value is lower than the stored one, in a field that only grows.
    #[serde(default)]
    pub falls: bool,
    /// True where invisible characters were left out of the number.
    #[serde(default)]
    pub cleaned: bool,
}

/// A cell by its names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CellName {
    /// The machine.
    #[serde(rename = "machineId")]
    pub machine: MachineId,
    /// The field's spec name.
    pub field: String,
}

/// Something to be put into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CellEdit {
    /// Where.
    #[serde(flatten)]
    pub cell: CellName,
    /// What.
    pub input: CellInput,
}

/// A person's word on a cell that somebody else changed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", rename = "EditDecision")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Decision {
    /// The cell.
    #[serde(flatten)]
    pub cell: CellName,
    /// Ours is to be sent all the same; else theirs stays.
    pub keep_mine: bool,
}

/// What became of edits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EditResult {
    /// How the fleet stands.
    pub state: FleetState,
    /// The cells that are pending now.
    pub cells: Vec<Edit>,
    /// The cells that are as stored now.
    pub cleared: Vec<CellName>,
    /// Edits that bring the state before back.
    pub before: Vec<CellEdit>,
}
