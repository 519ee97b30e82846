//! Outcome of an import, row by row.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::import::{
    Action, ChangedSince, Outcome, Plan, Reason, Report, ReportTotals, RowOutcome,
};
use serde::Serialize;

use super::{bad_rows, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    dry_run: bool,
    /// The sheet of a workbook.
    sheet: Option<&'a str>,
    /// The row of headings.
    heading_row: u64,
    /// The encoding of a text.
    encoding: Option<&'a str>,
    totals: Totals<'a>,
    rows: Vec<Row<'a>>,
    /// Rows with cells that keep the value of the service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_since: Vec<Kept<'a>>,
    revert_file: Option<&'a Path>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Totals<'a> {
    rows: u64,
    unchanged: u64,
    bad: u64,
    changed_since: u64,
    /// Rows that the sheet hides.
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<u64>,
    #[serde(flatten)]
    applied: &'a ReportTotals,
}

/// A row whose record someone else changed since the file was exported, and the cells that were
/// left as the service has them.
#[derive(Debug, Serialize)]
struct Kept<'a> {
    row: u64,
    number: &'a str,
    #[serde(flatten)]
    since: &'a ChangedSince,
}

/// A row of the file: what became of it, or why it stayed out.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Row<'a> {
    Applied(&'a RowOutcome),
    Bad {
        row: u64,
        number: &'a str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        cleaned: bool,
        #[serde(skip)]
        name: Option<&'a str>,
        outcome: &'static str,
        reasons: &'a [Reason],
    },
}

impl Row<'_> {
    fn place(&self) -> u64 {
        match self {
            Self::Applied(row) => row.row,
            Self::Bad { row, .. } => *row,
        }
    }
}

pub(super) fn tell(plan: &Plan, report: &Report, context: &Context) -> Result<Exit, Failure> {
    let kept = kept(plan);
    let left = kept.len() as u64;
    let rows = rows(plan, report);
    let document = Document {
        dry_run: false,
        sheet: plan.source.sheet.as_deref(),
        heading_row: plan.source.heading_row,
        encoding: plan.source.encoding.as_deref(),
        totals: Totals {
            rows: plan.totals.rows,
            unchanged: plan.totals.unchanged,
            bad: plan.totals.bad,
            changed_since: left,
            hidden: Some(plan.totals.hidden).filter(|rows| *rows > 0),
            applied: &report.totals,
        },
        rows,
        changed_since: kept,
        revert_file: report.revert_file.as_deref(),
    };
    context.output.result(&document, || table(&document.rows))?;
    remarks(plan, report, context);
    let mut failures: Vec<Failure> = report.rows.iter().filter_map(failure).collect();
    failures.extend(bad_rows(plan));
    Ok(finish(context, plan.rows.len(), &failures, "imported"))
}

/// The rows with cells that stay as the service has them, in the order of the file.
fn kept(plan: &Plan) -> Vec<Kept<'_>> {
    let kept = plan.rows.iter().filter_map(|row| {
        Some(Kept {
            row: row.row,
            number: &row.number,
            since: row.changed_since.as_ref()?,
        })
    });
    kept.collect()
}

/// In the order of the file.
fn rows<'a>(plan: &'a Plan, report: &'a Report) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = report.rows.iter().map(Row::Applied).collect();
    rows.extend(plan.rows.iter().filter_map(|row| match &row.action {
        Action::Bad { reasons } => Some(Row::Bad {
            row: row.row,
            number: &row.number,
            cleaned: row.cleaned,
            name: row.name.as_deref(),
            outcome: "bad",
            reasons,
        }),
        _ => None,
    }));
    rows.sort_by_key(Row::place);
    rows
}

/// Why a row was not done, where it was not.
fn failure(row: &RowOutcome) -> Option<Failure> {
    match &row.outcome {
        Outcome::Created | Outcome::Updated { .. } | Outcome::Already => None,
        Outcome::Partly { failure, .. }
        | Outcome::Failed { failure }
        | Outcome::Unknown { failure }
        | Outcome::NotSent { failure } => Some(failure.clone()),
        Outcome::Conflict { message, .. } => Some(Failure::new(
            fielddesk_core::FailureKind::Conflict,
            message.clone(),
            "",
        )),
    }
}

/// People are told the rows that need them; the others are counted.
fn table(rows: &[Row<'_>]) -> Table {
    let mut table = Table::new(&[
        ("ROW", Kind::Number),
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("OUTCOME", Kind::Name),
        ("WHY", Kind::Name),
    ]);
    for row in rows {
        match row {
            Row::Bad {
                row,
                number,
                name,
                reasons,
                ..
            } => {
                for reason in *reasons {
                    let (row, why) = (row.to_string(), &reason.problem.message);
                    table.row([
                        &*row,
                        number,
                        name.unwrap_or_default(),
                        "row with errors",
                        why,
                    ]);
                }
            }
            Row::Applied(applied) => {
                let Some(failure) = failure(applied) else {
                    continue;
                };
                let outcome = words(&applied.outcome);
                let place = applied.row.to_string();
                let name = applied.name.as_deref().unwrap_or_default();
                table.row([&*place, &applied.number, name, outcome, &failure.message]);
            }
        }
    }
    table
}

fn words(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Created => "created",
        Outcome::Updated { .. } => "changed",
        Outcome::Already => "unchanged",
        Outcome::Partly { .. } => "saved in part",
        Outcome::Conflict { .. } => "changed by someone else",
        Outcome::Failed { .. } => "failed",
        Outcome::Unknown { .. } => "result unknown",
        Outcome::NotSent { .. } => "not saved",
    }
}

fn remarks(plan: &Plan, report: &Report, context: &Context) {
    let totals = report.totals;
    let not_done = totals.partly
        + totals.conflicts
        + totals.failed
        + totals.unknown
        + totals.not_sent
        + plan.totals.bad;
    context.output.remark(&format!(
        "{} rows: {} new, {} changed, {} unchanged, {not_done} not imported.",
        plan.totals.rows,
        totals.created,
        totals.updated,
        totals.already + plan.totals.unchanged,
    ));
    match &report.revert_file {
        Some(path) => context
            .output
            .remark(&format!("`revert {}` undoes it.", path.display())),
        None if totals.created + totals.updated + totals.partly > 0 => context
            .output
            .remark("The file that would undo it could not be completed."),
        None => {}
    }
}
