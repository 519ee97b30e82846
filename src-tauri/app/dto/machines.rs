//! Machines and equipment as the grid has them: rows of cells, and how the fleet stands.

use fielddesk_core::fleet as core;
use fielddesk_core::model::MachineType as CoreType;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, FuelProvenance, MachineFieldKind, UnlistedRecords, instant, saturated};
use crate::mirror::mirror;

/// The value of a cell as it travels: dates as ISO 8601, numbered values as numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(untagged)]
pub enum CellValue {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(#[specta(type = i32)] f64),
    /// A text.
    Text(String),
    /// Nothing.
    Nothing,
}

impl From<core::Cell> for CellValue {
    fn from(cell: core::Cell) -> Self {
        match cell {
            core::Cell::Nothing => Self::Nothing,
            core::Cell::Bool(set) => Self::Bool(set),
            core::Cell::Number(number) => Self::Number(number),
            core::Cell::Text(text) => Self::Text(text),
        }
    }
}

impl From<CellValue> for core::Cell {
    fn from(cell: CellValue) -> Self {
        match cell {
            CellValue::Nothing => Self::Nothing,
            CellValue::Bool(set) => Self::Bool(set),
            CellValue::Number(number) => Self::Number(number),
            CellValue::Text(text) => Self::Text(text),
        }
    }
}

/// How the whole fleet stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FleetState {
    /// Grows with every change of a row.
    pub revision: u64,
    /// Machines and equipment.
    pub total: u32,
    /// When all were read from the service.
    pub read_at: Option<String>,
    /// They are being read.
    pub reading: bool,
    /// Why the last read failed.
    pub failure: Option<Failure>,
    /// The service refuses this client's changes.
    pub read_only: bool,
    /// Cells that are changed and not saved.
    pub pending: u32,
    /// Machines with such cells.
    pub pending_machines: u32,
    /// Cells among them that cannot be saved as they are.
    pub problems: u32,
    /// Machines that the last read could not list.
    pub left_out: UnlistedRecords,
}

impl From<core::FleetState> for FleetState {
    fn from(state: core::FleetState) -> Self {
        Self {
            revision: state.revision,
            total: saturated(state.total as u64),
            read_at: state.read_at.map(instant),
            reading: state.reading,
            failure: state.failure.map(Into::into),
            read_only: state.read_only,
            pending: saturated(state.pending as u64),
            pending_machines: saturated(state.pending_machines as u64),
            problems: saturated(state.problems as u64),
            left_out: state.left_out.as_slice().into(),
        }
    }
}

/// A row of the grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineRow {
    /// The machine's id.
    pub id: String,
    /// Its values, in the order of the fields.
    pub cells: Vec<CellValue>,
    /// The responsible person's name.
    pub responsible: Option<String>,
    /// Since when check-in is blocked; null where it is open.
    pub block: Option<BlockMark>,
    /// What is being done to it.
    pub acting: Option<BatchKind>,
    /// Where its fuel values come from, as a person said on this computer.
    pub fuel_provenance: Option<FuelProvenance>,
    /// Values that their fields cannot have; their cells hold nothing.
    pub odd: Vec<OddValue>,
}

/// A value that its field cannot have. It counts as missing and is never written back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OddValue {
    /// The field.
    pub field: String,
    /// The value as it came from the service, shortened.
    pub raw: String,
    /// What was expected in its place.
    pub expected: MachineFieldKind,
}

impl From<core::OddCell> for OddValue {
    fn from(cell: core::OddCell) -> Self {
        Self {
            field: cell.field.name.to_owned(),
            raw: cell.raw,
            expected: cell.field.into(),
        }
    }
}

impl From<core::MachineRow> for MachineRow {
    fn from(row: core::MachineRow) -> Self {
        let cells = core::cells(&row.machine);
        let odd = core::odd_cells(&row.machine);
        Self {
            id: row.machine.id.as_str().to_owned(),
            cells: cells.into_iter().map(Into::into).collect(),
            responsible: row.responsible,
            block: row.block.map(Into::into),
            acting: row.acting.map(Into::into),
            fuel_provenance: row.provenance.map(Into::into),
            odd: odd.into_iter().map(Into::into).collect(),
        }
    }
}

/// Since when check-in is blocked, as far as this computer knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BlockMark {
    /// The moment.
    pub since: String,
    /// How it is known.
    pub since_kind: BlockKnown,
}

impl From<core::BlockMark> for BlockMark {
    fn from(mark: core::BlockMark) -> Self {
        Self {
            since: instant(mark.since),
            since_kind: mark.known.into(),
        }
    }
}

/// How a moment of blocking is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BlockKnown {
    /// It was blocked from here then.
    ByUs,
    /// It was open at the read before and blocked at the one then.
    Seen,
    /// It was blocked when it was read for the first time then: at least since.
    Before,
}

mirror!(core::BlockKnown, BlockKnown { ByUs, Seen, Before });

/// An act on many machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BatchKind {
    /// Pending edits were saved.
    Edits,
    /// Check-in was blocked.
    Block,
    /// Check-in was opened.
    Release,
    /// Fuel, rate or unit was set.
    Fuel,
    /// Set active.
    Activate,
    /// Set inactive.
    Deactivate,
    /// Created from a form.
    Create,
    /// Deleted.
    Delete,
    /// A file was imported.
    Import,
    /// Another act was taken back.
    Revert,
}

mirror!(
    core::BatchKind,
    BatchKind {
        Edits,
        Block,
        Release,
        Fuel,
        Activate,
        Deactivate,
        Create,
        Delete,
        Import,
        Revert,
    }
);

/// Some rows of the grid, ordered by number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachinePage {
    /// How the fleet stands.
    pub state: FleetState,
    /// Place of the first row.
    pub from: u32,
    /// The fields of the cells.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<MachineRow>,
}

impl From<core::MachinePage> for MachinePage {
    fn from(page: core::MachinePage) -> Self {
        Self {
            state: page.state.into(),
            from: saturated(page.from as u64),
            columns: core::columns().map(|field| field.name.to_owned()).collect(),
            rows: page.rows.into_iter().map(Into::into).collect(),
        }
    }
}

/// What is different since a revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineChanges {
    /// How the fleet stands.
    pub state: FleetState,
    /// Everything has to be read again.
    pub whole: bool,
    /// New and changed rows.
    pub rows: Vec<MachineRow>,
    /// Ids of rows that are gone.
    pub removed: Vec<String>,
}

impl From<core::MachineChanges> for MachineChanges {
    fn from(changes: core::MachineChanges) -> Self {
        let removed = changes.removed.iter();
        Self {
            state: changes.state.into(),
            whole: changes.whole,
            removed: removed.map(|id| id.as_str().to_owned()).collect(),
            rows: changes.rows.into_iter().map(Into::into).collect(),
        }
    }
}

/// A machine type of the company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineType {
    /// What a machine's type refers to.
    pub type_id: String,
    /// Name for people.
    pub name: Option<String>,
}

impl From<CoreType> for MachineType {
    fn from(kind: CoreType) -> Self {
        Self {
            type_id: kind.type_id,
            name: kind.name,
        }
    }
}

/// A person that can be responsible for a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachinePerson {
    /// Employee number.
    pub employee_number: String,
    /// User id.
    pub user_id: String,
    /// First and last name.
    pub name: String,
    /// The primary supervisor's name.
    pub supervisor: Option<String>,
}

impl From<core::Person> for MachinePerson {
    fn from(person: core::Person) -> Self {
        Self {
            employee_number: person.employee_number,
            user_id: person.user_id,
            name: person.name,
            supervisor: person.supervisor,
        }
    }
}
