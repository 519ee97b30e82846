//! Copies of files of the folder to the history, before they are overwritten or removed.

use fielddesk_documents::fetch::failure_of;

use super::run::Run;
use crate::path::RelPath;
use crate::plan::Action;
use crate::ports::{FromSide, NewVersion, RemovalReason, SourceError, VersionId};
use crate::stop_reason::StopReason;

impl Run<'_> {
    /// A file of the folder that is about to be covered or removed, to the history. `None` when
    /// it could not be kept, which is noted.
    pub(crate) async fn keep_local(
        &self,
        action: &Action,
        path: &RelPath,
        stat: &crate::tree::Stat,
        reason: RemovalReason,
    ) -> Result<Option<VersionId>, StopReason> {
        let new = NewVersion {
            section: action.section.clone(),
            name: path.name().to_owned(),
            document: None,
            from: FromSide::Local,
            reason,
            act: Some(self.act.clone()),
        };
        if let Err(error) = self.ports.history.room().await {
            self.note(action, failure_of(&error));
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
                self.note(action, failure_of(&error));
                Ok(None)
            }
            Err(error) => Err(StopReason::of_source(&error)
                .unwrap_or_else(|| StopReason::FolderAway(error.to_string()))),
        }
    }

    /// Dates a version whose content is gone from the folder by now. It is kept where that
    /// fails, with the date of its keeping.
    pub(crate) async fn covered(&self, version: VersionId, reason: RemovalReason) {
        if let Err(error) = self
            .ports
            .history
            .removed(version, reason, Some(&self.act))
            .await
        {
            tracing::warn!(%error, version = version.0, "a removal could not be dated");
        }
    }
}
