//! A bucket of an S3-compatible object store.
//!
//! Each upload holds up to two parts on their way and one that is collected, 24 MiB.

#[cfg(not(feature = "cluster"))]
mod absent;
#[cfg(feature = "cluster")]
mod open;
mod sweep;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use fielddesk_model::FileReferenceId;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::{FileError, location};
use crate::clock;
use crate::store::Store;

#[cfg(not(feature = "cluster"))]
pub(crate) use absent::Buckets;
#[cfg(feature = "cluster")]
pub(crate) use open::Buckets;

/// Larger files are sent in parts of this size.
pub(super) const PART: usize = 8 * 1024 * 1024;
/// Uploads of a node that are under way at the same time.
pub(super) const UPLOADS: usize = 64;
/// Further ones wait for so long.
const UPLOAD_WAIT: Duration = Duration::from_secs(30);

/// Readiness asks the store again after so long,
const ANSWER_KEPT: Duration = Duration::from_secs(5);
/// and waits so long for its answer.
const ANSWER_WAIT: Duration = Duration::from_secs(2);

/// The objects of one environment's documents.
#[derive(Clone)]
pub(crate) struct Bucket {
    pub(super) store: Arc<dyn ObjectStore>,
    rows: Arc<dyn Store>,
    /// The uploads of this node, of either environment.
    places: Arc<Semaphore>,
    /// The last time that the store was asked, and whether it answered.
    asked: Arc<Mutex<Option<(Instant, bool)>>>,
}

impl Bucket {
    pub(super) async fn place(&self) -> Result<OwnedSemaphorePermit, FileError> {
        let place = Arc::clone(&self.places).acquire_owned();
        match tokio::time::timeout(UPLOAD_WAIT, place).await {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) | Err(_) => Err(FileError::Busy),
        }
    }

    /// Returns true where the store answered within the last five seconds or does so now.
    pub(super) async fn answers(&self) -> bool {
        let mut asked = self.asked.lock().await;
        if let Some((at, answered)) = *asked
            && at.elapsed() < ANSWER_KEPT
        {
            return answered;
        }
        let nothing = Path::from("ready");
        let head = self.store.head(&nothing);
        let answered = matches!(
            tokio::time::timeout(ANSWER_WAIT, head).await,
            Ok(Ok(_) | Err(object_store::Error::NotFound { .. }))
        );
        *asked = Some((Instant::now(), answered));
        answered
    }

    pub(super) async fn read(
        &self,
        id: &FileReferenceId,
    ) -> Result<(u64, Body), object_store::Error> {
        let found = self.store.get(&location(id)).await?;
        Ok((found.meta.size, Body::from_stream(found.into_stream())))
    }

    /// Notes objects of a request whose commit failed or has no answer; a failure leaves them to a
    /// check.
    pub(super) async fn note_uncommitted(&self, ids: &[FileReferenceId]) {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        if let Err(error) = self
            .rows
            .note_unnamed(&ids, "uncommitted", clock::now())
            .await
        {
            tracing::warn!(%error, objects = ids.len(), "objects without a row are not noted");
        }
    }

    /// Deletes the objects of a request that was given up before any row could name them.
    pub(super) async fn discard(&self, ids: &[FileReferenceId]) {
        for id in ids {
            match self.store.delete(&location(id)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => tracing::warn!(%error, file.id = %id, "an object stays behind"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{StatusCode, header};
    use axum::response::IntoResponse as _;
    use object_store::memory::InMemory;

    use super::*;
    use crate::Durability;
    use crate::error::ApiError;
    use crate::store::SqliteStore;

    #[tokio::test]
    async fn an_upload_beyond_the_last_place_waits_and_is_refused_after_thirty_seconds() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.sqlite");
        let rows = SqliteStore::open(&file, Durability::Process).await.unwrap();
        let bucket = Bucket {
            store: Arc::new(InMemory::new()),
            rows: Arc::new(rows),
            places: Arc::new(Semaphore::new(UPLOADS)),
            asked: Arc::default(),
        };
        tokio::time::pause();
        let mut held = Vec::new();
        for _ in 0..UPLOADS {
            held.push(bucket.place().await.unwrap());
        }
        let begun = tokio::time::Instant::now();
        let refusal = bucket.place().await.unwrap_err();
        assert_eq!(begun.elapsed().as_secs(), UPLOAD_WAIT.as_secs());
        let answer = ApiError::from(refusal).into_response();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers().contains_key(header::RETRY_AFTER));

        let (waiting, ()) = tokio::join!(bucket.place(), async { drop(held.pop()) });
        assert!(waiting.is_ok(), "a place that becomes free is taken");
    }

    #[test]
    fn a_store_that_is_away_is_unavailable_and_one_that_refuses_is_an_error() {
        for (error, status) in [
            (
                object_store::Error::Generic {
                    store: "S3",
                    source: "503".into(),
                },
                StatusCode::SERVICE_UNAVAILABLE,
            ),
            (
                object_store::Error::Generic {
                    store: "LocalFileSystem",
                    source: "disk".into(),
                },
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
            (
                object_store::Error::PermissionDenied {
                    path: "aa/0a1b".to_owned(),
                    source: "403".into(),
                },
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
        ] {
            let answer = ApiError::from(FileError::from(error)).into_response();
            assert_eq!(answer.status(), status);
        }
    }
}
