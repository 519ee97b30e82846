//! The failures of a store by what a caller can do.

use std::error::Error;

type Source = Box<dyn Error + Send + Sync>;

/// The database refused or broke.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or is too busy; the same call may succeed later.
    #[error("the database is not available: {0}")]
    Unavailable(Source),
    /// The disk of the database is full.
    #[error("the disk of the database is full: {0}")]
    Full(Source),
    /// The database cannot be used as it was named; a sentence for the operator.
    #[error("{0}")]
    Refused(String),
    /// Anything else.
    #[error("{0}")]
    Other(Source),
}

impl StoreError {
    pub(crate) fn new(error: impl Into<Source>) -> Self {
        Self::Other(error.into())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let unavailable = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Database(refusal) => {
                let code = refusal.code().unwrap_or_default();
                if is_full(&code) {
                    return Self::Full(error.into());
                }
                passes(&code)
            }
            _ => false,
        };
        if unavailable {
            Self::Unavailable(error.into())
        } else {
            Self::Other(error.into())
        }
    }
}

/// Returns the primary result code of SQLite, where the text is one: PostgreSQL's have five
/// characters.
fn sqlite(code: &str) -> Option<u32> {
    (code.len() < 5)
        .then(|| code.parse::<u32>().ok())?
        .map(|code| code & 0xff)
}

fn is_full(code: &str) -> bool {
    const SQLITE_FULL: u32 = 13;
    code == "53100" || sqlite(code) == Some(SQLITE_FULL)
}

/// Returns true for refusals that pass: broken connections, shutdown and start, too many
/// connections, a standby, deadlocks; in SQLite a lock that was waited for in vain.
fn passes(code: &str) -> bool {
    const SQLITE_BUSY: u32 = 5;
    const SQLITE_LOCKED: u32 = 6;
    match sqlite(code) {
        Some(code) => matches!(code, SQLITE_BUSY | SQLITE_LOCKED),
        None => {
            ["08", "57P", "40"]
                .iter()
                .any(|class| code.starts_with(class))
                || ["53300", "53200", "25006", "55P03"].contains(&code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_engines_are_told_apart() {
        for (code, full, later) in [
            ("53100", true, false),
            ("13", true, false),
            ("5", false, true),
            ("517", false, true),
            ("6", false, true),
            ("57P01", false, true),
            ("57P03", false, true),
            ("08006", false, true),
            ("53300", false, true),
            ("40P01", false, true),
            ("23505", false, false),
            ("2067", false, false),
            ("1", false, false),
            ("42P01", false, false),
            ("", false, false),
        ] {
            assert_eq!((is_full(code), passes(code)), (full, later), "{code}");
        }
    }
}
