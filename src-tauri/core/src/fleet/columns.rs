//! The grid as the window gets it: what its columns hold, and a row as cells.

use fielddesk_model::MachineId;
use serde::Serialize;

use super::cell::{Cell, cells};
use super::fuel::Provenance;
use super::odd::{OddCell, odd_cells};
use super::types::{BatchKind, BlockMark, MachineRow};
use crate::fields::{Emptying, FieldDef, Kind};
use crate::machines::{ESG_FIELDS, longest};

/// What a field of a machine holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MachineFieldKind {
    /// An id that people do not write.
    Id,
    /// A text of one line.
    Text,
    /// A text of several lines.
    LongText,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no.
    Bool,
    /// A moment; a bare day is its midnight.
    Instant,
    /// One of some numbers that have words.
    Choice,
}

impl From<&FieldDef> for MachineFieldKind {
    fn from(field: &FieldDef) -> Self {
        match field.kind {
            Kind::Opaque => Self::Id,
            Kind::Text if matches!(field.name, "note" | "blockCheckInMessage") => Self::LongText,
            Kind::Text | Kind::Tags | Kind::Supervisors => Self::Text,
            Kind::Number => Self::Number,
            Kind::Whole => Self::Whole,
            Kind::Bool(_) => Self::Bool,
            Kind::Date | Kind::Instant => Self::Instant,
            Kind::Choice(_) => Self::Choice,
        }
    }
}

/// Whether a field can be emptied, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MachineFieldEmptying {
    /// It can, as every text.
    Text,
    /// Every machine has one.
    Required,
    /// A number stays once it is set.
    Number,
    /// A date stays once it is set.
    Date,
    /// Fuel values stay once they are set.
    Fuel,
    /// It is always yes or no.
    Always,
    /// It is never written.
    ReadOnly,
}

/// A column of the grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MachineField {
    /// Its name in the specification.
    pub name: &'static str,
    /// What it holds.
    pub kind: MachineFieldKind,
    /// Its unit, where it always has the same.
    pub unit: Option<&'static str>,
    /// The numbers it can be, for a choice.
    pub choices: Vec<i64>,
    /// Whether it can be emptied.
    pub emptying: MachineFieldEmptying,
    /// The longest text, in characters.
    pub longest: Option<usize>,
}

impl From<&'static FieldDef> for MachineField {
    fn from(field: &'static FieldDef) -> Self {
        let kind = MachineFieldKind::from(field);
        let emptying = match (field.emptying, kind) {
            _ if field.read_only.is_some() => MachineFieldEmptying::ReadOnly,
            (Emptying::Text | Emptying::Null | Emptying::List, _) => MachineFieldEmptying::Text,
            (Emptying::Never(_), _) if field.required => MachineFieldEmptying::Required,
            (Emptying::Never(_), _) if ESG_FIELDS.contains(&field.name) => {
                MachineFieldEmptying::Fuel
            }
            (Emptying::Never(_), MachineFieldKind::Instant) => MachineFieldEmptying::Date,
            (Emptying::Never(_), MachineFieldKind::Bool) => MachineFieldEmptying::Always,
            (Emptying::Never(_), _) => MachineFieldEmptying::Number,
        };
        let choices = match field.kind {
            Kind::Choice(choices) => choices.iter().map(|choice| choice.number).collect(),
            _ => Vec::new(),
        };
        Self {
            name: field.name,
            kind,
            unit: field.unit,
            choices,
            emptying,
            longest: longest(field),
        }
    }
}

/// A row as the window gets it. Made when it is sent: a fleet has thousands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename = "MachineRow")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub(super) struct RowCells {
    /// The machine's id.
    id: MachineId,
    /// Its values, in the order of the fields.
    cells: Vec<Cell>,
    /// The responsible person's name.
    responsible: Option<String>,
    /// Since when check-in is blocked; null where it is open.
    block: Option<BlockMark>,
    /// What is being done to it.
    acting: Option<BatchKind>,
    /// Where its fuel values come from, as a person said on this computer.
    fuel_provenance: Option<Provenance>,
    /// Values that their fields cannot have; their cells hold nothing.
    odd: Vec<OddCell>,
}

#[cfg(feature = "specta")]
impl specta::Type for MachineRow {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        RowCells::definition(types)
    }
}

impl From<MachineRow> for RowCells {
    fn from(row: MachineRow) -> Self {
        Self {
            id: row.machine.id.clone(),
            cells: cells(&row.machine),
            responsible: row.responsible,
            block: row.block,
            acting: row.acting,
            fuel_provenance: row.provenance,
            odd: odd_cells(&row.machine),
        }
    }
}
