//! The engine's numbers, in one place, so that tests can make them small.

use std::time::Duration;

/// Counts and times that limit a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The figures of publishing.
    pub documents: fielddesk_documents::limits::Limits,
    /// A missing file counts as deleted after this long and two scans, while watching.
    pub missing_for: Duration,
    /// The second look of a single run with deletes planned.
    pub second_look: Duration,
    /// Number of times a run plans anew because the folder or the page changed.
    pub rounds: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            documents: fielddesk_documents::limits::Limits::default(),
            missing_for: Duration::from_secs(60),
            second_look: Duration::from_secs(2),
            rounds: 8,
        }
    }
}
