//! An act on its way: rows get their outcome, are kept, and are told.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fielddesk_model::{CompanyId, Machine, MachineId};
use tokio::sync::broadcast;

use super::gate::ends_all;
use super::types::{BatchProgress, BatchRow, ProgressedRow, RowOutcome};
use crate::content::lock;
use crate::fleet::edits::EditChange;
use crate::fleet::{BatchKind, Fleet};
use crate::{CancellationToken, Failure, FailureKind};

/// What is told and kept together: at most five times a second.
const BETWEEN: Duration = Duration::from_millis(200);

/// An act on its way.
pub(super) struct Run<'a> {
    fleet: &'a Fleet,
    id: i64,
    kind: BatchKind,
    rows: Vec<BatchRow>,
    done: u64,
    unkept: Vec<usize>,
    unshown: Vec<Machine>,
    removed: Vec<MachineId>,
    edits: Vec<EditChange>,
    told_at: Option<DateTime<Utc>>,
    waiting_until: Option<DateTime<Utc>>,
}

/// Why nothing more is sent, of everything or of one company's machines.
#[derive(Debug)]
pub(super) struct Halt {
    /// Cancelled by the person or by a failure.
    pub(super) token: CancellationToken,
    why: Mutex<Option<Failure>>,
    companies: Mutex<HashMap<CompanyId, Failure>>,
}

impl Halt {
    pub(super) fn new(cancel: &CancellationToken) -> Self {
        Self {
            token: cancel.child_token(),
            why: Mutex::default(),
            companies: Mutex::default(),
        }
    }

    /// Ends the sending where every further request would fail alike: a 403 is about the
    /// machines of a company.
    pub(super) fn consider(&self, failure: &Failure, company: &CompanyId) {
        if failure.kind == FailureKind::NotAllowed {
            let mut companies = lock(&self.companies);
            companies
                .entry(company.clone())
                .or_insert_with(|| failure.clone());
        } else if ends_all(failure.kind) {
            if failure.kind != FailureKind::Cancelled {
                lock(&self.why).get_or_insert_with(|| failure.clone());
            }
            self.token.cancel();
        }
    }

    /// Why a row of this company is not to be sent; none where it is.
    pub(super) fn stops(&self, company: &CompanyId) -> Option<Failure> {
        if self.token.is_cancelled() {
            return Some(self.why());
        }
        lock(&self.companies).get(company).cloned()
    }

    /// Why everything ended early; none where it did not.
    pub(super) fn ended(&self) -> Option<Failure> {
        self.token.is_cancelled().then(|| self.why())
    }

    fn why(&self) -> Failure {
        lock(&self.why).clone().unwrap_or_else(|| {
            Failure::new(
                FailureKind::Cancelled,
                "Not sent: it was stopped.",
                "Go on when you like: what is done already stays as it is.",
            )
        })
    }
}

impl<'a> Run<'a> {
    pub(super) const fn new(
        fleet: &'a Fleet,
        id: i64,
        kind: BatchKind,
        rows: Vec<BatchRow>,
    ) -> Self {
        Self {
            fleet,
            id,
            kind,
            rows,
            done: 0,
            unkept: Vec::new(),
            unshown: Vec::new(),
            removed: Vec::new(),
            edits: Vec::new(),
            told_at: None,
            waiting_until: None,
        }
    }

    /// The rows, as far as they came.
    pub(super) fn rows(&self) -> &[BatchRow] {
        &self.rows
    }

    /// Changes a row without an outcome yet.
    pub(super) fn row(&mut self, place: usize, change: impl FnOnce(&mut BatchRow)) {
        if let Some(row) = self.rows.get_mut(place) {
            change(row);
            self.unkept.push(place);
        }
    }

    /// Gives a row its outcome.
    pub(super) fn settle(&mut self, place: usize, outcome: RowOutcome, failure: Option<Failure>) {
        self.done += 1;
        self.row(place, |row| {
            row.outcome = outcome;
            row.failure = failure;
        });
    }

    /// Notes a record that a write answered with.
    pub(super) fn show(&mut self, machine: Machine) {
        self.unshown.push(machine);
    }

    /// Notes a machine that is not there any more.
    pub(super) fn gone(&mut self, id: MachineId) {
        self.removed.push(id);
    }

    /// Notes what becomes of pending edits.
    pub(super) fn edits(&mut self, changes: impl IntoIterator<Item = EditChange>) {
        self.edits.extend(changes);
    }

    /// Notes until when the service asked to wait, and tells it.
    pub(super) fn waiting(&mut self, until: Option<DateTime<Utc>>) {
        if self.waiting_until != until {
            self.waiting_until = until;
            self.tell(false);
        }
    }

    /// Keeps and tells what was noted, unless that was done a moment ago.
    pub(super) async fn pause(&mut self) -> Result<(), Failure> {
        let now = self.fleet.0.clock.now();
        let due = self
            .told_at
            .is_none_or(|at| (now - at).to_std().unwrap_or(BETWEEN) >= BETWEEN);
        if due { self.flush(false).await } else { Ok(()) }
    }

    /// Keeps and tells what was noted.
    pub(super) async fn flush(&mut self, finished: bool) -> Result<(), Failure> {
        let fleet = self.fleet;
        let now = fleet.0.clock.now();
        let machines = std::mem::take(&mut self.unshown);
        let removed = std::mem::take(&mut self.removed);
        let settled: Vec<MachineId> = self
            .unkept
            .iter()
            .filter_map(|place| self.rows.get(*place))
            .filter(|row| row.outcome != RowOutcome::Waiting)
            .map(|row| row.machine.clone())
            .collect();
        let kept: Vec<_> = fleet.board(|board| {
            let put = machines.into_iter().map(|machine| board.put(machine, now));
            let mut kept: Vec<_> = put.collect();
            kept.extend(removed.iter().map(|id| board.remove(id)));
            board.act(&settled, None);
            kept
        });
        let mut places = std::mem::take(&mut self.unkept);
        places.sort_unstable();
        places.dedup();
        let rows: Vec<(usize, &BatchRow)> = places
            .iter()
            .filter_map(|place| Some((*place, self.rows.get(*place)?)))
            .collect();
        let store = &fleet.0.store;
        let mut transaction = store.pool.begin().await?;
        store.keep_rows(&mut transaction, self.id, &rows).await?;
        for kept in &kept {
            store.keep_within(&mut transaction, kept).await?;
        }
        transaction.commit().await?;
        let edits = std::mem::take(&mut self.edits);
        if !edits.is_empty() {
            fleet.change_edits(edits).await?;
        }
        self.tell_rows(&places, finished);
        Ok(())
    }

    fn tell_rows(&mut self, places: &[usize], finished: bool) {
        let rows = places.iter().filter_map(|place| self.rows.get(*place));
        let rows = rows.filter(|row| row.outcome != RowOutcome::Waiting);
        let rows: Vec<_> = rows
            .map(|row| ProgressedRow {
                machine_id: row.machine.clone(),
                outcome: row.outcome,
                failure: row.failure.clone(),
            })
            .collect();
        self.told_at = Some(self.fleet.0.clock.now());
        self.send(finished, rows);
    }

    pub(super) fn tell(&self, finished: bool) {
        self.send(finished, Vec::new());
    }

    fn send(&self, finished: bool, rows: Vec<ProgressedRow>) {
        let progress = BatchProgress {
            batch: self.id,
            kind: self.kind,
            done: self.done,
            total: self.rows.len() as u64,
            waiting_until: self.waiting_until,
            finished,
            rows,
        };
        if let Err(broadcast::error::SendError(progress)) = self.fleet.0.progress.send(progress) {
            tracing::trace!(batch = progress.batch, "nobody follows the act");
        }
    }
}
