//! Synced folders as the window sees them. Paths appear only as texts to be read.

mod decisions;
mod files;
mod settings;
mod wizard;

pub use decisions::*;
pub use files::*;
pub use settings::*;
pub use wizard::*;

use chrono::{DateTime, Utc};
use fielddesk_core::folders as core;
use fielddesk_core::target::Target;
use fielddesk_rules::file_name::shown;
use serde::Serialize;
use specta::Type;

/// A pause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderPause {
    /// Until when; none: until somebody goes on.
    pub until: Option<DateTime<Utc>>,
}

/// A synced folder as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SyncedFolder {
    /// Handle.
    pub id: core::MappingId,
    /// The folder's own name.
    pub name: String,
    /// Where it lies, to be read.
    pub shown_path: String,
    /// Whose page.
    pub target: Target,
    /// The project's number.
    pub project_number: String,
    /// The name of the project, or of the work order.
    pub title: String,
    /// The work order's number.
    pub work_order_number: Option<String>,
    /// The section; none for the default page.
    pub section: Option<String>,
    /// A section for each subfolder.
    pub sections_by_subfolder: bool,
    /// What a delete in the folder means.
    pub deletes: core::Deletes,
    /// The connection, when it is not the one in use; empty where it was removed.
    pub other_connection: Option<String>,
    /// That of its worst file.
    pub state: core::State,
    /// Why, as a word.
    pub reason: String,
    /// The file that the reason is of.
    pub reason_name: Option<String>,
    /// More in words: the program that has it open, what the service said.
    pub reason_detail: Option<String>,
    /// Files of the folder and names that wait for a decision, as the list of files has them.
    pub files: u64,
    /// Files that nothing is to be done for.
    pub in_step: u64,
    /// Files that something is still to be done for.
    pub pending: u64,
    /// Names that wait for a choice.
    pub conflicts: u64,
    /// Deletes that wait for a yes.
    pub gone: u64,
    /// Of those, old names of files that were renamed.
    pub renamed: u64,
    /// Changes that wait because many files were damaged.
    pub damaged: u64,
    /// Files that change all the time.
    pub unsettled: u64,
    /// Files that wait.
    pub waiting: u64,
    /// Files that did not work.
    pub failed: u64,
    /// Files that failed or wait and are in the folder.
    pub not_uploaded: u64,
    /// When both sides were last compared and nothing was left to do.
    pub compared_at: Option<DateTime<Utc>>,
    /// When it is looked at next by itself.
    pub next_look_at: Option<DateTime<Utc>>,
    /// A pause of it.
    pub paused: Option<FolderPause>,
    /// How far a run is.
    pub progress: Option<core::Progress>,
    /// It is looked at every so many seconds.
    pub polled_seconds: Option<u64>,
    /// Why it is.
    pub polled_because: Option<core::PollingReason>,
    /// Its record was damaged and is rebuilt by comparing.
    pub rebuilt: bool,
}

/// All synced folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Folders {
    /// The folders of the connection in use and those whose connection was removed, each with its
    /// one state.
    pub folders: Vec<SyncedFolder>,
    /// The folders of other connections, which sync in the background.
    pub elsewhere: Vec<SyncedFolder>,
    /// What is moving now, at most five.
    pub now: Vec<core::Moving>,
    /// A pause of all of them.
    pub paused: Option<FolderPause>,
    /// There is a pause that a resume of all ends.
    pub resumes_all: bool,
    /// What they may send in a second.
    pub limit_bytes_per_second: Option<u64>,
    /// Another process on this computer runs them.
    pub runs_elsewhere: bool,
}

impl From<core::PausedUntil> for FolderPause {
    fn from(until: core::PausedUntil) -> Self {
        Self {
            until: match until {
                core::PausedUntil::GoOn | core::PausedUntil::Confirmed => None,
                core::PausedUntil::At(at) => Some(at),
            },
        }
    }
}

impl SyncedFolder {
    /// As the list shows it; `others` names connections that are not in use, by their profile.
    pub(crate) fn of(view: &core::MappingView, other: Option<String>) -> Self {
        let mapping = &view.mapping;
        let place = &mapping.place;
        let value = |key: &str| {
            let value = view
                .sentence
                .values
                .get(key)
                .filter(|text| !text.is_empty());
            value.map(|text| shown(text))
        };
        let of_order = place.target.work_order.is_some();
        let title = if of_order {
            &place.work_order_name
        } else {
            &place.project_name
        };
        let polled = match view.noticed {
            core::WatchMode::Every { seconds, because } => Some((seconds, because)),
            core::WatchMode::Not | core::WatchMode::AtOnce => None,
        };
        Self {
            id: mapping.id.clone(),
            name: shown(&mapping.name()),
            shown_path: shown(&mapping.folder.to_string_lossy()),
            target: place.target.clone(),
            project_number: shown(&place.project_number),
            title: shown(title.as_deref().unwrap_or_default()),
            work_order_number: place
                .work_order_number
                .as_deref()
                .filter(|_| of_order)
                .map(shown),
            section: mapping.section().map(str::to_owned),
            sections_by_subfolder: mapping.sections == core::Sections::BySubfolder,
            deletes: mapping.deletes,
            other_connection: other,
            state: view.state,
            reason: view.sentence.key.clone(),
            reason_name: value("name"),
            reason_detail: value("detail"),
            files: view.listed,
            in_step: view.in_step,
            pending: view.pending,
            conflicts: view.conflicts,
            gone: view.deletes,
            renamed: view.renames,
            damaged: view.damaged,
            unsettled: view.keeps_changing,
            waiting: view.waiting,
            failed: view.failed,
            not_uploaded: view.not_uploaded,
            compared_at: view.last_run,
            next_look_at: view.next_check,
            paused: mapping.paused.map(Into::into),
            progress: view.progress,
            polled_seconds: polled.map(|(seconds, _)| seconds),
            polled_because: polled.map(|(_, because)| because),
            rebuilt: view.rebuilt,
        }
    }
}
