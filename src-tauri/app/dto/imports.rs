//! The rows of an import before it is carried out.

use fielddesk_core::import::{Action, CellChange, PlannedRow, Reason};
use fielddesk_rules::fields::{USER_FIELDS, field, shown};
use serde::Serialize;
use serde_json::Value;
use specta::Type;

/// What is done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ImportAction {
    /// A new record.
    Create,
    /// Cells change.
    Update,
    /// The record is as the row says.
    Unchanged,
    /// The row stays out.
    Bad,
}

/// What becomes of one row. Other than `core`'s, so that a new record is shown by the same
/// cells as a change: old values are null.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportRow {
    /// Its number in the file, as a spreadsheet program counts.
    pub row: u64,
    /// Its number or employee number; empty where there is none.
    pub number: String,
    /// The record's name.
    pub name: Option<String>,
    /// What will be done.
    pub action: ImportAction,
    /// The record's id, where it is there.
    pub id: Option<String>,
    /// Cells that change or are set.
    pub cells: Vec<CellChange>,
    /// Everything that is wrong with a bad row.
    pub reasons: Vec<Reason>,
}

impl From<PlannedRow> for ImportRow {
    fn from(row: PlannedRow) -> Self {
        let set = |(field, new)| {
            in_text(CellChange {
                field,
                old: Value::Null,
                new,
            })
        };
        let (action, id, cells, reasons) = match row.action {
            Action::Create { values } => {
                let cells = values.into_iter().map(set).collect();
                (ImportAction::Create, None, cells, Vec::new())
            }
            Action::Update { id, cells } => {
                let cells = cells.into_iter().map(in_text).collect();
                (ImportAction::Update, Some(id), cells, Vec::new())
            }
            Action::Unchanged => (ImportAction::Unchanged, None, Vec::new(), Vec::new()),
            Action::Bad { reasons } => (ImportAction::Bad, None, Vec::new(), reasons),
        };
        Self {
            row: row.row,
            number: row.number,
            name: row.name,
            action,
            id,
            cells,
            reasons,
        }
    }
}

/// Supervisors and tags as the text that stands for them in a file; all else as it is.
fn in_text(mut cell: CellChange) -> CellChange {
    if let Some(field) = field(USER_FIELDS, &cell.field) {
        for value in [&mut cell.old, &mut cell.new] {
            if value.is_array() {
                *value = Value::from(shown(field, value, None));
            }
        }
    }
    cell
}
