//! The status shown to the user: one state per file with its reason, and the mapping's, which is
//! that of its worst file.

mod rows;

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use serde::Serialize;

use crate::content_hash::ContentHash;
use crate::intent::Act;
use crate::mapping::Mapping;
use crate::mapping_state::{NameFailure, Saved};
use crate::plan::{Action, ActionKind, Plan, PlanId, SkipReason};
use crate::ports::RemoteErrorKind;
use crate::reason::Reason;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::tree::{LocalTree, RemoteTree, SyncedFile};

pub use rows::Row;

/// The states of a mapping or of a file, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// The page has what the folder has.
    InStep,
    /// Paused by a person. Set by the scheduler, never by the engine.
    Paused,
    /// Something is about to be done.
    Working,
    /// Waiting for a program, for the service, for time, for room.
    Waiting,
    /// The folder or the service is away.
    Offline,
    /// Failed, and not to succeed without a change.
    Failed,
    /// A person must decide.
    NeedsDecision,
}

/// The state of a file and its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileStatus {
    /// Section as spelled.
    pub section: String,
    /// Name as spelled.
    pub name: String,
    /// State of the file.
    pub state: Standing,
    /// Reason as a word; empty when it is in step.
    pub reason: Reason,
    /// More in words: the program that has it open, what the service said.
    pub detail: Option<String>,
    /// Document of the file.
    #[serde(rename = "fileReferenceId")]
    pub id: Option<FileReferenceId>,
    /// Time when it was sent or adopted.
    pub sent: Option<Timestamp>,
    /// True where the last listing has it.
    pub listed: bool,
    /// Time when its document was last fetched and found the same.
    pub verified: Option<Timestamp>,
}

/// The status of a mapping, in the shape of the interface but for its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// That of the worst file, or of the run.
    pub state: Standing,
    /// Files that are mirrored or would be.
    pub files: usize,
    /// Files that something is still to be done for.
    pub pending: usize,
    /// Names that wait for the user's decision on a conflict.
    pub conflicts: usize,
    /// Files that did not work.
    pub failed: usize,
    /// Time when a run last left nothing to do.
    pub last_run: Option<Timestamp>,
}

/// The last scan, and the plan that it left.
#[derive(Debug, Clone)]
pub struct View {
    /// Files of the folder at the last scan.
    pub local: LocalTree,
    /// Documents of the page at the last listing.
    pub remote: RemoteTree,
    /// Plan of the remaining work and decisions.
    pub left: Plan,
    /// Changed files that are empty, or no longer of their type.
    pub damaged: BTreeSet<FileKey>,
    /// Names that the last run left, with the reasons.
    pub troubles: BTreeMap<FileKey, NameFailure>,
    /// The reason that ended the last run early; it holds for everything that is still to be done.
    pub stopped: Option<NameFailure>,
    /// Reason the run ended early.
    pub stop: Option<StopReason>,
    /// Time of the scan.
    pub at: Timestamp,
}

/// State of a file, its reason, and detail in words.
type StandingReason = (Standing, Reason, Option<String>);

impl View {
    pub(crate) fn stopped(mapping: &Mapping, stop: StopReason, at: Timestamp) -> Self {
        Self {
            local: LocalTree::default(),
            remote: RemoteTree::default(),
            left: Plan {
                mapping: mapping.id.clone(),
                id: PlanId(String::new()),
                actions: Vec::new(),
                forgets: Vec::new(),
                leaves_little: false,
            },
            damaged: BTreeSet::new(),
            troubles: BTreeMap::new(),
            stopped: None,
            stop: Some(stop),
            at,
        }
    }

    /// Returns the mapping's status.
    #[must_use]
    pub fn status(&self, saved: &Saved) -> Status {
        let mut status = Status {
            state: self.stop.as_ref().map_or(Standing::InStep, of_stop),
            files: self.local.files.values().map(Vec::len).sum(),
            pending: 0,
            conflicts: 0,
            failed: 0,
            last_run: saved.last_run,
        };
        for action in &self.left.actions {
            let (state, _, _) = self.of_action(action);
            status.state = status.state.max(state);
            status.pending += usize::from(action.act != ActionKind::Skip(SkipReason::Subfolder));
            status.conflicts += usize::from(matches!(action.act, ActionKind::Ask { .. }));
            status.failed += usize::from(state == Standing::Failed);
        }
        let open = saved.intents.values().any(|intent| match &intent.act {
            Act::Upload { absent, .. } => !absent,
            Act::Remove(_) => true,
        });
        if open {
            status.state = status.state.max(Standing::Waiting);
        }
        status
    }

    /// Returns every file, in order, with its state and reason.
    #[must_use]
    pub fn files(&self, saved: &Saved) -> Vec<FileStatus> {
        let rows = self.rows();
        rows.iter().map(|row| self.of_row(row, saved)).collect()
    }

    /// Returns only the files that are not in step, in order; cheaper than every file.
    #[must_use]
    pub fn left_files(&self, saved: &Saved) -> Vec<FileStatus> {
        let left = self.left.actions.iter();
        left.map(|action| self.of_left(action, saved)).collect()
    }

    fn of_left(&self, action: &Action, saved: &Saved) -> FileStatus {
        let agreed = saved.synced.get(&action.key);
        let agreed = agreed.filter(|agreed| action.path.as_ref() == Some(&agreed.path));
        self.of_file(
            &action.section,
            &action.name,
            self.of_action(action),
            agreed,
        )
    }

    fn of_file(
        &self,
        section: &str,
        name: &str,
        (state, reason, detail): StandingReason,
        agreed: Option<&SyncedFile>,
    ) -> FileStatus {
        FileStatus {
            section: section.to_owned(),
            name: name.to_owned(),
            state,
            reason,
            detail,
            id: agreed.map(|agreed| agreed.id.clone()),
            sent: agreed.map(|agreed| agreed.at),
            listed: agreed.is_some_and(|agreed| self.remote.has(&agreed.id)),
            verified: agreed.and_then(|agreed| agreed.verified),
        }
    }

    fn of_action(&self, action: &Action) -> StandingReason {
        if let Some(trouble) = self.troubles.get(&action.key)
            && !matches!(action.act, ActionKind::Ask { .. } | ActionKind::Skip(_))
        {
            let standing = standing_of(trouble.reason);
            return (standing, trouble.reason, trouble.message.clone());
        }
        let reason = action.reason();
        if let Some(trouble) = &self.stopped
            && action.is_work()
        {
            let standing = standing_of(trouble.reason);
            return (standing, trouble.reason, trouble.message.clone());
        }
        match &action.act {
            ActionKind::Send { held: true, .. } => (Standing::NeedsDecision, reason, None),
            ActionKind::Send { .. } | ActionKind::Adopt { .. } | ActionKind::Compare { .. } => {
                (Standing::Working, reason, None)
            }
            ActionKind::Delete { hold, .. } => match hold {
                Some(hold) => (Standing::NeedsDecision, (*hold).into(), None),
                None => (Standing::Working, reason, None),
            },
            ActionKind::Ask { .. } => (Standing::NeedsDecision, reason, None),
            // Said, but nothing is wrong: the mapping was made without subfolders.
            ActionKind::Skip(SkipReason::Subfolder) => (Standing::InStep, reason, None),
            // The next run finds out.
            ActionKind::Skip(SkipReason::AnswerLost) => (Standing::Waiting, reason, None),
            ActionKind::Skip(why) => (standing_of(reason), reason, why.in_words()),
        }
    }

    /// Explains the state of a name: everything that is known of it.
    #[must_use]
    pub fn explain(&self, saved: &Saved, section: &str, name: &str) -> Explanation {
        let key = FileKey::of(section, name);
        let here = self
            .local
            .files
            .get(&key)
            .map_or(&[] as &[_], Vec::as_slice);
        let ignored = self.local.ignored.iter().find(|ignored| {
            let last = ignored.path.name();
            FileKey::of(section, last) == key
                || here.iter().any(|file| file.path.is_below(&ignored.path))
        });
        let status = self.row(&key).map(|row| self.of_row(&row, saved));
        let refusal = saved.refusals.get(&key);
        Explanation {
            seen: here.iter().map(|file| file.path.to_string()).collect(),
            ignored_by: ignored.map(|ignored| ignored.rule.clone()),
            listed: self
                .remote
                .of_key(&key)
                .iter()
                .map(|file| file.id.clone())
                .collect(),
            sha256: saved.synced.get(&key).map(|agreed| agreed.sha256),
            refused: refusal.map(|refusal| refusal.message.clone()),
            refused_status: refusal.map(|refusal| refusal.status),
            waits_for_answer: saved.intents.values().any(|intent| match &intent.act {
                Act::Upload { parts, .. } => parts.iter().any(|part| part.key == key),
                Act::Remove(removal) => removal.key == key,
            }),
            status,
        }
    }
}

/// The decision trail of one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Paths in the folder.
    pub seen: Vec<String>,
    /// The rule that hides it.
    pub ignored_by: Option<String>,
    /// Documents of that name on the page.
    pub listed: Vec<FileReferenceId>,
    /// The content that was last agreed on.
    pub sha256: Option<ContentHash>,
    /// The service's words when it refused it.
    pub refused: Option<String>,
    /// The status of that answer.
    pub refused_status: Option<u16>,
    /// A request for it is open.
    pub waits_for_answer: bool,
    /// State, reason, document, times of upload and verification; `None` when nothing is known of
    /// it.
    pub status: Option<FileStatus>,
}

/// The standing of a name that could not be done.
const fn standing_of(reason: Reason) -> Standing {
    match reason {
        Reason::KeepsChanging => Standing::NeedsDecision,
        Reason::NotSettled | Reason::Locked | Reason::Missing | Reason::HistoryFull => {
            Standing::Waiting
        }
        Reason::SubfolderAway | Reason::Offline | Reason::AnswerLost => Standing::Offline,
        _ => Standing::Failed,
    }
}

const fn of_stop(stop: &StopReason) -> Standing {
    match stop {
        StopReason::FolderAway(_) => Standing::Offline,
        StopReason::Service { error, .. } => match error.kind {
            RemoteErrorKind::Busy(_) | RemoteErrorKind::Failed(_) => Standing::Waiting,
            _ => Standing::Offline,
        },
        StopReason::Closed(_) | StopReason::Gone(_) => Standing::NeedsDecision,
        StopReason::FolderDenied(_) | StopReason::Auth(_) | StopReason::State(_) => {
            Standing::Failed
        }
        StopReason::Cancelled => Standing::Waiting,
    }
}
