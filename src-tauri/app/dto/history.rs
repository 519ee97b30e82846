//! Old content that is kept on this computer.

use fielddesk_core::folders::{self as core, instant as moment};
use fielddesk_core::history::Version;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::retention;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Target, instant};
use crate::mirror::mirror;

/// Which side content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FromSide {
    /// The project.
    Remote,
    /// The folder.
    Local,
}

/// Why content is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RemovalReason {
    /// Newer content takes its place.
    Replaced,
    /// It was deleted.
    Deleted,
    /// A second document with the same bytes.
    #[serde(rename = "twin")]
    Duplicate,
    /// A person decided against it.
    Resolved,
    /// A restored version took its place.
    Restored,
}

/// Whose old content: of a synced folder, of a project or work order, or of everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryScope {
    /// The synced folder.
    pub folder: Option<String>,
    /// The project or work order, on the connection in use.
    pub target: Option<Target>,
}

/// A synced folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderRef {
    /// Handle.
    pub id: String,
    /// Its own name; none when it is not synced any more.
    pub name: Option<String>,
}

/// Old content that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptVersion {
    /// Handle.
    pub version: i64,
    /// The synced folder; none for what was done by hand.
    pub folder: Option<FolderRef>,
    /// Project and work order in words; empty where they are not known.
    pub place: String,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Length.
    pub bytes: u64,
    /// Which side it was on.
    pub from: FromSide,
    /// Why it is kept.
    pub reason: RemovalReason,
    /// When it was replaced or removed.
    pub at: String,
    /// Until when it is kept.
    pub kept_until: String,
    /// It can go back to where it was: its folder is synced, or its connection is in use.
    pub restorable: bool,
}

/// Old content, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptVersions {
    /// The newest that match.
    pub versions: Vec<KeptVersion>,
    /// All that match.
    pub total: u32,
    /// Bytes of all that match, equal content counted each time.
    pub bytes: u64,
    /// For how many days each is kept.
    pub days: u32,
    /// There is no room to keep more: replaces and deletes wait.
    pub full: bool,
}

/// What deleting versions makes unrecoverable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionLoss {
    /// The versions that go, newest first. One whose removal may still be on its way stays.
    pub versions: Vec<KeptVersion>,
    /// Bytes that are free then.
    pub bytes: u64,
}

impl From<core::FolderRef> for FolderRef {
    fn from(folder: core::FolderRef) -> Self {
        Self {
            id: folder.id.0,
            name: Some(shown(&folder.name)),
        }
    }
}

mirror!(core::FromSide, FromSide { Remote, Local });
mirror!(
    core::RemovalReason,
    RemovalReason {
        Replaced,
        Deleted,
        Duplicate,
        Resolved,
        Restored,
    }
);

impl KeptVersion {
    /// A version, of a folder of that name and a project of those words.
    pub(crate) fn of(
        version: &Version,
        folder: Option<FolderRef>,
        place: String,
        restorable: bool,
    ) -> Self {
        let at = moment(version.at);
        Self {
            version: version.version.0,
            folder,
            place,
            section: shown(&version.section),
            name: version.name.clone(),
            shown_name: shown(&version.name),
            bytes: version.bytes,
            from: version.from.into(),
            reason: version.reason.into(),
            at: instant(at),
            kept_until: instant(at + retention::HISTORY),
            restorable,
        }
    }
}
