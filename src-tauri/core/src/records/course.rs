//! The course of an act on many records, and of its undo: how far it is, what a break leaves of
//! it, and what can be done about that. Pure: engine, journal and look-up ask here.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;

use super::batches::{BatchKind, BatchTotals};
use super::change::{PlannedCell, Task};
use super::types::{BatchCell, BatchRow, RowOutcome};
use crate::FailureKind;
use crate::online::is_away;
use fielddesk_rules::fields::{FieldDef, Kind, Values, field, is_blank, same};

/// An undo that is older than this asks before it goes.
const ASKS_AFTER: TimeDelta = TimeDelta::hours(24);

/// The stage that an act reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase", rename = "BatchStage")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Stage {
    /// Written down; no request was made.
    Planned,
    /// Requests are made.
    Sending,
    /// Ended; the server has to be asked what became of some records.
    Open,
    /// Ended, and some records were not sent.
    Interrupted,
    /// Ended with every record.
    Done,
}

impl Stage {
    /// Returns the stage of an act with these rows.
    pub(crate) const fn of(sending: bool, finished: bool, totals: &BatchTotals) -> Self {
        match (finished, sending) {
            (false, false) => Self::Planned,
            (false, true) => Self::Sending,
            (true, _) if totals.unknown > 0 => Self::Open,
            (true, _) if totals.not_sent > 0 => Self::Interrupted,
            (true, _) => Self::Done,
        }
    }

    /// Returns the outcome of a row that waits when the process that carried the act out is gone.
    pub(crate) const fn left_behind(self) -> RowOutcome {
        match self {
            Self::Planned => RowOutcome::NotSent,
            Self::Sending | Self::Open | Self::Interrupted | Self::Done => RowOutcome::Unknown,
        }
    }

    /// Returns true for an undo that goes on by itself when the server is there again: it broke
    /// off for that reason, in this run of the program, less than a day ago.
    pub(crate) fn goes_on(self, stopped: Option<FailureKind>, asks: bool) -> bool {
        self == Self::Interrupted && !asks && stopped.is_some_and(is_away)
    }
}

/// Returns true for an act of before this run of the program, or of more than a day ago: its
/// undo asks before it goes.
pub(crate) fn asks(begun_at: DateTime<Utc>, run: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    begun_at < run || now - begun_at > ASKS_AFTER
}

/// The task of a row: the change that it makes to its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowTask {
    Change,
    Create,
    Delete,
}

impl RowTask {
    /// Returns the task of a row. A record gets its number when it is created, and loses it when
    /// it is deleted; what undoes either has its company, too, which no change has.
    pub(crate) fn of(kind: BatchKind, key: &str, row: &BatchRow) -> Self {
        let all = |is: fn(&BatchCell) -> bool| {
            let has = |name: &str| row.cells.iter().any(|cell| cell.field == name && is(cell));
            has(key) && (kind == BatchKind::Import || has("companyId"))
        };
        match kind {
            BatchKind::Create => Self::Create,
            BatchKind::Delete => Self::Delete,
            BatchKind::Import | BatchKind::Revert if all(|cell| cell.old.is_null()) => Self::Create,
            BatchKind::Revert if all(|cell| cell.new.is_null() && cell.left.is_none()) => {
                Self::Delete
            }
            _ => Self::Change,
        }
    }
}

/// The consequence of a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The row has its outcome.
    Settled(RowOutcome),
    /// The server has to be asked.
    LookUp,
}

/// Returns what becomes of a row whose request failed; `some` of its cells were stored before.
pub(crate) fn after(task: RowTask, kind: FailureKind, some: bool) -> After {
    // A creation is looked up by the client that makes it, which fails with `OutcomeUnknown` where
    // it cannot.
    let open = match task {
        RowTask::Create if !some => kind == FailureKind::OutcomeUnknown,
        RowTask::Create | RowTask::Change | RowTask::Delete => kind.leaves_open(),
    };
    let outcome = match kind {
        _ if open => return After::LookUp,
        _ if some => RowOutcome::Partly,
        FailureKind::NotFound if task != RowTask::Create => RowOutcome::Gone,
        // It is not about this record: the same request may be taken another time.
        _ if kind.ends_all() || kind.leaves_open() => RowOutcome::NotSent,
        _ => RowOutcome::Refused,
    };
    After::Settled(outcome)
}

/// Settles a row by its record as the server has it; `None` where it is not there. Gives the
/// fields that hold what was sent.
pub(crate) fn looked_up(
    fields: &'static [FieldDef],
    task: RowTask,
    cells: &mut [BatchCell],
    now: Option<&Values>,
) -> (RowOutcome, Vec<String>) {
    let now = match (task, now) {
        (RowTask::Delete, None) => return (RowOutcome::Saved, Vec::new()),
        (RowTask::Delete, Some(_)) | (RowTask::Create, None) => {
            return (RowOutcome::NotSent, Vec::new());
        }
        (RowTask::Change, None) => return (RowOutcome::Gone, Vec::new()),
        (RowTask::Change | RowTask::Create, Some(now)) => now,
    };
    let (mut held, mut missing, mut theirs) = (Vec::new(), false, false);
    for cell in cells {
        let Some(field) = field(fields, &cell.field).filter(|field| is_told(field)) else {
            continue;
        };
        let stored = now.get(field.name).cloned().unwrap_or_default();
        let is = |value: &Value| same(field, &stored, value);
        match cell {
            cell if is(&cell.new) || is_blank(&cell.new) && is_blank(&stored) => {
                held.push(cell.field.clone());
            }
            cell if is(&cell.old) && task == RowTask::Change => missing = true,
            cell => {
                theirs = true;
                cell.theirs = Some(stored);
            }
        }
    }
    let outcome = match (held.is_empty(), missing, theirs) {
        (true, false, false) => RowOutcome::Unknown,
        (false, false, false) => RowOutcome::Saved,
        (true, _, true) => RowOutcome::Conflict,
        (false, _, true) if task == RowTask::Create => RowOutcome::Conflict,
        (true, true, false) => RowOutcome::NotSent,
        (false, _, _) => RowOutcome::Partly,
    };
    (outcome, held)
}

/// Returns true for a field that can be read: the service does not return tags.
fn is_told(field: &FieldDef) -> bool {
    field.kind != Kind::Tags
}

/// Returns what is to be done for a row that an act left undone; `None` for any other row.
pub(crate) fn again(
    fields: &'static [FieldDef],
    kind: BatchKind,
    key: &str,
    row: &BatchRow,
) -> Option<Task> {
    if !is_undone(row.outcome) {
        return None;
    }
    match RowTask::of(kind, key, row) {
        RowTask::Delete => Some(Task::Delete(None)),
        _ if row.cells.is_empty() => None,
        RowTask::Create => {
            let cells = row.cells.iter();
            let values = cells.map(|cell| (cell.field.clone(), cell.new.clone()));
            Some(Task::Create(values.collect()))
        }
        RowTask::Change => {
            let cells = row.cells.iter().filter_map(|cell| {
                let given = kind.replaces() && cell.old.is_null();
                Some(PlannedCell {
                    field: field(fields, &cell.field)?,
                    base: (!given).then(|| cell.old.clone()),
                    new: cell.new.clone(),
                })
            });
            Some(Task::Change(cells.collect()))
        }
    }
}

/// Returns true for the outcomes that *Try again* is about.
pub(crate) const fn is_undone(outcome: RowOutcome) -> bool {
    matches!(outcome, RowOutcome::NotSent | RowOutcome::Refused)
}
