//! What waits for a person's word in a synced folder: conflicts, and files that are gone.

use fielddesk_core::folders as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Failure, instant};
use crate::mirror::mirror;

/// Why a person must choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ConflictReason {
    /// Both sides had it before they met, and they differ.
    FirstContact,
    /// Both changed.
    BothChanged,
    /// Somebody replaced it on the page.
    ReplacedElsewhere,
    /// Somebody removed it from the page.
    DeletedElsewhere,
    /// The page has several of that name.
    DuplicateNames,
    /// Two files of the folder count as one name.
    NameCollision,
}

/// The file of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConflictLocal {
    /// Length.
    pub bytes: u64,
    /// When it was saved.
    pub modified_at: String,
    /// The other file that counts as the same name.
    pub collides_with: Option<String>,
}

/// A document of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConflictRemote {
    /// Its id.
    pub file_reference_id: String,
    /// Its name with control characters as symbols.
    pub shown_name: String,
    /// Length, once it was fetched: the service does not tell.
    pub bytes: Option<u64>,
    /// When it was fetched.
    pub fetched_at: Option<String>,
    /// It was sent from this folder.
    pub ours: bool,
}

/// A name that waits for a person's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderConflict {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Why.
    pub reason: ConflictReason,
    /// The file; none when it is gone.
    pub local: Option<ConflictLocal>,
    /// Every document of that name, in the service's order.
    pub remote: Vec<ConflictRemote>,
    /// When both were last the same.
    pub agreed_at: Option<String>,
}

/// Which one shall stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Keep {
    /// The file.
    Local,
    /// The document.
    Remote,
    /// Both.
    Both,
}

/// What became of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderOutcome {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Why it was not done.
    pub failure: Option<Failure>,
}

/// A file that is gone from the folder and still on the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GoneFile {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Why it is asked about, as a word.
    pub reason: String,
    /// When it was sent.
    pub sent_at: Option<String>,
}

/// Files that are gone from the folder and wait for a yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GoneFiles {
    /// All of them.
    pub files: Vec<GoneFile>,
    /// Of how many.
    pub of: u32,
    /// Unusually many: asked for once more.
    pub guard: bool,
}

/// What shall happen to files that are gone from the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum GoneChoice {
    /// They leave the page, each to the history first.
    Remove,
    /// They stay on the page, and this folder no longer looks after them.
    Keep,
    /// They come back into the folder.
    PutBack,
}

mirror!(
    core::ConflictReason,
    ConflictReason {
        FirstContact,
        BothChanged,
        ReplacedElsewhere,
        DeletedElsewhere,
        DuplicateNames,
        NameCollision,
    }
);
mirror!(
    core::Keep,
    Keep {
        Local,
        Remote,
        Both
    }
);
mirror!(
    core::GoneChoice,
    GoneChoice {
        Remove,
        Keep,
        PutBack
    }
);

impl From<&core::FileView> for GoneFile {
    fn from(file: &core::FileView) -> Self {
        Self {
            section: file.section.clone(),
            name: file.name.clone(),
            shown_name: shown(&file.name),
            reason: file.reason.clone(),
            sent_at: file.sent.map(instant),
        }
    }
}
