//! The folder.
//!
//! The port sees, reads and writes; it never decides. What is settled, ignored or refused by
//! the system is its to tell, what follows from that is the engine's.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::timestamp::Timestamp;
use crate::tree::Stat;
use crate::volumes::FolderVolumes;
use fielddesk_documents::ports::{ByteStream, Content, LocalError, SourceError};

pub use fielddesk_documents::limits::WHOLE_UP_TO_BYTES;

/// The identity of the root: another volume or another folder in its place is not it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RootIdentity {
    /// The volume, and the folder on it where the system can tell.
    pub volume: String,
    /// Step of its modification times, in nanoseconds (2 s on FAT).
    pub granule_ns: i64,
}

/// The reason a file cannot be used at the moment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotReady {
    /// Changed a moment ago.
    Settling,
    /// Changing for 20 minutes: a person is asked.
    KeepsChanging,
    /// A program has it open for writing or locked; its name where the system tells.
    Open(Option<String>),
    /// Unreadable; the system's words.
    Unreadable(String),
    /// Missing for too short a time to count as deleted.
    Missing,
    /// A folder on the way to it cannot be read.
    FolderUnreadable,
    /// The drive of this folder on the way to it is away, or another one is in its place.
    VolumeAway(RelPath),
    /// A link stands in its place now, or in that of a folder on the way to it.
    Link,
}

/// The readiness of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Readiness {
    /// Complete.
    Settled,
    /// Not ready, for that reason.
    NotReady(NotReady),
}

/// A file that the scan saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedFile {
    /// Path in the folder.
    pub path: RelPath,
    /// Size and times.
    pub stat: Stat,
    /// Settled, or the reason it cannot be used.
    pub readiness: Readiness,
}

/// A file or folder that a rule hides, or that is hidden, temporary or a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Path; everything below it is ignored too.
    pub path: RelPath,
    /// The rule, by its name for people.
    pub rule: String,
}

/// An entry that cannot become a document whatever happens, with the reason in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedEntry {
    /// Folder of the entry; `None` for the root.
    pub folder: Option<RelPath>,
    /// Name, made readable.
    pub shown: String,
    /// Reason (no Unicode, a name the system cannot give back, no regular file).
    pub reason: String,
}

/// Everything below the root, each file once. A scan is whole or an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scan {
    /// Time of its start.
    pub started: Timestamp,
    /// Regular files, in any order.
    pub files: Vec<ScannedFile>,
    /// Ignored entries, folders once.
    pub ignored: Vec<Ignored>,
    /// Entries that cannot be mirrored.
    pub refused: Vec<RefusedEntry>,
    /// Folders that could not be read: what lies below is unknown, not gone.
    pub unreadable: Vec<RelPath>,
    /// The volume of each folder that is on another one than its parent, by device or serial
    /// number.
    pub volumes: FolderVolumes,
}

/// Reasons bytes could not be staged.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StageError {
    /// The source of the bytes failed.
    #[error(transparent)]
    Source(SourceError),
    /// The folder failed.
    #[error(transparent)]
    Local(LocalError),
}

/// Bytes that lie flushed in a temporary file of the folder, not yet under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staged {
    /// The temporary file (`.fielddesk-*.tmp`).
    pub path: RelPath,
    /// Hash of the bytes.
    pub sha256: ContentHash,
    /// Length in bytes.
    pub bytes: u64,
}

/// The folder of one mapping.
#[async_trait]
pub trait LocalFs: Send + Sync {
    /// Looks at the root itself.
    async fn root(&self) -> Result<RootIdentity, LocalError>;

    /// Looks at everything, following no links. Where a watcher tells of every change, it may
    /// look only where something happened.
    async fn scan(&self) -> Result<Scan, LocalError>;

    /// Looks at everything without believing a watcher, because something is to be removed.
    async fn scan_anew(&self) -> Result<Scan, LocalError> {
        self.scan().await
    }

    /// Looks at one file; none when it is certainly not there while the root is, with the
    /// spelling as given where the file system tells spellings apart.
    async fn stat(&self, path: &RelPath) -> Result<Option<Stat>, LocalError>;

    /// Opens a file for an upload, as it was when looked at. One up to
    /// [`WHOLE_UP_TO_BYTES`] is read whole now, between two looks; a larger one streams.
    ///
    /// # Errors
    /// `Changed` when it is not the one looked at; `Gone`, `Locked`, `Denied`, `RootAway`.
    async fn content(&self, path: &RelPath, stat: &Stat) -> Result<Arc<dyn Content>, LocalError>;

    /// Hashes a file as it was when looked at, with a look before and after.
    async fn hash(&self, path: &RelPath, stat: &Stat) -> Result<ContentHash, LocalError>;

    /// Reads a file as it was when looked at, with a look at its end. For the history.
    async fn read(&self, path: &RelPath, stat: &Stat) -> Result<ByteStream, LocalError>;

    /// Writes bytes into a temporary file in the folder that `near` lies in, flushed.
    ///
    /// # Errors
    /// The stream's or the disk's; the temporary file is gone then.
    async fn stage(&self, near: &RelPath, bytes: ByteStream) -> Result<Staged, StageError>;

    /// Gives staged bytes their name. With `over`, the file there must still be that one; with
    /// none, there must be no file of that name. Durable when this answers.
    ///
    /// # Errors
    /// `Changed` when the target is something else, `Locked`, `Denied`, `RootAway`; the staged
    /// bytes stay.
    async fn place(
        &self,
        staged: &Staged,
        to: &RelPath,
        over: Option<&Stat>,
    ) -> Result<Stat, LocalError>;

    /// Removes staged bytes that are not needed.
    async fn discard(&self, staged: &Staged) -> Result<(), LocalError>;

    /// Removes a file that is still the one looked at.
    ///
    /// # Errors
    /// `Changed`, `Gone`, `Locked`, `Denied`, `RootAway`.
    async fn remove(&self, path: &RelPath, stat: &Stat) -> Result<(), LocalError>;

    /// Removes our temporary files of an earlier life.
    async fn tidy(&self) -> Result<(), LocalError>;
}
