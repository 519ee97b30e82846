//! Result of an applied import, row by row: plain data.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::types::{Action, PlannedRow};
use crate::machines::is_equipment;
use crate::records::{self, BatchRow, Resource};
use crate::{Failure, FailureKind};

/// The outcome of an import. Bad and unchanged rows of the plan are not in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Machines or users.
    pub resource: Resource,
    /// One for each row that was to be applied, in the order of the file.
    pub rows: Vec<RowOutcome>,
    /// How many of each.
    pub totals: ReportTotals,
    /// The file that takes the import back, where one was written.
    pub revert_file: Option<PathBuf>,
}

/// How many rows came to which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportTotals {
    /// New records.
    pub created: u64,
    /// Changed records.
    pub updated: u64,
    /// Records that had the values already.
    pub already: u64,
    /// Records of which a part was stored.
    pub partly: u64,
    /// Rows left alone because the record changed since the plan.
    pub conflicts: u64,
    /// Rows that were refused or failed; nothing of them is stored.
    pub failed: u64,
    /// Rows of which nobody can tell.
    pub unknown: u64,
    /// Rows that were not sent.
    pub not_sent: u64,
}

/// What became of one row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowOutcome {
    /// Its number in the file.
    pub row: u64,
    /// The machine or employee number.
    pub number: String,
    /// True where characters of the number that cannot be seen were left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cleaned: bool,
    /// The name in the file, or that of the record.
    #[serde(skip)]
    pub name: Option<String>,
    /// The record's id, where it is known: the machine's, or the user's company profile id.
    pub id: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What happened to a row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "outcome")]
pub enum Outcome {
    /// The record is there.
    Created,
    /// The fields are changed.
    Updated {
        /// By spec name.
        fields: Vec<String>,
    },
    /// Somebody had set the same values meanwhile.
    Already,
    /// Stored but for the fuel.
    Partly {
        /// What was stored.
        fields: Vec<String>,
        /// Why the rest was not.
        failure: Failure,
    },
    /// The record is not as it was when the plan was made; nothing was sent.
    Conflict {
        /// What happened, in a sentence.
        message: String,
        /// The cells that changed.
        cells: Vec<Conflicting>,
    },
    /// It was refused or failed; nothing is stored.
    Failed {
        /// Why.
        failure: Failure,
    },
    /// The connection broke, and whether it is stored could not be found out.
    Unknown {
        /// How it broke.
        failure: Failure,
    },
    /// It was not sent.
    NotSent {
        /// Why: cancelled, or the service was gone.
        failure: Failure,
    },
}

/// A cell that changed between the plan and its application.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Conflicting {
    /// The field's spec name.
    pub field: String,
    /// As it was stored when the plan was made.
    pub seen: Value,
    /// As it is stored now.
    pub found: Value,
    /// As the file says.
    pub wanted: Value,
}

impl Report {
    /// What became of the rows.
    pub(super) fn new<'a>(
        resource: Resource,
        rows: impl Iterator<Item = (&'a PlannedRow, BatchRow)>,
        revert_file: Option<PathBuf>,
    ) -> Self {
        let rows: Vec<RowOutcome> = rows
            .map(|(planned, row)| RowOutcome {
                row: planned.row,
                number: planned.number.clone(),
                cleaned: planned.cleaned,
                name: planned.name.clone(),
                id: Some(row.id.clone()).filter(|id| !id.is_empty()),
                outcome: outcome(resource, planned, row),
            })
            .collect();
        let mut totals = ReportTotals::default();
        for row in &rows {
            *match row.outcome {
                Outcome::Created => &mut totals.created,
                Outcome::Updated { .. } => &mut totals.updated,
                Outcome::Already => &mut totals.already,
                Outcome::Partly { .. } => &mut totals.partly,
                Outcome::Conflict { .. } => &mut totals.conflicts,
                Outcome::Failed { .. } => &mut totals.failed,
                Outcome::Unknown { .. } => &mut totals.unknown,
                Outcome::NotSent { .. } => &mut totals.not_sent,
            } += 1;
        }
        Self {
            resource,
            rows,
            totals,
            revert_file,
        }
    }
}

/// The outcome of a row in the words of an import.
fn outcome(resource: Resource, planned: &PlannedRow, row: BatchRow) -> Outcome {
    use records::RowOutcome as End;
    let number = fielddesk_rules::file_name::shown(&row.number);
    let one = resource.one();
    let creates = matches!(planned.action, Action::Create { .. });
    let why = |failure: Option<Failure>| {
        failure.unwrap_or_else(|| Failure::internal("a row of an import without a reason"))
    };
    match row.outcome {
        End::Saved if creates => Outcome::Created,
        End::Saved => Outcome::Updated {
            fields: sorted(row.stored),
        },
        End::Already => Outcome::Already,
        End::Partly => Outcome::Partly {
            fields: sorted(row.stored),
            failure: why(row.failure),
        },
        End::Conflict if creates => Outcome::Conflict {
            message: format!(
                "A {one} {number} was created by someone else since the plan was made."
            ),
            cells: Vec::new(),
        },
        End::Conflict => Outcome::Conflict {
            message: format!("{number} was changed by someone else since the plan was made."),
            cells: conflicting(row.cells),
        },
        End::Gone => Outcome::Failed {
            failure: Failure::new(
                FailureKind::NotFound,
                format!("There is no {one} {number} any more."),
                "It was deleted since the plan was made. Plan the import again.",
            ),
        },
        End::Equipment => Outcome::Failed {
            failure: is_equipment(&row.number),
        },
        End::NotSent if !row.sent => Outcome::NotSent {
            failure: not_sent(why(row.failure)),
        },
        End::Refused | End::NotSent | End::Kept => Outcome::Failed {
            failure: why(row.failure),
        },
        End::Unknown | End::Waiting => Outcome::Unknown {
            failure: why(row.failure),
        },
    }
}

fn sorted(mut fields: Vec<String>) -> Vec<String> {
    fields.sort_unstable();
    fields
}

fn conflicting(cells: Vec<records::BatchCell>) -> Vec<Conflicting> {
    let cells = cells.into_iter().filter_map(|cell| {
        Some(Conflicting {
            found: cell.theirs?,
            field: cell.field,
            seen: cell.old,
            wanted: cell.new,
        })
    });
    cells.collect()
}

/// Why a row was not sent.
fn not_sent(mut failure: Failure) -> Failure {
    if failure.kind == FailureKind::Cancelled {
        return Failure::new(
            FailureKind::Cancelled,
            "Not sent: the import was stopped.",
            "Import the file again: what is done already stays as it is.",
        );
    }
    failure.message = format!("Not sent: an earlier row failed. {}", failure.message);
    failure
}
