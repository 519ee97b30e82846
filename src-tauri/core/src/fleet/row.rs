//! A row of the grid as the window gets it: its cells.

use fielddesk_model::MachineId;
use fielddesk_rules::fuel::{FuelAnomaly, anomalies};
use serde::Serialize;

use super::cell::{cells, columns};
use super::fuel_source::Provenance;
use super::types::{BlockMark, MachineRow};
use crate::records::{BatchKind, Cell, OddCell, odd_cells};

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
    /// What does not fit together in its fuel values.
    unusual_fuel: Vec<FuelAnomaly>,
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
            odd: odd_cells(columns(), &*row.machine),
            unusual_fuel: anomalies(&row.machine),
        }
    }
}
