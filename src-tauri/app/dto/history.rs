//! Old content that is kept on this computer.

use chrono::{DateTime, Utc};
use fielddesk_core::folders::{FromSide, MappingId, RemovalReason, instant};
use fielddesk_core::history::{Version, VersionId};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::retention;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Whose old content: of a synced folder, of a project or work order, of one file, or of everything.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryScope {
    /// The synced folder.
    pub folder: Option<MappingId>,
    /// The project or work order, on the connection in use.
    pub target: Option<Target>,
    /// One section.
    pub section: Option<String>,
    /// One name.
    pub name: Option<String>,
}

/// A synced folder, or one that was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptFolder {
    /// Handle.
    pub id: MappingId,
    /// Its own name; none when it is not synced any more.
    pub name: Option<String>,
}

/// Old content that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptVersion {
    /// Handle.
    pub version: VersionId,
    /// Which of the kept versions of its document it is, the oldest the first.
    pub number: u32,
    /// The synced folder; none for what was done by hand.
    pub folder: Option<KeptFolder>,
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
    pub at: DateTime<Utc>,
    /// That was confirmed: else it was undone, or may be on its way.
    pub removed: bool,
    /// Until when it is kept.
    pub kept_until: DateTime<Utc>,
    /// It can go back to where it was: its folder is synced, or its connection is in use.
    pub restorable: bool,
}

/// What became of a restore: what takes it back goes by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum RestoreOutcome {
    /// It took the place of content that was kept.
    Replaced {
        /// The version of that content.
        covered: VersionId,
    },
    /// It is a document that the project had no more.
    Added {
        /// Its id.
        document: FileReferenceId,
    },
    /// It is there, and nothing takes it back.
    Final,
    /// The project has just this content: nothing was done.
    Unchanged,
}

/// Old content, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptVersions {
    /// The newest that match.
    pub versions: Vec<KeptVersion>,
    /// All that match.
    pub total: usize,
    /// Bytes of all that match, equal content counted each time.
    pub bytes: u64,
    /// For how many days each is kept.
    pub days: u32,
    /// There is no room to keep more: replaces and deletes wait.
    pub full: bool,
}

/// What deleting versions makes unrecoverable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VersionLoss {
    /// The versions that go, newest first. One whose removal may still be on its way stays.
    pub versions: Vec<KeptVersion>,
    /// Bytes that are free then.
    pub bytes: u64,
}

impl KeptVersion {
    /// A version, of a folder of that name and a project of those words.
    pub(crate) fn of(
        version: &Version,
        number: u32,
        folder: Option<KeptFolder>,
        place: String,
        restorable: bool,
        removed: bool,
    ) -> Self {
        let at = instant(version.at);
        Self {
            version: version.version,
            number,
            folder,
            place,
            section: shown(&version.section),
            name: version.name.clone(),
            shown_name: shown(&version.name),
            bytes: version.bytes,
            from: version.from,
            reason: version.reason,
            at,
            removed,
            kept_until: at + retention::HISTORY,
            restorable,
        }
    }
}
