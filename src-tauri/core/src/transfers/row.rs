//! A transfer inside: the stored part, and the part that only this run knows.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use fielddesk_api::{CancellationToken, Progress};
use fielddesk_documents::ports::ActId;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::shown;

use super::types::{Left, NewDownload, TransferKind, TransferState};
use crate::Failure;
use crate::content::FileContent;
use crate::target::Target;

/// How far the journal of a transfer is. It is written before what it names is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A request was begun; whether it was stored is to be found out.
    Sending,
    /// The new document is on the page, and the old one may be.
    Sent,
    /// The person cancelled after it was stored: our own document is being deleted.
    Undoing,
}

/// What counts the bytes of a transfer that is under way.
#[derive(Debug, Clone, Default)]
pub(super) enum Moving {
    /// Nothing moves.
    #[default]
    Nothing,
    /// A file going up.
    File(FileContent),
    /// A document coming down.
    Count(Progress),
}

/// A transfer.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) kind: TransferKind,
    pub(super) name: String,
    pub(super) target: Target,
    pub(super) place: String,
    pub(super) section: Option<String>,
    /// The file that goes up, or the folder that a document goes into.
    pub(super) path: PathBuf,
    /// The document that comes down, or that is replaced.
    pub(super) document: Option<FileReferenceId>,
    /// The transfer that sends an older state of the same file: what that one stores, this one
    /// replaces.
    pub(super) follows: Option<i64>,
    pub(super) size: u64,
    pub(super) state: TransferState,
    pub(super) step: Option<Step>,
    /// The intent of the request that it is part of.
    pub(super) intent: Option<i64>,
    pub(super) sent_id: Option<FileReferenceId>,
    pub(super) sha256: Option<String>,
    pub(super) saved_path: Option<PathBuf>,
    pub(super) attempts: u32,
    pub(super) next_try_at: Option<DateTime<Utc>>,
    pub(super) failure: Option<Failure>,
    pub(super) finished_at: Option<DateTime<Utc>>,
    /// The act that put it into the queue; `None` for a download and what was queued before.
    pub(super) act: Option<ActId>,
    /// What follows is not stored.
    pub(super) live: Live,
}

/// What only this run knows of a transfer.
#[derive(Debug, Clone, Default)]
pub(super) struct Live {
    /// A job works on it.
    pub(super) busy: bool,
    /// It belongs to the sums of the present run.
    pub(super) in_run: bool,
    /// The state in which an earlier run left it; none for one that this run began.
    pub(super) left: Option<Left>,
    pub(super) moving: Moving,
    /// When the file that goes up was last saved.
    pub(super) saved_at: Option<DateTime<Utc>>,
    pub(super) cancel: Option<CancellationToken>,
    pub(super) cancel_wanted: bool,
    /// The name of the copy, where its own is also that of another file.
    pub(super) copy_name: Option<String>,
    /// It is fetched to be shown in the window, where its end is told.
    pub(super) for_preview: bool,
}

impl Row {
    /// An upload that was not stored yet.
    pub(super) fn new(name: String, target: Target, place: String, path: PathBuf) -> Self {
        Self {
            id: 0,
            kind: TransferKind::Upload,
            name,
            target,
            place,
            section: None,
            path,
            document: None,
            follows: None,
            size: 0,
            state: TransferState::Waiting,
            step: None,
            intent: None,
            sent_id: None,
            sha256: None,
            saved_path: None,
            attempts: 0,
            next_try_at: None,
            failure: None,
            finished_at: None,
            act: None,
            live: Live {
                in_run: true,
                ..Live::default()
            },
        }
    }

    /// A document that is fetched into a folder.
    pub(super) fn download(kind: TransferKind, document: NewDownload, dir: PathBuf) -> Self {
        Self {
            kind,
            section: document.section,
            document: Some(document.id),
            size: document.size.unwrap_or(0),
            ..Self::new(document.name, document.target, document.place, dir)
        }
    }

    pub(super) const fn is_upload(&self) -> bool {
        matches!(self.kind, TransferKind::Upload | TransferKind::Replace)
    }

    /// The section as spelled; empty for a default page, which the server names.
    pub(super) fn section_as_spelled(&self) -> &str {
        self.section.as_deref().unwrap_or_default()
    }

    /// Whether both send the same file under the same name to the same section.
    pub(super) fn is_same_file(&self, other: &Self) -> bool {
        self.is_upload()
            && other.is_upload()
            && self.path == other.path
            && self.name == other.name
            && self.section == other.section
            && self.target.is_same(&other.target)
    }

    /// Whether it still has something to do by itself.
    pub(super) const fn is_open(&self) -> bool {
        matches!(
            self.state,
            TransferState::Waiting | TransferState::Working | TransferState::Checking
        )
    }

    /// Returns true where an earlier run left it and it is still open.
    pub(super) const fn is_left_over(&self) -> bool {
        self.live.left.is_some() && self.is_open()
    }

    pub(super) fn bytes_done(&self) -> u64 {
        if self.state == TransferState::Done {
            return self.size;
        }
        let moved = match &self.live.moving {
            Moving::Nothing => 0,
            Moving::File(content) => content.read_bytes(),
            Moving::Count(progress) => progress.bytes(),
        };
        if self.size > 0 {
            moved.min(self.size)
        } else {
            moved
        }
    }

    /// Begins again at the next occasion.
    pub(super) fn wait(&mut self) {
        self.state = TransferState::Waiting;
        self.step = None;
        self.intent = None;
        self.live.moving = Moving::Nothing;
    }

    pub(super) fn end(
        &mut self,
        state: TransferState,
        failure: Option<Failure>,
        at: DateTime<Utc>,
    ) {
        self.state = state;
        self.failure = failure;
        self.next_try_at = None;
        self.finished_at = Some(at);
        self.live.moving = Moving::Nothing;
        if state != TransferState::NeedsYou {
            self.step = None;
            self.intent = None;
        }
    }

    /// Gives up.
    pub(super) fn fail(&mut self, failure: Failure, at: DateTime<Utc>) {
        let failure = failure.with("file", shown(&self.name));
        self.end(TransferState::Failed, Some(failure), at);
    }
}
