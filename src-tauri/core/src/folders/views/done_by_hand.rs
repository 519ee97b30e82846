//! Changes that a person made by hand, on this computer, to documents that a folder keeps: the
//! server does not name the author of a change.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::Version;
use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::ConflictReason;

use crate::Failure;
use crate::folders::Folders;
use crate::folders::views::mapping_views::LocalSide;
use crate::upload_records::times_by_hand;

/// Uploads and deletes by hand on the pages of a folder's target.
#[derive(Debug)]
pub struct DoneByHand {
    uploaded: HashMap<FileReferenceId, DateTime<Utc>>,
    deleted: HashMap<FileReferenceId, Version>,
}

impl DoneByHand {
    /// When a document was uploaded by hand; none where it was not.
    #[must_use]
    pub fn uploaded_at(&self, document: &FileReferenceId) -> Option<DateTime<Utc>> {
        self.uploaded.get(document).copied()
    }

    /// What was kept of a document that was deleted by hand.
    #[must_use]
    pub fn deleted(&self, document: Option<&FileReferenceId>) -> Option<&Version> {
        self.deleted.get(document?)
    }
}

impl Folders {
    /// What was done by hand to the documents of a folder's target.
    pub async fn done_by_hand(&self, id: &MappingId) -> Result<DoneByHand, Failure> {
        let parts = &self.inner.parts;
        let mapping = self.get(id).await?;
        let deleted = parts.history.deleted_by_hand(mapping.profile.as_str());
        let deleted = deleted.await?.into_iter();
        let target = &mapping.place.target;
        Ok(DoneByHand {
            uploaded: times_by_hand(&parts.database, &mapping.profile, target).await?,
            deleted: deleted
                .filter_map(|kept| Some((kept.document.clone()?, kept)))
                .collect(),
        })
    }
}

/// Whether the crews had the file's content until its document was deleted or replaced. The
/// server does not tell: what we deleted is compared, else the file was not saved since.
#[must_use]
pub fn was_in_project(
    reason: ConflictReason,
    local: &LocalSide,
    agreed_at: Option<DateTime<Utc>>,
    deleted: Option<&Version>,
) -> bool {
    match (reason, deleted, &local.sha256) {
        (ConflictReason::ReplacedElsewhere, _, _) => true,
        (ConflictReason::DeletedElsewhere, Some(kept), Some(sha256)) => {
            kept.sha256.to_string() == *sha256
        }
        (ConflictReason::DeletedElsewhere, _, _) => {
            agreed_at.is_some_and(|agreed| local.modified <= agreed)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn crews_had_what_was_not_saved_since_both_were_the_same() {
        let agreed = DateTime::UNIX_EPOCH;
        let saved = |seconds| LocalSide {
            bytes: 1,
            modified: agreed + TimeDelta::seconds(seconds),
            sha256: None,
        };
        use ConflictReason::{BothChanged, DeletedElsewhere, FirstContact, ReplacedElsewhere};
        for (reason, seconds, agreed_at, had) in [
            (DeletedElsewhere, 0, Some(agreed), true),
            (DeletedElsewhere, 1, Some(agreed), false),
            (DeletedElsewhere, 0, None, false),
            (ReplacedElsewhere, 1, None, true),
            (BothChanged, 0, Some(agreed), false),
            (FirstContact, 0, None, false),
        ] {
            let found = was_in_project(reason, &saved(seconds), agreed_at, None);
            assert_eq!(found, had, "{reason:?}, saved {seconds} s later");
        }
    }
}
