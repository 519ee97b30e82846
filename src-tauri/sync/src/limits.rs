//! The engine's numbers, in one place, so that tests can make them small.

use std::time::Duration;

/// How much at once, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// A batch holds at most this many bytes.
    pub batch_bytes: u64,
    /// A batch holds at most this many files, more on pages that are large already.
    pub batch_files: usize,
    /// A larger file travels alone.
    pub alone_above_bytes: u64,
    /// Requests in flight at most.
    pub in_flight: usize,
    /// Requests with large files in flight at most, so that they never starve small ones.
    pub large_in_flight: usize,
    /// A listing older than this is read again before a document is replaced or removed.
    pub listing_age: Duration,
    /// Between two listings that must agree before an upload of open fate is sent again.
    pub second_listing: Duration,
    /// How long a late twin is looked for.
    pub late_twin: Duration,
    /// A missing file counts as deleted after this long and two scans, while watching.
    pub missing_for: Duration,
    /// The second look of a single run with deletes planned.
    pub second_look: Duration,
    /// How often a run plans anew because the world moved.
    pub rounds: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            batch_bytes: 25_000_000,
            batch_files: 200,
            alone_above_bytes: crate::ports::WHOLE_UP_TO_BYTES,
            in_flight: 16,
            large_in_flight: 2,
            listing_age: Duration::from_secs(2),
            second_listing: Duration::from_secs(2),
            late_twin: Duration::from_secs(600),
            missing_for: Duration::from_secs(60),
            second_look: Duration::from_secs(2),
            rounds: 8,
        }
    }
}
