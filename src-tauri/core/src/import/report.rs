//! What became of an applied import, row by row: plain data.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::types::Resource;
use crate::Failure;

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
    /// Counts the rows.
    pub(super) fn new(
        resource: Resource,
        rows: Vec<RowOutcome>,
        revert_file: Option<PathBuf>,
    ) -> Self {
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
