//! The results of a run: the report, the view, the last lines.

use std::collections::BTreeMap;

use super::{Engine, RunOptions, make};
use crate::event::{Event, EventKind, RunTotals};
use crate::execute::{Run, of_failure};
use crate::mapping::Mapping;
use crate::mapping_state::{Change, NameFailure};
use crate::observe::Observation;
use crate::plan::{Action, ActionKind, Plan};
use crate::reason::Reason;
use crate::status::View;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;

/// The outcome of a run.
#[derive(Debug, Clone)]
pub struct RunReport {
    /// Counts of the work done.
    pub tally: RunTotals,
    /// Reason it stopped early; `None` where it did not.
    pub stop: Option<StopReason>,
    /// Plan of the remaining work.
    pub left: Plan,
    /// The number of names that the run could not do, by reason. Names that
    /// wait for a choice, and files that were gone only a moment ago, are not among them.
    pub undone: BTreeMap<Reason, u64>,
}

impl RunReport {
    /// Counts the names that wait for a person: conflicts, deletes and damaged files.
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
        let mut troubles = self.state_writer.saved().troubles.clone();
        let noted = run.take_notes().into_iter();
        troubles.extend(noted.map(|(key, failure)| (key, run.trouble(of_failure(&failure)))));
        self.view = Some(View {
            local: seen.local,
            remote: run.remote(),
            left,
            damaged: seen.damaged,
            troubles,
            stopped: self.state_writer.saved().stopped.clone(),
            stop,
            at: run.now(),
        });
    }

    pub(super) async fn stopped_before(
        &mut self,
        options: &RunOptions,
        stop: StopReason,
    ) -> RunReport {
        tell_stop(options, &self.mapping, &stop);
        let stopped = self.stopped_change(Some(&stop));
        self.note_end(stopped.into_iter().collect()).await;
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
            undone: BTreeMap::new(),
        }
    }

    pub(super) async fn report(
        &mut self,
        run: &Run<'_>,
        options: &RunOptions,
        seen: Observation,
        started: Timestamp,
    ) -> RunReport {
        let left = make(run, &seen);
        let stop = run.stopped();
        let mut tally = run.tally();
        let mut undone = BTreeMap::new();
        let mut troubles = Vec::new();
        for action in &left.actions {
            if matches!(action.act, ActionKind::Ask { .. }) {
                tally.conflicts += 1;
                run.tell_because(action, EventKind::Conflict, action.reason(), None);
                continue;
            }
            let Some(why) = why_left(run, action, stop.as_ref(), options.watching) else {
                if is_held(action) {
                    run.tell_because(action, EventKind::Waiting, action.reason(), None);
                }
                continue;
            };
            if !why.told {
                run.tell_because(action, why.event, why.reason, why.message.clone());
            }
            if why.reason.is_undone() {
                *undone.entry(why.reason).or_insert(0) += 1;
                tally.failed += u64::from(why.reason.is_failure());
            }
            if why.lasts {
                let trouble = run.trouble((why.event, why.reason, why.message));
                troubles.push((action.key.clone(), trouble));
            }
        }
        tally.seconds = run.now().since(started).as_secs_f64();
        let mut changes: Vec<_> = self.stopped_change(stop.as_ref()).into_iter().collect();
        let none_before = self.state_writer.saved().troubles.is_empty();
        if !(none_before && troubles.is_empty()) {
            changes.push(Change::Troubles(troubles));
        }
        match &stop {
            Some(stop) => tell_stop(options, &self.mapping, stop),
            None if left.actions.iter().any(|action| action.changes_the_page()) => {}
            None if !undone.is_empty() => {}
            None => {
                changes.push(Change::Ran(run.now()));
                options.events.tell(|| Event::Idle {
                    event: "idle",
                    mapping: self.mapping.id.clone(),
                });
            }
        }
        self.note_end(changes).await;
        self.look(run, seen, left.clone(), stop.clone());
        RunReport {
            tally,
            stop,
            left,
            undone,
        }
    }
}

impl Engine {
    /// The change that remembers how a run ended; none where nothing is different. What a look sees by
    /// itself, as a folder that is away, is not remembered.
    fn stopped_change(&self, stop: Option<&StopReason>) -> Option<Change> {
        if stop == Some(&StopReason::Cancelled) {
            return None;
        }
        let stop = stop.filter(|stop| Reason::from(*stop).is_failure());
        let trouble = stop.map(|stop| NameFailure {
            reason: stop.into(),
            message: Some(stop.to_string()),
            at: self.ports.clock.now(),
        });
        let none_before = self.state_writer.saved().stopped.is_none();
        (trouble.is_some() || !none_before).then_some(Change::Stopped(trouble))
    }

    async fn note_end(&self, changes: Vec<Change>) {
        if !changes.is_empty()
            && let Err(error) = self.state_writer.commit(changes).await
        {
            tracing::warn!(%error, "could not note the end of the run");
        }
    }
}

/// Returns true if an action waits for a person's yes.
const fn is_held(action: &Action) -> bool {
    matches!(
        action.act,
        ActionKind::Delete { hold: Some(_), .. } | ActionKind::Send { held: true, .. }
    )
}

/// The reason for which an action is left.
struct WhyLeft {
    event: EventKind,
    reason: Reason,
    message: Option<String>,
    /// True where it was reported when it happened.
    told: bool,
    /// No look shows it again: it is remembered until a run does better.
    lasts: bool,
}

/// The reason for which an action is left that the run should have done; none
/// where nothing was to be done without a person, or the next run of a watch goes on.
fn why_left(
    run: &Run<'_>,
    action: &Action,
    stop: Option<&StopReason>,
    watching: bool,
) -> Option<WhyLeft> {
    if let ActionKind::Skip(skip) = &action.act {
        return Some(WhyLeft {
            event: EventKind::Skipped,
            reason: skip.into(),
            message: skip.in_words(),
            told: false,
            lasts: false,
        });
    }
    if let Some(failure) = run.noted_of(&action.key) {
        let (event, reason, message) = of_failure(&failure);
        return Some(WhyLeft {
            event,
            reason,
            message,
            told: true,
            lasts: true,
        });
    }
    if is_held(action) {
        return None;
    }
    let (reason, message, lasts) = match (stop, run.unanswered(&action.key)) {
        (Some(stop), _) if !Reason::from(stop).is_failure() => return None,
        // The end of the run is remembered for all of them.
        (Some(stop), _) => (stop.into(), Some(stop.to_string()), false),
        (None, Some(error)) => (Reason::AnswerLost, Some(error.in_full()), true),
        (None, None) if watching => return None,
        (None, None) => (action.reason(), None, false),
    };
    Some(WhyLeft {
        event: EventKind::Failed,
        reason,
        message,
        told: false,
        lasts,
    })
}

fn tell_stop(options: &RunOptions, mapping: &Mapping, stop: &StopReason) {
    options.events.tell(|| Event::Stopped {
        event: "waiting",
        mapping: mapping.id.clone(),
        reason: stop.into(),
        message: stop.to_string(),
    });
}
