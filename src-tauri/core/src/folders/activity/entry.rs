//! The activity log: what was done, when, on which computer and as whom. Append-only.

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping::MappingId;
use serde::{Deserialize, Serialize};

/// Who works here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Actor {
    /// The person's name at this computer.
    pub user: String,
    /// The computer's name.
    pub machine: String,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "FolderAct")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Act {
    /// A mapping was made.
    Added,
    /// A mapping was removed.
    Removed,
    /// A mapping got another folder.
    Moved,
    /// What a person set: the policy on deletes, another section.
    Changed,
    /// A person paused it.
    Paused,
    /// A person ended its pause, or that of all.
    Resumed,
    /// A new document.
    Uploaded,
    /// A document in the place of another.
    Replaced,
    /// A document was read into the folder.
    Downloaded,
    /// A document was removed.
    DeletedRemote,
    /// A file got another name or place. The log has its upload and the delete of the old name,
    /// which are read as this.
    Renamed,
    /// A document with the same bytes is ours now.
    Adopted,
    /// A file did not work.
    Failed,
    /// A person decided a conflict.
    Resolved,
    /// A person approved a plan's deletes.
    Approved,
    /// A version was put back.
    Restored,
    /// Both sides were compared.
    Verified,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activity {
    /// Its number, rising.
    pub id: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// Whose.
    pub mapping: MappingId,
    /// By whom and where.
    #[serde(flatten)]
    pub who: Actor,
    /// What.
    pub act: Act,
    /// Section as spelled; empty for acts on the mapping.
    pub section: String,
    /// Name as spelled; the folder for acts on the mapping.
    pub name: String,
    /// The document.
    #[serde(rename = "fileReferenceId")]
    pub document: Option<FileReferenceId>,
    /// Bytes moved.
    pub bytes: u64,
    /// More in words: what was chosen, what was said.
    pub detail: String,
}

/// Which lines are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActivityFilter {
    /// Of one mapping.
    pub mapping: Option<MappingId>,
    /// Not before.
    pub from: Option<DateTime<Utc>>,
    /// Before.
    pub to: Option<DateTime<Utc>>,
    /// Part of a name, whatever its case.
    pub text: String,
    /// At most so many, newest first; 500 when none.
    pub limit: Option<u32>,
    /// Older than this line, for the next page.
    pub before: Option<i64>,
}

/// How much the log holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogSize {
    /// Lines.
    pub lines: u64,
    /// Bytes of its texts.
    pub bytes: u64,
    /// Days that lines are kept.
    pub kept_days: u32,
}
