//! From errors of our records to failures in words.

use super::{Failure, FailureKind};

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(|error| error.code())
            .map(|code| code.into_owned());
        tracing::error!(%error, "database failure");
        // SQLite's primary code is in the low byte: 13 is a full disk, 11 and 26 a damaged file.
        match code
            .and_then(|code| code.parse::<u32>().ok())
            .map(|code| code & 0xff)
        {
            Some(13) => Self::new(
                FailureKind::DiskFull,
                "Could not save Fielddesk's records: the disk is full.",
                "Free some space on the disk, then try again.",
            ),
            Some(11 | 26) => Self::new(
                FailureKind::LocalFile,
                "The file with Fielddesk's records is damaged.",
                "Start Fielddesk again: it keeps the damaged file aside and begins a new one.",
            ),
            Some(5 | 6) => Self::new(
                FailureKind::Busy,
                "Another process is using Fielddesk's records.",
                "Wait until it is done, then try again.",
            ),
            _ => Self::new(
                FailureKind::Internal,
                "Fielddesk's records could not be read or written.",
                "Start Fielddesk again. If it comes back, send the diagnostics to support.",
            ),
        }
    }
}
