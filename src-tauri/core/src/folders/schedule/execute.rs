//! Runs: of one mapping with a person's words going first, and of several in turn.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use fielddesk_api::CancellationToken;
use fielddesk_rules::concurrency;
use fielddesk_sync::engine::{Engine, RunOptions as EngineRunOptions, RunReport};
use fielddesk_sync::event::{Event, EventKind, RunTotals};
use fielddesk_sync::plan::Approval;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::stop_reason::StopReason;
use futures::{FutureExt as _, StreamExt as _};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::data_dir::DataDirLock;
use crate::folders::errors::{self, none_there};
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::requests::shown_documents::Reported;
use crate::folders::schedule::report::{Finished, Outcome, RunOptions, add};
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::engine_session::Slot;
use crate::folders::session::event_sink::EventSink;
use crate::folders::session::scan_summary::ScanSummary;
use crate::folders::{Folders, requests::request_server};
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

/// How long a request under way has when its run is cancelled.
const GRACE: Duration = Duration::from_secs(10);

/// A file that stood still for two seconds is whole.
pub(in crate::folders) const SETTLES_IN: Duration = Duration::from_millis(2100);

/// Looks of one run or plan for files that settle; one that is written all the time waits.
pub(in crate::folders) const SETTLING_LOOKS: usize = 3;

/// How often it is asked whether the history is due to be pruned.
const LOOK_AT_HISTORY: TimeDelta = TimeDelta::hours(1);

/// How one mapping is run.
#[derive(Debug, Clone)]
pub(in crate::folders) struct How {
    pub(in crate::folders) watching: bool,
    pub(in crate::folders) approval: Approval,
    /// Sends what the service refused again, as a person asked for.
    pub(in crate::folders) retry_refused: bool,
    pub(in crate::folders) caller: Option<UnboundedSender<Event>>,
    pub(in crate::folders) cancel: CancellationToken,
}

impl Folders {
    /// Brings mappings in step once, as far as it goes without a person. Of all, paused ones
    /// are left alone; one that is named runs.
    ///
    /// # Errors
    /// Kind `busy` where another process holds the data folder; not found where there is no
    /// mapping. What happens to one mapping is in the outcome.
    pub async fn run_once(
        &self,
        which: &MappingSelection,
        running: RunOptions,
    ) -> Result<Finished, Failure> {
        let _held = self.hold_for_runs()?;
        // Others may ask for something meanwhile.
        let _server = request_server::Serving::begin(self);
        let finished = self.run_now(which, running).await;
        self.prune_history().await;
        finished
    }

    /// Prunes the history once a day. This process holds the data folder.
    pub(in crate::folders) async fn prune_history(&self) {
        let now = self.inner.parts.clock.now();
        let due = {
            let mut looked = lock(&self.inner.history_looked);
            let due = looked.is_none_or(|at| (now - at).abs() >= LOOK_AT_HISTORY);
            if due {
                *looked = Some(now);
            }
            due
        };
        if !due {
            return;
        }
        match self.inner.parts.history.prune_when_due().await {
            Ok(Some(pruned)) => tracing::info!(?pruned, "the history is pruned"),
            Ok(None) => {}
            Err(failure) => tracing::warn!(%failure, "the history could not be pruned"),
        }
    }

    /// Runs mappings once. The data folder is held.
    pub(in crate::folders) async fn run_now(
        &self,
        which: &MappingSelection,
        running: RunOptions,
    ) -> Result<Finished, Failure> {
        let started = Instant::now();
        let mut mappings = self.select(which).await?;
        if mappings.is_empty() {
            return Err(none_there());
        }
        if *which == MappingSelection::All {
            // Who asks for one by name means it; a sweep over all leaves paused ones alone.
            let paused = self.paused_all().await?;
            let now = self.inner.parts.clock.now();
            mappings.retain(|mapping| mapping.paused_at(now, paused).is_none());
        }
        let how = How {
            watching: self.is_watching(),
            approval: running.approval,
            retry_refused: true,
            caller: running.events,
            cancel: running.cancel,
        };
        let runs = mappings.into_iter().map(|mapping| {
            let how = how.clone();
            async move {
                let outcome = self.run_until_settled(&mapping, &how).await;
                (mapping, outcome)
            }
        });
        let mut finished = Finished::new();
        let mut runs = futures::stream::iter(runs).buffer_unordered(concurrency::FOLDERS);
        while let Some((mapping, outcome)) = runs.next().await {
            finished.take(&mapping, outcome);
        }
        finished.tally.seconds = started.elapsed().as_secs_f64();
        Ok(finished)
    }

    /// The data folder for runs.
    ///
    /// # Errors
    /// Kind `busy` while another process has it.
    pub(in crate::folders) fn hold_for_runs(&self) -> Result<Arc<DataDirLock>, Failure> {
        match self.hold()? {
            Some(held) => Ok(held),
            None => Err(self.inner.parts.data_dir.lock().err().unwrap_or_else(|| {
                // It was let go of this very moment.
                Failure::new(
                    FailureKind::Busy,
                    "Another Fielddesk on this computer was using this data folder.",
                    "Try again.",
                )
            })),
        }
    }

    /// Runs one mapping; again, soon, while files were saved a moment ago: where nobody watches
    /// there is no later run that would take them.
    async fn run_until_settled(&self, mapping: &FolderMapping, how: &How) -> Outcome {
        let (mut outcome, mut left) = self.run_telling(mapping, how).await;
        for _ in 1..SETTLING_LOOKS {
            let slot = self.inner.slots.of(&mapping.id);
            let settling = lock(&slot.live)
                .found
                .as_ref()
                .is_some_and(|found| found.reasons.contains_key(&Reason::NotSettled));
            if how.watching || !settling || outcome.why.is_some() {
                break;
            }
            tokio::select! {
                () = how.cancel.cancelled() => break,
                () = tokio::time::sleep(SETTLES_IN) => {}
            }
            let before = outcome.tally;
            let how = How {
                retry_refused: false,
                ..how.clone()
            };
            (outcome, left) = self.run_telling(mapping, &how).await;
            let last = outcome.tally;
            outcome.tally = before;
            add(&mut outcome.tally, &last);
        }
        if let Some(caller) = &how.caller {
            for event in left {
                // Whoever asked may have gone.
                drop(caller.send(event));
            }
        }
        outcome
    }

    /// Runs one mapping and tells what is done. What is left is given back: the next run may
    /// do it.
    async fn run_telling(&self, mapping: &FolderMapping, how: &How) -> (Outcome, Vec<Event>) {
        let (events, mut heard) = unbounded_channel();
        let how_now = How {
            caller: how.caller.as_ref().map(|_| events),
            ..how.clone()
        };
        let run = async move { self.run_mapping(mapping, &how_now).await };
        let tell = async {
            let mut left = Vec::new();
            while let Some(event) = heard.recv().await {
                match &how.caller {
                    Some(caller) if !is_left(&event) => drop(caller.send(event)),
                    _ => left.push(event),
                }
            }
            left
        };
        tokio::join!(run, tell)
    }

    /// Runs one mapping. A run that panics gives its engine up, and is told as failed.
    pub(in crate::folders) async fn run_mapping(
        &self,
        mapping: &FolderMapping,
        how: &How,
    ) -> Outcome {
        let run = AssertUnwindSafe(self.run_until_it_ends(mapping, how)).catch_unwind();
        if let Ok(outcome) = run.await {
            return outcome;
        }
        let slot = self.inner.slots.of(&mapping.id);
        slot.end_run();
        slot.for_a_run().await.take();
        let why = StopCause::Failure(Failure::internal("a run of the synced folder panicked"));
        self.ended(mapping, None, Some(why.clone()), false);
        Outcome::early(RunTotals::default(), Some(why))
    }

    /// A person's word that comes meanwhile goes first, and the run goes on.
    async fn run_until_it_ends(&self, mapping: &FolderMapping, how: &How) -> Outcome {
        let slot = self.inner.slots.of(&mapping.id);
        let mut tally = RunTotals::default();
        loop {
            let mut guard = slot.for_a_run().await;
            // A word that went first may have changed the mapping, or removed it.
            let opened = match self.get(&mapping.id).await {
                Ok(mapping) => self.inner.slots.open(&slot, &mut guard, &mapping).await,
                Err(failure) if failure.kind == FailureKind::NotFound => {
                    return Outcome::early(tally, None);
                }
                Err(failure) => Err(failure),
            };
            let engine = match opened {
                Ok(engine) => engine,
                Err(failure) => {
                    let why = StopCause::Failure(failure);
                    self.ended(mapping, None, Some(why.clone()), false);
                    return Outcome::early(tally, Some(why));
                }
            };
            let (sink, events) = EventSink::open(&self.inner, &slot, how.caller.clone());
            let options = EngineRunOptions {
                watching: how.watching,
                approval: how.approval.clone(),
                retry_refused: how.retry_refused,
                events,
                cancel: slot.begin_run(&how.cancel),
            };
            lock(&slot.live).begins();
            self.inner.changed.notify_one();
            let (report, abandoned) = until_it_ends(engine, &options, &slot).await;
            slot.end_run();
            let view = engine.view();
            let found = view.map(|view| engine.with_saved(|saved| ScanSummary::of(view, saved)));
            let look_again_in = engine.look_again_in();
            slot.note_missing(engine);
            let keeps_changing = found.as_ref().map_or(0, |found| found.keeps_changing);
            let lock_for_command = report.stop == Some(StopReason::Cancelled)
                && !how.cancel.is_cancelled()
                && slot.word_waits();
            let said = report.stop.as_ref().and_then(errors::said);
            let why = report.stop.clone().map(StopCause::Stop);
            drop(options);
            sink.close().await;
            add(&mut tally, &report.tally);
            if let Some(reported) = Reported::of(engine)
                && let Err(failure) = self.note_reported(&mapping.id, reported).await
            {
                tracing::warn!(%failure, "which documents a run reported is not written down");
            }
            let told = why.clone().filter(|_| !lock_for_command);
            self.ended(mapping, found, told, report.tally.changes_documents());
            if abandoned || matches!(report.stop, Some(StopReason::State(_))) {
                // Its requests are given up for good, or what it believes may not be what is
                // stored.
                guard.take();
            }
            if lock_for_command {
                continue;
            }
            return Outcome {
                tally,
                decisions: report.decisions() as u64 + keeps_changing,
                undone: report.undone,
                look_again_in,
                why,
                said,
            };
        }
    }

    /// Notes how a look or a run ended; `changed` says that it changed documents.
    pub(in crate::folders) fn ended(
        &self,
        mapping: &FolderMapping,
        found: Option<ScanSummary>,
        why: Option<StopCause>,
        changed: bool,
    ) {
        let slot = self.inner.slots.of(&mapping.id);
        let asks_other = lock(&slot.live).ended(found, why, self.inner.parts.clock.now());
        self.tell_changed(mapping, changed || asks_other);
    }

    /// Notes what a look beside a run found.
    pub(in crate::folders) fn saw(&self, mapping: &FolderMapping, found: ScanSummary) {
        let slot = self.inner.slots.of(&mapping.id);
        let asks_other = lock(&slot.live).saw(found);
        self.tell_changed(mapping, asks_other);
    }

    fn tell_changed(&self, mapping: &FolderMapping, documents: bool) {
        self.inner.changed.notify_one();
        if documents {
            // Nobody may be listening, as in fieldctl.
            drop(self.inner.pages.send(mapping.place.target.clone()));
        }
    }
}

/// Runs; a run that was cancelled has ten seconds for the request under way, which is given up
/// then. Tells whether it was.
async fn until_it_ends(
    engine: &mut Engine,
    options: &EngineRunOptions,
    slot: &Slot,
) -> (RunReport, bool) {
    let mut run = std::pin::pin!(engine.run(options));
    let too_long = async {
        options.cancel.cancelled().await;
        tokio::time::sleep(GRACE).await;
    };
    let ended = tokio::select! {
        report = &mut run => Some(report),
        () = too_long => None,
    };
    match ended {
        Some(report) => (report, false),
        None => {
            let abandoned = slot.abandon();
            (run.await, abandoned)
        }
    }
}

/// Whether a line is about what is left for a person or for later.
const fn is_left(event: &Event) -> bool {
    match event {
        Event::Name { event, .. } => matches!(
            event,
            EventKind::Conflict | EventKind::Skipped | EventKind::Waiting
        ),
        Event::Idle { .. } | Event::Stopped { .. } => true,
    }
}
