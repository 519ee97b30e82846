//! Shared parts of the queue's jobs: its rows, the ways to the service, and its events.
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
use tokio::time::Instant;

use super::backoff::Away;
use super::failpoints::{Crash, FailPoint};
use super::pages::TargetPages;
use super::row::Row;
use super::scheduler::Lane;
use super::store::{self, Remembered};
use super::types::{TransferKind, TransferState, TransfersView};
use super::view::{Around, Speed, run_bytes, view};
use crate::Failure;
use crate::connection::Connection;
use crate::db::Database;
use crate::documents::OpenCopy;
use crate::documents::copies::Copies;
use crate::history::History;
use crate::online::OnlineWatch;
use crate::sync_adapters::UploadRoom;
use crate::target::Target;
use fielddesk_documents::lock::lock;

/// How often the view may change.
const TICK: Duration = Duration::from_millis(200);

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
    pub(super) room: UploadRoom,
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
