//! What is known of documents that were fetched to be looked at: the service tells no size.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use fielddesk_core::model::FileReferenceId;

/// Size and time of what was fetched since the start. A document never changes: a new one has a
/// new id.
#[derive(Debug, Default)]
pub(crate) struct Fetched(Mutex<HashMap<FileReferenceId, (u64, DateTime<Utc>)>>);

impl Fetched {
    /// Notes what a document was.
    pub(crate) fn note(&self, id: &FileReferenceId, bytes: u64, at: DateTime<Utc>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(id.clone(), (bytes, at));
    }

    /// Its size and when it was fetched.
    pub(crate) fn of(&self, id: &FileReferenceId) -> Option<(u64, DateTime<Utc>)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(id).copied()
    }
}
