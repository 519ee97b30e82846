//! Acts on many machines: what was sent, what became of each row, what taking back leaves.

use fielddesk_core::fleet as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{BatchKind, CellValue, Failure, instant, saturated};
use crate::mirror::mirror;

/// An act and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchReport {
    /// The act.
    pub batch: BatchSummary,
    /// Its rows, in the order given.
    pub rows: Vec<BatchRow>,
}

impl From<core::BatchReport> for BatchReport {
    fn from(report: core::BatchReport) -> Self {
        Self {
            batch: report.batch.into(),
            rows: report.rows.into_iter().map(Into::into).collect(),
        }
    }
}

/// An act on many machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchSummary {
    /// Its number.
    pub id: i64,
    /// What it does.
    pub kind: BatchKind,
    /// When it began.
    pub at: String,
    /// When it ended; none while it goes on.
    pub finished_at: Option<String>,
    /// The message of a block, the name of an imported file.
    pub message: Option<String>,
    /// How many rows of each outcome.
    pub totals: BatchTotals,
    /// The act that this one takes back.
    pub reverts: Option<i64>,
    /// The act that took this one back.
    pub reverted_by: Option<i64>,
    /// Why it ended early.
    pub stopped: Option<Failure>,
}

impl From<core::Batch> for BatchSummary {
    fn from(batch: core::Batch) -> Self {
        Self {
            id: batch.id,
            kind: batch.kind.into(),
            at: instant(batch.begun_at),
            finished_at: batch.finished_at.map(instant),
            message: batch.message,
            totals: batch.totals.into(),
            reverts: batch.reverts,
            reverted_by: batch.reverted_by,
            stopped: batch.stopped.map(Into::into),
        }
    }
}

/// How many rows came to which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchTotals {
    /// All.
    pub rows: u32,
    /// Stored.
    pub saved: u32,
    /// As wanted already.
    pub already: u32,
    /// Stored in part.
    pub partly: u32,
    /// Left alone because somebody else changed the cell.
    pub conflicts: u32,
    /// Not there any more.
    pub gone: u32,
    /// Equipment, which has no check-in; rows that stay when an act is taken back.
    pub excluded: u32,
    /// Refused by the service.
    pub refused: u32,
    /// Not sent.
    pub not_sent: u32,
    /// Nobody can tell.
    pub unknown: u32,
}

impl From<core::BatchTotals> for BatchTotals {
    fn from(totals: core::BatchTotals) -> Self {
        Self {
            rows: saturated(totals.rows),
            saved: saturated(totals.saved),
            already: saturated(totals.already),
            partly: saturated(totals.partly),
            conflicts: saturated(totals.conflicts),
            gone: saturated(totals.gone),
            excluded: saturated(totals.excluded),
            refused: saturated(totals.refused),
            not_sent: saturated(totals.not_sent),
            unknown: saturated(totals.unknown),
        }
    }
}

/// One machine of an act.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchRow {
    /// The machine; empty where one that was to be created was not.
    pub machine_id: String,
    /// Its number.
    pub number: String,
    /// Its name.
    pub name: Option<String>,
    /// What became of it.
    pub outcome: RowOutcome,
    /// Why not.
    pub failure: Option<Failure>,
    /// The cells.
    pub cells: Vec<BatchCell>,
}

impl From<core::BatchRow> for BatchRow {
    fn from(row: core::BatchRow) -> Self {
        Self {
            machine_id: row.id,
            number: row.number,
            name: row.name,
            outcome: row.outcome.into(),
            failure: row.failure.map(Into::into),
            cells: row.cells.into_iter().map(Into::into).collect(),
        }
    }
}

/// A cell of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchCell {
    /// The field.
    pub field: String,
    /// As it was stored before.
    pub old: CellValue,
    /// As it was to be.
    pub new: CellValue,
    /// What somebody else stored meanwhile.
    pub theirs: CellValue,
    /// Why taking back leaves it.
    pub left: Option<BatchLeft>,
}

impl From<core::BatchCell> for BatchCell {
    fn from(cell: core::BatchCell) -> Self {
        let value = |value| CellValue::from(core::Cell::from(value));
        Self {
            old: value(&cell.old),
            new: value(&cell.new),
            theirs: cell
                .theirs
                .as_ref()
                .map_or(CellValue::from(core::Cell::Nothing), value),
            left: cell.left.map(Into::into),
            field: cell.field,
        }
    }
}

/// Why taking back leaves a cell as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BatchLeft {
    /// It was empty before, and the service has no way to empty it again.
    CannotBeEmptied,
    /// Somebody changed it since.
    ChangedSince,
}

mirror!(
    core::Left,
    BatchLeft {
        CannotBeEmptied,
        ChangedSince
    }
);

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RowOutcome {
    /// Not yet.
    Waiting,
    /// Stored.
    Saved,
    /// It was as wanted already; nothing was sent.
    Already,
    /// Stored but for some cells.
    Partly,
    /// Somebody else changed a cell meanwhile; nothing was sent.
    Conflict,
    /// The machine is not there any more.
    Gone,
    /// It is equipment, which has no check-in.
    Equipment,
    /// The service refused it.
    Refused,
    /// It was not sent.
    NotSent,
    /// The connection broke, and it cannot be told.
    Unknown,
    /// Taking back leaves it as it is.
    Kept,
}

mirror!(
    core::RowOutcome,
    RowOutcome {
        Waiting,
        Saved,
        Already,
        Partly,
        Conflict,
        Gone,
        Equipment,
        Refused,
        NotSent,
        Unknown,
        Kept,
    }
);

/// A row that got its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProgressedRow {
    /// The machine.
    pub machine_id: String,
    /// What became of it.
    pub outcome: RowOutcome,
    /// Why not.
    pub failure: Option<Failure>,
}

/// How far an act is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchProgress {
    /// Its number.
    pub batch_id: i64,
    /// What it does.
    pub kind: BatchKind,
    /// Rows with an outcome.
    pub done: u32,
    /// All rows.
    pub total: u32,
    /// The service asked to wait until then.
    pub waiting_until: Option<String>,
    /// It ended.
    pub finished: bool,
    /// Rows that got their outcome since the last one.
    pub rows: Vec<ProgressedRow>,
}

impl From<core::BatchProgress> for BatchProgress {
    fn from(progress: core::BatchProgress) -> Self {
        let rows = progress.rows.into_iter();
        let rows = rows.map(|(id, outcome, failure)| ProgressedRow {
            machine_id: id.as_str().to_owned(),
            outcome: outcome.into(),
            failure: failure.map(Into::into),
        });
        Self {
            batch_id: progress.batch,
            kind: progress.kind.into(),
            done: saturated(progress.done),
            total: saturated(progress.total),
            waiting_until: progress.waiting_until.map(instant),
            finished: progress.finished,
            rows: rows.collect(),
        }
    }
}
