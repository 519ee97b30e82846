//! What a synced folder keeps: old content, and what happened.

use fielddesk_core::folders as core;
use fielddesk_core::names::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::instant;
use crate::mirror::mirror;

/// Which side content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FromSide {
    /// The page.
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
    /// It was deleted in the folder and then removed from the page.
    Deleted,
    /// A second document with the same bytes.
    #[serde(rename = "twin")]
    Duplicate,
    /// A person decided against it.
    Resolved,
    /// A restored version took its place.
    Restored,
}

/// Old content that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderVersion {
    /// Handle.
    pub version: i64,
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
    /// Since when.
    pub at: String,
}

/// Old content of a folder, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderHistory {
    /// The newest that match.
    pub versions: Vec<FolderVersion>,
    /// All that match.
    pub total: u32,
    /// Bytes of all that match, equal content counted each time.
    pub bytes: u64,
    /// For how many days each is kept.
    pub days: u32,
}

/// Something that happened to one name or a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderEvent {
    /// Its number, rising.
    pub id: i64,
    /// When.
    pub at: String,
    /// Whose.
    pub folder: String,
    /// The folder's own name.
    pub folder_name: String,
    /// What, as a word.
    pub kind: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Section; empty for acts on the folder.
    pub section: String,
    /// By whom, on which computer.
    pub by: String,
    /// More in words.
    pub detail: String,
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

impl From<&core::KeptVersion> for FolderVersion {
    fn from(kept: &core::KeptVersion) -> Self {
        Self {
            version: kept.version.0,
            section: kept.section.clone(),
            name: kept.name.clone(),
            shown_name: shown(&kept.name),
            bytes: kept.bytes,
            from: kept.from.into(),
            reason: kept.reason.into(),
            at: instant(kept.at),
        }
    }
}

impl FolderEvent {
    /// A line of the log, of the folder with this name.
    pub(crate) fn of(folder_name: &str, line: &core::Activity) -> Self {
        let kind = serde_json::to_value(line.act).ok();
        let kind = kind.as_ref().and_then(serde_json::Value::as_str);
        Self {
            id: line.id,
            at: instant(line.at),
            folder: line.mapping.0.clone(),
            folder_name: folder_name.to_owned(),
            kind: kind.unwrap_or_default().to_owned(),
            shown_name: shown(&line.name),
            section: line.section.clone(),
            by: format!("{} · {}", line.who.user, line.who.machine),
            detail: shown(&line.detail),
        }
    }
}
