//! The rows of an import before it is carried out: old and new of each cell, and why a row stays
//! out.

use fielddesk_core::fleet as core;
use fielddesk_core::import;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CellProblem, CellValue, saturated};
use crate::mirror::mirror;

/// Which rows of a plan are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ImportShow {
    /// All.
    All,
    /// New machines.
    Create,
    /// Machines that change.
    Update,
    /// Machines that are as the row says.
    Unchanged,
    /// Rows that stay out.
    Bad,
}

mirror!(
    core::ImportShow,
    ImportShow {
        All,
        Create,
        Update,
        Unchanged,
        Bad
    }
);

/// What is done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ImportAction {
    /// A new machine.
    Create,
    /// Cells change.
    Update,
    /// The machine is as the row says.
    Unchanged,
    /// The row stays out.
    Bad,
}

/// What becomes of one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportRow {
    /// Its number in the file, as a spreadsheet program counts.
    pub row: u32,
    /// The machine's number; empty where there is none.
    pub number: String,
    /// The machine's name.
    pub name: Option<String>,
    /// What will be done.
    pub action: ImportAction,
    /// The machine's id, where it is there.
    pub id: Option<String>,
    /// Cells that change or are set.
    pub cells: Vec<ImportCell>,
    /// Everything that is wrong with a bad row.
    pub reasons: Vec<ImportReason>,
}

impl From<import::PlannedRow> for ImportRow {
    fn from(row: import::PlannedRow) -> Self {
        let value = |value: &_| CellValue::from(core::Cell::from(value));
        let (mut id, mut cells, mut reasons) = (None, Vec::new(), Vec::new());
        let action = match row.action {
            import::Action::Create { values } => {
                cells.extend(values.iter().map(|(field, new)| ImportCell {
                    field: field.clone(),
                    old: CellValue::Nothing,
                    new: value(new),
                }));
                ImportAction::Create
            }
            import::Action::Update {
                id: of,
                cells: changed,
            } => {
                id = Some(of);
                cells.extend(changed.iter().map(|cell| ImportCell {
                    field: cell.field.clone(),
                    old: value(&cell.old),
                    new: value(&cell.new),
                }));
                ImportAction::Update
            }
            import::Action::Unchanged => ImportAction::Unchanged,
            import::Action::Bad { reasons: wrong } => {
                reasons.extend(wrong.into_iter().map(ImportReason::from));
                ImportAction::Bad
            }
        };
        Self {
            row: saturated(row.row),
            number: row.number,
            name: row.name,
            action,
            id,
            cells,
            reasons,
        }
    }
}

/// An old value and a new one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportCell {
    /// The field.
    pub field: String,
    /// As stored when the plan was made.
    pub old: CellValue,
    /// As the file says.
    pub new: CellValue,
}

/// Why a row stays out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportReason {
    /// The field, where it is about one.
    pub field: Option<String>,
    /// The heading of its column.
    pub heading: Option<String>,
    /// What is wrong.
    pub problem: CellProblem,
    /// A value that would be right, where one can be told.
    pub suggestion: Option<String>,
}

impl From<import::Reason> for ImportReason {
    fn from(reason: import::Reason) -> Self {
        Self {
            field: reason.field,
            heading: reason.heading,
            problem: reason.problem.into(),
            suggestion: reason.suggestion,
        }
    }
}
