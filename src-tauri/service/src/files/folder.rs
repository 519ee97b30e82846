//! A folder of this machine: staged names, final ones after the commit.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::TryStreamExt as _;
use object_store::local::LocalFileSystem;
use object_store::{GetResultPayload, ObjectStore, ObjectStoreExt as _};

use super::location;
use crate::{Durability, ServiceError};

/// Size of a read of a download, in bytes.
const READ_CHUNK: usize = 512 * 1024;
/// After the id, in the name of a file whose row is not known to be committed.
pub(super) const STAGED_SUFFIX: &str = ".new";

/// The folder of one environment's documents.
#[derive(Clone)]
pub(crate) struct Folder {
    pub(crate) store: Arc<dyn ObjectStore>,
    pub(super) root: PathBuf,
    pub(super) durability: Durability,
}

impl Folder {
    pub(crate) fn open(root: &Path, durability: Durability) -> Result<Self, ServiceError> {
        let store = LocalFileSystem::new_with_prefix(root)
            .map_err(|error| ServiceError::data(root)(std::io::Error::other(error)))?;
        Ok(Self {
            store: Arc::new(store),
            root: root.to_owned(),
            durability,
        })
    }

    pub(super) async fn read(
        &self,
        id: &FileReferenceId,
    ) -> Result<(u64, Body), object_store::Error> {
        let result = match self.store.get(&location(id)).await {
            // Its row is committed, its rename is not done yet, or it is done right now.
            Err(object_store::Error::NotFound { .. }) => {
                match self.store.get(&staged_location(id)).await {
                    Err(object_store::Error::NotFound { .. }) => {
                        self.store.get(&location(id)).await?
                    }
                    result => result?,
                }
            }
            result => result?,
        };
        let size = result.meta.size;
        let body = match result.payload {
            // The store's own stream goes through 8 KB at a time; this is far quicker.
            GetResultPayload::File(file, _) => {
                let chunks = futures::stream::try_unfold(file, |file| async move {
                    // Made here and not by the thread that reads, as tokio's file would: what other threads
                    // free stays with that one until it ends, and a busy service kept all it had sent of late.
                    let mut chunk = Vec::with_capacity(READ_CHUNK);
                    let read = tokio::task::spawn_blocking(move || {
                        let count = (&file).take(READ_CHUNK as u64).read_to_end(&mut chunk)?;
                        Ok::<_, std::io::Error>((count > 0).then(|| (Bytes::from(chunk), file)))
                    });
                    read.await?
                });
                Body::from_stream(chunks)
            }
            GetResultPayload::Stream(stream) => Body::from_stream(stream.into_stream()),
        };
        Ok((size, body))
    }

    /// Removes the bytes of documents that are gone; failures are logged and left to the
    /// next start, because the documents themselves are gone already.
    pub(super) async fn remove(&self, ids: &[FileReferenceId]) {
        for id in ids {
            for location in [location(id), staged_location(id)] {
                match self.store.delete(&location).await {
                    Ok(()) => break,
                    Err(object_store::Error::NotFound { .. }) => {}
                    Err(error) => tracing::warn!(%error, file.id = %id, "a file stays behind"),
                }
            }
        }
    }

    pub(super) fn failed(&self, error: object_store::Error) -> ServiceError {
        ServiceError::data(&self.root)(std::io::Error::other(error))
    }
}

/// Returns the place of a document until its row is committed: beside its final one.
pub(super) fn staged_location(id: &FileReferenceId) -> object_store::path::Path {
    format!("{}{STAGED_SUFFIX}", location(id)).into()
}
