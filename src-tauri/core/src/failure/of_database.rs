//! From errors of our records to failures in words.

use super::{Failure, FailureKind};

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(|error| error.code())
            .map(|code| code.into_owned());
        of_code(code.and_then(|code| code.parse().ok()), &error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        of_code(
            error.sqlite_error().map(|error| error.extended_code),
            &error,
        )
    }
}

const DAMAGED: &str = "The file with Fielddesk's records is damaged.";

/// Whether records could not be used because their file is damaged.
pub(crate) fn is_damage(failure: &Failure) -> bool {
    failure.message == DAMAGED
}

/// What a code of SQLite says to a person.
fn of_code(code: Option<i32>, error: &dyn std::error::Error) -> Failure {
    tracing::error!(%error, "database failure");
    // The primary code is in the low byte: 13 is a full disk, 11 and 26 a damaged file.
    match code.map(|code| code & 0xff) {
        Some(13) => Failure::new(
            FailureKind::DiskFull,
            "Could not save Fielddesk's records: the disk is full.",
            "Free some space on the disk, then try again.",
        ),
        Some(11 | 26) => Failure::new(
            FailureKind::LocalFile,
            DAMAGED,
            "Start Fielddesk again: it keeps the damaged file aside and begins a new one.",
        ),
        Some(5 | 6) => Failure::new(
            FailureKind::Busy,
            "Another process is using Fielddesk's records.",
            "Wait until it is done, then try again.",
        ),
        _ => Failure::new(
            FailureKind::Internal,
            "Fielddesk's records could not be read or written.",
            "Start Fielddesk again. If it comes back, send the diagnostics to support.",
        ),
    }
}
