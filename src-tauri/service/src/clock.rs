//! The one place where the wall clock is read.

use chrono::{DateTime, Utc};

/// Now, cut to the millisecond, as it is stored and shown.
pub(crate) fn now() -> DateTime<Utc> {
    let now = Utc::now();
    DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
}
