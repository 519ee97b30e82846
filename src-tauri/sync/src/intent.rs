//! Changes that a run began and has not ended, written down before each change of a page: those of
//! `fielddesk_documents`, with a synced folder's knowledge of a file.

pub use fielddesk_documents::intent::{IntentId, Removal};

use fielddesk_documents::intent::Source;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::tree::Stat;

/// A file of the folder on its way up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocalSource {
    /// Path in the folder.
    pub path: RelPath,
    /// Size and times when it was planned.
    pub stat: Stat,
    /// The file could have changed since without looking different.
    pub unsure: bool,
    /// Hash of the content that was planned; other bytes are not sent.
    #[serde(skip)]
    pub planned: Option<ContentHash>,
}

impl Source for LocalSource {
    fn size_bytes(&self) -> u64 {
        self.stat.size
    }
}

/// Something that is about to be done to the page.
pub type Intent = fielddesk_documents::intent::Intent<LocalSource>;

/// A change that is about to be done.
pub type Act = fielddesk_documents::intent::Act<LocalSource>;

/// A file of an upload.
pub type SentPart = fielddesk_documents::intent::SentPart<LocalSource>;
