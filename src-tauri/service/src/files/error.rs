//! Failures of the places that hold documents' bytes, and their answers on the wire.

use super::bucket::UPLOADS;
use crate::error::ApiError;

/// Bytes could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The object store.
    #[error(transparent)]
    Store(#[from] object_store::Error),
    /// The sync failed.
    #[error("sync: {0}")]
    Sync(#[from] std::io::Error),
    /// A task ended badly.
    #[error("write task: {0}")]
    Task(#[from] tokio::task::JoinError),
    /// No upload ended for too long.
    #[error("{UPLOADS} uploads are under way")]
    Busy,
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        match error {
            // A bucket answered with 5xx or not at all, after all tries.
            FileError::Busy
            | FileError::Store(object_store::Error::Generic { store: "S3", .. }) => {
                Self::unavailable(error)
            }
            other => Self::internal(other),
        }
    }
}
