//! Synced folders as the window shows them: every mapping with its one honest state, as a value on
//! a watch.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_sync::mapping::MappingId;
use serde::Serialize;

use crate::folders::mappings::mapping::{FolderMapping, PausedUntil};
use crate::folders::views::mapping_views::State;
use crate::profiles::ProfileId;

/// Everything at a moment; told at most five times a second.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoldersView {
    /// The mappings, worst first.
    pub mappings: Arc<Vec<MappingView>>,
    /// The worst state; in step when there are none.
    pub worst: Option<State>,
    /// Folders that wait for a person.
    pub folders_that_need_you: u64,
    /// Conflicts, deletes and files that never settle, of all mappings.
    pub decisions: u64,
    /// Until when all of them do nothing.
    pub paused: Option<PausedUntil>,
    /// Whether there is a pause, of all or of one, that a resume of all ends.
    pub resumes_all: bool,
    /// Who runs them.
    pub runs: Runs,
    /// What is moving now, at most five.
    pub moving: Vec<Moving>,
    /// Bytes a second at most, all mappings together; none without a limit.
    pub limit_bytes_per_second: Option<u64>,
}

/// Who runs the mappings of this data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Runs {
    /// This process.
    Here,
    /// Another process on this computer.
    Elsewhere,
    /// Nobody.
    #[default]
    Nobody,
}

/// One mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct MappingView {
    /// Which.
    pub mapping: FolderMapping,
    /// Its state: that of its worst file.
    pub state: State,
    /// What is said of it.
    pub sentence: Sentence,
    /// Files that are mirrored or would be.
    pub files: u64,
    /// Files that something is still to be done for.
    pub pending: u64,
    /// Names that wait for a person's word on a conflict.
    pub conflicts: u64,
    /// Deletes that wait for a yes.
    pub deletes: u64,
    /// Of those, old names of files that were renamed.
    pub renames: u64,
    /// Changes that wait because many files were damaged.
    pub damaged: u64,
    /// Files of the folder and names that wait for a decision, as the list of files has them.
    pub listed: u64,
    /// Of those, files that nothing is to be done for.
    pub in_step: u64,
    /// Files that did not work.
    pub failed: u64,
    /// Files that wait for something other than a person.
    pub waiting: u64,
    /// Files that failed or wait and are in the folder, as the list of what is not uploaded has
    /// them.
    pub not_uploaded: u64,
    /// Files that change all the time: a person says what becomes of each.
    pub keeps_changing: u64,
    /// When a run last left nothing to do.
    pub last_run: Option<DateTime<Utc>>,
    /// How far a run is; none when none runs.
    pub progress: Option<Progress>,
    /// When it is looked at next by itself.
    pub next_check: Option<DateTime<Utc>>,
    /// How changes are noticed.
    pub noticed: WatchMode,
    /// The record of this folder was damaged and is rebuilt by comparing.
    pub rebuilt: bool,
}

/// A sentence for people: a key of the window's words and its values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sentence {
    /// The key: `inStep`, `notLookedYet`, `working`, `paused`, `pausedUntil`, `decisions`, or
    /// the reason of what is worst (`folderAway`, `offline`, `locked`, `refused` …).
    pub key: String,
    /// Its values: `files`, `pending`, `conflicts`, `deletes`, `failed`, `name`, `detail`, `at`.
    pub values: BTreeMap<&'static str, String>,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase", rename = "FolderProgress")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Progress {
    /// Files done.
    pub files_done: u64,
    /// Files begun or done; it grows while a run goes on.
    pub files_total: u64,
    /// Bytes done.
    pub bytes_done: u64,
    /// Bytes of those.
    pub bytes_total: u64,
}

/// How changes of the folder are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WatchMode {
    /// Nobody looks: nothing runs here.
    #[default]
    Not,
    /// The system tells.
    AtOnce,
    /// The folder is looked at every so often.
    Every {
        /// Seconds between two looks.
        seconds: u64,
        /// Why the system does not tell.
        because: PollingReason,
    },
}

/// Why the system does not tell of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FolderUnwatched")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PollingReason {
    /// It can watch no more folders.
    Limit,
    /// A network drive, whose changes nobody tells of.
    NetworkDrive,
    /// The folder is away.
    FolderAway,
    /// It refused; why is in the log.
    System,
}

/// A file on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FolderTransfer")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Moving {
    /// Whose.
    #[serde(rename = "folder")]
    pub mapping: MappingId,
    /// Section, control characters as symbols.
    pub section: String,
    /// Name.
    pub name: String,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Bytes sent.
    pub bytes_done: u64,
    /// Size.
    pub bytes: u64,
}

/// Who must act, by cause, for one notification. At most one in 15 minutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest {
    /// By mapping and cause, worst first.
    pub items: Vec<DigestItem>,
}

/// One cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestItem {
    /// Whose.
    pub mapping: MappingId,
    /// Its connection.
    pub profile: ProfileId,
    /// The folder's own name.
    pub folder: String,
    /// The cause: `conflicts`, `deletes`, `damaged`, `folderAway`, `failed`, `projectClosed`, `notSignedIn`,
    /// `keepsChanging`, `offline`.
    pub cause: &'static str,
    /// How many names.
    pub count: u64,
}
