//! Notes what came of requests, and looks up what a broken connection left open.

use fielddesk_api::{Client, Deletion, Equipment};
use fielddesk_model::Machine;
use serde_json::Value;

use super::run::Run;
use super::send::{Ready, Sent};
use super::types::{BatchCell, RowOutcome};
use super::unit::Done;
use crate::fields::{Values, field, is_blank, same};
use crate::fleet::Fleet;
use crate::fleet::cell::{value, values};
use crate::fleet::edits::{CellName, EditChange};
use crate::machines::FIELDS;
use crate::{Failure, FailureKind};

/// A row of which it is not known whether it is stored.
pub(super) struct Doubtful {
    ready: Ready,
    failure: Failure,
}

impl Fleet {
    /// Notes what came of a unit; gives the rows that have to be looked up.
    pub(super) fn note(&self, run: &mut Run<'_>, done: Done) -> Vec<Doubtful> {
        let mut doubtful = Vec::new();
        match done {
            Done::Skipped(rows) => {
                for (place, why) in rows {
                    run.settle(place, RowOutcome::NotSent, Some(why));
                }
            }
            Done::Sent(all, skipped) => {
                for (place, why) in skipped {
                    run.settle(place, RowOutcome::NotSent, Some(why));
                }
                for sent in all {
                    doubtful.extend(self.note_sent(run, sent));
                }
            }
            Done::Created { place, result } => note_created(run, place, result),
            Done::Deleted {
                place,
                machine,
                result,
            } => note_deleted(run, place, machine, result),
        }
        doubtful
    }

    fn note_sent(&self, run: &mut Run<'_>, sent: Sent) -> Option<Doubtful> {
        let Sent {
            ready,
            stored,
            fields,
            failure,
        } = sent;
        if let Some(machine) = stored {
            run.edits(self.saved(&ready, &fields));
            run.show(machine);
        }
        let failure = match failure {
            None => {
                run.settle(ready.place, RowOutcome::Saved, None);
                return None;
            }
            Some(failure) if failure.kind.leaves_open() => {
                return Some(Doubtful { ready, failure });
            }
            Some(failure) => failure,
        };
        let outcome = match failure.kind {
            _ if !fields.is_empty() => RowOutcome::Partly,
            FailureKind::Cancelled => RowOutcome::NotSent,
            FailureKind::NotFound => {
                run.gone(ready.machine.id.clone());
                RowOutcome::Gone
            }
            _ => RowOutcome::Refused,
        };
        if outcome != RowOutcome::NotSent {
            run.edits(self.refused(&ready, &fields, &failure));
        }
        run.settle(ready.place, outcome, Some(failure));
        None
    }

    /// Edits of fields that are stored are not pending any more. What a person typed while
    /// they were on their way is now based on what was stored.
    fn saved(&self, ready: &Ready, fields: &[String]) -> Vec<EditChange> {
        let stored = ready.cells.iter();
        let stored = stored.filter(|cell| fields.contains(&cell.field));
        self.board(|board| {
            let changes = stored.filter_map(|cell| {
                let edit = board.edits.get(&ready.machine.id, &cell.field)?;
                if edit.said.text.is_none() && same(edit.field, &edit.said.value, &cell.new) {
                    return Some(EditChange::Gone(CellName {
                        machine: edit.machine.clone(),
                        field: cell.field.clone(),
                    }));
                }
                let mut edit = edit.clone();
                edit.base = cell.new.clone();
                Some(EditChange::Made(edit))
            });
            changes.collect()
        })
    }

    /// Pending edits with the reason why they were not stored.
    fn refused(&self, ready: &Ready, stored: &[String], failure: &Failure) -> Vec<EditChange> {
        self.board(|board| {
            let edits = board.edits.of(&ready.machine.id);
            let sent = edits.filter(|edit| {
                let name = edit.field.name;
                ready.cells.iter().any(|cell| cell.field == name)
                    && !stored.iter().any(|field| field == name)
            });
            let failed = sent.map(|edit| {
                let mut edit = edit.clone();
                edit.said.failure = Some(failure.clone());
                EditChange::Made(edit)
            });
            failed.collect()
        })
    }

    /// Reads doubtful rows once more and tells which of them are stored.
    pub(super) async fn look_up(&self, run: &mut Run<'_>, once: &Client, rows: Vec<Doubtful>) {
        for Doubtful { ready, failure } in rows {
            let machines = once.machines();
            let found = machines.get(&ready.machine.id, Equipment::LeftOut).await;
            let machine = match found {
                Ok(machine) => machine,
                Err(error) => {
                    tracing::warn!(%error, "what an act left open cannot be looked up");
                    run.settle(ready.place, RowOutcome::Unknown, Some(failure));
                    continue;
                }
            };
            let fields: Vec<String> = ready
                .cells
                .iter()
                .filter(|cell| holds(&machine, cell))
                .map(|cell| cell.field.clone())
                .collect();
            let outcome = match fields.len() {
                0 => RowOutcome::NotSent,
                all if all == ready.cells.len() => RowOutcome::Saved,
                _ => RowOutcome::Partly,
            };
            run.edits(self.saved(&ready, &fields));
            if outcome == RowOutcome::Saved {
                run.settle(ready.place, outcome, None);
            } else {
                run.edits(self.refused(&ready, &fields, &failure));
                run.settle(ready.place, outcome, Some(failure));
            }
            run.show(machine);
        }
    }
}

fn holds(machine: &Machine, cell: &BatchCell) -> bool {
    field(FIELDS, &cell.field).is_some_and(|field| same(field, &value(machine, field), &cell.new))
}

fn note_created(
    run: &mut Run<'_>,
    place: usize,
    result: Result<(Machine, Option<Failure>), Failure>,
) {
    match result {
        Ok((machine, failure)) => {
            run.row(place, |row| {
                row.machine = machine.id.clone();
                row.record = Some(values(&machine));
            });
            let outcome = match failure {
                None => RowOutcome::Saved,
                Some(_) => RowOutcome::Partly,
            };
            run.settle(place, outcome, failure);
            run.show(machine);
        }
        Err(failure) => {
            let outcome = match failure.kind {
                FailureKind::OutcomeUnknown => RowOutcome::Unknown,
                FailureKind::Cancelled => RowOutcome::NotSent,
                _ => RowOutcome::Refused,
            };
            run.settle(place, outcome, Some(failure));
        }
    }
}

fn note_deleted(
    run: &mut Run<'_>,
    place: usize,
    machine: Machine,
    result: Result<Deletion, Failure>,
) {
    match result {
        Ok(Deletion::Done) => {
            run.settle(place, RowOutcome::Saved, None);
            run.gone(machine.id);
        }
        Ok(Deletion::Refused { reasons }) => {
            let failure = crate::machines::not_deletable(&machine, &reasons);
            run.settle(place, RowOutcome::Refused, Some(failure));
        }
        Err(failure) if failure.kind == FailureKind::NotFound => {
            run.settle(place, RowOutcome::Gone, None);
            run.gone(machine.id);
        }
        Err(failure) => {
            let outcome = match failure.kind.leaves_open() {
                true => RowOutcome::Unknown,
                false => RowOutcome::Refused,
            };
            run.settle(place, outcome, Some(failure));
        }
    }
}

/// The cells of a machine that is created.
pub(super) fn created_cells(values: &Values) -> Vec<BatchCell> {
    let cells = values.iter().map(|(name, new)| BatchCell {
        field: name.clone(),
        old: Value::Null,
        new: new.clone(),
        theirs: Value::Null,
        left: None,
    });
    cells.collect()
}

/// The cells of a machine that is deleted: enough to create it again.
pub(super) fn deleted_cells(machine: &Machine) -> Vec<BatchCell> {
    let all = values(machine).into_iter();
    let there = all.filter(|(name, old)| {
        let writable = field(FIELDS, name).is_some_and(|field| field.read_only.is_none());
        writable && !is_blank(old)
    });
    let cells = there.map(|(field, old)| BatchCell {
        field,
        old,
        new: Value::Null,
        theirs: Value::Null,
        left: None,
    });
    cells.collect()
}
