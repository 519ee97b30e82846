//! The figures of publishing, in one place, so that tests can make them small.

use std::time::Duration;

use fielddesk_rules::concurrency;

/// Files up to this size are read whole before they join a batch, in bytes.
pub const WHOLE_UP_TO_BYTES: u64 = 8 * 1024 * 1024;

/// Sizes, counts and times that limit the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// A batch holds at most this many bytes.
    pub batch_bytes: u64,
    /// A batch holds at most this many files, more on pages that are large already.
    pub batch_files: usize,
    /// A larger file travels alone, in bytes.
    pub alone_above_bytes: u64,
    /// Requests in flight at most.
    pub in_flight: usize,
    /// Requests with large files in flight at most, so that they never starve small ones.
    pub large_in_flight: usize,
    /// Documents whose old bytes are brought into the history at once, ahead of the uploads.
    pub keep_ahead: usize,
    /// A listing older than this is read again before a document is replaced or removed.
    pub listing_age: Duration,
    /// Between two listings that must agree before an upload of open fate is sent again.
    pub second_listing: Duration,
    /// Between listings in which documents are looked for that are certainly stored.
    pub listed_late: [Duration; 4],
    /// Time that a late duplicate is looked for.
    pub late_duplicate: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            batch_bytes: 25_000_000,
            batch_files: 200,
            alone_above_bytes: WHOLE_UP_TO_BYTES,
            in_flight: concurrency::UPLOADS,
            large_in_flight: concurrency::LARGE_UPLOADS,
            keep_ahead: concurrency::KEPT_AHEAD,
            listing_age: Duration::from_secs(2),
            second_listing: Duration::from_secs(2),
            listed_late: [1, 2, 4, 8].map(Duration::from_secs),
            late_duplicate: Duration::from_secs(600),
        }
    }
}
