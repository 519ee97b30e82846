//! Options, events and end of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use fielddesk_api::CancellationToken;
use fielddesk_sync::event::{Event, RunTotals};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::Approval;
use fielddesk_sync::reason::Reason;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use crate::Failure;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::schedule::stop_cause::{Ending, StopCause};

/// How a run is meant.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// A person's word on deletes.
    pub approval: Approval,
    /// Who listens to its lines.
    pub events: Option<UnboundedSender<Event>>,
    /// Ends it, after the request under way.
    pub cancel: CancellationToken,
}

/// Why one mapping's run ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// Whose.
    pub mapping: MappingId,
    /// Why.
    pub why: StopCause,
    /// The server's error that ended it, with the server's own words.
    pub said: Option<Failure>,
}

/// How a run over one or more mappings ended. Its JSON is the last line of the run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finished {
    /// Always `finished`.
    pub event: &'static str,
    /// The sums.
    #[serde(flatten)]
    pub tally: RunTotals,
    /// Names that wait for a person: conflicts, deletes, files that never settle.
    #[serde(skip)]
    pub decisions: u64,
    /// Names that could not be done, by why.
    #[serde(skip)]
    pub undone: BTreeMap<Reason, u64>,
    /// Mappings whose run ended before everything was done.
    #[serde(skip)]
    pub stopped: Vec<Stopped>,
}

/// How a run ended, on its way to another process: why a mapping stopped, in words.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::folders) struct ExportedMapping {
    tally: RunTotals,
    decisions: u64,
    #[serde(default)]
    undone: BTreeMap<Reason, u64>,
    stopped: Vec<(MappingId, Failure)>,
}

impl ExportedMapping {
    /// Of a run over one mapping.
    pub(in crate::folders) fn of(finished: Finished, mapping: &FolderMapping) -> Self {
        let stopped = finished.stopped.into_iter();
        Self {
            tally: finished.tally,
            decisions: finished.decisions,
            undone: finished.undone,
            stopped: stopped
                .map(|one| (one.mapping, one.why.into_failure(mapping)))
                .collect(),
        }
    }
}

impl From<ExportedMapping> for Finished {
    fn from(carried: ExportedMapping) -> Self {
        let stopped = carried.stopped.into_iter();
        Self {
            tally: carried.tally,
            decisions: carried.decisions,
            undone: carried.undone,
            stopped: stopped
                .map(|(mapping, failure)| Stopped {
                    mapping,
                    why: StopCause::Failure(failure),
                    said: None,
                })
                .collect(),
            ..Self::new()
        }
    }
}

impl Finished {
    pub(crate) const fn new() -> Self {
        Self {
            event: "finished",
            tally: RunTotals {
                uploaded: 0,
                replaced: 0,
                deleted: 0,
                adopted: 0,
                conflicts: 0,
                failed: 0,
                bytes: 0,
                seconds: 0.0,
            },
            decisions: 0,
            undone: BTreeMap::new(),
            stopped: Vec::new(),
        }
    }

    /// The reason of names that were not done that counts most.
    #[must_use]
    pub fn gravest_undone(&self) -> Option<Reason> {
        let undone = self.undone.keys().copied();
        undone.max_by_key(|reason| Ending::of_name(*reason))
    }

    /// The first of 3, 5, 1, 6 that applies.
    #[must_use]
    pub fn ending(&self) -> Ending {
        let stops = self.stopped.iter().map(|stopped| stopped.why.ending());
        let worst = stops.max().unwrap_or(Ending::Done);
        let undone = self.undone.keys().map(|reason| Ending::of_name(*reason));
        let undone = undone.max().unwrap_or(Ending::Done);
        let decisions = if self.decisions > 0 {
            Ending::NeedsDecision
        } else {
            Ending::Done
        };
        worst.max(undone).max(decisions)
    }
}

/// How one mapping's run ended.
#[derive(Debug)]
pub(in crate::folders) struct Outcome {
    pub(in crate::folders) tally: RunTotals,
    pub(in crate::folders) decisions: u64,
    pub(in crate::folders) undone: BTreeMap<Reason, u64>,
    /// How long until the first of the files that are missing counts as deleted.
    pub(in crate::folders) look_again_in: Option<Duration>,
    pub(in crate::folders) why: Option<StopCause>,
    /// The server's error that ended it.
    pub(in crate::folders) said: Option<Failure>,
}

impl Outcome {
    /// Of a run that did not come to an end.
    pub(in crate::folders) fn early(tally: RunTotals, why: Option<StopCause>) -> Self {
        Self {
            tally,
            decisions: 0,
            undone: BTreeMap::new(),
            look_again_in: None,
            why,
            said: None,
        }
    }
}

impl Finished {
    /// Adds what one mapping came to.
    pub(in crate::folders) fn take(&mut self, mapping: &FolderMapping, outcome: Outcome) {
        let (conflicts, failed) = (self.tally.conflicts, self.tally.failed);
        add(&mut self.tally, &outcome.tally);
        self.tally.conflicts = conflicts + outcome.tally.conflicts;
        self.tally.failed = failed + outcome.tally.failed;
        self.decisions += outcome.decisions;
        for (reason, count) in outcome.undone {
            *self.undone.entry(reason).or_insert(0) += count;
        }
        self.stopped.extend(outcome.why.map(|why| Stopped {
            mapping: mapping.id.clone(),
            why,
            said: outcome.said,
        }));
    }
}

/// What was done adds up; what waits is what waited last.
pub(in crate::folders) fn add(sum: &mut RunTotals, run: &RunTotals) {
    sum.uploaded += run.uploaded;
    sum.replaced += run.replaced;
    sum.deleted += run.deleted;
    sum.adopted += run.adopted;
    sum.bytes += run.bytes;
    sum.seconds += run.seconds;
    sum.conflicts = run.conflicts;
    sum.failed = run.failed;
}

#[cfg(test)]
mod tests {
    use fielddesk_sync::ports::RemoteErrorKind;
    use fielddesk_sync::stop_reason::StopReason;

    use super::*;

    fn ended(failed: u64, decisions: u64, stops: Vec<StopReason>) -> Ending {
        let mut finished = Finished::new();
        finished
            .undone
            .extend((failed > 0).then_some((Reason::Refused, failed)));
        finished.decisions = decisions;
        finished.stopped = stops
            .into_iter()
            .map(|stop| Stopped {
                mapping: MappingId("m".into()),
                why: StopCause::Stop(stop),
                said: None,
            })
            .collect();
        finished.ending()
    }

    #[test]
    fn of_several_endings_the_first_of_the_interface_counts() {
        let offline = || StopReason::Service {
            error: RemoteErrorKind::Offline("x".into()).into(),
            wait: None,
        };
        assert_eq!(ended(0, 0, vec![]), Ending::Done);
        assert_eq!(ended(0, 1, vec![]), Ending::NeedsDecision);
        assert_eq!(ended(1, 1, vec![]), Ending::SomeFailed);
        assert_eq!(ended(1, 1, vec![offline()]), Ending::Unreachable);
        assert_eq!(
            ended(
                1,
                1,
                vec![
                    offline(),
                    StopReason::Auth(RemoteErrorKind::Auth("x".into()).into())
                ]
            ),
            Ending::NotAllowed
        );
        assert_eq!(
            ended(0, 0, vec![StopReason::FolderAway("x".into())]),
            Ending::NeedsDecision
        );
        assert_eq!(
            ended(
                0,
                0,
                vec![StopReason::Gone(RemoteErrorKind::NotFound.into())]
            ),
            Ending::NeedsDecision,
            "a project that is gone waits for a person"
        );
        assert_eq!(
            ended(
                0,
                1,
                vec![StopReason::Closed(
                    RemoteErrorKind::Forbidden("x".into()).into()
                )]
            ),
            Ending::NotAllowed,
            "one that is closed is a 403"
        );
        let unreadable = StopReason::Service {
            error: RemoteErrorKind::Unreadable.into(),
            wait: None,
        };
        assert_eq!(ended(0, 1, vec![unreadable]), Ending::SomeFailed);
        assert_eq!(ended(0, 0, vec![StopReason::Cancelled]), Ending::Done);
    }

    #[test]
    fn a_name_that_was_not_done_counts_by_its_reason() {
        for (reasons, ending) in [
            (vec![], Ending::Done),
            (vec![Reason::SubfolderAway], Ending::NeedsDecision),
            (
                vec![Reason::SubfolderAway, Reason::Unreadable],
                Ending::SomeFailed,
            ),
            (
                vec![Reason::Unreadable, Reason::AnswerLost],
                Ending::Unreachable,
            ),
            (vec![Reason::HistoryFull], Ending::Unreachable),
            (
                vec![Reason::ServiceFailed, Reason::NotSignedIn],
                Ending::NotAllowed,
            ),
        ] {
            let mut finished = Finished::new();
            finished
                .undone
                .extend(reasons.iter().map(|reason| (*reason, 1)));
            assert_eq!(finished.ending(), ending, "{reasons:?}");
        }
    }

    #[test]
    fn the_last_line_has_the_sums_of_the_interface() {
        let line = serde_json::to_value(Finished::new()).unwrap();
        assert_eq!(
            line,
            serde_json::json!({"event": "finished", "uploaded": 0, "replaced": 0, "deleted": 0,
                "adopted": 0, "conflicts": 0, "failed": 0, "bytes": 0, "seconds": 0.0})
        );
    }
}
