//! Retention times.

use std::time::Duration;

const DAY_SECS: u64 = 24 * 60 * 60;

/// Days that a version stays in the history after its confirmed removal, and a file that
/// `fieldservice` set aside stays there. Window and guide take it from here; the README says it
/// once, as a promise.
pub const HISTORY_DAYS: u32 = 30;

/// [`HISTORY_DAYS`] as a duration.
pub const HISTORY: Duration = Duration::from_secs(HISTORY_DAYS as u64 * DAY_SECS);

/// Days that the activity log goes back; the trigger of its table has the same number.
pub const ACTIVITY_DAYS: u32 = 400;

/// Days that the content of an export is remembered: an import of the file is compared with it.
pub const EXPORT_DAYS: u32 = 90;

/// Number of exports whose content is remembered, the newest ones.
pub const EXPORTS_KEPT: u32 = 50;
