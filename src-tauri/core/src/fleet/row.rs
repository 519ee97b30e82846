//! A row of the grid, and what the window gets of it: its cells.

use std::sync::Arc;

use fielddesk_model::{Machine, MachineId};
use fielddesk_rules::fuel::{FuelAnomaly, anomalies};
use serde::Serialize;

use super::block_mark::BlockMark;
use super::cell::{cells, columns};
use super::fuel_source::Provenance;
use crate::records::{BatchKind, Cell, OddCell, odd_cells};

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

/// A row as the window gets it. Made when it is sent: a fleet has thousands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename = "MachineRow")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
struct RowCells {
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
