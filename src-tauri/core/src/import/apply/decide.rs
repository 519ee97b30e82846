//! What is to be sent, now that the records were read again. Pure.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::known::{Known, KnownRecord};
use super::super::report::Conflicting;
use super::super::revert_file::{ChangedRecord, CreatedRecord, RevertFile};
use super::super::types::{Action, CellChange, Plan, PlannedRow, Resource};
use super::{Outcome, RowOutcome};
use crate::fields::{Kind, Values, field, is_blank, same};
use crate::{Failure, FailureKind};

/// A row to be sent.
#[derive(Debug, Clone)]
pub(super) struct Work {
    /// Its number in the file.
    pub row: u64,
    /// The machine or employee number.
    pub number: String,
    /// What to send.
    pub task: Task,
}

/// What to send.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A new record.
    Create(Values),
    /// Changes of a record.
    Update {
        /// The machine's id, or the company profile id.
        id: String,
        /// Exactly the fields that differ.
        values: Values,
    },
}

impl Work {
    /// The row's outcome.
    pub(super) fn outcome(&self, id: Option<&str>, outcome: Outcome) -> RowOutcome {
        let known = match &self.task {
            Task::Create(_) => None,
            Task::Update { id, .. } => Some(id.as_str()),
        };
        RowOutcome {
            row: self.row,
            number: self.number.clone(),
            id: id.or(known).map(str::to_owned),
            outcome,
        }
    }

    /// The values to send.
    pub(super) const fn values(&self) -> &Values {
        match &self.task {
            Task::Create(values) | Task::Update { values, .. } => values,
        }
    }

    /// Their names.
    pub(super) fn names(&self) -> Vec<String> {
        self.values().keys().cloned().collect()
    }
}

/// The fields that the plan touches.
pub(super) fn fields(plan: &Plan) -> Vec<&str> {
    let mut names = BTreeSet::new();
    for row in &plan.rows {
        match &row.action {
            Action::Create { values } => names.extend(values.keys().map(String::as_str)),
            Action::Update { cells, .. } => {
                names.extend(cells.iter().map(|cell| cell.field.as_str()));
            }
            Action::Unchanged | Action::Bad { .. } => {}
        }
    }
    names.into_iter().collect()
}

/// The rows to send, and those that are settled without.
pub(super) fn decide(plan: &Plan, known: &Known) -> (Vec<Work>, Vec<RowOutcome>) {
    let (mut work, mut settled) = (Vec::new(), Vec::new());
    for row in &plan.rows {
        match &row.action {
            Action::Unchanged | Action::Bad { .. } => {}
            Action::Create { values } => {
                let company = row.company.as_ref();
                match company.and_then(|company| known.find(company, &row.number)) {
                    Some(found) => {
                        settled.push(of(row, Some(&found.id), created_meanwhile(plan, row)));
                    }
                    None => work.push(Work {
                        row: row.row,
                        number: row.number.clone(),
                        task: Task::Create(values.clone()),
                    }),
                }
            }
            Action::Update { id, cells } => match update(plan, row, id, cells, known) {
                Ok(task) => work.push(Work {
                    row: row.row,
                    number: row.number.clone(),
                    task,
                }),
                Err(outcome) => settled.push(of(row, Some(id), *outcome)),
            },
        }
    }
    (work, settled)
}

/// The changes that are still to be made, or why none is.
fn update(
    plan: &Plan,
    row: &PlannedRow,
    id: &str,
    cells: &[CellChange],
    known: &Known,
) -> Result<Task, Box<Outcome>> {
    let one = plan.resource.one();
    let number = fielddesk_rules::file_name::shown(&row.number);
    let Some(found) = known.by_id(id) else {
        let failure = Failure::new(
            FailureKind::NotFound,
            format!("There is no {one} {number} any more."),
            "It was deleted since the plan was made. Plan the import again.",
        );
        return Err(Box::new(Outcome::Failed { failure }));
    };
    let (open, conflicts) = still_to_change(plan.resource, found, cells);
    if !conflicts.is_empty() {
        let message = format!("{number} was changed by someone else since the plan was made.");
        return Err(Box::new(Outcome::Conflict {
            message,
            cells: conflicts,
        }));
    }
    if open.is_empty() {
        return Err(Box::new(Outcome::Already));
    }
    Ok(Task::Update {
        id: id.to_owned(),
        values: open,
    })
}

/// Cells that still hold the old value, and those that hold a third one.
fn still_to_change(
    resource: Resource,
    found: &KnownRecord,
    cells: &[CellChange],
) -> (Values, Vec<Conflicting>) {
    let (mut open, mut conflicts) = (Values::new(), Vec::new());
    for cell in cells {
        let Some(field) = field(resource.fields(), &cell.field) else {
            continue;
        };
        let now = found.values.get(&cell.field).cloned().unwrap_or_default();
        if same(field, &now, &cell.new) {
            continue;
        }
        if same(field, &now, &cell.old) {
            open.insert(cell.field.clone(), cell.new.clone());
        } else {
            conflicts.push(Conflicting {
                field: cell.field.clone(),
                seen: cell.old.clone(),
                found: now,
                wanted: cell.new.clone(),
            });
        }
    }
    (open, conflicts)
}

fn created_meanwhile(plan: &Plan, row: &PlannedRow) -> Outcome {
    let number = fielddesk_rules::file_name::shown(&row.number);
    Outcome::Conflict {
        message: format!(
            "A {} {number} was created by someone else since the plan was made.",
            plan.resource.one()
        ),
        cells: Vec::new(),
    }
}

fn of(row: &PlannedRow, id: Option<&String>, outcome: Outcome) -> RowOutcome {
    RowOutcome {
        row: row.row,
        number: row.number.clone(),
        id: id.cloned(),
        outcome,
    }
}

/// The old values of what will be sent.
pub(super) fn revert_file(plan: &Plan, work: &[Work], base_url: String) -> RevertFile {
    let mut file = RevertFile::new(plan.resource, base_url, plan.source.name.clone());
    let mut planned = plan.rows.iter();
    for one in work {
        match &one.task {
            Task::Create(values) => file.created.push(CreatedRecord {
                row: one.row,
                number: one.number.clone(),
                id: None,
                values: values.clone(),
                stored: None,
                deleted: None,
            }),
            Task::Update { id, values } => {
                // Both are in the order of the file.
                let Some(row) = planned.find(|row| row.row == one.row) else {
                    continue;
                };
                let Action::Update { cells, .. } = &row.action else {
                    continue;
                };
                let sent = cells.iter().filter(|cell| values.contains_key(&cell.field));
                file.changed.push(ChangedRecord {
                    row: one.row,
                    number: one.number.clone(),
                    id: id.clone(),
                    cells: sent.cloned().collect(),
                });
            }
        }
    }
    file
}

/// Whether a record that was created holds what was sent, but for fuel, which follows it.
pub(super) fn holds(resource: Resource, found: &KnownRecord, sent: &Values) -> bool {
    sent.iter().all(|(name, value)| {
        field(resource.fields(), name).is_none_or(|field| {
            let now = found.values.get(name).unwrap_or(&Value::Null);
            field.kind == Kind::Tags || is_blank(now) || same(field, now, value)
        })
    })
}

/// Which cells of a record hold the values that were sent: all, none, or some.
pub(super) fn stored(
    resource: Resource,
    found: &KnownRecord,
    values: &Values,
) -> (Vec<String>, usize) {
    let held = values.iter().filter(|(name, value)| {
        field(resource.fields(), name).is_some_and(|field| {
            let now = found.values.get(*name).cloned().unwrap_or_default();
            same(field, &now, value)
        })
    });
    (held.map(|(name, _)| name.clone()).collect(), values.len())
}
