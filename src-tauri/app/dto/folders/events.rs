//! What happened to synced folders.

use fielddesk_core::folders as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::instant;

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
