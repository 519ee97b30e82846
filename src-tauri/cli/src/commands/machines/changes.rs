//! `fieldctl machines changes` and `undo`: what was saved on this computer, and undoing it.

use chrono::{DateTime, Utc};
use fielddesk_core::Failure;
use fielddesk_core::fleet::{Batch, BatchCell, BatchKind, BatchRow, BatchTotals, Left, RowOutcome};
use serde::Serialize;

use super::fleet;
use crate::commands::folders::here;
use crate::commands::items;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::ErrorDocument;
use crate::output::table::{Kind, Table};

/// One saved change.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    change: i64,
    kind: BatchKind,
    message: Option<&'a str>,
    at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    totals: Totals,
    /// The change that this one undid.
    undoes: Option<i64>,
    /// The change that undid this one.
    undone_by: Option<i64>,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorDocument>,
}

/// How many machines came to which end.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Totals {
    machines: u64,
    saved: u64,
    unchanged: u64,
    partly: u64,
    conflicts: u64,
    deleted: u64,
    excluded: u64,
    refused: u64,
    not_sent: u64,
    unknown: u64,
}

/// What an undo did.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Undone<'a> {
    /// The undo itself; `null` in a preview.
    change: Option<i64>,
    undoes: i64,
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    machine_number: &'a str,
    id: &'a str,
    outcome: RowOutcome,
    cells: &'a [BatchCell],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorDocument>,
}

pub(super) async fn list(limit: u32, context: &Context) -> Result<Exit, Failure> {
    let changes = fleet(context).await?.batches(limit).await?;
    let rows: Vec<_> = changes.iter().map(change).collect();
    context.output.result(&rows, || table(&rows))?;
    if rows.is_empty() {
        context
            .output
            .remark("No change of machines was saved here with this connection.");
    }
    Ok(Exit::Done)
}

pub(super) async fn undo(id: i64, preview: bool, context: &Context) -> Result<Exit, Failure> {
    let fleet = fleet(context).await?;
    // Stopped at a row, never within one: what was undone is in the list of changes.
    let stop = context.cancel.clone();
    let work = async {
        match preview {
            true => {
                fleet.refresh().await?;
                Ok((None, fleet.preview_revert(id).await?))
            }
            false => {
                let report = fleet.revert(id).await?;
                Ok((Some(report.batch.id), report.rows))
            }
        }
    };
    tokio::pin!(work);
    let done: Result<_, Failure> = tokio::select! {
        done = &mut work => done,
        () = stop.cancelled() => {
            fleet.stop_batch();
            work.await
        }
    };
    let (change, rows) = done.map_err(|failure| not_found(failure, id))?;
    let document = Undone {
        change,
        undoes: id,
        rows: rows.iter().map(|one| row(one, preview)).collect(),
    };
    context.output.result(&document, || undone_table(&rows))?;
    if preview {
        return Ok(Exit::Done);
    }
    let failed: Vec<_> = rows
        .iter()
        .filter_map(|row| Some((row.number.as_str(), row.why_not()?)))
        .collect();
    let failures: Vec<_> = failed.iter().map(|(name, why)| (*name, why)).collect();
    Ok(items::finish(context, rows.len(), &failures, "undone"))
}

/// It is a change here, whatever the records call it.
fn not_found(failure: Failure, id: i64) -> Failure {
    match failure.kind {
        fielddesk_core::FailureKind::NotFound => Failure::not_found(
            "change",
            &id.to_string(),
            "`fieldctl machines changes` lists them.",
        ),
        _ => failure,
    }
}

fn change(batch: &Batch) -> Change<'_> {
    Change {
        change: batch.id,
        kind: batch.kind,
        message: batch.message.as_deref(),
        at: batch.begun_at,
        finished_at: batch.finished_at,
        totals: totals(batch.totals),
        undoes: batch.reverts,
        undone_by: batch.reverted_by,
        error: batch.stopped.as_ref().map(Into::into),
    }
}

const fn totals(totals: BatchTotals) -> Totals {
    Totals {
        machines: totals.rows,
        saved: totals.saved,
        unchanged: totals.already,
        partly: totals.partly,
        conflicts: totals.conflicts,
        deleted: totals.gone,
        excluded: totals.excluded,
        refused: totals.refused,
        not_sent: totals.not_sent,
        unknown: totals.unknown,
    }
}

fn row(row: &BatchRow, preview: bool) -> Row<'_> {
    let error = match preview {
        true => None,
        false => row.why_not().as_ref().map(Into::into),
    };
    Row {
        machine_number: &row.number,
        id: &row.id,
        outcome: row.outcome,
        cells: &row.cells,
        error,
    }
}

fn table(changes: &[Change<'_>]) -> Table {
    let mut table = Table::new(&[
        ("CHANGE", Kind::Number),
        ("AT", Kind::Id),
        ("WHAT", Kind::Name),
        ("MACHINES", Kind::Number),
        ("SAVED", Kind::Number),
        ("MESSAGE", Kind::Name),
        ("UNDONE BY", Kind::Id),
    ]);
    for change in changes {
        table.row([
            &change.change.to_string(),
            &here(change.at),
            kind(change.kind),
            &change.totals.machines.to_string(),
            &change.totals.saved.to_string(),
            change.message.unwrap_or(""),
            &change
                .undone_by
                .map_or_else(String::new, |id| id.to_string()),
        ]);
    }
    table
}

fn undone_table(rows: &[BatchRow]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("OUTCOME", Kind::Name),
        ("FIELD", Kind::Id),
        ("FROM", Kind::Name),
        ("TO", Kind::Name),
        ("STAYS", Kind::Name),
    ]);
    for row in rows {
        if row.cells.is_empty() {
            table.row([&row.number, outcome(row.outcome), "", "", "", ""]);
        }
        for cell in &row.cells {
            let stays = match cell.left {
                None => "",
                Some(Left::ChangedSince) => "changed since",
                Some(Left::CannotBeEmptied) => "cannot be emptied",
            };
            table.row([
                &row.number,
                outcome(row.outcome),
                &cell.field,
                &plain(&cell.old),
                &plain(&cell.new),
                stays,
            ]);
        }
    }
    table
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

const fn kind(kind: BatchKind) -> &'static str {
    match kind {
        BatchKind::Edits => "edits",
        BatchKind::Block => "block",
        BatchKind::Release => "unblock",
        BatchKind::Fuel => "fuel data",
        BatchKind::Activate => "activate",
        BatchKind::Deactivate => "deactivate",
        BatchKind::Disable => "disable",
        BatchKind::Enable => "enable",
        BatchKind::Create => "create",
        BatchKind::Delete => "delete",
        BatchKind::Import => "import",
        BatchKind::Revert => "undo",
    }
}

const fn outcome(outcome: RowOutcome) -> &'static str {
    match outcome {
        RowOutcome::Waiting => "would be undone",
        RowOutcome::Saved => "undone",
        RowOutcome::Already => "no change needed",
        RowOutcome::Partly => "undone in part",
        RowOutcome::Conflict => "changed by someone else",
        RowOutcome::Gone => "deleted",
        RowOutcome::Equipment => "equipment",
        RowOutcome::Refused => "rejected",
        RowOutcome::NotSent => "not saved",
        RowOutcome::Unknown => "result unknown",
        RowOutcome::Kept => "stays",
    }
}
