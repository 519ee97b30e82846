//! Deletion of objects that no document has named for as long as history is kept.

use std::time::Duration;

use chrono::{DateTime, Days, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::retention::HISTORY_DAYS;
use futures::{StreamExt as _, stream};

use super::super::FileError;
use super::{Bucket, location};
use crate::clock;
use crate::store::StoreError;

/// Objects deleted at a time.
const BATCH: usize = 1000;
/// Time from one sweep to the next.
const PAUSE: Duration = Duration::from_secs(60 * 60);

/// A sweep was given up; the next one goes on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SweepError {
    /// The database.
    #[error(transparent)]
    Rows(#[from] StoreError),
    /// The object store.
    #[error(transparent)]
    Objects(#[from] FileError),
}

impl Bucket {
    /// Sweeps now and every hour, for ever.
    pub(crate) async fn keep_sweeping(&self) {
        let mut due = tokio::time::interval(PAUSE);
        loop {
            due.tick().await;
            match self.sweep(clock::now()).await {
                Ok(0) => {}
                Ok(objects) => tracing::info!(objects, "deleted what no row has named for long"),
                Err(error) => tracing::warn!(%error, "objects without a row were not deleted"),
            }
        }
    }

    /// Deletes what no document has named for so many days, and returns how many objects went. An
    /// object is forgotten after it is gone, so a sweep that is cut short loses none.
    pub(super) async fn sweep(&self, now: DateTime<Utc>) -> Result<usize, SweepError> {
        let kept_since = now
            .checked_sub_days(Days::new(HISTORY_DAYS.into()))
            .unwrap_or_default();
        let mut swept = 0;
        loop {
            let ids = self.rows.take_expired(kept_since, BATCH).await?;
            if ids.is_empty() {
                return Ok(swept);
            }
            self.delete(&ids).await?;
            self.rows.forget_unnamed(&ids).await?;
            swept += ids.len();
        }
    }

    async fn delete(&self, ids: &[String]) -> Result<(), FileError> {
        let ids = ids.iter().map(|id| FileReferenceId::from(id.as_str()));
        let locations: Vec<_> = ids.map(|id| Ok(location(&id))).collect();
        let mut deleted = self.store.delete_stream(stream::iter(locations).boxed());
        while let Some(deleted) = deleted.next().await {
            match deleted {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
