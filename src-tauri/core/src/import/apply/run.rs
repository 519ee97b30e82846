//! An import on its way: outcomes, the halt, and what a broken connection left open.

use std::sync::Mutex;

use super::super::known::{Known, KnownRecord, every_field};
use super::super::revert_file::Keeper;
use super::super::types::{Plan, PlannedRow, Resource};
use super::decide::{Task, Work, fields, holds, stored};
use super::{Outcome, RowOutcome};
use crate::connection::Connection;
use crate::each::Following;
use crate::fields::Values;
use crate::{CancellationToken, Failure, FailureKind};

/// An import on its way.
pub(super) struct Run<'a> {
    pub(super) connection: &'a Connection,
    following: &'a Following,
    keeper: Keeper,
    outcomes: Vec<RowOutcome>,
    doubtful: Vec<(Work, Failure)>,
    halt: Halt,
    unkept: Option<Failure>,
}

/// Ends the sending, for the requests that are under way at once too.
#[derive(Debug, Clone)]
pub(super) struct Halt {
    /// Cancelled by the person or by a failure.
    pub(super) token: CancellationToken,
    why: std::sync::Arc<Mutex<Option<Failure>>>,
}

impl Halt {
    /// Ends the sending where every further request would fail alike.
    pub(super) fn consider(&self, failure: &Failure) {
        if failure.kind.ends_all() {
            if let Ok(mut why) = self.why.lock() {
                why.get_or_insert_with(|| failure.clone());
            }
            self.token.cancel();
        }
    }

    /// Why nothing more is sent.
    fn why(&self) -> Failure {
        let why = self.why.lock().ok().and_then(|why| why.clone());
        match why {
            Some(mut failure) => {
                failure.message = format!("Not sent: an earlier row failed. {}", failure.message);
                failure
            }
            None => Failure::new(
                FailureKind::Cancelled,
                "Not sent: the import was stopped.",
                "Import the file again: what is done already stays as it is.",
            ),
        }
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        following: &'a Following,
        keeper: Keeper,
        outcomes: Vec<RowOutcome>,
    ) -> Self {
        let halt = Halt {
            token: following.cancel.child_token(),
            why: std::sync::Arc::default(),
        };
        Self {
            connection,
            following,
            keeper,
            outcomes,
            doubtful: Vec::new(),
            halt,
            unkept: None,
        }
    }

    /// The halt, for work at once.
    pub(super) fn halt(&self) -> Halt {
        self.halt.clone()
    }

    /// Whether nothing more is to be sent.
    pub(super) fn is_halted(&self) -> bool {
        self.halt.token.is_cancelled()
    }

    /// Notes a row that was created or changed.
    pub(super) fn done(&mut self, work: &Work, id: Option<&str>) {
        self.done_as(work, id, None);
    }

    /// Notes a row that was created or changed, and how it is stored now.
    pub(super) fn done_as(&mut self, work: &Work, id: Option<&str>, stored: Option<Values>) {
        let outcome = match &work.task {
            Task::Create(_) => Outcome::Created,
            Task::Update { .. } => Outcome::Updated {
                fields: work.names(),
            },
        };
        self.note(work, id, stored, outcome);
    }

    /// Reads how created records are stored, where no answer told: what others fill in later
    /// can be told from that. Where it cannot be read the import goes on.
    pub(super) async fn read_created(&mut self, resource: Resource) {
        let unread = self.keeper.unread();
        if unread.is_empty() {
            return;
        }
        let known = match Known::read(self.connection, resource, &every_field(resource)).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(?error, "what an import created cannot be read");
                return;
            }
        };
        for created in unread {
            let found = created.id.as_deref().and_then(|id| known.by_id(id));
            // What does not hold what was sent was changed already.
            created.stored = found
                .filter(|found| holds(resource, found, &created.values))
                .map(KnownRecord::filled);
        }
    }

    /// Notes a row that failed. Where the request may have been carried out it is looked up
    /// at the end.
    pub(super) fn failed(&mut self, work: Work, failure: Failure) {
        self.halt.consider(&failure);
        if failure.kind.leaves_open() {
            self.following.step(1);
            self.doubtful.push((work, failure));
        } else {
            self.note(&work, None, None, Outcome::Failed { failure });
        }
    }

    /// Notes a row that was not sent.
    pub(super) fn not_sent(&mut self, work: &Work) {
        let failure = self.halt.why();
        self.outcomes
            .push(work.outcome(None, Outcome::NotSent { failure }));
    }

    /// Notes a row that is stored but for some fields, which are looked up where the request
    /// for them may have been carried out.
    pub(super) fn partly(
        &mut self,
        work: &Work,
        id: Option<&str>,
        fields: Vec<String>,
        failure: Failure,
    ) {
        self.halt.consider(&failure);
        if failure.kind.leaves_open() {
            self.following.step(1);
            self.keep(work, id, None);
            self.doubtful.push((work.clone(), failure));
        } else {
            self.note(work, id, None, Outcome::Partly { fields, failure });
        }
    }

    fn note(&mut self, work: &Work, id: Option<&str>, stored: Option<Values>, outcome: Outcome) {
        self.following.step(1);
        self.keep(work, id, stored);
        self.outcomes.push(work.outcome(id, outcome));
    }

    /// Notes a created record, for taking it back.
    fn keep(&mut self, work: &Work, id: Option<&str>, stored: Option<Values>) {
        if let (Task::Create(_), Some(id)) = (&work.task, id)
            && let Err(failure) = self.keeper.created(work.row, id, stored)
        {
            self.unkept.get_or_insert(failure);
        }
    }

    /// Reads the records once more and tells which of the doubtful rows are stored.
    pub(super) async fn look_up_doubtful(&mut self, plan: &Plan) {
        let doubtful = std::mem::take(&mut self.doubtful);
        if doubtful.is_empty() {
            return;
        }
        let known = match Known::read(self.connection, plan.resource, &fields(plan)).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(?error, "what an import left open cannot be looked up");
                for (work, failure) in doubtful {
                    self.outcomes
                        .push(work.outcome(None, Outcome::Unknown { failure }));
                }
                return;
            }
        };
        let rows: std::collections::HashMap<u64, &PlannedRow> =
            plan.rows.iter().map(|row| (row.row, row)).collect();
        for (work, failure) in doubtful {
            let found = match &work.task {
                Task::Update { id, .. } => known.by_id(id),
                Task::Create(_) => rows
                    .get(&work.row)
                    .and_then(|row| known.find(row.company.as_ref()?, &work.number)),
            };
            let Some(found) = found else {
                self.outcomes
                    .push(work.outcome(None, Outcome::Failed { failure }));
                continue;
            };
            let (held, all) = stored(plan.resource, found, work.values());
            let outcome = match (&work.task, held.len()) {
                (Task::Create(_), held) if held == all => Outcome::Created,
                (Task::Update { .. }, count) if count == all => Outcome::Updated { fields: held },
                (Task::Update { .. }, 0) => Outcome::Failed { failure },
                // A new record can come without its fuel, which follows it.
                (Task::Create(_), _) if !lacks_fuel_alone(&work, &held) => {
                    Outcome::Unknown { failure }
                }
                _ => Outcome::Partly {
                    fields: held,
                    failure,
                },
            };
            if !matches!(outcome, Outcome::Failed { .. } | Outcome::Unknown { .. }) {
                self.keep(&work, Some(&found.id), None);
            }
            self.outcomes.push(work.outcome(Some(&found.id), outcome));
        }
    }

    /// The outcomes in the order of the file, the keeper, and why it is not complete.
    pub(super) fn into_parts(mut self) -> (Vec<RowOutcome>, Keeper, Option<Failure>) {
        self.outcomes.sort_by_key(|outcome| outcome.row);
        (self.outcomes, self.keeper, self.unkept)
    }
}

/// Whether nothing is missing but fuel values.
fn lacks_fuel_alone(work: &Work, held: &[String]) -> bool {
    work.values()
        .keys()
        .filter(|name| !held.contains(name))
        .all(|name| crate::machines::ESG_FIELDS.contains(&name.as_str()))
}
