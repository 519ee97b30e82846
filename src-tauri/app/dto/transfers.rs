//! What is on its way, and whether the service can be reached.

use fielddesk_core::transfers as core;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Failure, Target, instant, saturated};
use crate::mirror::mirror;

/// What a transfer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
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

/// A file on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    /// Handle.
    pub id: i64,
    /// What it does.
    pub kind: TransferKind,
    /// File name.
    pub name: String,
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
    pub next_try_at: Option<String>,
    /// Why not.
    pub failure: Option<Failure>,
    /// When it ended.
    pub finished_at: Option<String>,
    /// There is a file to show in its folder.
    pub can_show: bool,
}

/// All transfers and their sums.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Transfers {
    /// Those under way, waiting or failed, and the newest that are done.
    pub items: Vec<Transfer>,
    /// Moving now.
    pub active: u32,
    /// Waiting.
    pub waiting: u32,
    /// Gave up.
    pub failed: u32,
    /// Waiting for a person.
    pub needs_you: u32,
    /// Files done of this round.
    pub files_done: u32,
    /// Files of this round.
    pub files_total: u32,
    /// Bytes done of this round.
    pub bytes_done: u64,
    /// Bytes of this round.
    pub bytes_total: u64,
    /// Speed of all.
    pub bytes_per_second: u64,
    /// Time left, once it can be told.
    pub seconds_left: Option<u32>,
    /// Held by the person.
    pub paused: bool,
    /// When the last one was done.
    pub last_sent_at: Option<String>,
    /// Left from before this start.
    pub left_from_before: u32,
}

/// Whether the service can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum OnlineState {
    /// It answers.
    Online,
    /// It does not.
    Offline,
    /// There is no connection in use.
    NotConnected,
}

/// Whether the service can be reached, since when, and what happens next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Online {
    /// State.
    pub state: OnlineState,
    /// Since when.
    pub since: Option<String>,
    /// Next try.
    pub next_try_at: Option<String>,
    /// Why not.
    pub failure: Option<Failure>,
}

mirror!(
    core::TransferKind,
    TransferKind {
        Upload,
        Replace,
        Download,
        Open
    }
);
mirror!(
    core::TransferState,
    TransferState {
        Waiting,
        Working,
        Checking,
        Done,
        Failed,
        NeedsYou,
        Cancelled,
    }
);

impl From<&core::Transfer> for Transfer {
    fn from(transfer: &core::Transfer) -> Self {
        Self {
            id: transfer.id.0,
            kind: transfer.kind.into(),
            name: transfer.name.clone(),
            shown_name: shown(&transfer.name),
            target: transfer.target.clone().into(),
            place: shown(&transfer.place),
            section: transfer.section.clone(),
            state: transfer.state.into(),
            bytes_done: transfer.bytes_done,
            bytes_total: transfer.bytes_total,
            attempts: transfer.attempts,
            next_try_at: transfer.next_try_at.map(instant),
            failure: transfer.failure.clone().map(Into::into),
            finished_at: transfer.finished_at.map(instant),
            can_show: transfer.can_show,
        }
    }
}

impl From<&core::TransfersView> for Transfers {
    fn from(view: &core::TransfersView) -> Self {
        Self {
            items: view.items.iter().map(Into::into).collect(),
            active: saturated(view.active),
            waiting: saturated(view.waiting),
            failed: saturated(view.failed),
            needs_you: saturated(view.needs_you),
            files_done: saturated(view.files_done),
            files_total: saturated(view.files_total),
            bytes_done: view.bytes_done,
            bytes_total: view.bytes_total,
            bytes_per_second: view.bytes_per_second,
            seconds_left: view.seconds_left.map(saturated),
            paused: view.paused,
            last_sent_at: view.last_sent_at.map(instant),
            left_from_before: saturated(view.left_from_before),
        }
    }
}

impl From<&core::Online> for Online {
    fn from(online: &core::Online) -> Self {
        match online {
            core::Online::Online => Self {
                state: OnlineState::Online,
                since: None,
                next_try_at: None,
                failure: None,
            },
            core::Online::Offline {
                since,
                next_try_at,
                failure,
            } => Self {
                state: OnlineState::Offline,
                since: Some(instant(*since)),
                next_try_at: next_try_at.map(instant),
                failure: Some(failure.clone().into()),
            },
        }
    }
}

impl Online {
    /// No connection is in use.
    pub(crate) const fn not_connected() -> Self {
        Self {
            state: OnlineState::NotConnected,
            since: None,
            next_try_at: None,
            failure: None,
        }
    }
}
