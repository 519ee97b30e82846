//! Acts on many machines: each is written down with its old values, sent at most eight
//! requests at a time, and can be taken back.
//!
//! Every record is read again before anything is sent for it. One act goes on at a time; what
//! a broken connection left open is looked up at its end.

mod decide;
mod fresh;
mod gate;
mod note;
mod revert;
mod run;
mod send;
mod store;
mod types;
mod unit;

use fielddesk_model::MachineId;
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _, stream};

pub(super) use decide::{Task, Wanted, WantedCell};
pub use types::{
    Batch, BatchCell, BatchProgress, BatchReport, BatchRow, BatchTotals, Left, ProgressedRow,
    RowOutcome,
};

use super::Fleet;
use super::types::BatchKind;
use crate::content::lock;
use crate::each::AT_ONCE;
use crate::{CancellationToken, Failure, FailureKind};
use decide::{Verdict, decide, differs};
use gate::Gate;
use note::Doubtful;
use run::{Halt, Run};
use send::{ARRAY, Ready};
use unit::{Unit, work};

/// From this many machines on, fields go in arrays.
const ARRAYS_FROM: usize = 41;

/// An act that is to be carried out.
pub(super) struct Order {
    pub(super) kind: BatchKind,
    pub(super) message: Option<String>,
    pub(super) reverts: Option<i64>,
    pub(super) wanted: Vec<Wanted>,
}

impl Fleet {
    /// The last acts, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn batches(&self, limit: u32) -> Result<Vec<Batch>, Failure> {
        self.0.store.batches(limit).await
    }

    /// One act with its rows.
    ///
    /// # Errors
    /// Not found; those of the database.
    pub async fn batch(&self, id: i64) -> Result<BatchReport, Failure> {
        self.0.store.batch(id).await
    }

    /// What was done to one machine from here, the newest first.
    pub(super) async fn acts_on(
        &self,
        machine: &MachineId,
    ) -> Result<Vec<(i64, BatchKind, chrono::DateTime<chrono::Utc>, BatchRow)>, Failure> {
        self.0.store.acts_on(machine, 50).await
    }

    /// Follows the act that goes on.
    #[must_use]
    pub fn progress(&self) -> tokio::sync::broadcast::Receiver<BatchProgress> {
        self.0.progress.subscribe()
    }

    /// Stops the act that goes on: nothing new is begun, what is under way ends.
    pub fn stop_batch(&self) {
        if let Some(stop) = &*lock(&self.0.stop) {
            stop.cancel();
        }
    }

    /// Carries out an act; an outcome for each row. Boxed, so that it is proved here, and not
    /// in each caller, that it may go from thread to thread.
    pub(super) fn carry_out(&self, order: Order) -> BoxFuture<'_, Result<BatchReport, Failure>> {
        async move {
            self.load().await?;
            let _one_at_a_time = self.0.running.try_lock().map_err(|_| busy())?;
            if self.board(|board| board.state.read_only) {
                return Err(read_only());
            }
            let cancel = CancellationToken::new();
            *lock(&self.0.stop) = Some(cancel.clone());
            let rows: Vec<BatchRow> = order.wanted.iter().map(waiting).collect();
            let ids: Vec<MachineId> = rows.iter().map(|row| row.machine.clone()).collect();
            self.board(|board| board.act(&ids, Some(order.kind)));
            let ended = self.carry_rows(order, rows, &cancel).await;
            self.board(|board| board.act(&ids, None));
            *lock(&self.0.stop) = None;
            self.rebase().await?;
            self.0.store.batch(ended?).await
        }
        .boxed()
    }

    async fn carry_rows(
        &self,
        order: Order,
        rows: Vec<BatchRow>,
        cancel: &CancellationToken,
    ) -> Result<i64, Failure> {
        let store = &self.0.store;
        let about = (order.kind, order.message.as_deref(), order.reverts);
        let id = store.begin_batch(about, &rows, self.0.clock.now()).await?;
        let mut run = Run::new(self, id, order.kind, rows);
        run.tell(false);
        let halt = Halt::new(cancel);
        let carried = self.carry(&mut run, order, &halt).await;
        let stopped = carried.err().or_else(|| halt.ended());
        let noted = self.0.online.note(stopped.clone().map_or(Ok(()), Err));
        if let Err(failure) = noted {
            tracing::info!(%failure, "an act on machines ended early");
        }
        if let Some(failure) = &stopped {
            if failure.kind == FailureKind::ReadOnlyClient {
                self.board(|board| board.state.read_only = true);
            }
            for place in unsettled(&run) {
                run.settle(place, RowOutcome::NotSent, Some(failure.clone()));
            }
        }
        run.flush(true).await?;
        let now = self.0.clock.now();
        store.finish_batch(id, now, stopped.as_ref()).await?;
        Ok(id)
    }

    /// Reads the records again, decides, sends, and looks up what is left open.
    async fn carry(&self, run: &mut Run<'_>, order: Order, halt: &Halt) -> Result<(), Failure> {
        let gate = Gate::new(self.0.clock.clone(), halt.token.clone());
        let mut waiting = gate.waiting.subscribe();
        let fresh = {
            let reading = self.fresh(&order.wanted, &gate);
            tokio::pin!(reading);
            loop {
                tokio::select! {
                    biased;
                    fresh = &mut reading => break fresh?,
                    Ok(()) = waiting.changed() => run.waiting(*waiting.borrow_and_update()),
                }
            }
        };
        let units = units(run, order.wanted, &fresh);
        // What was there before is on the disk before anything is sent.
        run.flush(false).await?;
        let client = self.0.connection.client.clone();
        let once = client.single_attempt();
        let mut works = Vec::with_capacity(units.len());
        for unit in units {
            works.push(work(&client, &once, &gate, halt, unit));
        }
        let working = stream::iter(works).buffer_unordered(AT_ONCE);
        tokio::pin!(working);
        let mut doubtful: Vec<Doubtful> = Vec::new();
        loop {
            tokio::select! {
                biased;
                done = working.next() => match done {
                    Some(done) => {
                        doubtful.extend(self.note(run, done));
                        run.pause().await?;
                    }
                    None => break,
                },
                Ok(()) = waiting.changed() => run.waiting(*waiting.borrow_and_update()),
            }
        }
        run.waiting(None);
        self.look_up(run, &once, doubtful).await;
        Ok(())
    }
}

/// A row before anything became of it.
fn waiting(wanted: &Wanted) -> BatchRow {
    BatchRow {
        machine: wanted.machine.clone(),
        number: wanted.number.clone(),
        name: wanted.name.clone(),
        outcome: RowOutcome::Waiting,
        cells: Vec::new(),
        failure: None,
        record: None,
    }
}

fn unsettled(run: &Run<'_>) -> Vec<usize> {
    let rows = run.rows().iter().enumerate();
    rows.filter(|(_, row)| row.outcome == RowOutcome::Waiting)
        .map(|(place, _)| place)
        .collect()
}

/// Settles what needs no sending; gives the rest as requests.
fn units(run: &mut Run<'_>, wanted: Vec<Wanted>, fresh: &fresh::Fresh) -> Vec<Unit> {
    let (mut ready, mut units) = (Vec::new(), Vec::new());
    for (place, wanted) in wanted.into_iter().enumerate() {
        let now = match fresh.get(&wanted.machine) {
            Some(Err(failure)) => {
                run.settle(place, RowOutcome::Refused, Some(failure.clone()));
                continue;
            }
            Some(Ok(machine)) => Some(machine),
            None => None,
        };
        match wanted.task {
            Task::Settled(outcome, cells) => {
                run.row(place, |row| row.cells = cells);
                run.settle(place, outcome, None);
            }
            Task::Create(values) => {
                run.row(place, |row| row.cells = note::created_cells(&values));
                units.push(Unit::Create { place, values });
            }
            Task::Delete(expected) => match now {
                Some(machine)
                    if let Some(changed) = expected.as_ref().and_then(|e| differs(machine, e)) =>
                {
                    run.row(place, |row| row.cells = changed);
                    run.settle(place, RowOutcome::Kept, None);
                }
                Some(machine) => {
                    run.row(place, |row| row.cells = note::deleted_cells(machine));
                    units.push(Unit::Delete {
                        place,
                        machine: machine.clone(),
                    });
                }
                None => run.settle(place, RowOutcome::Gone, None),
            },
            Task::Change(cells) => match decide(now, &cells) {
                Verdict::Settled(outcome, cells) => {
                    run.row(place, |row| row.cells = cells);
                    run.settle(place, outcome, None);
                }
                Verdict::Send(cells) => {
                    run.row(place, |row| row.cells.clone_from(&cells));
                    ready.extend(now.map(|machine| Ready {
                        place,
                        machine: machine.clone(),
                        cells,
                    }));
                }
            },
        }
    }
    let (fields, fuel): (Vec<Ready>, Vec<Ready>) = ready.into_iter().partition(Ready::has_fields);
    if fields.len() < ARRAYS_FROM {
        units.extend(fields.into_iter().map(Unit::One));
    } else {
        let arrays = fields.chunks(ARRAY).map(|chunk| Unit::Many(chunk.to_vec()));
        units.extend(arrays);
    }
    units.extend(fuel.into_iter().map(Unit::One));
    units
}

fn busy() -> Failure {
    Failure::new(
        FailureKind::Busy,
        "Another change of machines is going on.",
        "Wait until it is done, or stop it.",
    )
}

fn read_only() -> Failure {
    Failure::new(
        FailureKind::ReadOnlyClient,
        "This client may only read.",
        "An administrator can change it.",
    )
}
