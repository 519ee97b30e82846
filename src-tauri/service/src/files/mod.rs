//! The documents' bytes: an object store under names of our own, never a client's.
//!
//! Two kinds of place hold them. In a [folder](Folder) a file appears whole, under a staged name,
//! before its row is committed, and gets its final name after that. So a start can tell the rest of
//! an interrupted request from a document whose row is lost, and sets aside what no row names
//! instead of deleting it. A [bucket](Bucket) renames nothing: an object has its final name at once
//! and is visible only through its row, and what no row names is kept for a while.

mod bucket;
mod buffers;
mod check;
mod error;
mod folder;
mod inventory;
mod link;
mod set_aside;
mod sync;
mod writer;

use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use object_store::{ObjectStore, ObjectStoreExt as _};

use crate::ServiceError;

pub(crate) use bucket::{Bucket, Buckets};
pub(crate) use check::check;
pub use check::{DamagedObject, ObjectsReport};
pub(crate) use error::FileError;
pub(crate) use folder::Folder;
pub(crate) use link::place_in;
pub(crate) use sync::sync_folder;
pub(crate) use writer::{Staged, Written};

/// The bytes of one environment's documents.
#[derive(Clone)]
pub(crate) enum Files {
    /// A folder of this machine.
    Folder(Folder),
    /// A bucket that every node reaches.
    Bucket(Bucket),
}

impl Files {
    /// Begins an upload. A bucket takes a number of them at a time.
    pub(crate) async fn begin(&self) -> Result<Staged, FileError> {
        let place = match self {
            Self::Folder(_) => None,
            Self::Bucket(bucket) => Some(bucket.place().await?),
        };
        Ok(Staged::new(self.clone(), place))
    }

    /// Returns true where the place of documents answers; a folder does.
    pub(crate) async fn answers(&self) -> bool {
        match self {
            Self::Folder(_) => true,
            Self::Bucket(bucket) => bucket.answers().await,
        }
    }

    /// The size of a document and a body that streams it in constant memory.
    pub(crate) async fn read(
        &self,
        id: &FileReferenceId,
    ) -> Result<(u64, Body), object_store::Error> {
        match self {
            Self::Folder(folder) => folder.read(id).await,
            Self::Bucket(bucket) => bucket.read(id).await,
        }
    }

    /// Removes the bytes of documents whose rows are gone; a bucket keeps them for a while, as the
    /// transaction noted. Failures are logged: the documents themselves are gone already.
    pub(crate) async fn remove(&self, ids: &[FileReferenceId]) {
        if let Self::Folder(folder) = self {
            folder.remove(ids).await;
        }
    }

    /// Stores small content at once, for seeds; [`Self::adopt`] follows the commit.
    pub(crate) async fn put(
        &self,
        id: &FileReferenceId,
        content: Bytes,
    ) -> Result<(), ServiceError> {
        let location = self.new_location(id);
        let stored = self.store().put(&location, content.into()).await;
        match (stored, self) {
            (Ok(_), _) => Ok(()),
            (Err(error), Self::Folder(folder)) => Err(folder.failed(error)),
            (Err(error), Self::Bucket(_)) => Err(ServiceError::Objects(format!(
                "the object store did not take a document: {error}"
            ))),
        }
    }

    /// Makes committed documents final.
    pub(crate) async fn adopt(&self, ids: Vec<FileReferenceId>) {
        if let Self::Folder(folder) = self {
            folder.adopt(ids).await;
        }
    }

    fn store(&self) -> &Arc<dyn ObjectStore> {
        match self {
            Self::Folder(folder) => &folder.store,
            Self::Bucket(bucket) => &bucket.store,
        }
    }

    /// Returns the place of a document until its row is committed.
    fn new_location(&self, id: &FileReferenceId) -> object_store::path::Path {
        match self {
            Self::Folder(_) => folder::staged_location(id),
            Self::Bucket(_) => location(id),
        }
    }
}

/// Files are spread over 256 folders by the random end of their ids.
fn location(id: &FileReferenceId) -> object_store::path::Path {
    let id = id.as_str();
    let shard = id.get(id.len().saturating_sub(2)..).unwrap_or("00");
    object_store::path::Path::from_iter([shard, id])
}
