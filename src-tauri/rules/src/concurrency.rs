//! Limits of simultaneous work, fair to the service and to the computer.
//!
//! Two folders that run and three small jobs of each queue may send beside each other, with as
//! many requests together as one of them alone; a 429 makes each of them wait.

/// Upload requests in flight of the program, at most, whatever connections they go through. A
/// synced folder or a command begins with fewer and has more while all goes well (`fielddesk_documents`, `publish/window.rs`).
pub const UPLOADS: usize = 16;

/// Uploads of large files among them, so that these never starve small ones.
pub const LARGE_UPLOADS: usize = 2;

/// Documents whose old bytes are brought into the history, ahead of the uploads.
pub const KEPT_AHEAD: usize = 16;

/// Upload requests in flight of one job of the queue: several jobs work beside each other.
pub const UPLOADS_OF_A_JOB: usize = 4;

/// Jobs of the queue with small files.
pub const SMALL_JOBS: usize = 3;

/// Jobs of the queue with a large file: apart, so that they never starve small ones.
pub const LARGE_JOBS: usize = 2;

/// Jobs of the queue with a document coming down.
pub const DOWNLOAD_JOBS: usize = 3;

/// Jobs of the queue for what is open, waits or is taken back.
pub const SETTLE_JOBS: usize = 4;

/// Synced folders that run.
pub const FOLDERS: usize = 2;

/// Documents that a command or a verification fetches.
pub const DOWNLOADS: usize = 4;

/// Documents that are deleted by hand.
pub const DELETES: usize = 4;

/// Requests of one act on many machines or users.
pub const RECORDS: usize = 8;
