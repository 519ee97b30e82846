//! Keeps mappings in step: whose turn it is, when each is looked at next, what the watchers
//! tell. Fair, and at most two at once. What a run does is the engine's.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_api::CancellationToken;
use fielddesk_rules::concurrency;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::stop_reason::StopReason;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use crate::Failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::schedule::execute::How;
use crate::folders::schedule::report::{Finished, Outcome};
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::engine_ports::Watch;
use crate::folders::views::folders_view::WatchMode;
use crate::folders::{Folders, schedule::next_check};
use fielddesk_documents::lock::lock;

/// The clock is looked at again after this long at the latest: it may have been set, or the
/// computer may have slept.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Keeps mappings in step until it is cancelled.
pub(in crate::folders) struct Scheduler {
    folders: Folders,
    which: MappingSelection,
    how: How,
    turns: BTreeMap<MappingId, ScheduleEntry>,
    hints: (UnboundedSender<MappingId>, UnboundedReceiver<MappingId>),
    running: JoinSet<(FolderMapping, Outcome)>,
    finished: Finished,
    /// What waited after each mapping's last run: conflicts, failed files, decisions.
    left: BTreeMap<MappingId, (u64, u64, u64)>,
}

/// When a mapping is looked at.
struct ScheduleEntry {
    mapping: FolderMapping,
    /// Told of its folder; none while it cannot be watched at all.
    watch: Option<(PathBuf, Watch)>,
    due: DateTime<Utc>,
    /// Something happened while it ran.
    again: bool,
    running: bool,
    /// A person asked that what was refused is sent again.
    retry_refused: bool,
    /// Runs in a row that ended early.
    failures: u32,
    /// The service was away.
    away: bool,
    /// The folder itself was: what its watcher tells is news of it.
    folder_away: bool,
}

impl Scheduler {
    pub(in crate::folders) fn new(folders: Folders, which: MappingSelection, how: How) -> Self {
        Self {
            folders,
            which,
            how,
            turns: BTreeMap::new(),
            hints: unbounded_channel(),
            running: JoinSet::new(),
            finished: Finished::new(),
            left: BTreeMap::new(),
        }
    }

    /// Works until it is cancelled; the sum of everything that was done.
    pub(in crate::folders) async fn keep(mut self) -> Finished {
        let folders = self.folders.clone();
        let started = std::time::Instant::now();
        let cancel = self.how.cancel.clone();
        loop {
            folders.prune_history().await;
            if let Err(failure) = self.take_turns().await {
                tracing::warn!(%failure, "the synced folders could not be read");
            }
            let wait = self.next();
            tokio::select! {
                () = cancel.cancelled() => break,
                () = folders.inner.wake.notified() => self.asked_for(),
                Some(id) = self.hints.1.recv() => self.hint(&id),
                Some(done) = self.running.join_next(), if !self.running.is_empty() => {
                    self.done(done);
                }
                () = folders.inner.parts.clock.sleep(wait) => {}
            }
        }
        while let Some(done) = self.running.join_next().await {
            self.done(done);
        }
        let finished = &mut self.finished;
        finished.tally.conflicts = self.left.values().map(|left| left.0).sum();
        finished.tally.failed = self.left.values().map(|left| left.1).sum();
        finished.decisions = self.left.values().map(|left| left.2).sum();
        self.finished.tally.seconds = started.elapsed().as_secs_f64();
        for turn in self.turns.values() {
            lock(&folders.inner.slots.of(&turn.mapping.id).live).noticed = WatchMode::Not;
        }
        self.finished
    }

    /// Reads the mappings and begins whose turn it is.
    async fn take_turns(&mut self) -> Result<(), Failure> {
        let mappings = self.folders.inner.mappings().await?;
        let now = self.folders.inner.parts.clock.now();
        self.learn(&mappings, now).await;
        let paused = self.folders.paused_all().await?;
        loop {
            if self.running.len() >= concurrency::FOLDERS {
                return Ok(());
            }
            let ready = self.turns.values().filter(|turn| {
                let goes_on = turn.mapping.paused_at(now, paused).is_none();
                turn.due <= now && !turn.running && goes_on
            });
            // Who has waited longest goes first: nobody starves.
            let Some(id) = ready
                .min_by_key(|turn| turn.due)
                .map(|turn| turn.mapping.id.clone())
            else {
                return Ok(());
            };
            self.begin(&id);
        }
    }

    /// New mappings are looked at at once, changed ones too, removed ones no more.
    async fn learn(&mut self, mappings: &[FolderMapping], now: DateTime<Utc>) {
        let wanted = |mapping: &FolderMapping| match &self.which {
            MappingSelection::All => true,
            MappingSelection::One(id) => mapping.id == *id,
        };
        let wanted: Vec<&FolderMapping> = mappings.iter().filter(|one| wanted(one)).collect();
        self.turns
            .retain(|id, _| wanted.iter().any(|mapping| mapping.id == *id));
        for mapping in wanted {
            let turn = self
                .turns
                .entry(mapping.id.clone())
                .or_insert_with(|| ScheduleEntry {
                    mapping: mapping.clone(),
                    watch: None,
                    due: now,
                    again: false,
                    running: false,
                    retry_refused: false,
                    failures: 0,
                    away: false,
                    folder_away: false,
                });
            if turn.mapping.place != mapping.place || turn.mapping.sections != mapping.sections {
                // What its engine knew of the folder is forgotten; both share what comes next.
                turn.watch = None;
            }
            if turn.mapping != *mapping {
                turn.mapping = mapping.clone();
                turn.due = now;
            }
            // A clock that was set back makes nobody wait for hours.
            turn.due = turn.due.min(now + TimeDelta::seconds(900));
            if turn
                .watch
                .as_ref()
                .is_none_or(|(folder, _)| *folder != mapping.folder)
            {
                let engine_factory = &self.folders.inner.slots.engine_factory;
                let watch = engine_factory.watch(mapping, self.hints.0.clone()).await;
                let slot = self.folders.inner.slots.of(&mapping.id);
                lock(&slot.live).noticed = watch.noticed();
                turn.watch = Some((mapping.folder.clone(), watch));
            }
        }
    }

    fn begin(&mut self, id: &MappingId) {
        let Some(turn) = self.turns.get_mut(id) else {
            return;
        };
        turn.running = true;
        turn.again = false;
        let (folders, mapping) = (self.folders.clone(), turn.mapping.clone());
        let how = How {
            retry_refused: std::mem::take(&mut turn.retry_refused),
            ..self.how.clone()
        };
        self.running.spawn(async move {
            let outcome = folders.run_mapping(&mapping, &how).await;
            (mapping, outcome)
        });
    }

    fn done(&mut self, done: Result<(FolderMapping, Outcome), tokio::task::JoinError>) {
        let (mapping, outcome) = match done {
            Ok(done) => done,
            Err(error) => {
                tracing::error!(%error, "a run ended badly");
                return;
            }
        };
        let now = self.folders.inner.parts.clock.now();
        let away = outcome.why.as_ref().is_some_and(StopCause::is_away);
        if outcome.why.is_none() {
            self.service_is_back(&mapping, now);
        }
        let Some(turn) = self.turns.get_mut(&mapping.id) else {
            return;
        };
        turn.running = false;
        turn.failures = match &outcome.why {
            Some(_) => turn.failures.saturating_add(1),
            None => 0,
        };
        turn.away = away;
        turn.folder_away = matches!(
            outcome.why,
            Some(StopCause::Stop(StopReason::FolderAway(_)))
        );
        let slot = self.folders.inner.slots.of(&mapping.id);
        let noticed = turn
            .watch
            .as_ref()
            .map_or(WatchMode::Not, |(_, watch)| watch.noticed());
        let mut live = lock(&slot.live);
        let none = BTreeMap::new();
        let reasons = live.found.as_ref().map_or(&none, |found| &found.reasons);
        let watched = noticed != WatchMode::Not;
        let wait = next_check::next_check(
            outcome.why.as_ref(),
            turn.failures,
            reasons,
            outcome.look_again_in,
            watched,
        );
        turn.due = if turn.again && outcome.why.is_none() {
            now
        } else {
            now + TimeDelta::from_std(wait).unwrap_or(TimeDelta::minutes(5))
        };
        live.next_check = Some(turn.due);
        live.noticed = noticed;
        drop(live);
        self.folders.inner.changed.notify_one();
        let tally = &outcome.tally;
        let left = (tally.conflicts, tally.failed, outcome.decisions);
        self.left.insert(mapping.id.clone(), left);
        self.finished.take(&mapping, outcome);
        // The sum of a watch is what was done; what ended early was tried again.
        self.finished.stopped.clear();
        self.finished.undone.clear();
    }

    /// One mapping reached the service: others of its connection need not wait.
    fn service_is_back(&mut self, reached: &FolderMapping, now: DateTime<Utc>) {
        let same =
            |turn: &&mut ScheduleEntry| turn.away && turn.mapping.connection == reached.connection;
        for turn in self.turns.values_mut().filter(same) {
            turn.due = now;
            turn.away = false;
        }
    }

    fn hint(&mut self, id: &MappingId) {
        let now = self.folders.inner.parts.clock.now();
        if let Some(turn) = self.turns.get_mut(id) {
            if turn.running {
                turn.again = true;
            } else if turn.failures == 0 || turn.folder_away {
                turn.due = now;
            }
            // While it waits after a failure a change in the folder is no news of the service.
        }
    }

    fn asked_for(&mut self) {
        let asked = std::mem::take(&mut *lock(&self.folders.inner.asked));
        let now = self.folders.inner.parts.clock.now();
        for (id, retry_refused) in asked {
            if let Some(turn) = self.turns.get_mut(&id) {
                turn.retry_refused |= retry_refused;
                turn.again = turn.running;
                turn.due = now;
                turn.failures = 0;
            }
        }
    }

    /// How long until something is due.
    fn next(&self) -> Duration {
        if self.running.len() >= concurrency::FOLDERS {
            return LONGEST_SLEEP;
        }
        let now = self.folders.inner.parts.clock.now();
        let due = self.turns.values().filter(|turn| !turn.running);
        // A due one that is paused is looked at again with the clock.
        let next = due.map(|turn| turn.due).filter(|due| *due > now).min();
        let wait = next.and_then(|next| (next - now).to_std().ok());
        wait.map_or(LONGEST_SLEEP, |wait| wait.min(LONGEST_SLEEP))
    }
}

/// The background of a process that lives long.
pub(in crate::folders) struct Background {
    cancel: CancellationToken,
    scheduler: tokio::task::JoinHandle<Finished>,
    shower: tokio::task::JoinHandle<()>,
    _server: crate::folders::requests::request_server::Serving,
}

impl Background {
    pub(in crate::folders) fn begin(folders: &Folders) -> Self {
        let cancel = CancellationToken::new();
        let how = How {
            watching: true,
            approval: fielddesk_sync::plan::Approval::None,
            retry_refused: false,
            caller: None,
            cancel: cancel.clone(),
        };
        let scheduler = Scheduler::new(folders.clone(), MappingSelection::All, how);
        Self {
            scheduler: tokio::spawn(scheduler.keep()),
            shower: tokio::spawn(crate::folders::views::publish::show(
                folders.clone(),
                cancel.clone(),
            )),
            _server: crate::folders::requests::request_server::Serving::begin(folders),
            cancel,
        }
    }

    /// Ends it; requests under way have ten seconds.
    pub(in crate::folders) async fn end(self) {
        self.cancel.cancel();
        // What a run does within its own ten seconds, and the word about it.
        let grace = Duration::from_secs(12);
        if tokio::time::timeout(grace, self.scheduler).await.is_err() {
            tracing::info!("runs were cut off; they go on at the next start");
        }
        if let Err(error) = self.shower.await {
            tracing::error!(%error, "the view of the folders ended badly");
        }
    }
}
