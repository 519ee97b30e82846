//! Progress and result of a sync.

use fielddesk_model::LeftOut;
use serde::{Deserialize, Serialize};

/// How a sync was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SyncMode {
    /// All trips there are, or all of a window.
    Full,
    /// What changed.
    Incremental,
}

/// How far a sync is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncProgress {
    /// Pages stored in this run.
    pub pages: u64,
    /// Trips stored in this run.
    pub upserted: u64,
    /// Trips removed in this run.
    pub deleted: u64,
    /// Trips kept for the connection by now.
    pub kept: u64,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SyncReport {
    /// Full or incremental.
    pub mode: SyncMode,
    /// Pages stored in this run.
    pub pages: u64,
    /// Trips stored in this run.
    pub upserted: u64,
    /// Trips removed in this run.
    pub deleted: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it went on where an earlier run stopped.
    pub resumed: bool,
    /// Records that cannot be stored: of trips, then of the look-ups.
    pub left_out: Vec<LeftOut>,
}
