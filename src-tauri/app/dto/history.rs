//! Old content that is kept on this computer.

use chrono::{DateTime, NaiveDate, Utc};
use fielddesk_core::folders::{FromSide, MappingId, RemovalReason, instant};
use fielddesk_core::history::{ActId, Version, VersionId};
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
    /// The connections that the versions were kept for; `None` for all.
    pub connections: Option<HistoryConnections>,
    /// The reason.
    pub reason: Option<RemovalReason>,
    /// The local day.
    pub day: Option<NaiveDate>,
}

/// Connections that versions were kept for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HistoryConnections {
    /// The chosen one.
    Chosen,
    /// The others.
    Others,
    /// The removed ones.
    Removed,
}

/// The connection that a version was kept for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptThrough {
    /// The connection's name, its last one after it was removed; empty when it is not known.
    pub name: String,
    /// The connection was removed.
    pub removed: bool,
}

/// The reason that a version cannot be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum NotRestorable {
    /// Kept for another connection.
    OtherConnection,
    /// The connection was removed, and the chosen one leads to another service or company.
    RemovedConnection,
}

/// A project or work order that versions were kept of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeptPlace {
    /// Handle.
    pub target: Target,
    /// In words.
    pub place: String,
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
    /// The connection; `None` for the chosen one.
    pub through: Option<KeptThrough>,
    /// The reason that it cannot go back to where it was; `None` where it can.
    pub not_restorable: Option<NotRestorable>,
    /// The act that removed it.
    pub act: Option<ActId>,
    /// The number of kept versions that the act removed.
    pub of_act: usize,
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
    /// Projects and work orders of the chosen connection that versions are of.
    pub places: Vec<KeptPlace>,
    /// Folders that versions are of, still synced or not.
    pub folders: Vec<KeptFolder>,
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
    /// A version, whose place, connection and act are filled in later.
    pub(crate) fn of(version: &Version, number: u32, removed: bool) -> Self {
        let at = instant(version.at);
        Self {
            version: version.version,
            number,
            folder: None,
            place: String::new(),
            section: shown(&version.section),
            name: version.name.clone(),
            shown_name: shown(&version.name),
            bytes: version.bytes,
            from: version.from,
            reason: version.reason,
            at,
            removed,
            kept_until: at + retention::HISTORY,
            through: None,
            not_restorable: None,
            act: version.act.clone(),
            of_act: 0,
        }
    }
}
