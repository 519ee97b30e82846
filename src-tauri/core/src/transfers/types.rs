//! A transfer as seen from outside.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_documents::ports::ActId;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::NameKey;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::target::Target;

/// Handle of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TransferId(pub i64);

/// What a transfer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TransferKind {
    /// Sends a new document.
    Upload,
    /// Sends a document in the place of an old one.
    Replace,
    /// Saves a document into a folder.
    Download,
    /// Fetches a document to open it.
    Open,
}

/// How far a transfer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TransferState {
    /// Waits for its turn or for the service.
    Waiting,
    /// Moving bytes.
    Working,
    /// The answer was lost; the page is asked whether it arrived.
    Checking,
    /// Done.
    Done,
    /// Gave up.
    Failed,
    /// Waits for a person.
    NeedsYou,
    /// Stopped by the person.
    Cancelled,
}

/// What a person can do about a transfer that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Remedy {
    /// Try the same again.
    TryAgain,
    /// Replace the document that has the name.
    Replace,
    /// Upload beside it, under a free name.
    KeepBoth,
    /// Choose the file again, or another one.
    ChooseFile,
}

/// The state in which an earlier run of the program left a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Left {
    /// Waiting.
    Waiting,
    /// Cut off: all of its bytes go again.
    CutOff,
    /// Ended.
    Ended,
}

/// A file to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUpload {
    /// The local file.
    pub path: PathBuf,
    /// The name to send it under.
    pub name: String,
    /// Whose page.
    pub target: Target,
    /// Project and work order in words.
    pub place: String,
    /// Section; the service's default when none.
    pub section: Option<String>,
    /// The document that goes, when it is a replace.
    pub replaces: Option<FileReferenceId>,
    /// Size as known.
    pub size: u64,
    /// It was written to just now: it waits until it stands still.
    pub still_saving: bool,
}

/// A document to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDownload {
    /// Which.
    pub id: FileReferenceId,
    /// Its name as listed.
    pub name: String,
    /// Whose page.
    pub target: Target,
    /// Project and work order in words.
    pub place: String,
    /// Its section.
    pub section: Option<String>,
    /// Size, where known.
    pub size: Option<u64>,
}

/// One transfer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Transfer {
    /// Handle.
    pub id: TransferId,
    /// What it does.
    pub kind: TransferKind,
    /// File name: hostile until shown.
    pub name: String,
    /// Names with equal keys are one name.
    pub name_key: NameKey,
    /// Name with control characters as symbols.
    pub shown_name: String,
    /// Whose page.
    pub target: Target,
    /// Project and work order in words.
    pub place: String,
    /// Section.
    pub section: Option<String>,
    /// How far.
    pub state: TransferState,
    /// Bytes moved.
    pub bytes_done: u64,
    /// Bytes in all.
    pub bytes_total: u64,
    /// Tries so far.
    pub attempts: u32,
    /// When it goes on by itself.
    pub next_try_at: Option<DateTime<Utc>>,
    /// Why not.
    pub failure: Option<Failure>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// The act that put it into the queue: its uploads are undone together.
    pub act: Option<ActId>,
    /// There is a file to show in its folder.
    pub can_show: bool,
    /// The state in which an earlier run left it; none for one that this run began.
    pub left: Option<Left>,
    /// What can be done where it stands still, the most fitting first.
    pub remedies: Vec<Remedy>,
}

/// Uploads of one section that wait and are not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MoreWaiting {
    /// Whose page.
    pub target: Target,
    /// Section; the service's default when none.
    pub section: Option<String>,
    /// Their number.
    pub count: u64,
}

/// All transfers and their sums.
///
/// `items` is bounded (all that need a person, failed or are on their way; the first of the
/// waiting and the last of the done), the sums count everything.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", rename = "Transfers")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TransfersView {
    /// The transfers.
    pub items: Arc<Vec<Transfer>>,
    /// Uploads that wait and are not listed, by where they go.
    pub more_waiting: Vec<MoreWaiting>,
    /// Moving or being checked.
    pub active: u64,
    /// Waiting.
    pub waiting: u64,
    /// Given up.
    pub failed: u64,
    /// Waiting for a person.
    pub needs_you: u64,
    /// Done, today's of earlier runs included.
    pub done: u64,
    /// Uploads that this run of the program did.
    pub uploads_done: u64,
    /// Downloads into folders that this run of the program did.
    pub downloads_done: u64,
    /// Files done in this run.
    pub files_done: u64,
    /// Files of this run.
    pub files_total: u64,
    /// Bytes done in this run.
    pub bytes_done: u64,
    /// Bytes of this run.
    pub bytes_total: u64,
    /// Speed of the sum, smoothed.
    pub bytes_per_second: u64,
    /// Time left, known after five seconds.
    pub seconds_left: Option<u64>,
    /// Nothing new begins.
    pub paused: bool,
    /// When something was last sent.
    pub last_sent_at: Option<DateTime<Utc>>,
    /// The number of those of an earlier run that are still open.
    pub left_from_before: u64,
}
