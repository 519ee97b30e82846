//! Old content on its way here: to be compared, or to be kept before its document goes.
//!
//! A document that cannot be fetched holds up what depends on it and nothing else. It is asked
//! for again after a wait that doubles; several in a row mean that the server fails.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use fielddesk_model::FileReferenceId;

use crate::caller::{Caller, Change, ItemFailure};
use crate::content_hash::ContentHash;
use crate::intent::Removal;
use crate::lock::lock;
use crate::ports::{
    FromSide, HistoryError, NewVersion, RemoteError, SourceError, Version, hash_of,
};
use crate::session::Session;
use crate::stop_reason::StopReason;
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

/// What came of a document that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fetched {
    /// Its content.
    Content(ContentHash),
    /// It does not exist any more.
    Gone,
    /// It cannot be fetched now, and others can.
    Unfetchable(RemoteError),
}

/// Whether the bytes of a document are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// They are, as this version.
    Kept(Version),
    /// It does not exist any more.
    WasGone,
    /// They are not those that were expected: somebody else's work.
    OtherBytes,
    /// They are not: nothing may be removed.
    Not(ItemFailure),
}

impl<C: Caller> Session<'_, C> {
    /// The content of a document, fetched once per id.
    ///
    /// # Errors
    /// When the server as a whole cannot be used, or the journal.
    pub async fn content_of(&self, id: &FileReferenceId) -> Result<Fetched, StopReason> {
        if let Some(known) = self.caller.known_content(id) {
            return Ok(Fetched::Content(known));
        }
        if let Some(error) = self.waits_for(id) {
            return Ok(Fetched::Unfetchable(error));
        }
        let hashed = match self.pages.ports.remote.download(id).await {
            Ok(bytes) => hash_of(bytes).await,
            Err(error) => Err(SourceError::Remote(error)),
        };
        match hashed {
            Ok((sha256, _)) => {
                self.pages.unfetchable.succeeded(id);
                let read = Change::RemoteHash(id.clone(), sha256);
                self.caller.commit(vec![read]).await?;
                self.caller.fetched(id);
                Ok(Fetched::Content(sha256))
            }
            Err(SourceError::Remote(RemoteError::NotFound)) => {
                self.pages.with_listing(|listing| listing.drop(id));
                Ok(Fetched::Gone)
            }
            Err(SourceError::Remote(error)) => {
                self.not_fetched(id, error).map(Fetched::Unfetchable)
            }
            Err(error) => Err(StopReason::of_call(RemoteError::Offline(error.to_string()))),
        }
    }

    /// Brings the bytes of a document into the history, unless they are there.
    ///
    /// # Errors
    /// When the server as a whole cannot be used, or the journal.
    pub async fn keep(&self, removal: &Removal) -> Result<Keeping, StopReason> {
        let id = &removal.id;
        let version = match self.pages.ports.history.of_document(id).await {
            Ok(Some(version)) => version,
            Ok(None) => match self.bring(removal).await? {
                Keeping::Kept(version) => version,
                other => return Ok(other),
            },
            Err(error) => return Ok(Keeping::Not(failure_of(&error))),
        };
        if removal
            .sha256
            .is_some_and(|expected| expected != version.sha256)
        {
            // Not the bytes that were agreed on: somebody's work, and not ours to remove.
            let read = Change::RemoteHash(id.clone(), version.sha256);
            self.caller.commit(vec![read]).await?;
            return Ok(Keeping::OtherBytes);
        }
        Ok(Keeping::Kept(version))
    }

    async fn bring(&self, removal: &Removal) -> Result<Keeping, StopReason> {
        let id = &removal.id;
        if let Err(error) = self.pages.ports.history.room().await {
            return Ok(Keeping::Not(failure_of(&error)));
        }
        if let Some(error) = self.waits_for(id) {
            return Ok(Keeping::Not(ItemFailure::Unfetchable(error)));
        }
        // What takes its place may be spelled in another way.
        let listed = self.pages.with_listing(|listing| listing.name_of(id));
        let new = NewVersion {
            section: removal.section.clone(),
            name: listed.unwrap_or_else(|| removal.name.clone()),
            document: Some(id.clone()),
            from: FromSide::Remote,
            reason: removal.reason,
        };
        let kept = match self.pages.ports.remote.download(id).await {
            Ok(bytes) => self.pages.ports.history.keep(new, bytes).await,
            Err(error) => Err(SourceError::Remote(error)),
        };
        match kept {
            Ok(version) => {
                self.pages.unfetchable.succeeded(id);
                Ok(Keeping::Kept(version))
            }
            Err(SourceError::Remote(RemoteError::NotFound)) => Ok(Keeping::WasGone),
            Err(SourceError::Remote(error)) => {
                let error = self.not_fetched(id, error)?;
                Ok(Keeping::Not(ItemFailure::Unfetchable(error)))
            }
            Err(SourceError::History(error)) => Ok(Keeping::Not(failure_of(&error))),
            Err(error @ SourceError::Local(_)) => {
                Ok(Keeping::Not(ItemFailure::History(error.to_string())))
            }
        }
    }

    fn waits_for(&self, id: &FileReferenceId) -> Option<RemoteError> {
        self.pages.unfetchable.waiting(id, self.pages.now())
    }

    /// A document that could not be fetched: about it alone, or about the whole server.
    fn not_fetched(
        &self,
        id: &FileReferenceId,
        error: RemoteError,
    ) -> Result<RemoteError, StopReason> {
        let alone = matches!(
            error,
            RemoteError::Failed(_) | RemoteError::Unreadable | RemoteError::Refused { .. }
        );
        let many = alone && self.pages.unfetchable.failed(id, &error, self.pages.now());
        if many || !alone {
            return Err(StopReason::of_call(error));
        }
        Ok(error)
    }
}

/// What an error of the history means for one name.
#[must_use]
pub fn failure_of(error: &HistoryError) -> ItemFailure {
    match error {
        HistoryError::Full => ItemFailure::HistoryFull,
        HistoryError::Unknown | HistoryError::Failed(_) => ItemFailure::History(error.to_string()),
    }
}
