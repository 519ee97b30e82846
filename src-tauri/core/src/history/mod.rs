//! Old content, kept before it is replaced or removed: a content-addressed store (SHA-256) of
//! files under the data folder, and a table of versions. Kept 30 days.

use std::sync::Arc;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use fielddesk_api::Clock;
use fielddesk_model::FileReferenceId;
use futures::Stream;

use crate::data_dir::DataDir;
use crate::db::Database;
use crate::target::Target;
use crate::Failure;

/// What a version is of, and why it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Whose page.
    pub target: Option<Target>,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// The document it was.
    pub document: Option<FileReferenceId>,
    /// Why it is kept.
    pub reason: Reason,
}

/// Why content went into the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Replaced by ours.
    Replaced,
    /// Deleted by a person.
    Deleted,
}

/// One kept version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Number of the version.
    pub version: i64,
    /// What it is of.
    pub kept: Kept,
    /// SHA-256 in hex.
    pub sha256: String,
    /// Size.
    pub bytes: u64,
    /// When it was kept.
    pub at: DateTime<Utc>,
}

/// The history of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct History {}

impl History {
    /// Opens it under the data folder.
    pub async fn open(
        data_dir: &DataDir,
        database: &Database,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        todo!()
    }

    /// Whether there is room to keep more: a failure of kind `diskFull` below 5 % or 2 GB.
    pub fn room(&self) -> Result<(), Failure> {
        todo!()
    }

    /// Keeps the bytes of a stream; equal bytes are stored once.
    pub async fn keep<S, E>(&self, kept: Kept, content: S) -> Result<Version, Failure>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        Failure: From<E>,
    {
        todo!()
    }

    /// The version of a document whose bytes are here already.
    pub async fn of_document(&self, id: &FileReferenceId) -> Result<Option<Version>, Failure> {
        todo!()
    }

    /// Opens kept content for reading.
    pub async fn read(&self, sha256: &str) -> Result<tokio::fs::File, Failure> {
        todo!()
    }

    /// Everything kept, newest first.
    pub async fn versions(&self) -> Result<Vec<Version>, Failure> {
        todo!()
    }

    /// Drops versions older than 30 days and content that no version names. Returns how many.
    pub async fn prune(&self) -> Result<u64, Failure> {
        todo!()
    }
}
