//! Fetches the content of documents: once to be compared, or into the history.

use fielddesk_model::FileReferenceId;

use super::{Fetched, KeepOutcome, failure_of};
use crate::caller::{Caller, Change, ItemFailure};
use crate::intent::Removal;
use crate::ports::{FromSide, NewVersion, RemoteError, RemoteErrorKind, SourceError, hash_of};
use crate::session::Session;
use crate::stop_reason::StopReason;

impl<C: Caller> Session<'_, C> {
    /// Returns the content of a document, fetched once per id.
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
            Err(SourceError::Remote(error)) if error.is_not_found() => {
                self.pages.with_listing(|listing| listing.drop(id));
                Ok(Fetched::Gone)
            }
            Err(SourceError::Remote(error)) => {
                self.not_fetched(id, error).map(Fetched::Unfetchable)
            }
            Err(error) => {
                let kind = RemoteErrorKind::Offline(error.to_string());
                Err(StopReason::of_call(kind.into()))
            }
        }
    }

    /// Brings the bytes of a document into the history, unless they are there.
    pub async fn keep(&self, removal: &Removal) -> Result<KeepOutcome, StopReason> {
        let id = &removal.id;
        let version = match self.pages.ports.history.of_document(id).await {
            Ok(Some(version)) => Box::new(version),
            Ok(None) => match self.bring(removal).await? {
                KeepOutcome::Kept(version) => version,
                other => return Ok(other),
            },
            Err(error) => return Ok(KeepOutcome::Not(failure_of(&error))),
        };
        if removal
            .sha256
            .is_some_and(|expected| expected != version.sha256)
        {
            // Not the bytes that were agreed on: somebody's work, and not ours to remove.
            let read = Change::RemoteHash(id.clone(), version.sha256);
            self.caller.commit(vec![read]).await?;
            return Ok(KeepOutcome::OtherBytes);
        }
        Ok(KeepOutcome::Kept(version))
    }

    async fn bring(&self, removal: &Removal) -> Result<KeepOutcome, StopReason> {
        let id = &removal.id;
        if let Err(error) = self.pages.ports.history.room().await {
            return Ok(KeepOutcome::Not(failure_of(&error)));
        }
        if let Some(error) = self.waits_for(id) {
            return Ok(KeepOutcome::Not(ItemFailure::Unfetchable(error)));
        }
        // What takes its place may be spelled in another way.
        let listed = self.pages.with_listing(|listing| listing.name_of(id));
        let new = NewVersion {
            section: removal.section.clone(),
            name: listed.unwrap_or_else(|| removal.name.clone()),
            document: Some(id.clone()),
            from: FromSide::Remote,
            reason: removal.reason,
            act: self.caller.act(removal),
        };
        let kept = match self.pages.ports.remote.download(id).await {
            Ok(bytes) => self.pages.ports.history.keep(new, bytes).await,
            Err(error) => Err(SourceError::Remote(error)),
        };
        match kept {
            Ok(version) => {
                self.pages.unfetchable.succeeded(id);
                Ok(KeepOutcome::Kept(Box::new(version)))
            }
            Err(SourceError::Remote(error)) if error.is_not_found() => Ok(KeepOutcome::WasGone),
            Err(SourceError::Remote(error)) => {
                let error = self.not_fetched(id, error)?;
                Ok(KeepOutcome::Not(ItemFailure::Unfetchable(error)))
            }
            Err(SourceError::History(error)) => Ok(KeepOutcome::Not(failure_of(&error))),
            Err(error @ SourceError::Local(_)) => {
                Ok(KeepOutcome::Not(ItemFailure::History(error.to_string())))
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
            error.kind,
            RemoteErrorKind::Failed(_)
                | RemoteErrorKind::Unreadable
                | RemoteErrorKind::Refused { .. }
        );
        let many = alone && self.pages.unfetchable.failed(id, &error, self.pages.now());
        if many || !alone {
            return Err(StopReason::of_call(error));
        }
        Ok(error)
    }
}
