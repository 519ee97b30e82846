//! Which trips, and in which order: filters against facts, and the reading of blocks.

mod scan;

use fielddesk_model::Instant;
use serde::{Deserialize, Serialize};

pub(crate) use scan::Scan;

/// Which trips; nothing set means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripFilter {
    /// Trip time (the dump, else the load) at or after it.
    pub from: Option<Instant>,
    /// Trip time before it.
    pub to: Option<Instant>,
    /// Number, id or name of the project, whatever its case.
    pub project: Option<String>,
    /// Name or id of the mass type, whatever its case.
    pub mass_type: Option<String>,
    /// Number, id or name of the hauling machine, whatever its case.
    pub machine: Option<String>,
    /// A text that one of the trip's own texts contains, whatever its case.
    pub text: Option<String>,
}

/// What trips are ordered by; ties are ordered by id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OrderBy {
    /// The dump, else the load.
    #[default]
    Time,
    /// The load.
    LoadTime,
    /// Number of the project.
    Project,
    /// Name of the mass type.
    MassType,
    /// Number of the hauling machine.
    Machine,
    /// Name of the load location.
    LoadLocation,
    /// Name of the dump location.
    DumpLocation,
    /// Cubic metres.
    M3,
    /// Tonnes.
    Tonnes,
    /// Haul distance.
    Distance,
    /// Length of the cycle.
    CycleHours,
}

/// An order with its direction. Trips without the value come first, or last when descending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TripOrder {
    /// By what.
    pub by: OrderBy,
    /// Highest first.
    pub descending: bool,
}
