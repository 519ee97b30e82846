//! The task that works on the queue: picks jobs, runs them, ends gracefully.
//!
//! Rows live in memory and in SQLite; every change that matters after a restart is written
//! before the next thing is done. Jobs touch rows through [`Engine::update`] and
//! [`Engine::keep`] alone.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fielddesk_api::{CancellationToken, Client, Clock};
use tokio::sync::{Notify, broadcast, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::backoff::Away;
use super::failpoints::{Crash, FailPoint};
use super::pages::TargetPages;
use super::row::{Row, Step};
use super::scheduler::{Job, Lane, Situation, pick};
use super::store::{self, Remembered};
use super::types::{TransferKind, TransferState, TransfersView};
use super::view::{Around, Speed, run_bytes, view};
use super::{fetch, publish, quiet, settle};
use crate::Failure;
use crate::connection::Connection;
use crate::db::Database;
use crate::documents::OpenCopy;
use crate::documents::copies::Copies;
use crate::history::History;
use crate::online::OnlineWatch;
use crate::target::Target;
use fielddesk_documents::lock::lock;

/// How often the view may change.
const TICK: Duration = Duration::from_millis(200);

/// How long requests under way may take to end when the engine stops.
const GRACE: Duration = Duration::from_secs(10);

type OpenWaiter = oneshot::Sender<Result<OpenCopy, Failure>>;

/// Everything the jobs share.
pub(super) struct Engine {
    pub(super) connection: Connection,
    /// One attempt a call: the engine waits by itself and shows it.
    pub(super) client: Client,
    pub(super) key: String,
    pub(super) database: Database,
    pub(super) history: History,
    pub(super) copies: Copies,
    pub(super) online: OnlineWatch,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) state: Mutex<State>,
    /// The pages that jobs work on, until nothing is open there.
    pub(super) pages: tokio::sync::Mutex<HashMap<Target, Arc<TargetPages>>>,
    pub(super) opening: Mutex<HashMap<i64, OpenWaiter>>,
    pub(super) wake: Notify,
    pub(super) view: watch::Sender<TransfersView>,
    pub(super) changes: broadcast::Sender<Target>,
    pub(super) stop: CancellationToken,
    pub(super) dead: CancellationToken,
    pub(super) crash: Crash,
}

/// What the queue looks like now.
#[derive(Default)]
pub(super) struct State {
    pub(super) rows: BTreeMap<i64, Row>,
    pub(super) flying: Vec<Lane>,
    pub(super) remembered: Remembered,
    pub(super) away: Option<Away>,
    pub(super) left_from_before: u64,
    /// Targets of which something is open that nobody works on, and when to look.
    pub(super) unsettled: BTreeMap<Target, DateTime<Utc>>,
    pub(super) dirty: bool,
}

impl State {
    pub(super) fn touch(&mut self) {
        self.dirty = true;
    }

    fn is_active(&self) -> bool {
        self.rows.values().any(|row| row.live.busy)
    }
}

impl Engine {
    /// Changes rows in memory; gives them back as they are now.
    pub(super) fn update(&self, ids: &[i64], mut change: impl FnMut(&mut Row)) -> Vec<Row> {
        let mut state = lock(&self.state);
        state.touch();
        let mut changed = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(row) = state.rows.get_mut(id) {
                change(row);
                changed.push(row.clone());
            }
        }
        changed
    }

    /// Changes rows in memory and on disk. When the disk refuses, memory goes on: the journal
    /// finds out after a restart.
    pub(super) async fn keep(&self, ids: &[i64], change: impl FnMut(&mut Row)) -> Vec<Row> {
        let rows = self.update(ids, change);
        if let Err(failure) = store::save(&self.database, &rows).await {
            tracing::error!(%failure, "the queue could not be written");
        }
        rows
    }

    pub(super) fn rows(&self, ids: &[i64]) -> Vec<Row> {
        let state = lock(&self.state);
        ids.iter()
            .filter_map(|id| state.rows.get(id).cloned())
            .collect()
    }

    pub(super) fn rows_of(&self, target: &Target) -> Vec<Row> {
        let state = lock(&self.state);
        let rows = state.rows.values().filter(|row| row.target == *target);
        rows.cloned().collect()
    }

    /// Whether nothing new may begin now.
    pub(super) fn begins_nothing(&self) -> bool {
        let now = self.now();
        let state = lock(&self.state);
        let is_away = state.away.as_ref().is_some_and(|away| now < away.until);
        self.stop.is_cancelled() || state.remembered.paused || is_away
    }

    /// When something was sent last, from now on.
    pub(super) fn sent_now(&self, now: DateTime<Utc>) -> Remembered {
        let mut state = lock(&self.state);
        state.remembered.last_sent_at = Some(now);
        state.remembered
    }

    /// A row that follows another takes the place of what that one stored.
    pub(super) async fn follow(&self, id: i64) {
        let followed = self.rows(&[id]).into_iter().find_map(|row| row.follows);
        let stored = followed.and_then(|id| self.rows(&[id]).into_iter().next()?.sent_id);
        self.keep(&[id], |row| {
            row.follows = None;
            if let Some(stored) = &stored {
                row.kind = TransferKind::Replace;
                row.document = Some(stored.clone());
            }
        })
        .await;
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub(super) fn changed(&self, target: &Target) {
        // Nobody may be listening.
        drop(self.changes.send(target.clone()));
    }

    /// Ends rows with a failure.
    pub(super) async fn fail(&self, ids: &[i64], failure: &Failure) {
        let now = self.now();
        self.keep(ids, |row| row.fail(failure.clone(), now)).await;
    }

    /// Ends rows with a failure. What is on the page, or may be, is not forgotten: a person tries
    /// again.
    pub(super) async fn give_up(&self, ids: &[i64], failure: &Failure) {
        let now = self.now();
        self.keep(ids, |row| match row.step {
            None => row.fail(failure.clone(), now),
            Some(_) => row.end(TransferState::NeedsYou, Some(failure.clone()), now),
        })
        .await;
    }

    /// Dies here, when a test wants it: nothing after this line happens.
    pub(super) async fn crash_at(&self, point: FailPoint) {
        if self.crash.at(point) {
            self.dead.cancel();
            std::future::pending::<()>().await;
        }
    }

    /// Works until it is stopped.
    pub(super) async fn run(self: Arc<Self>) {
        let mut jobs = Jobs::default();
        let mut online = self.online.subscribe();
        loop {
            self.begin(&mut jobs);
            let next = self.next_wake();
            tokio::select! {
                () = self.dead.cancelled() => return,
                () = self.stop.cancelled() => break,
                () = self.wake.notified() => {}
                Ok(()) = online.changed() => {
                    // The borrow has to end first: learning may change the state.
                    let state = online.borrow_and_update().clone();
                    self.learn(&state);
                }
                () = jobs.one_ended(&self) => {}
                () = self.wait_until(next) => self.ask_again().await,
            }
        }
        let all_ended = async {
            while !jobs.set.is_empty() {
                jobs.one_ended(&self).await;
            }
        };
        tokio::select! {
            () = self.dead.cancelled() => {}
            () = all_ended => {}
            () = self.clock.sleep(GRACE) => {
                tracing::info!("requests were cut off; they go on at the next start");
                jobs.give_up(&self).await;
            }
        }
    }

    fn begin(self: &Arc<Self>, jobs: &mut Jobs) {
        let now = self.now();
        let mut state = lock(&self.state);
        if state.away.as_ref().is_some_and(|away| now < away.until) {
            return;
        }
        let picked = pick(&Situation {
            rows: &state.rows,
            flying: &state.flying,
            unsettled: &state.unsettled,
            paused: state.remembered.paused,
            probing: state.away.is_some(),
            now,
        });
        for (job, lane) in picked {
            let ids = job.rows();
            if let Job::Recover(target, _) = &job {
                state.unsettled.remove(target);
            }
            for id in &ids {
                if let Some(row) = state.rows.get_mut(id) {
                    take(row, &job);
                }
            }
            state.flying.push(lane);
            state.touch();
            let engine = Arc::clone(self);
            let handle = jobs.set.spawn(async move { engine.work(job).await });
            jobs.running.insert(handle.id(), (ids, lane));
        }
    }

    async fn work(&self, job: Job) {
        match job {
            Job::Publish(target, rows) => publish::publish(self, &target, &rows).await,
            Job::Recover(target, rows) => settle::recover(self, &target, &rows).await,
            Job::Look(rows) => quiet::look(self, &rows).await,
            Job::Finish(id) | Job::Undo(id) | Job::Fetch(id) => {
                let Some(row) = self.rows(&[id]).into_iter().next() else {
                    return;
                };
                match job {
                    Job::Finish(_) => settle::finish(self, &row).await,
                    Job::Undo(_) => settle::undo(self, &row).await,
                    _ => fetch::fetch(self, row).await,
                }
            }
        }
    }

    fn ended(&self, ids: &[i64], lane: Lane) {
        let mut state = lock(&self.state);
        state.touch();
        if let Some(at) = state.flying.iter().position(|&flying| flying == lane) {
            state.flying.swap_remove(at);
        }
        for id in ids {
            if let Some(row) = state.rows.get_mut(id) {
                row.live.busy = false;
                row.live.cancel = None;
            }
        }
    }

    /// Tells what changed, at most five times a second.
    pub(super) async fn show(self: Arc<Self>) {
        let mut speed = Speed::default();
        let mut looked = Instant::now();
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.dead.cancelled() => return,
                _ = ticks.tick() => {}
            }
            let passed = looked.elapsed();
            looked = Instant::now();
            self.look(&mut speed, passed);
            if self.stop.is_cancelled() && !lock(&self.state).is_active() {
                return;
            }
        }
    }

    pub(super) fn look(&self, speed: &mut Speed, passed: Duration) {
        let mut state = lock(&self.state);
        let active = state.is_active();
        if !active && !std::mem::take(&mut state.dirty) {
            return;
        }
        state.dirty = active;
        speed.look(run_bytes(&state.rows).0, passed, active);
        let around = Around {
            paused: state.remembered.paused,
            last_sent_at: state.remembered.last_sent_at,
            left_from_before: state.left_from_before,
            away_until: state.away.as_ref().map(|away| away.until),
        };
        let fresh = view(&state.rows, &around, *speed);
        drop(state);
        self.view.send_if_modified(|shown| {
            let different = *shown != fresh;
            *shown = fresh;
            different
        });
    }
}

/// A job takes a row: it shows what is done for it.
fn take(row: &mut Row, job: &Job) {
    row.live.busy = true;
    row.live.cancel = Some(CancellationToken::new());
    if matches!(job, Job::Look(_)) {
        return;
    }
    row.next_try_at = None;
    row.failure = None;
    row.state = match (job, row.step) {
        // It moves once its request begins.
        (Job::Publish(..), _) => TransferState::Waiting,
        (Job::Recover(..), Some(Step::Sending)) => TransferState::Checking,
        _ => TransferState::Working,
    };
}

/// The jobs that run, and the rows each has.
#[derive(Default)]
struct Jobs {
    set: JoinSet<()>,
    running: HashMap<tokio::task::Id, (Vec<i64>, Lane)>,
}

impl Jobs {
    /// Waits for the end of one; for ever when there is none.
    async fn one_ended(&mut self, engine: &Engine) {
        let (id, broken) = match self.set.join_next_with_id().await {
            None => return std::future::pending().await,
            Some(Ok((id, ()))) => (id, None),
            Some(Err(error)) => (error.id(), Some(error)),
        };
        let Some((ids, lane)) = self.running.remove(&id) else {
            return;
        };
        engine.ended(&ids, lane);
        if let Some(error) = broken {
            engine.fail(&ids, &Failure::internal(error)).await;
        }
    }

    /// Ends all of them in the middle. Nobody works on their rows any more, and what is known of
    /// them is in the journal.
    async fn give_up(&mut self, engine: &Engine) {
        self.set.shutdown().await;
        for (ids, lane) in self.running.drain().map(|(_, job)| job) {
            engine.ended(&ids, lane);
        }
    }
}
