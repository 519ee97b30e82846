//! Removes a document: its bytes to the history, a look at the world, then a delete by id.
//!
//! Content never changes under an id, so a delete by id is a compare-and-set: it removes what
//! was seen and nothing else. If the bytes cannot be kept, nothing is removed.

use fielddesk_model::FileReferenceId;

use super::intent::{Act, Intent, IntentId, Retire};
use super::run::{Note, Run};
use crate::event::Happened;
use crate::path::RelPath;
use crate::plan::Action;
use crate::ports::{
    FromSide, HistoryError, LocalError, NewVersion, RemoteError, RemovalReason, SourceError, Version,
    VersionId,
};
use crate::saved::{Change, DoneDelete};
use crate::stop_reason::StopReason;

/// How a removal ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Retired {
    /// It is gone from the page.
    Gone,
    /// It stays: the world moved, and the next plan says what now.
    Stays,
    /// It waits, and the intent stays open.
    Waits(Note),
}

impl Run<'_> {
    /// Writes down that a document is about to go.
    pub(crate) fn intend(&self, retire: Retire) -> Intent {
        Intent {
            id: self.ledger.new_intent(),
            at: self.now(),
            act: Act::Retire(retire),
        }
    }

    /// Carries out a removal whose intent is committed. `gone` is the file that must be absent
    /// for a delete that follows a local one.
    pub(crate) async fn retire(
        &self,
        intent: IntentId,
        retire: &Retire,
        gone: Option<&RelPath>,
    ) -> Result<Retired, StopReason> {
        if !self.listed(&retire.id) {
            // Perhaps it was this removal, whose answer was never heard.
            self.confirm_removed(&retire.id).await;
            self.retired(intent, retire).await?;
            return Ok(Retired::Gone);
        }
        let version = match self.keep_remote(retire).await? {
            Keeping::Kept(version) => version,
            Keeping::WasGone => {
                self.retired(intent, retire).await?;
                return Ok(Retired::Gone);
            }
            Keeping::OtherBytes => {
                self.give_up(intent).await?;
                return Ok(Retired::Stays);
            }
            Keeping::Not(note) => return Ok(Retired::Waits(note)),
        };
        // Bringing the bytes may have taken long: look again, right before the delete.
        if !self.may_still_go(retire, gone).await? {
            self.give_up(intent).await?;
            return Ok(Retired::Stays);
        }
        match self.ports.remote.delete(&retire.id).await {
            Ok(_) => {}
            Err(RemoteError::NotFound) => {}
            Err(error) => {
                return Err(StopReason::of_remote(&error)
                    .unwrap_or(StopReason::Service { error, wait: None }));
            }
        }
        self.removed(version).await;
        self.retired(intent, retire).await?;
        Ok(Retired::Gone)
    }

    /// Dates a version whose content is gone from the page or the folder by now. It is kept
    /// where that fails, with the date of its keeping.
    pub(super) async fn removed(&self, version: VersionId) {
        if let Err(error) = self.ports.history.removed(version).await {
            tracing::warn!(%error, version = version.0, "a removal could not be dated");
        }
    }

    /// Dates the version of a document that is no longer listed. Returns whether its bytes had
    /// reached the history, which they do before every delete.
    pub(super) async fn confirm_removed(&self, id: &FileReferenceId) -> bool {
        let Ok(Some(version)) = self.ports.history.of_document(id).await else {
            return false;
        };
        self.removed(version.version).await;
        true
    }

    async fn may_still_go(
        &self,
        retire: &Retire,
        gone: Option<&RelPath>,
    ) -> Result<bool, StopReason> {
        if let Some(successor) = &retire.successor {
            if !self.just_confirmed(successor) {
                self.list_if_old().await?;
            }
            if !self.listed(successor) {
                return Ok(false);
            }
        }
        let Some(path) = gone else {
            return Ok(true);
        };
        // The name may be back in another spelling or folder, which only a scan shows.
        if self.folder_has(&retire.key).await? {
            return Ok(false);
        }
        match self.ports.fs.stat(path).await {
            Ok(None) => Ok(true),
            Ok(Some(_)) => Ok(false),
            Err(LocalError::RootAway(why)) => Err(StopReason::FolderAway(why)),
            Err(_) => Ok(false),
        }
    }

    async fn retired(&self, intent: IntentId, retire: &Retire) -> Result<(), StopReason> {
        let mut changes = vec![
            Change::IntentEnded(intent),
            Change::NoRemoteHash(retire.id.clone()),
        ];
        if retire.because == RemovalReason::Deleted {
            let bound = self.ledger.saved().synced.get(&retire.key).cloned();
            if bound.is_some_and(|agreed| agreed.id == retire.id) {
                changes.push(Change::Forgotten(retire.key.clone()));
            }
            changes.push(Change::Deleted(DoneDelete {
                at: self.now(),
                section: retire.key.section.clone(),
                approved: retire.approved,
            }));
        }
        self.commit(changes).await?;
        self.with_remote(|remote| remote.drop(&retire.id));
        if retire.because == RemovalReason::Deleted {
            self.count(|tally| tally.deleted += 1);
            let id = Some(&retire.id);
            self.tell_name(
                &retire.section,
                &retire.name,
                Happened::DeletedRemote,
                id,
                0,
            );
        }
        Ok(())
    }

    async fn give_up(&self, intent: IntentId) -> Result<(), StopReason> {
        self.moved();
        self.commit(vec![Change::IntentEnded(intent)]).await
    }

    async fn keep_remote(&self, retire: &Retire) -> Result<Keeping, StopReason> {
        let id = &retire.id;
        let version = match self.ports.history.of_document(id).await {
            Ok(Some(version)) => version,
            Ok(None) => match self.bring(retire).await? {
                Ok(version) => version,
                Err(keeping) => return Ok(keeping),
            },
            Err(error) => return Ok(Keeping::Not(note_of(&error))),
        };
        let content = version.sha256;
        if retire.sha256.is_some_and(|expected| expected != content) {
            // Not the bytes that were agreed on: somebody's work, and not ours to remove.
            self.commit(vec![Change::RemoteHash(id.clone(), content)])
                .await?;
            return Ok(Keeping::OtherBytes);
        }
        Ok(Keeping::Kept(version.version))
    }

    async fn bring(&self, retire: &Retire) -> Result<Result<Version, Keeping>, StopReason> {
        if let Err(error) = self.ports.history.room().await {
            return Ok(Err(Keeping::Not(note_of(&error))));
        }
        let bytes = match self.ports.remote.download(&retire.id).await {
            Ok(bytes) => bytes,
            Err(RemoteError::NotFound) => return Ok(Err(Keeping::WasGone)),
            Err(error) => {
                return Err(StopReason::of_remote(&error)
                    .unwrap_or(StopReason::Service { error, wait: None }));
            }
        };
        let new = NewVersion {
            section: retire.section.clone(),
            name: retire.name.clone(),
            document: Some(retire.id.clone()),
            from: FromSide::Remote,
            reason: retire.because,
        };
        match self.ports.history.keep(new, bytes).await {
            Ok(version) => Ok(Ok(version)),
            Err(SourceError::Remote(RemoteError::NotFound)) => Ok(Err(Keeping::WasGone)),
            Err(SourceError::History(error)) => Ok(Err(Keeping::Not(note_of(&error)))),
            Err(error) => match StopReason::of_source(&error) {
                Some(stop) => Err(stop),
                None => Ok(Err(Keeping::Not(Note::History(error.to_string())))),
            },
        }
    }

    /// Brings the bytes of documents that are about to be superseded into the history, while
    /// the upload is on its way. What fails here is tried again by `retire`.
    pub(crate) async fn bring_ahead(&self, retires: &[Retire]) {
        for retire in retires {
            if !matches!(self.keep_remote(retire).await, Ok(Keeping::Kept(_))) {
                return;
            }
        }
    }

    /// A file of the folder that is about to be covered or removed, to the history. `None` when it could
    /// not be kept, which is noted.
    pub(crate) async fn keep_local(
        &self,
        action: &Action,
        path: &RelPath,
        stat: &crate::tree::Stat,
        because: RemovalReason,
    ) -> Result<Option<VersionId>, StopReason> {
        let new = NewVersion {
            section: action.section.clone(),
            name: path.name().to_owned(),
            document: None::<FileReferenceId>,
            from: FromSide::Local,
            reason: because,
        };
        if let Err(error) = self.ports.history.room().await {
            self.note(action, note_of(&error));
            return Ok(None);
        }
        let bytes = match self.ports.fs.read(path, stat).await {
            Ok(bytes) => bytes,
            Err(error) => return self.local_failed(action, error).map(|()| None),
        };
        match self.ports.history.keep(new, bytes).await {
            Ok(version) => Ok(Some(version.version)),
            Err(SourceError::Local(error)) => self.local_failed(action, error).map(|()| None),
            Err(SourceError::History(error)) => {
                self.note(action, note_of(&error));
                Ok(None)
            }
            Err(error) => Err(StopReason::of_source(&error)
                .unwrap_or_else(|| StopReason::FolderAway(error.to_string()))),
        }
    }
}

enum Keeping {
    Kept(VersionId),
    WasGone,
    OtherBytes,
    Not(Note),
}

fn note_of(error: &HistoryError) -> Note {
    match error {
        HistoryError::Full => Note::HistoryFull,
        HistoryError::Unknown | HistoryError::Failed(_) => Note::History(error.to_string()),
    }
}
