//! How much the queue does at once. What one request holds, and how many requests a synced folder
//! or a command has in flight, is in `fielddesk_documents::limits`.

/// Jobs with small files.
pub(super) const SMALL_LANES: usize = 3;

/// Jobs with a large file: apart, so that they never starve small ones.
pub(super) const LARGE_LANES: usize = 2;

/// Jobs with a document coming down.
pub(super) const FETCH_LANES: usize = 3;

/// Jobs for what is open, waits or is taken back.
pub(super) const SETTLE_LANES: usize = 4;

/// The most files of a job: what is dropped later need not wait for its end.
pub(super) const JOB_FILES: usize = 1_000;

/// Uploads in flight of one job: several jobs work beside each other.
pub(super) const IN_FLIGHT: usize = 4;
