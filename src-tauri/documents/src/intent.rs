//! Changes that began and did not end: written down before each change of a page.

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::ports::RemovalReason;
use crate::timestamp::Timestamp;

/// The id of an intent; later ones are larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IntentId(pub i64);

/// A caller's knowledge of a file that it sends, needed again after a crash.
pub trait Source: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// Length of the file in bytes.
    fn size_bytes(&self) -> u64;
}

/// Something that is about to be done to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intent<S> {
    /// Id in the journal.
    pub id: IntentId,
    /// Time of its start.
    pub at: Timestamp,
    /// The change.
    pub act: Act<S>,
}

/// A change that is about to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Act<S> {
    /// Files are sent in one request.
    Upload {
        /// Section as spelled; empty for a default page whose name only the server knows.
        section: String,
        /// The files whose fate is open.
        parts: Vec<SentPart<S>>,
        /// The page was listed twice without them: they may be sent again, and until ten
        /// minutes after `at` a late duplicate is looked for.
        absent: bool,
        /// A success answered and did not name the documents: they are stored, and at worst
        /// listed late, so they are not sent again before `at` is ten minutes ago.
        #[serde(default)]
        answered: bool,
    },
    /// A document is removed by its id, its bytes going to the history first.
    #[serde(rename = "retire")]
    Remove(Removal),
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentPart<S> {
    /// Name on both sides.
    pub key: FileKey,
    /// The name sent.
    pub name: String,
    /// Hash of the content; known at the latest before the request is complete.
    pub sha256: Option<ContentHash>,
    /// Documents that it takes the place of.
    pub supersedes: Vec<FileReferenceId>,
    /// A person decided this against what others had put there.
    pub decided: bool,
    /// The caller's knowledge of the file.
    #[serde(flatten)]
    pub source: S,
}

/// A document that is to be removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    /// Key of its name.
    pub key: FileKey,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Id of the document.
    pub id: FileReferenceId,
    /// Hash of the content where it is known: other bytes are not removed.
    pub sha256: Option<ContentHash>,
    /// The document that stays in its place; without it on the page nothing is removed.
    pub successor: Option<FileReferenceId>,
    /// Reason kept with the version.
    #[serde(rename = "because")]
    pub reason: RemovalReason,
    /// True where a person approved it.
    pub approved: bool,
}
