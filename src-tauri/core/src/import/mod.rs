//! Files into records: what a file would change is planned and shown, then applied by the engine
//! of [`crate::records`], and can be undone.
//!
//! [`look`] tells the columns, [`plan`] what becomes of each row (the dry run), [`apply`] does
//! it, [`revert`] takes it back. An empty cell is left out; nothing is emptied by an import.

mod apply;
mod bad_rows;
mod changes;
mod check;
mod columns;
mod exported;
mod files;
mod first_pass;
mod journal;
mod kinds;
mod known;
mod look;
mod number_columns;
mod plan;
mod report;
mod revert;
mod revert_file;
mod shown_rows;
mod source;
mod types;

pub use apply::apply;
pub use bad_rows::bad_rows;
pub(crate) use changes::changes;
pub use files::{ImportFile, ImportTarget, Imports, PlannedImport, SavedTable};
pub use kinds::{SPREADSHEETS, is_spreadsheet};
pub use plan::{look, plan};
pub use report::{Conflicting, Outcome, Report, ReportTotals, RowOutcome};
pub use revert::{KeptCell, RevertOutcome, RevertReport, RevertedRow, revert, revert_path};
pub use shown_rows::ImportShow;
pub use types::{
    Action, CellChange, ChangedCell, ChangedSince, Choice, Column, FileValues, ImportOptions, Look,
    Plan, PlannedRow, Reason, Repair, Source, Totals,
};

pub use crate::records::Resource;
