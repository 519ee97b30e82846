//! Acts and the outcomes of their rows: plain data.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::records::{BatchCell, BatchRow, Resource, RowOutcome, Stage};

/// An act on many records and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BatchReport {
    /// The act.
    pub batch: Batch,
    /// Its rows, in the order given.
    pub rows: Vec<BatchRow>,
}

/// An act on many records.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "BatchSummary")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Batch {
    /// Its number.
    pub id: i64,
    /// What it does.
    pub kind: BatchKind,
    /// The message of a block, the name of an imported file.
    pub message: Option<String>,
    /// When it began.
    #[serde(rename = "at")]
    pub begun_at: DateTime<Utc>,
    /// When it ended; none while it goes on.
    pub finished_at: Option<DateTime<Utc>>,
    /// Why it ended early.
    pub stopped: Option<Failure>,
    /// The stage that it reached.
    pub stage: Stage,
    /// True where the act is of before this run of the program, or more than a day old: its undo
    /// asks first.
    pub asks: bool,
    /// An undo that broke off and goes on by itself when the server is back.
    pub goes_on: bool,
    /// Until when a block is meant.
    pub until: Option<DateTime<Utc>>,
    /// The act that this one takes back.
    pub reverts: Option<i64>,
    /// The act that took this one back; none while that goes on, or broke off.
    pub reverted_by: Option<i64>,
    /// The undo of it that broke off and can be tried again.
    pub undo_left: Option<i64>,
    /// How many rows of each outcome.
    pub totals: BatchTotals,
}

/// How many rows came to which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BatchTotals {
    /// All.
    pub rows: u64,
    /// Stored.
    pub saved: u64,
    /// As wanted already.
    pub already: u64,
    /// Stored in part.
    pub partly: u64,
    /// Left alone because somebody else changed the cell.
    pub conflicts: u64,
    /// Not there any more.
    pub gone: u64,
    /// Equipment, which has no check-in; rows of a revert that stay.
    pub excluded: u64,
    /// Refused by the service.
    pub refused: u64,
    /// Not sent.
    pub not_sent: u64,
    /// Nobody can tell.
    pub unknown: u64,
}

impl BatchTotals {
    /// Counts rows.
    pub(crate) fn of(outcomes: impl Iterator<Item = (RowOutcome, u64)>) -> Self {
        let mut totals = Self::default();
        for (outcome, count) in outcomes {
            totals.rows += count;
            *match outcome {
                RowOutcome::Saved => &mut totals.saved,
                RowOutcome::Already => &mut totals.already,
                RowOutcome::Partly => &mut totals.partly,
                RowOutcome::Conflict => &mut totals.conflicts,
                RowOutcome::Gone => &mut totals.gone,
                RowOutcome::Equipment | RowOutcome::Kept => &mut totals.excluded,
                RowOutcome::Refused => &mut totals.refused,
                RowOutcome::NotSent => &mut totals.not_sent,
                RowOutcome::Waiting | RowOutcome::Unknown => &mut totals.unknown,
            } += count;
        }
        totals
    }
}

/// How far an act is. Told at most five times a second.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BatchProgress {
    /// Its number.
    #[serde(rename = "batchId")]
    pub batch: i64,
    /// Machines or users.
    pub resource: Resource,
    /// What it does.
    pub kind: BatchKind,
    /// Rows with an outcome.
    pub done: u64,
    /// All rows.
    pub total: u64,
    /// The service asked to wait until then.
    pub waiting_until: Option<DateTime<Utc>>,
    /// It ended.
    pub finished: bool,
    /// Rows that got their outcome since the last one.
    pub rows: Vec<ProgressedRow>,
}

/// A row that got its outcome.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProgressedRow {
    /// The record.
    pub id: String,
    /// What became of it.
    pub outcome: RowOutcome,
    /// Why not.
    pub failure: Option<Failure>,
}

/// What a bulk change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum BatchKind {
    /// Pending edits were saved.
    Edits,
    /// Check-in was blocked.
    Block,
    /// Check-in was opened.
    Release,
    /// Fuel, rate or unit was set.
    Fuel,
    /// Set active.
    Activate,
    /// Set inactive.
    Deactivate,
    /// Accounts were disabled.
    Disable,
    /// Accounts were enabled.
    Enable,
    /// Created from a form.
    Create,
    /// Deleted.
    Delete,
    /// A file was imported.
    Import,
    /// Another act was taken back.
    Revert,
}

impl BatchKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Edits,
        Self::Block,
        Self::Release,
        Self::Fuel,
        Self::Activate,
        Self::Deactivate,
        Self::Disable,
        Self::Enable,
        Self::Create,
        Self::Delete,
        Self::Import,
        Self::Revert,
    ];

    /// Returns true for acts that set their values whatever is stored.
    pub(crate) const fn replaces(self) -> bool {
        matches!(
            self,
            Self::Block
                | Self::Release
                | Self::Activate
                | Self::Deactivate
                | Self::Disable
                | Self::Enable
        )
    }

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Edits => "edits",
            Self::Block => "block",
            Self::Release => "release",
            Self::Fuel => "fuel",
            Self::Activate => "activate",
            Self::Deactivate => "deactivate",
            Self::Disable => "disable",
            Self::Enable => "enable",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Import => "import",
            Self::Revert => "revert",
        }
    }

    pub(super) fn read(word: &str) -> Result<Self, Failure> {
        let known = Self::ALL.into_iter().find(|kind| kind.as_str() == word);
        known.ok_or_else(|| Failure::internal(format!("an act of kind {word}")))
    }
}

/// Something that was done to one record from here.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "MachineAct")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Act {
    /// The act.
    #[serde(rename = "batchId")]
    pub batch: i64,
    /// When it began.
    pub at: DateTime<Utc>,
    /// What it does.
    pub kind: BatchKind,
    /// What became of this record.
    pub outcome: RowOutcome,
    /// The cells.
    pub cells: Vec<BatchCell>,
}
