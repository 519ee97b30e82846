//! Writes into the folder: a temporary file, flushed; a look at the target; its bytes to the
//! history; a rename. Recorded in the tree as its own doing.

use fielddesk_model::FileReferenceId;

use super::ItemFailure;
use super::run::Run;
use crate::content_hash::ContentHash;
use crate::event::EventKind;
use crate::mapping_state::{Change, HashedFile};
use crate::path::RelPath;
use crate::plan::{Action, PlannedFile};
use crate::ports::{ByteStream, LocalError, RemovalReason, StageError};
use crate::stop_reason::StopReason;
use crate::tree::Stat;

/// A file that was written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) path: RelPath,
    pub(crate) stat: Stat,
    pub(crate) sha256: ContentHash,
}

impl Run<'_> {
    /// Brings a document into the folder, over the file given or under a free name. None when
    /// it could not be, which is noted.
    pub(crate) async fn bring_into_folder(
        &self,
        action: &Action,
        id: &FileReferenceId,
        to: &RelPath,
        over: Option<&PlannedFile>,
    ) -> Result<Option<Written>, StopReason> {
        let bytes = match self.ports.remote.download(id).await {
            Ok(bytes) => bytes,
            Err(error) if error.is_not_found() => {
                self.moved();
                return Ok(None);
            }
            Err(error) => return Err(StopReason::of_call(error)),
        };
        let written = self
            .write(action, bytes, to, over, RemovalReason::Resolved)
            .await?;
        if written.is_some() {
            self.tell(action, EventKind::Downloaded, Some(id));
        }
        Ok(written)
    }

    /// Writes bytes into the folder.
    pub(crate) async fn write(
        &self,
        action: &Action,
        bytes: ByteStream,
        to: &RelPath,
        over: Option<&PlannedFile>,
        reason: RemovalReason,
    ) -> Result<Option<Written>, StopReason> {
        let staged = match self.ports.fs.stage(to, bytes).await {
            Ok(staged) => staged,
            Err(StageError::Local(error)) => {
                self.local_failed(action, error)?;
                return Ok(None);
            }
            Err(StageError::Source(error)) => match StopReason::of_source(&error) {
                Some(stop) => return Err(stop),
                None => {
                    self.moved();
                    return Ok(None);
                }
            },
        };
        let mut covered = None;
        if let Some(file) = over {
            covered = self
                .keep_local(action, &file.path, &file.stat, reason)
                .await?;
            if covered.is_none() {
                self.discard(&staged).await;
                return Ok(None);
            }
        }
        match self
            .ports
            .fs
            .place(&staged, to, over.map(|file| &file.stat))
            .await
        {
            Ok(stat) => {
                if let Some(version) = covered {
                    self.covered(version, reason).await;
                }
                self.fresh(to, stat, staged.sha256);
                Ok(Some(Written {
                    path: to.clone(),
                    stat,
                    sha256: staged.sha256,
                }))
            }
            Err(error) => {
                self.discard(&staged).await;
                self.local_failed(action, error)?;
                Ok(None)
            }
        }
    }

    async fn discard(&self, staged: &crate::ports::Staged) {
        if let Err(error) = self.ports.fs.discard(staged).await {
            tracing::warn!(%error, "a temporary file stays until the next start");
        }
    }

    /// Removes a file of the folder, its bytes to the history first.
    pub(crate) async fn remove_file(
        &self,
        action: &Action,
        file: &PlannedFile,
    ) -> Result<bool, StopReason> {
        let kept = self
            .keep_local(action, &file.path, &file.stat, RemovalReason::Resolved)
            .await?;
        let Some(version) = kept else {
            return Ok(false);
        };
        match self.ports.fs.remove(&file.path, &file.stat).await {
            Ok(()) | Err(LocalError::Gone) => {
                self.covered(version, RemovalReason::Resolved).await;
                Ok(true)
            }
            Err(error) => self.local_failed(action, error).map(|()| false),
        }
    }

    /// The record of a file that we wrote and that is not agreed on.
    pub(crate) fn known(&self, written: &Written) -> Change {
        Change::LocalHash(
            written.path.clone(),
            HashedFile {
                stat: written.stat,
                sha256: written.sha256,
                unsure: self.unsure(&written.stat),
            },
        )
    }

    /// Takes the failure noted of a name, for the answer to a user.
    pub(crate) fn noted(&self, action: &Action) -> Option<ItemFailure> {
        self.take_notes().remove(&action.key)
    }
}
