//! Restores that can be undone, the newest first.

use fielddesk_documents::ports::{Version, VersionId};

use super::History;
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

impl History {
    /// A restore may be taken back only while what it restored was not replaced since, but by
    /// restores that were taken back themselves.
    pub async fn check_not_replaced(
        &self,
        restored: &Version,
        covered: VersionId,
    ) -> Result<(), Failure> {
        let mut since = self.kept_after(restored, Some(covered)).await?;
        let replaces = |kept: &Version| {
            kept.sha256 == restored.sha256 && !lock(&self.undone).contains(&kept.version)
        };
        since.retain(replaces);
        if since.is_empty() {
            return Ok(());
        }
        Err(Failure::new(
            FailureKind::Conflict,
            "The file was replaced after it was restored. Nothing was changed.",
            "Restore the version that you mean from History.",
        )
        .with("file", fielddesk_rules::file_name::shown(&restored.name))
        .with("replacedSince", true))
    }

    /// Notes that a restore was taken back: what it kept, and what its undo kept, replaced nothing
    /// in the end.
    pub async fn note_undone(&self, restored: &Version, covered: VersionId) -> Result<(), Failure> {
        let since = self.kept_after(restored, Some(covered)).await?;
        let kept = since.into_iter().map(|kept| kept.version);
        lock(&self.undone).extend(kept.chain([covered]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fielddesk_api::SystemClock;
    use fielddesk_documents::ports::{
        ByteStream, FromSide, History as _, NewVersion, Owner, RemovalReason,
    };
    use fielddesk_model::ProjectId;
    use futures::StreamExt as _;

    use super::*;
    use crate::data_dir::DataDir;
    use crate::db::Database;

    async fn keep(history: &History, content: &'static str) -> Version {
        let owner = Owner {
            connection: "profile".to_owned(),
            project: ProjectId::new("p"),
            work_order: None,
            mapping: None,
        };
        let new = NewVersion {
            section: "VA".to_owned(),
            name: "Plan.pdf".to_owned(),
            document: None,
            from: FromSide::Remote,
            reason: RemovalReason::Restored,
            act: None,
        };
        let bytes: ByteStream = futures::stream::once(async { Ok(content.into()) }).boxed();
        history.of_owner(owner).keep(new, bytes).await.unwrap()
    }

    #[tokio::test]
    async fn two_restores_are_taken_back_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        let history = History::open(&dir, &database, Arc::new(SystemClock)).await;
        let history = history.unwrap();
        let (a, b) = (keep(&history, "a").await, keep(&history, "b").await);
        // `a` over what was there, then `b` over `a`.
        let before = keep(&history, "before").await.version;
        let over_a = keep(&history, "a").await.version;
        assert!(history.check_not_replaced(&a, before).await.is_err());
        history.check_not_replaced(&b, over_a).await.unwrap();
        keep(&history, "b").await;
        history.note_undone(&b, over_a).await.unwrap();
        history.check_not_replaced(&a, before).await.unwrap();
        // Somebody's new upload over it is a replacement.
        keep(&history, "a").await;
        assert!(history.check_not_replaced(&a, before).await.is_err());
    }
}
