//! What was begun and not ended: written down before each change of the page.

use fielddesk_model::FileReferenceId;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::name::FileKey;
use crate::path::RelPath;
use crate::ports::RemovalReason;
use crate::timestamp::Timestamp;
use crate::tree::Stat;

/// The id of an intent; later ones are larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IntentId(pub i64);

/// Something that is about to be done to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intent {
    /// Its id.
    pub id: IntentId,
    /// When it was begun.
    pub at: Timestamp,
    /// What.
    pub act: Act,
}

/// What is about to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Act {
    /// Files are sent in one request.
    Upload {
        /// Section as spelled.
        section: String,
        /// The files whose fate is open.
        parts: Vec<SentPart>,
        /// The page was listed twice without them: they may be sent again, and until ten
        /// minutes after `at` a late twin is looked for.
        absent: bool,
    },
    /// A document is removed by its id, its bytes going to the history first.
    Retire(Retire),
}

/// One file of an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentPart {
    /// Which file.
    pub key: FileKey,
    /// Where it lies.
    pub path: RelPath,
    /// The name sent.
    pub name: String,
    /// What it looked like.
    pub stat: Stat,
    /// Its content; known at the latest before the request is complete.
    pub sha256: Option<ContentHash>,
    /// The file could have changed since without looking different.
    pub unsure: bool,
    /// Documents that it takes the place of.
    pub supersedes: Vec<FileReferenceId>,
    /// A person decided this against what others had put there.
    pub decided: bool,
}

/// A document that goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retire {
    /// Whose name it has.
    pub key: FileKey,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The document.
    pub id: FileReferenceId,
    /// Its content where it is known: other bytes are not removed.
    pub sha256: Option<ContentHash>,
    /// The document that stays in its place; without it on the page nothing is removed.
    pub successor: Option<FileReferenceId>,
    /// Why.
    pub because: RemovalReason,
    /// Whether a person approved it.
    pub approved: bool,
}
