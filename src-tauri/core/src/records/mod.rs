//! The one engine that changes many records: what is planned for each is compared with the
//! record as it is now, sent through one gate, and gets an outcome; what it replaced is kept
//! before anything is sent, so that it can be undone.
//!
//! Every record is read again before anything is sent for it. New records go first: others may
//! refer to them. What a broken connection left open is looked up at the end. Who begins a bulk
//! change follows it by its [`Journal`]: the grid keeps it in the database, `fieldctl` in a file.

mod assign;
mod backoff_gate;
pub(crate) mod batches;
mod cache;
mod cell;
mod change;
mod course;
#[cfg(test)]
mod course_table;
mod form;
mod halt;
mod journal;
mod judge;
mod kind;
mod look_up;
mod machines;
mod new_number;
mod odd;
mod order;
mod outcomes;
mod places;
mod reload;
mod run;
pub(crate) mod store;
mod types;
mod units;
mod users;

use std::sync::Arc;

use fielddesk_api::Client;
use futures::{StreamExt as _, stream};

pub use assign::{assign, from_json};
pub use batches::{
    Act, Batch, BatchKind, BatchProgress, BatchReport, BatchTotals, ProgressedRow, resource_of,
};
pub(crate) use cache::{Kept, RecordCache, Since};
pub use cell::Cell;
pub(crate) use cell::{cells_of, value, values_of};
pub(crate) use change::{
    PlannedCell, PlannedChange, Task, differs, undo, undo_change, undo_creation,
};
pub use course::Stage;
pub use fielddesk_rules::fields::Resource;
pub use form::{Created, DeleteCheck, FieldInput, FieldProblem};
pub(crate) use journal::{Journal, News};
pub use judge::CellInput;
pub(crate) use judge::{Surroundings, judge, leaves_out};
pub(crate) use kind::RecordKind;
pub(crate) use machines::Machines;
pub use new_number::check_new_number;
pub(crate) use new_number::{Numbered, refuse_alike, refuse_alike_in};
pub use odd::{OddCell, odd_cells};
pub(crate) use reload::Reload;
pub use types::{BatchCell, BatchRow, Left, RowOutcome};
pub(crate) use users::{Users, supervisor_id};

use crate::{CancellationToken, Clock, Failure, FailureKind};
use backoff_gate::BackoffGate;
use change::{RowDecision, created_cells, decide, deleted_cells};
use fielddesk_rules::concurrency;
use halt::Halt;
use kind::Ready;
use reload::{Fresh, reload};
use run::Run;
use units::{Sender, Unit};

/// Records of a bulk change and how they are sent.
pub(crate) struct BatchRequest<K: RecordKind> {
    pub(crate) changes: Vec<PlannedChange>,
    pub(crate) arrays: Arrays,
    pub(crate) reload: Reload<K>,
}

/// When records are sent as arrays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrays {
    /// From so many records on.
    pub(crate) from: usize,
    /// Records of one array.
    pub(crate) of: usize,
    /// Arrays under way at once.
    pub(crate) at_once: usize,
}

impl Arrays {
    /// For a person who waits in front of a grid: few records go alone, many in small arrays.
    pub(crate) const SMALL: Self = Self {
        from: 41,
        of: 50,
        at_once: concurrency::RECORDS,
    };
    /// For files: as few requests as the service takes.
    pub(crate) const LARGE: Self = Self {
        from: 1,
        of: 200,
        at_once: 1,
    };
}

/// How a bulk change ended.
pub(crate) struct Ended {
    pub(crate) rows: Vec<BatchRow>,
    /// Why it ended early.
    pub(crate) stopped: Option<Failure>,
    /// Whether anything may have been sent: what was to be replaced was kept.
    pub(crate) begun: bool,
}

impl Ended {
    /// The rows, for a caller to whom a change that could not begin is a failure; one that was
    /// cancelled before has rows that were not sent.
    pub(crate) fn into_rows(self) -> Result<Vec<BatchRow>, Failure> {
        match self.stopped {
            Some(failure) if !self.begun && failure.kind != FailureKind::Cancelled => Err(failure),
            _ => Ok(self.rows),
        }
    }
}

/// Carries out a bulk change: an outcome for each of its records, in the order given.
///
/// # Errors
/// Those of the journal at the end. Everything else is an outcome.
pub(crate) async fn carry_out<K: RecordKind>(
    client: &Client,
    clock: Arc<dyn Clock>,
    cancel: &CancellationToken,
    request: BatchRequest<K>,
    journal: &mut dyn Journal<K>,
) -> Result<Ended, Failure> {
    let rows = request.changes.iter().map(PlannedChange::row).collect();
    let mut run = Run::new(journal, clock.clone(), rows);
    let halt = Halt::new(cancel);
    let gate = BackoffGate::new(client, clock, halt.token.clone());
    let once = client.single_attempt();
    let sender = Sender {
        client,
        once: &once,
        gate: &gate,
        halt: &halt,
    };
    let mut begun = false;
    let carried = carry(&mut run, request, sender, &mut begun).await;
    let stopped = carried.err().or_else(|| halt.ended());
    if let Some(failure) = &stopped {
        run.settle_rest(failure);
    }
    run.flush(true).await?;
    Ok(Ended {
        rows: run.into_rows(),
        stopped,
        begun,
    })
}

/// Reads the records again, decides, sends, and looks up what is left open.
async fn carry<K: RecordKind>(
    run: &mut Run<'_, K>,
    request: BatchRequest<K>,
    sender: Sender<'_>,
    begun: &mut bool,
) -> Result<(), Failure> {
    let BatchRequest {
        changes,
        arrays,
        reload: how,
    } = request;
    let (once, gate) = (sender.once, sender.gate);
    let mut waiting = gate.waiting.subscribe();
    let mut fresh = {
        let reading = reload(how, &changes, once, gate);
        tokio::pin!(reading);
        loop {
            tokio::select! {
                biased;
                fresh = &mut reading => break fresh?,
                Ok(()) = waiting.changed() => run.waiting(*waiting.borrow_and_update()),
            }
        }
    };
    run.read(&mut fresh).await?;
    let phases = units(run, changes, &fresh, arrays)?;
    // What was there before is on the disk before anything is sent.
    run.flush(false).await?;
    run.sending().await?;
    *begun = true;
    let mut doubtful = Vec::new();
    for units in phases {
        let at_once = match units.first() {
            Some(Unit::Array(_) | Unit::CreateArray(_)) => arrays.at_once,
            _ => concurrency::RECORDS,
        };
        let sending: Vec<_> = units.into_iter().map(|unit| sender.send(unit)).collect();
        let sending = stream::iter(sending).buffer_unordered(at_once);
        tokio::pin!(sending);
        loop {
            tokio::select! {
                biased;
                () = run.due() => run.flush(false).await?,
                done = sending.next() => match done {
                    Some(done) => {
                        doubtful.extend(done.into_iter().filter_map(|done| run.note(done)));
                    }
                    None => break,
                },
                Ok(()) = waiting.changed() => run.waiting(*waiting.borrow_and_update()),
            }
        }
        // At once: what is changed after this was changed by somebody else.
        run.read_created(once).await;
    }
    run.waiting(None);
    run.look_up(once, doubtful).await;
    Ok(())
}

/// Settles what needs no sending; gives the rest as requests: new records, then those that
/// change in arrays, then those that go alone.
fn units<K: RecordKind>(
    run: &mut Run<'_, K>,
    changes: Vec<PlannedChange>,
    fresh: &Fresh<K>,
    arrays: Arrays,
) -> Result<[Vec<Unit<K>>; 3], Failure> {
    let fields = K::RESOURCE.fields();
    let (mut new, mut ready, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    for (place, change) in changes.into_iter().enumerate() {
        let now = match fresh.record(&change.id) {
            Some(Err(failure)) => {
                run.settle(place, RowOutcome::Refused, Some(failure.clone()));
                continue;
            }
            Some(Ok(record)) => Some((record, K::values(record))),
            None => None,
        };
        let decision = match change.task {
            Task::Settled(outcome, cells) => RowDecision::Settled(outcome, cells),
            Task::Create(values) => {
                if let Some(id) = fresh.taken(&change.number, &values) {
                    run.row(place, |row| row.id.clone_from(id));
                    run.settle(place, RowOutcome::Conflict, None);
                    continue;
                }
                run.row(place, |row| row.cells = created_cells(&values));
                new.push((place, values));
                continue;
            }
            Task::Change(cells) => decide(now.as_ref().map(|(_, now)| now), &cells),
            Task::Delete(expected) => match now {
                Some((record, now)) => {
                    run.row(place, |row| row.cells = deleted_cells(fields, &now));
                    alone.push(Unit::Delete(place, record.clone(), expected));
                    continue;
                }
                None => RowDecision::Settled(RowOutcome::Gone, Vec::new()),
            },
        };
        match (decision, now) {
            (RowDecision::Send(cells), Some((record, _))) => {
                run.row(place, |row| row.cells.clone_from(&cells));
                ready.push(Ready {
                    place,
                    record: record.clone(),
                    cells,
                });
            }
            (RowDecision::Settled(outcome, cells), _) => {
                run.row(place, |row| row.cells = cells);
                run.settle(place, outcome, None);
            }
            (RowDecision::Send(_), None) => run.settle(place, RowOutcome::Gone, None),
        }
    }
    let created = in_arrays(new, arrays, Unit::CreateArray, |(place, values)| {
        Unit::Create(place, values)
    });
    let (fit, rest): (Vec<_>, Vec<_>) = ready.into_iter().partition(K::fits_an_array);
    let changed = in_arrays(fit, arrays, Unit::Array, Unit::One);
    alone.extend(rest.into_iter().map(Unit::One));
    Ok([created, changed, alone])
}

/// Many in arrays, few alone.
fn in_arrays<K: RecordKind, T>(
    all: Vec<T>,
    arrays: Arrays,
    array: impl Fn(Vec<T>) -> Unit<K>,
    one: impl Fn(T) -> Unit<K>,
) -> Vec<Unit<K>> {
    if all.len() < arrays.from {
        return all.into_iter().map(one).collect();
    }
    let mut all = all.into_iter().peekable();
    let mut units = Vec::new();
    while all.peek().is_some() {
        units.push(array(all.by_ref().take(arrays.of).collect()));
    }
    units
}
