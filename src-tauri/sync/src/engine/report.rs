//! What a run leaves behind: the report, the view, the last lines.

use super::{Engine, RunOptions};
use crate::event::{Event, EventKind, RunTotals};
use crate::execute::Run;
use crate::mapping::Mapping;
use crate::mapping_state::Change;
use crate::observe::Observation;
use crate::plan::{ActionKind, Plan, SkipReason};
use crate::status::View;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;

/// How a run ended.
#[derive(Debug, Clone)]
pub struct RunReport {
    /// What was done.
    pub tally: RunTotals,
    /// Why it ended before everything was done.
    pub stop: Option<StopReason>,
    /// What is left, and waits for something.
    pub left: Plan,
}

impl RunReport {
    /// Names that wait for a person: conflicts, deletes and damaged files.
    #[must_use]
    pub fn decisions(&self) -> usize {
        let waiting = self.left.actions.iter().filter(|action| {
            matches!(
                action.act,
                ActionKind::Ask { .. }
                    | ActionKind::Delete { hold: Some(_), .. }
                    | ActionKind::Send { held: true, .. }
            )
        });
        waiting.count()
    }
}

impl Engine {
    pub(super) fn look(
        &mut self,
        run: &Run<'_>,
        seen: Observation,
        left: Plan,
        stop: Option<StopReason>,
    ) {
        self.view = Some(View {
            local: seen.local,
            remote: run.remote(),
            left,
            damaged: seen.damaged,
            notes: run.take_notes(),
            stop,
            at: run.now(),
        });
    }

    pub(super) fn stopped_before(&mut self, options: &RunOptions, stop: StopReason) -> RunReport {
        tell_stop(options, &self.mapping, &stop);
        let left = match &mut self.view {
            Some(view) => {
                view.stop = Some(stop.clone());
                view.left.clone()
            }
            None => {
                let view = View::stopped(&self.mapping, stop.clone(), self.ports.clock.now());
                let left = view.left.clone();
                self.view = Some(view);
                left
            }
        };
        RunReport {
            tally: RunTotals::default(),
            stop: Some(stop),
            left,
        }
    }

    pub(super) async fn report(
        &mut self,
        run: &Run<'_>,
        options: &RunOptions,
        left: Plan,
        stop: Option<StopReason>,
        started: Timestamp,
    ) -> RunReport {
        let mut tally = run.tally();
        for action in &left.actions {
            match &action.act {
                ActionKind::Ask { .. } => {
                    tally.conflicts += 1;
                    run.tell_because(action, EventKind::Conflict, action.reason(), None);
                }
                ActionKind::Delete { hold: Some(_), .. } | ActionKind::Send { held: true, .. } => {
                    run.tell_because(action, EventKind::Waiting, action.reason(), None);
                }
                ActionKind::Skip(reason) => {
                    tally.failed += u64::from(matches!(reason, SkipReason::RefusedByService(_)));
                    run.tell_because(action, EventKind::Skipped, reason.into(), None);
                }
                ActionKind::Send { .. }
                | ActionKind::Adopt { .. }
                | ActionKind::Compare { .. }
                | ActionKind::Delete { .. } => {}
            }
        }
        tally.seconds = run.now().since(started).as_secs_f64();
        match &stop {
            Some(stop) => tell_stop(options, &self.mapping, stop),
            None if left.actions.iter().any(|action| action.changes_the_page()) => {}
            None => {
                let ran = self.ledger.commit(vec![Change::Ran(run.now())]).await;
                if let Err(error) = ran {
                    tracing::warn!(%error, "could not note the end of the run");
                }
                options.events.tell(|| Event::Idle {
                    event: "idle",
                    mapping: self.mapping.id.clone(),
                });
            }
        }
        RunReport { tally, stop, left }
    }
}

fn tell_stop(options: &RunOptions, mapping: &Mapping, stop: &StopReason) {
    options.events.tell(|| Event::Stopped {
        event: "waiting",
        mapping: mapping.id.clone(),
        reason: stop.into(),
        message: stop.to_string(),
    });
}
