//! The table of an act's course: each kind of act, broken at each moment in each way, ends where
//! history and server agree; what is not done can be tried again, what is done can be undone.

use serde_json::{Value, json};

use super::batches::back;
use super::course::{After, RowTask, Stage, after, again, asks, looked_up};
use super::types::{BatchCell, BatchRow, Left, RowOutcome};
use super::{BatchKind, BatchTotals, Machines, Task};
use crate::FailureKind;
use chrono::{DateTime, TimeDelta};
use fielddesk_rules::fields::{MACHINE_FIELDS, Values, record_values};

/// The moment at which an act breaks off, for one of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// The act is written down, and no request of it was made.
    Planned,
    /// Others were sent, not this one.
    BeforeSend,
    /// The row was sent, and did not come to the server.
    WhileSentLost,
    /// The row was sent and stored, and the answer is missing.
    WhileSentStored,
    /// The row was answered.
    AfterAnswer,
}

/// The cause for which an act breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    Network,
    Kill,
    Close,
    Busy,
    Revoked,
}

const MOMENTS: [Moment; 5] = [
    Moment::Planned,
    Moment::BeforeSend,
    Moment::WhileSentLost,
    Moment::WhileSentStored,
    Moment::AfterAnswer,
];
const BREAKS: [Break; 5] = [
    Break::Network,
    Break::Kill,
    Break::Close,
    Break::Busy,
    Break::Revoked,
];

use RowOutcome::{NotSent, Saved, Unknown};

/// The outcomes in the history at once and after the server was asked; `None` for a combination
/// that does not occur.
type Said = Option<(RowOutcome, RowOutcome)>;

#[rustfmt::skip]
const TABLE: [(Moment, [Said; 5]); 5] = [
    //                          network                   kill                      close                     503                       revoked
    (Moment::Planned,         [Some((NotSent, NotSent)), Some((NotSent, NotSent)), Some((NotSent, NotSent)), Some((NotSent, NotSent)), Some((NotSent, NotSent))]),
    (Moment::BeforeSend,      [Some((NotSent, NotSent)), Some((Unknown, NotSent)), Some((NotSent, NotSent)), Some((NotSent, NotSent)), Some((NotSent, NotSent))]),
    (Moment::WhileSentLost,   [Some((Unknown, NotSent)), Some((Unknown, NotSent)), Some((Unknown, NotSent)), Some((Unknown, NotSent)), Some((NotSent, NotSent))]),
    (Moment::WhileSentStored, [Some((Unknown, Saved)),   Some((Unknown, Saved)),   Some((Unknown, Saved)),   Some((Unknown, Saved)),   None]),
    (Moment::AfterAnswer,     [Some((Saved, Saved)),     Some((Unknown, Saved)),   Some((Saved, Saved)),     Some((Saved, Saved)),     Some((Saved, Saved))]),
];

/// The tasks that rows of an act have.
fn tasks(kind: BatchKind) -> &'static [RowTask] {
    match kind {
        BatchKind::Create => &[RowTask::Create],
        BatchKind::Delete => &[RowTask::Delete],
        BatchKind::Import => &[RowTask::Change, RowTask::Create],
        BatchKind::Revert => &[RowTask::Change, RowTask::Create, RowTask::Delete],
        _ => &[RowTask::Change],
    }
}

fn machine(name: &str) -> Values {
    let machine = json!({"id": "1", "companyId": "c", "machineNumber": "7", "name": name});
    record_values(&serde_json::from_value::<fielddesk_model::Machine>(machine).unwrap())
}

/// A row of the task, with what the record was and is to be.
fn row(task: RowTask) -> BatchRow {
    let cell = |name: &str, old: Value, new: Value| BatchCell::new(name, old, new);
    let cells = match task {
        RowTask::Change => vec![cell("name", json!("before"), json!("after"))],
        RowTask::Create => vec![
            cell("machineNumber", Value::Null, json!("7")),
            cell("companyId", Value::Null, json!("c")),
            cell("name", Value::Null, json!("after")),
        ],
        RowTask::Delete => vec![
            cell("machineNumber", json!("7"), Value::Null),
            cell("companyId", json!("c"), Value::Null),
            cell("name", json!("before"), Value::Null),
        ],
    };
    BatchRow {
        id: "1".to_owned(),
        number: "7".to_owned(),
        name: None,
        outcome: RowOutcome::Waiting,
        cells,
        failure: None,
        record: None,
        stored: Vec::new(),
        sent: false,
    }
}

/// The record before and after the row.
fn records(task: RowTask) -> (Option<Values>, Option<Values>) {
    let (before, after) = (machine("before"), machine("after"));
    match task {
        RowTask::Change => (Some(before), Some(after)),
        RowTask::Create => (None, Some(after)),
        RowTask::Delete => (Some(before), None),
    }
}

/// The failure of a request that the break met. The look-up of a creation by its client fails, too.
fn failure(how: Break, task: RowTask) -> FailureKind {
    match how {
        Break::Revoked => FailureKind::InvalidClient,
        _ if task == RowTask::Create => FailureKind::OutcomeUnknown,
        Break::Busy => FailureKind::ServiceFailed,
        Break::Network | Break::Kill | Break::Close => FailureKind::Unreachable,
    }
}

/// The outcome that is kept when an act breaks off.
fn kept(moment: Moment, how: Break, task: RowTask) -> RowOutcome {
    match (moment, how) {
        // The program ends without another word, or before a request that it waits for.
        (Moment::Planned, Break::Kill) => Stage::Planned.left_behind(),
        (_, Break::Kill) => Stage::Sending.left_behind(),
        (Moment::WhileSentLost | Moment::WhileSentStored, Break::Close) => {
            Stage::Sending.left_behind()
        }
        (Moment::Planned | Moment::BeforeSend, _) => NotSent,
        (Moment::WhileSentLost | Moment::WhileSentStored, _) => {
            match after(task, failure(how, task), false) {
                After::Settled(outcome) => outcome,
                After::LookUp => Unknown,
            }
        }
        (Moment::AfterAnswer, _) => Saved,
    }
}

fn totals(outcome: RowOutcome) -> BatchTotals {
    BatchTotals::of([(Saved, 100), (outcome, 277)].into_iter())
}

#[test]
fn every_break_ends_where_history_and_server_agree() {
    let mut seen = 0;
    for kind in BatchKind::ALL {
        for task in tasks(kind) {
            for (moment, expected) in TABLE {
                for (how, expected) in BREAKS.into_iter().zip(expected) {
                    let Some((at_once, at_last)) = expected else {
                        continue;
                    };
                    let at = format!("{kind:?} {task:?} {moment:?} {how:?}");
                    let mut row = row(*task);
                    assert_eq!(RowTask::of(kind, "machineNumber", &row), *task, "{at}");
                    row.outcome = kept(moment, how, *task);
                    assert_eq!(row.outcome, at_once, "{at}");
                    let stage = Stage::of(true, true, &totals(row.outcome));
                    let wanted = match at_once {
                        Unknown => Stage::Open,
                        NotSent => Stage::Interrupted,
                        _ => Stage::Done,
                    };
                    assert_eq!(stage, wanted, "{at}");
                    let (before, after) = records(*task);
                    let server = match at_last {
                        Saved => &after,
                        _ => &before,
                    };
                    if stage == Stage::Open {
                        let now = server.as_ref();
                        row.outcome = looked_up(MACHINE_FIELDS, *task, &mut row.cells, now).0;
                    }
                    assert_eq!(row.outcome, at_last, "{at}");
                    let is_left = again(MACHINE_FIELDS, kind, "machineNumber", &row).is_some();
                    assert_eq!(is_left, at_last == NotSent, "{at}: try again");
                    is_undone_from(kind, *task, &row, server.as_ref(), &at);
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 15 * (MOMENTS.len() * BREAKS.len() - 1));
}

/// The undo of a row takes back what the row wrote, and nothing else.
fn is_undone_from(kind: BatchKind, task: RowTask, row: &BatchRow, now: Option<&Values>, at: &str) {
    let undo = back::<Machines>(kind, row, now).task;
    match (row.outcome, task, &undo) {
        (NotSent, _, Task::Settled(RowOutcome::Already, _)) => {}
        (Saved, RowTask::Change, Task::Change(cells)) => {
            assert_eq!(cells[0].new, json!("before"), "{at}");
            assert_eq!(cells[0].base, Some(json!("after")), "{at}");
        }
        (Saved, RowTask::Create, Task::Delete(Some(_))) => {}
        (Saved, RowTask::Delete, Task::Create(values)) => {
            assert_eq!(values.get("name"), Some(&json!("before")), "{at}");
        }
        _ => panic!("{at}: {undo:?}"),
    }
    if task == RowTask::Change && row.outcome == Saved {
        let theirs = machine("of a colleague");
        match back::<Machines>(kind, row, Some(&theirs)).task {
            Task::Settled(RowOutcome::Kept, cells) => {
                assert_eq!(cells[0].left, Some(Left::ChangedSince), "{at}");
            }
            other => panic!("{at}: {other:?}"),
        }
    }
}

#[test]
fn a_record_that_others_changed_meanwhile_is_never_taken_for_ours() {
    let theirs = machine("of a colleague");
    let mut row = row(RowTask::Change);
    let (outcome, held) = looked_up(
        MACHINE_FIELDS,
        RowTask::Change,
        &mut row.cells,
        Some(&theirs),
    );
    assert_eq!((outcome, held.len()), (RowOutcome::Conflict, 0));
    assert_eq!(row.cells[0].theirs, Some(json!("of a colleague")));
    let mut created = self::row(RowTask::Create);
    let now = Some(&theirs);
    let (outcome, _) = looked_up(MACHINE_FIELDS, RowTask::Create, &mut created.cells, now);
    assert_eq!(outcome, RowOutcome::Conflict);
}

#[test]
fn a_number_that_is_filled_in_creates_nothing() {
    let mut row = row(RowTask::Change);
    let number = BatchCell::new("machineNumber", Value::Null, json!("7"));
    row.cells.push(number);
    for kind in [BatchKind::Edits, BatchKind::Revert] {
        let task = RowTask::of(kind, "machineNumber", &row);
        assert_eq!(task, RowTask::Change, "{kind:?}");
    }
}

#[test]
fn an_undo_goes_on_by_itself_within_a_day_of_the_same_run_alone() {
    let run = DateTime::UNIX_EPOCH;
    let begun = run + TimeDelta::hours(1);
    let stops = [
        (Some(FailureKind::Unreachable), true),
        (Some(FailureKind::ServiceFailed), true),
        (Some(FailureKind::InvalidClient), false),
        (Some(FailureKind::Cancelled), false),
        (None, false),
    ];
    for (now, asked) in [
        (begun + TimeDelta::hours(24), false),
        (begun + TimeDelta::hours(25), true),
    ] {
        assert_eq!(asks(begun, run, now), asked);
        for (stopped, goes) in stops {
            let goes_on = Stage::Interrupted.goes_on(stopped, asked);
            assert_eq!(goes_on, goes && !asked, "{stopped:?} {now}");
        }
    }
    assert!(
        asks(run - TimeDelta::seconds(1), run, run),
        "of a run before"
    );
    assert!(!Stage::Done.goes_on(Some(FailureKind::Unreachable), false));
}
