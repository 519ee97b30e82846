//! Decisions that wait in a synced folder: conflicts, and deleted files.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::folders::{ConflictReason, Damage, FileView};
use fielddesk_core::model::FileReferenceId;
use serde::Serialize;
use specta::Type;

use super::Shown;

/// The file of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConflictLocal {
    /// Length.
    pub bytes: u64,
    /// When it was saved.
    pub modified_at: DateTime<Utc>,
    /// The other file that counts as the same name.
    pub collides_with: Option<String>,
    /// The project had this content until its document was deleted or replaced.
    pub was_in_project: bool,
}

/// A document of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConflictRemote {
    /// Its id.
    pub file_reference_id: FileReferenceId,
    /// Its name with control characters as symbols.
    pub shown_name: String,
    /// Length, once it was fetched: the service does not tell.
    pub bytes: Option<u64>,
    /// When it was fetched.
    pub fetched_at: Option<DateTime<Utc>>,
    /// It was sent from this folder.
    pub ours: bool,
    /// When it was uploaded by hand on this computer; none for others.
    pub uploaded_by_hand: Option<DateTime<Utc>>,
}

/// A name that waits for a person's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
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
    pub agreed_at: Option<DateTime<Utc>>,
    /// When its document was deleted by hand on this computer; none where somebody else did it.
    pub deleted_by_hand: Option<DateTime<Utc>>,
}

/// What became of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderOutcome {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Why it was not done.
    pub failure: Option<Failure>,
}

/// Files that are gone from the folder and wait for a yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GoneFiles {
    /// All of them, without those that have another name now.
    pub files: Vec<Shown<FileView>>,
    /// Those that have another name now: both names are in the project.
    pub renamed: Vec<RenamedFile>,
    /// Of how many.
    pub of: u64,
    /// Unusually many: asked for once more.
    pub guard: bool,
}

/// A file that was renamed or moved within its folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RenamedFile {
    /// The old section.
    pub section: String,
    /// The old name.
    pub name: String,
    /// The old name with control characters as symbols.
    pub shown_name: String,
    /// The new section.
    pub to_section: String,
    /// The new name with control characters as symbols.
    pub shown_to_name: String,
}

/// A changed file that waits because many of its folder were damaged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DamagedFile {
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Length now.
    pub bytes: u64,
    /// What is wrong with it; none where nothing is known to be.
    pub damage: Option<Damage>,
}

/// Changed files that wait because many of their folder were damaged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DamagedFiles {
    /// All of them.
    pub files: Vec<DamagedFile>,
    /// Of how many.
    pub of: u64,
}
