//! Pending edits: plain data.

use fielddesk_model::MachineId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::judge::CellInput;
use crate::Failure;
use crate::fields::{FieldDef, Problem};
use crate::fleet::types::FleetState;

/// A cell that is changed and not saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// The machine.
    pub machine: MachineId,
    /// The field.
    pub field: &'static FieldDef,
    /// The stored value that it is based on.
    pub base: Value,
    /// What there is to say of it.
    pub said: Said,
}

/// What there is to say of an edit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Said {
    /// The value that will be sent.
    pub value: Value,
    /// What was typed, where it is not understood; nothing is sent then.
    pub text: Option<String>,
    /// Why it cannot be sent.
    pub problem: Option<Problem>,
    /// Somebody else changed the cell.
    pub changed: bool,
    /// What it holds on the service now, where somebody else changed it.
    pub theirs: Value,
    /// Why the service refused it last.
    pub failure: Option<Failure>,
}

/// A cell by its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellName {
    /// The machine.
    pub machine: MachineId,
    /// The field's spec name.
    pub field: String,
}

/// Something to be put into a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellEdit {
    /// Where.
    pub cell: CellName,
    /// What.
    pub input: CellInput,
}

/// A person's word on a cell that somebody else changed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The cell.
    pub cell: CellName,
    /// Ours is to be sent all the same; else theirs stays.
    pub keep_mine: bool,
}

/// What became of edits.
#[derive(Debug, Clone, PartialEq)]
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
