//! How long things are kept.

use std::time::Duration;

const DAY_SECS: u64 = 24 * 60 * 60;

/// How many days a version stays in the history after its confirmed removal, and a file that
/// `fieldservice` set aside stays there.
pub const HISTORY_DAYS: u32 = 30;

/// [`HISTORY_DAYS`] as a duration.
pub const HISTORY: Duration = Duration::from_secs(HISTORY_DAYS as u64 * DAY_SECS);

/// How many days the activity log goes back; the trigger of its table has the same number.
pub const ACTIVITY_DAYS: u32 = 400;
