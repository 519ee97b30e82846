//! Old content: what is replaced or removed is kept here first.

use async_trait::async_trait;
use fielddesk_model::{FileReferenceId, ProjectId, WorkOrderId};
use serde::{Deserialize, Serialize};

use super::content::ByteStream;
use super::error::{HistoryError, SourceError};
use crate::content_hash::ContentHash;
use crate::mapping_id::MappingId;
use crate::timestamp::Timestamp;

/// The id of a kept version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct VersionId(pub i64);

/// The id of one decision or batch: what it removed and replaced is restored together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ActId(pub String);

impl ActId {
    /// Returns the id of the act that a text names: short enough to type.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let digits = ContentHash::of(text.as_bytes()).to_string();
        Self(digits.chars().take(12).collect())
    }
}

impl std::fmt::Display for ActId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The side that content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FromSide {
    /// The page.
    Remote,
    /// The folder.
    Local,
}

/// Reasons content is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum RemovalReason {
    /// Newer content takes its place.
    Replaced,
    /// Deleted, by a person or after a file of a synced folder was.
    Deleted,
    /// A second document with the same bytes is removed.
    #[serde(rename = "twin")]
    Duplicate,
    /// A person decided a conflict against it.
    Resolved,
    /// A restored version takes its place.
    Restored,
}

/// The owner of documents in a history: a project or work order on a connection, and the synced
/// folder where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Owner {
    /// The connection's key, which stays when the connection is renamed.
    pub connection: String,
    /// The project.
    pub project: ProjectId,
    /// The work order, when it is not the project itself.
    pub work_order: Option<WorkOrderId>,
    /// The synced folder; `None` for what is done by hand.
    pub mapping: Option<MappingId>,
}

/// The document of a new version, and the reason to keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The document it was, when it was one.
    pub document: Option<FileReferenceId>,
    /// Side that it was on.
    pub from: FromSide,
    /// Reason to keep it.
    pub reason: RemovalReason,
    /// The act that removes it.
    pub act: Option<ActId>,
}

/// Content that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Id in the history.
    pub version: VersionId,
    /// The synced folder; `None` for what was done by hand.
    pub mapping: Option<MappingId>,
    /// The connection's key.
    pub connection: String,
    /// The project.
    pub project: ProjectId,
    /// The work order, when it was not the project itself.
    pub work_order: Option<WorkOrderId>,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The document it was, when it was one.
    pub document: Option<FileReferenceId>,
    /// Side that it was on.
    pub from: FromSide,
    /// Reason to keep it.
    pub reason: RemovalReason,
    /// Hash of the content.
    pub sha256: ContentHash,
    /// Length in bytes.
    pub bytes: u64,
    /// Time when its removal was confirmed; until then, when it was kept.
    pub at: Timestamp,
    /// The act that removed it; `None` for what was kept before acts were noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActId>,
}

/// Old content of one [`Owner`], content-addressed, kept [`HISTORY_DAYS`](fielddesk_rules::retention::HISTORY_DAYS) from the
/// confirmed removal.
#[async_trait]
pub trait History: Send + Sync {
    /// Says whether there is room for more.
    ///
    /// # Errors
    /// `Full` when replaces and deletes must wait.
    async fn room(&self) -> Result<(), HistoryError>;

    /// Keeps the bytes of a stream; equal content is stored once, each call is a version.
    /// Durable when it answers. The removal itself is still to come.
    ///
    /// # Errors
    /// The stream's or the history's. Nothing is kept then.
    async fn keep(&self, new: NewVersion, bytes: ByteStream) -> Result<Version, SourceError>;

    /// Returns the version of a document whose bytes were fetched before and are here still, hashed
    /// before they are trusted. Content that another owner on the same connection kept becomes a
    /// version of this owner: content never changes under an id.
    async fn of_document(&self, id: &FileReferenceId) -> Result<Option<Version>, HistoryError>;

    /// Notes that the removal or replacement was confirmed, why and in which act it was made: the
    /// version may have been kept for another one that was given up. It is dated now, and its days
    /// begin. Noted again, it is dated again.
    ///
    /// # Errors
    /// `Unknown`, or the disk's. The content stays kept all the same.
    async fn removed(
        &self,
        version: VersionId,
        reason: RemovalReason,
        act: Option<&ActId>,
    ) -> Result<(), HistoryError>;

    /// Opens a version, of any owner. The stream ends with an error where the bytes are not those
    /// that were kept.
    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError>;
}

impl Owner {
    /// Makes a version of this owner.
    #[must_use]
    pub fn version(&self, number: VersionId, new: NewVersion, content: KeptContent) -> Version {
        Version {
            version: number,
            mapping: self.mapping.clone(),
            connection: self.connection.clone(),
            project: self.project.clone(),
            work_order: self.work_order.clone(),
            section: new.section,
            name: new.name,
            document: new.document,
            from: new.from,
            reason: new.reason,
            sha256: content.sha256,
            bytes: content.bytes,
            at: content.at,
            act: new.act,
        }
    }
}

impl Version {
    /// Returns the owner.
    #[must_use]
    pub fn owner(&self) -> Owner {
        Owner {
            connection: self.connection.clone(),
            project: self.project.clone(),
            work_order: self.work_order.clone(),
            mapping: self.mapping.clone(),
        }
    }
}

impl From<Version> for NewVersion {
    fn from(version: Version) -> Self {
        Self {
            section: version.section,
            name: version.name,
            document: version.document,
            from: version.from,
            reason: version.reason,
            act: version.act,
        }
    }
}

/// Content that was kept, and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptContent {
    /// Hash of the content.
    pub sha256: ContentHash,
    /// Length in bytes.
    pub bytes: u64,
    /// Time when it was kept.
    pub at: Timestamp,
}
