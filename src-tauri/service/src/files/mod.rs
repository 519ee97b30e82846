//! The documents' bytes: an object store under names of our own, never a client's.
//!
//! A file appears whole, under a staged name, before its row is committed, and gets its final
//! name after that. So a start can tell the rest of an interrupted request from a document
//! whose row is lost, and sets aside what no row names instead of deleting it.

mod inventory;
mod set_aside;
mod sync;
mod writer;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::TryStreamExt as _;
use object_store::local::LocalFileSystem;
use object_store::{GetResultPayload, ObjectStore, ObjectStoreExt as _};

use crate::{Durability, ServiceError};

pub(crate) use writer::Staged;

/// Size of a read of a download, in bytes.
const READ_CHUNK: usize = 512 * 1024;
/// After the id, in the name of a file whose row is not known to be committed.
const STAGED_SUFFIX: &str = ".new";

/// The bytes of one environment's documents.
#[derive(Clone)]
pub(crate) struct Files {
    store: Arc<dyn ObjectStore>,
    root: PathBuf,
    durability: Durability,
}

impl Files {
    pub(crate) fn open(root: &Path, durability: Durability) -> Result<Self, ServiceError> {
        let store = LocalFileSystem::new_with_prefix(root)
            .map_err(|error| ServiceError::data(root)(std::io::Error::other(error)))?;
        Ok(Self {
            store: Arc::new(store),
            root: root.to_owned(),
            durability,
        })
    }

    /// The size of a document and a body that streams it in constant memory.
    pub(crate) async fn read(
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
    pub(crate) async fn remove(&self, ids: &[FileReferenceId]) {
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

    /// Stores small content at once, for seeds; [`Self::adopt`] follows the commit.
    pub(crate) async fn put(
        &self,
        id: &FileReferenceId,
        content: Bytes,
    ) -> Result<(), ServiceError> {
        self.store
            .put(&staged_location(id), content.into())
            .await
            .map(drop)
            .map_err(|error| ServiceError::data(&self.root)(std::io::Error::other(error)))
    }
}

/// Files are spread over 256 folders by the random end of their ids.
fn location(id: &FileReferenceId) -> object_store::path::Path {
    let id = id.as_str();
    let shard = id.get(id.len().saturating_sub(2)..).unwrap_or("00");
    object_store::path::Path::from_iter([shard, id])
}

/// Returns the place of a document until its row is committed: beside its final one.
fn staged_location(id: &FileReferenceId) -> object_store::path::Path {
    format!("{}{STAGED_SUFFIX}", location(id)).into()
}
