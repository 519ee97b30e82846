//! Checks of a removal against the folder, right before the delete.

use fielddesk_documents::intent::Removal;
use fielddesk_rules::name_key::FileKey;

use super::run::Run;
use crate::content_hash::ContentHash;
use crate::ports::RemovalReason;
use crate::stop_reason::StopReason;
use crate::tree::SyncedFile;

impl Run<'_> {
    /// Returns true where a removal that was decided earlier is still right; `content` is the
    /// content removed.
    pub(super) async fn still_goes(
        &self,
        removal: &Removal,
        content: ContentHash,
    ) -> Result<bool, StopReason> {
        match removal.reason {
            RemovalReason::Deleted => self.is_absent(&removal.key).await,
            RemovalReason::Replaced | RemovalReason::Duplicate => {
                Ok(!self.is_current(removal, content).await?)
            }
            RemovalReason::Resolved | RemovalReason::Restored => Ok(true),
        }
    }

    /// Returns true where a file that was agreed on is still not in the folder.
    async fn is_absent(&self, key: &FileKey) -> Result<bool, StopReason> {
        let agreed = self.state_writer.saved().synced.get(key).cloned();
        let Some(agreed) = agreed else {
            return Ok(true);
        };
        // The name may be back in another spelling or folder, which only a scan shows.
        if self.folder_has(key).await? {
            return Ok(false);
        }
        match self.ports.fs.stat(&agreed.path).await {
            Ok(stat) => Ok(stat.is_none()),
            Err(error) => StopReason::of_local(&error).map_or(Ok(false), Err),
        }
    }

    /// Returns true where the folder has the content that would go for another one, as when an
    /// older file was put back since. Another program on this page sees that too, and would remove
    /// the document that is to stay: then nothing would be left of the name.
    async fn is_current(
        &self,
        removal: &Removal,
        content: ContentHash,
    ) -> Result<bool, StopReason> {
        let agreed = self.state_writer.saved().synced.get(&removal.key).cloned();
        let Some(agreed) = agreed else {
            return Ok(false);
        };
        if agreed.id == removal.id {
            return Ok(true);
        }
        if agreed.sha256 == content && removal.successor.as_ref() == Some(&agreed.id) {
            return Ok(false);
        }
        let now = self.content_now(&removal.key, &agreed).await?;
        if removal.reason == RemovalReason::Duplicate {
            // What looks like a late duplicate of older content may be what another program just
            // sent, of content that came back: the one that stays must be what the folder has.
            return Ok(now != Some(agreed.sha256));
        }
        Ok(now == Some(content))
    }

    /// The content of an agreed file as it is now; none where it cannot be read.
    async fn content_now(
        &self,
        key: &FileKey,
        agreed: &SyncedFile,
    ) -> Result<Option<ContentHash>, StopReason> {
        let path = &agreed.path;
        let stat = match self.ports.fs.stat(path).await {
            Ok(Some(stat)) => stat,
            Ok(None) => return Ok(None),
            Err(error) => return StopReason::of_local(&error).map_or(Ok(None), Err),
        };
        let fresh = self.fresh_hash(path, &stat);
        let known = fresh.or_else(|| self.state_writer.saved().known_hash(path, key, &stat));
        if known.is_some() {
            return Ok(known);
        }
        match self.ports.fs.hash(path, &stat).await {
            Ok(sha256) => Ok(Some(sha256)),
            Err(error) => StopReason::of_local(&error).map_or(Ok(None), Err),
        }
    }
}
