//! Machines that are released again on a date.

use fielddesk_core::fleet as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, instant, saturated};

/// Machines that were blocked as one act and are released again at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlannedRelease {
    /// Its number.
    pub id: i64,
    /// When they are released.
    pub at: String,
    /// Those that wait for it.
    pub machine_ids: Vec<String>,
    /// Why the last try came to nothing; it is tried again.
    pub failure: Option<Failure>,
    /// What became of it; null while they wait.
    pub done: Option<ReleaseDone>,
}

impl From<core::PlannedRelease> for PlannedRelease {
    fn from(release: core::PlannedRelease) -> Self {
        let ids = release.machines.iter();
        Self {
            id: release.id,
            at: instant(release.at),
            machine_ids: ids.map(|id| id.as_str().to_owned()).collect(),
            failure: release.failure.map(Into::into),
            done: release.done.map(Into::into),
        }
    }
}

/// What became of a planned release. It stays until the person has seen it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseDone {
    /// The act that released them.
    pub batch_id: i64,
    /// The program did not run at the time: it was done at the next start.
    pub late: bool,
    /// Released.
    pub released: u32,
    /// Left alone, because of what somebody did meanwhile, or refused by the service.
    pub left_alone: u32,
}

impl From<core::ReleaseDone> for ReleaseDone {
    fn from(done: core::ReleaseDone) -> Self {
        Self {
            batch_id: done.batch,
            late: done.late,
            released: saturated(done.released),
            left_alone: saturated(done.left_alone),
        }
    }
}
