//! Old content on its way here: to be compared, or to be kept before its document goes.
//!
//! A document that cannot be fetched holds up what depends on it and nothing else. It is asked
//! for again after a wait that doubles; several in a row mean that the server fails.

mod old_content;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use fielddesk_model::FileReferenceId;

use crate::caller::ItemFailure;
use crate::content_hash::ContentHash;
use crate::lock::lock;
use crate::ports::{HistoryError, RemoteError, Version};
use crate::timestamp::Timestamp;

/// The first wait before a document is fetched again; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(5);

/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// So many documents in a row that cannot be fetched mean that the server fails.
const FAILURES_IN_A_ROW: usize = 8;

#[derive(Debug, Clone)]
struct Failed {
    tries: u32,
    until: Timestamp,
    error: RemoteError,
}

/// Documents that could not be fetched lately.
#[derive(Debug, Default)]
pub struct Unfetchable {
    failed: Mutex<BTreeMap<FileReferenceId, Failed>>,
    in_a_row: Mutex<usize>,
}

impl Unfetchable {
    /// Lets every document be asked for again at once.
    pub fn forget(&self) {
        lock(&self.failed).clear();
        *lock(&self.in_a_row) = 0;
    }

    fn waiting(&self, id: &FileReferenceId, now: Timestamp) -> Option<RemoteError> {
        let failed = lock(&self.failed);
        let failed = failed.get(id).filter(|failed| now < failed.until)?;
        Some(failed.error.clone())
    }

    fn succeeded(&self, id: &FileReferenceId) {
        *lock(&self.in_a_row) = 0;
        lock(&self.failed).remove(id);
    }

    /// Notes a failure; whether the server as a whole seems to fail.
    fn failed(&self, id: &FileReferenceId, error: &RemoteError, now: Timestamp) -> bool {
        let mut all = lock(&self.failed);
        let tries = all.get(id).map_or(0, |failed| failed.tries);
        let wait = FIRST_WAIT.saturating_mul(1 << tries.min(10));
        let failed = Failed {
            tries: tries.saturating_add(1),
            until: now.plus(wait.min(LONGEST_WAIT)),
            error: error.clone(),
        };
        all.insert(id.clone(), failed);
        let mut in_a_row = lock(&self.in_a_row);
        *in_a_row += 1;
        *in_a_row >= FAILURES_IN_A_ROW
    }
}

/// The result of fetching a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// Hash of the content fetched.
    Content(ContentHash),
    /// The document does not exist any more.
    Gone,
    /// The document cannot be fetched now, and others can.
    Unfetchable(RemoteError),
}

/// The result of keeping a document's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeepOutcome {
    /// They are, as this version.
    Kept(Box<Version>),
    /// The document does not exist any more.
    WasGone,
    /// Other bytes than expected: someone else changed the document.
    OtherBytes,
    /// They are not: nothing may be removed.
    Not(ItemFailure),
}

/// Returns the failure of one name that an error of the history causes.
#[must_use]
pub fn failure_of(error: &HistoryError) -> ItemFailure {
    match error {
        HistoryError::Full => ItemFailure::HistoryFull,
        HistoryError::Unknown | HistoryError::Failed(_) => ItemFailure::History(error.to_string()),
    }
}
