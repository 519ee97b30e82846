//! Synced folders as the window sees them. Paths appear only as texts to be read.

mod decisions;
mod events;
mod files;
mod settings;
mod wizard;

pub use decisions::*;
pub use events::*;
pub use files::*;
pub use settings::*;
pub use wizard::*;

use fielddesk_core::folders as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Target, instant, saturated};
use crate::mirror::mirror;

/// How a folder or a file of it stands, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FolderState {
    /// The page has what the folder has.
    InStep,
    /// A person paused it.
    Paused,
    /// Something is about to be done.
    Working,
    /// It waits: for a program, for the service, for time, for room.
    Waiting,
    /// The folder or the service is away.
    Offline,
    /// It did not work and will not without a change.
    Failed,
    /// A person must decide.
    NeedsDecision,
}

/// What happens on the page when a file goes from the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FolderDeletes {
    /// A person is asked.
    Ask,
    /// Nothing.
    Keep,
    /// It goes too, unless that is unusually many.
    Propagate,
}

/// Why the system does not tell of a folder's changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FolderUnwatched {
    /// It can watch no more folders.
    Limit,
    /// A network drive.
    NetworkDrive,
    /// The folder is away.
    FolderAway,
    /// It refused.
    System,
}

/// A pause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderPause {
    /// Until when; none: until somebody goes on.
    pub until: Option<String>,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderProgress {
    /// Files done.
    pub files_done: u32,
    /// Files to do.
    pub files_total: u32,
    /// Bytes done.
    pub bytes_done: u64,
    /// Bytes to do.
    pub bytes_total: u64,
}

/// A synced folder as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SyncedFolder {
    /// Handle.
    pub id: String,
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
    pub deletes: FolderDeletes,
    /// The connection, when it is not the one in use.
    pub other_connection: Option<String>,
    /// That of its worst file.
    pub state: FolderState,
    /// Why, as a word.
    pub reason: String,
    /// The file that the reason is of.
    pub reason_name: Option<String>,
    /// More in words: the program that has it open, what the service said.
    pub reason_detail: Option<String>,
    /// Files that are mirrored or would be.
    pub files: u32,
    /// Files that nothing is to be done for.
    pub in_step: u32,
    /// Files that something is still to be done for.
    pub pending: u32,
    /// Names that wait for a choice.
    pub conflicts: u32,
    /// Deletes that wait for a yes.
    pub gone: u32,
    /// Files that change all the time.
    pub unsettled: u32,
    /// Files that wait.
    pub waiting: u32,
    /// Files that did not work.
    pub failed: u32,
    /// When both sides were last compared and nothing was left to do.
    pub compared_at: Option<String>,
    /// When it is looked at next by itself.
    pub next_look_at: Option<String>,
    /// A pause of it.
    pub paused: Option<FolderPause>,
    /// How far a run is.
    pub progress: Option<FolderProgress>,
    /// It is looked at every so many seconds.
    pub polled_seconds: Option<u32>,
    /// Why it is.
    pub polled_because: Option<FolderUnwatched>,
    /// Its record was damaged and is rebuilt by comparing.
    pub rebuilt: bool,
}

/// A file on its way from a synced folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderTransfer {
    /// Whose.
    pub folder: String,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Size.
    pub bytes: u64,
}

/// All synced folders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Folders {
    /// Each with its one state.
    pub folders: Vec<SyncedFolder>,
    /// What is moving now, at most five.
    pub now: Vec<FolderTransfer>,
    /// A pause of all of them.
    pub paused: Option<FolderPause>,
    /// What they may send in a second.
    pub limit_bytes_per_second: Option<u64>,
    /// Another process on this computer runs them.
    pub runs_elsewhere: bool,
}

mirror!(
    core::State,
    FolderState {
        InStep,
        Paused,
        Working,
        Waiting,
        Offline,
        Failed,
        NeedsDecision,
    }
);
mirror!(
    core::Deletes,
    FolderDeletes {
        Ask,
        Keep,
        Propagate
    }
);

mirror!(
    core::Unwatched,
    FolderUnwatched {
        Limit,
        NetworkDrive,
        FolderAway,
        System
    }
);

impl From<core::Until> for FolderPause {
    fn from(until: core::Until) -> Self {
        Self {
            until: match until {
                core::Until::GoOn => None,
                core::Until::At(at) => Some(instant(at)),
            },
        }
    }
}

impl From<core::Progress> for FolderProgress {
    fn from(progress: core::Progress) -> Self {
        Self {
            files_done: saturated(progress.files_done),
            files_total: saturated(progress.files_total),
            bytes_done: progress.bytes_done,
            bytes_total: progress.bytes_total,
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
        let still = view.pending.saturating_sub(view.deletes);
        let polled = match view.noticed {
            core::Noticed::Every { seconds, because } => Some((seconds, because)),
            core::Noticed::Not | core::Noticed::AtOnce => None,
        };
        Self {
            id: mapping.id.0.clone(),
            name: shown(&mapping.name()),
            shown_path: shown(&mapping.folder.to_string_lossy()),
            target: place.target.clone().into(),
            project_number: shown(&place.project_number),
            title: shown(title.as_deref().unwrap_or_default()),
            work_order_number: place
                .work_order_number
                .as_deref()
                .filter(|_| of_order)
                .map(shown),
            section: mapping.section().map(str::to_owned),
            sections_by_subfolder: mapping.sections == core::Sections::BySubfolder,
            deletes: mapping.deletes.into(),
            other_connection: other,
            state: view.state.into(),
            reason: view.sentence.key.clone(),
            reason_name: value("name"),
            reason_detail: value("detail"),
            files: saturated(view.files),
            in_step: saturated(view.files.saturating_sub(still)),
            pending: saturated(view.pending),
            conflicts: saturated(view.conflicts),
            gone: saturated(view.deletes),
            unsettled: saturated(view.keeps_changing),
            waiting: saturated(view.waiting),
            failed: saturated(view.failed),
            compared_at: view.last_run.map(instant),
            next_look_at: view.next_check.map(instant),
            paused: mapping.paused.map(Into::into),
            progress: view.progress.map(Into::into),
            polled_seconds: polled.map(|(seconds, _)| saturated(seconds)),
            polled_because: polled.map(|(_, because)| because.into()),
            rebuilt: view.rebuilt,
        }
    }
}

impl From<&core::Moving> for FolderTransfer {
    fn from(moving: &core::Moving) -> Self {
        Self {
            folder: moving.mapping.0.clone(),
            section: shown(&moving.section),
            name: moving.name.clone(),
            shown_name: shown(&moving.name),
            bytes: moving.bytes,
        }
    }
}
