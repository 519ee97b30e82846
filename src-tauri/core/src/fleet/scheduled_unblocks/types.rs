//! Releases that are planned: plain data.

use chrono::{DateTime, Utc};
use fielddesk_model::MachineId;
use serde::Serialize;

use crate::Failure;

/// Machines that were blocked as one act and are released again at a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlannedRelease {
    /// Its number.
    pub id: i64,
    /// The act that blocked them.
    #[serde(skip)]
    pub block: i64,
    /// When they are released.
    pub at: DateTime<Utc>,
    /// Those that wait for it.
    #[serde(rename = "machineIds")]
    pub machines: Vec<MachineId>,
    /// Why the last try came to nothing; it is tried again.
    pub failure: Option<Failure>,
    /// What became of it; none while they wait.
    pub done: Option<ReleaseDone>,
}

/// What became of a planned release. It stays until the person has seen it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReleaseDone {
    /// The act that released them.
    #[serde(rename = "batchId")]
    pub batch: i64,
    /// The program did not run at the time: it was done at the next start.
    pub late: bool,
    /// Released.
    pub released: u64,
    /// Left alone: released, deleted or blocked with other words by somebody meanwhile; or
    /// refused by the service.
    pub left_alone: u64,
}

/// A machine of a planned release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blocked {
    pub(super) machine: MachineId,
    pub(super) number: String,
    pub(super) name: Option<String>,
    /// The words that it was blocked with.
    pub(super) message: String,
}
