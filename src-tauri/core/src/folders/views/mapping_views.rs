//! Views of a mapping: plans, status, files, conflicts, versions. Their JSON is the interface's;
//! fields beyond it are for the window.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::{ConflictReason, PlanId};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::{Explanation, Standing};
use serde::{Deserialize, Serialize};

use crate::FailureKind;

/// One action of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PlannedAction {
    /// `upload`, `replace`, `deleteRemote`, `adopt`, `conflict` or `skip`.
    pub action: String,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// Size of the file.
    pub bytes: u64,
    /// Why.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub reason: Reason,
}

/// A plan as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanView {
    /// Whose.
    pub mapping: MappingId,
    /// What a person approves.
    pub plan: PlanId,
    /// In the order in which they run.
    pub actions: Vec<PlannedAction>,
    /// Carrying out its deletes would leave less than a tenth: `--yes` does not cover it.
    pub leaves_little: bool,
    /// Its sums, for the wizard.
    pub sums: PlanSums,
}

/// What a plan comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanSums {
    /// Files that go up under a new name.
    pub uploads: u64,
    /// Files that take the place of documents.
    pub replaces: u64,
    /// Documents that go.
    pub deletes: u64,
    /// Files that are there already, or are compared first.
    pub adopts: u64,
    /// Names that wait for a person.
    pub conflicts: u64,
    /// Files that cannot go now.
    pub skips: u64,
    /// Of those, files in subfolders, which this mapping leaves out.
    pub in_subfolders: u64,
    /// Bytes of uploads and replaces.
    pub bytes: u64,
    /// Files of the folder that would be mirrored.
    pub files: u64,
    /// Documents that only the page has: they are left alone.
    pub only_on_page: u64,
    /// What is left out, by the name of the rule, most first.
    pub ignored: Vec<(String, u64)>,
    /// Actions by section, in order: section and how many.
    pub by_section: Vec<(String, u64)>,
}

/// The status of a mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MappingStatus {
    /// Whose.
    pub mapping: MappingId,
    /// That of its worst file, or of its run.
    pub state: State,
    /// Files that are mirrored or would be.
    pub files: u64,
    /// Files that something is still to be done for.
    pub pending: u64,
    /// Names that wait for a person's word on a conflict.
    pub conflicts: u64,
    /// Files that did not work.
    pub failed: u64,
    /// When a run last left nothing to do.
    pub last_run: Option<DateTime<Utc>>,
    /// Why, as a word; empty when it is in step.
    pub reason: Cause,
    /// More in words.
    pub detail: Option<String>,
}

/// Why a mapping stands as it does: for a reason of the engine, or because it could not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cause {
    /// A reason of the engine.
    Reason(Reason),
    /// What failed before the engine ran.
    Failure(FailureKind),
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Reason(reason) => reason.fmt(f),
            Self::Failure(kind) => f.write_str(kind.as_str()),
        }
    }
}

/// How a mapping or one file of it stands: the words of the interface.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "camelCase", rename = "FolderState")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum State {
    /// The page has what the folder has.
    InStep,
    /// A person paused it.
    Paused,
    /// Something is about to be done.
    #[default]
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

impl From<Standing> for State {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::InStep => Self::InStep,
            Standing::Paused => Self::Paused,
            Standing::Working => Self::Working,
            Standing::Waiting => Self::Waiting,
            Standing::Offline => Self::Offline,
            Standing::Failed => Self::Failed,
            Standing::NeedsDecision => Self::NeedsDecision,
        }
    }
}

/// One file with its state and reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileView {
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// How it stands.
    pub state: State,
    /// Why, as a word; empty when it is in step.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub reason: Reason,
    /// More in words: the program that has it open, what the service said.
    pub detail: Option<String>,
    /// Which document it is.
    #[serde(rename = "fileReferenceId")]
    pub id: Option<FileReferenceId>,
    /// When it was sent or adopted.
    pub sent: Option<DateTime<Utc>>,
    /// Whether the last listing has it.
    pub listed: bool,
    /// When its document was last fetched and found the same.
    pub verified: Option<DateTime<Utc>>,
}

/// The first run of a mapping that is not made yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingPreview {
    /// What it would do.
    pub plan: PlanView,
    /// Other synced folders that keep a section that it would send to, by name.
    pub same_section: Vec<String>,
}

/// The file of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalSide {
    /// Length.
    pub bytes: u64,
    /// Modification time.
    pub modified: DateTime<Utc>,
    /// Its content in hex, where it was read.
    pub sha256: Option<String>,
}

/// A document of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteSide {
    /// Its id.
    #[serde(rename = "fileReferenceId")]
    pub id: FileReferenceId,
    /// Its name as listed.
    pub name: String,
}

/// A name that waits for a person's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConflictView {
    /// Whose.
    pub mapping: MappingId,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// The path of the file in the folder, which differs between two files of one name.
    #[serde(skip)]
    pub path: Option<String>,
    /// Why.
    pub reason: ConflictReason,
    /// The file; none when it is gone.
    pub local: Option<LocalSide>,
    /// Every document of that name, ours included, in the service's order.
    pub remote: Vec<RemoteSide>,
}

/// What a comparison of both sides found for one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum VerifyResult {
    /// The document was fetched and has the file's bytes.
    Same,
    /// It has other bytes.
    Different,
    /// The page does not have it.
    MissingRemote,
    /// The folder does not have it.
    MissingLocal,
    /// It was left out of the sample, or could not be read now.
    NotChecked,
}

/// One name of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Verified {
    /// Whose.
    pub mapping: MappingId,
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// What was found.
    pub result: VerifyResult,
}

impl Verified {
    /// Whether anything differs: `fieldctl sync verify` ends with 1 then.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(
            self.result,
            VerifyResult::Different | VerifyResult::MissingRemote | VerifyResult::MissingLocal
        )
    }
}

/// Where a version was put.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    /// Absolute.
    pub restored: PathBuf,
}

/// The decision trail of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trail {
    /// Whose.
    pub mapping: MappingId,
    /// Section as spelled; empty where a rule hides it.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// How it stands and why; none where a rule hides it or nothing is known of it.
    pub status: Option<FileView>,
    /// Everything that is known of it.
    pub explanation: Explanation,
}
