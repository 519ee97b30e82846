//! Copies of documents that were fetched to be looked at. The service tells no size, so theirs is
//! known from here.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use fielddesk_core::documents::OpenCopy;
use fielddesk_core::model::FileReferenceId;

/// A private copy that was fetched.
#[derive(Debug, Clone)]
pub(crate) struct FetchedCopy {
    /// Where it lies until the next start.
    pub(crate) path: PathBuf,
    /// Size in bytes.
    pub(crate) bytes: u64,
    /// When it was fetched.
    pub(crate) at: DateTime<Utc>,
}

/// What was fetched since the start. A document never changes: a new one has a new id.
#[derive(Debug, Default)]
pub(crate) struct Fetched(Mutex<HashMap<FileReferenceId, FetchedCopy>>);

impl Fetched {
    /// Notes a copy; one whose size cannot be read is left out.
    pub(crate) async fn note(&self, id: &FileReferenceId, copy: &OpenCopy, at: DateTime<Utc>) {
        let bytes = match tokio::fs::metadata(&copy.path).await {
            Ok(found) => found.len(),
            Err(error) => {
                tracing::info!(%error, "a copy that was fetched could not be looked at");
                return;
            }
        };
        let path = copy.path.clone();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(id.clone(), FetchedCopy { path, bytes, at });
    }

    /// The copy of a document, `None` where it was not fetched.
    pub(crate) fn of(&self, id: &FileReferenceId) -> Option<FetchedCopy> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(id).cloned()
    }
}
