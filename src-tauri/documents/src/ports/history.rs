//! Old content: what is replaced or removed is kept here first.

use async_trait::async_trait;
use fielddesk_model::FileReferenceId;
use serde::{Deserialize, Serialize};

use super::{ByteStream, SourceError};
use crate::content_hash::ContentHash;
use crate::mapping_id::MappingId;
use crate::timestamp::Timestamp;

/// The id of a kept version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VersionId(pub i64);

/// Which side content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FromSide {
    /// The page.
    Remote,
    /// The folder.
    Local,
}

/// Why content is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RemovalReason {
    /// Newer content takes its place.
    Replaced,
    /// It was deleted in the folder and is now removed from the page.
    Deleted,
    /// A second document with the same bytes is removed.
    Twin,
    /// A person decided a conflict against it.
    Resolved,
    /// A restored version takes its place in the folder.
    Restored,
}

/// What a version is of, and why it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Whose.
    pub mapping: MappingId,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The document it was, when it was one.
    pub document: Option<FileReferenceId>,
    /// Which side it was on.
    pub from: FromSide,
    /// Why it is kept.
    pub reason: RemovalReason,
}

/// Content that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Its id.
    pub version: VersionId,
    /// What it is of.
    #[serde(flatten)]
    pub kept: Kept,
    /// Its content.
    pub sha256: ContentHash,
    /// Length.
    pub bytes: u64,
    /// When it was kept.
    pub at: Timestamp,
}

/// Why content could not be kept or read. Nothing may be removed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// Less than 5 % or 2 GB of the disk is free: replaces and deletes wait.
    #[error("there is too little free disk to keep old content")]
    Full,
    /// There is no such version.
    #[error("there is no such version")]
    Unknown,
    /// The disk or the table failed.
    #[error("the history could not be used: {0}")]
    Failed(String),
}

/// Old content, content-addressed, kept 30 days. Contents are durable before this answers.
#[async_trait]
pub trait History: Send + Sync {
    /// Whether there is room for more.
    ///
    /// # Errors
    /// `Full` when replaces and deletes must wait.
    async fn room(&self) -> Result<(), HistoryError>;

    /// Keeps the bytes of a stream; equal content is stored once, each call is a version.
    ///
    /// # Errors
    /// The stream's or the history's. Nothing is kept then.
    async fn keep(&self, kept: Kept, bytes: ByteStream) -> Result<Version, SourceError>;

    /// The version of a document whose bytes were fetched from the page before and are here and
    /// readable still.
    ///
    /// # Errors
    /// When it cannot be told.
    async fn of_document(
        &self,
        mapping: &MappingId,
        id: &FileReferenceId,
    ) -> Result<Option<Version>, HistoryError>;

    /// Opens a version.
    ///
    /// # Errors
    /// `Unknown`, or the disk's.
    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError>;
}
