//! The rows of an import before it is carried out.

use fielddesk_core::import::{Action, CellChange, ChangedCell, PlannedRow, Reason};
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
    /// Fields of those cells that only grow and are lower than before.
    pub falls: Vec<String>,
    /// Cells that both the file and the service changed since the export; they change where the
    /// person chooses so.
    pub changed_since: Vec<ChangedCell>,
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
        let falls = row.falls().into_iter().map(str::to_owned).collect();
        let (since_id, since) = row
            .changed_since
            .map(|since| (since.id, since.cells))
            .unzip();
        let (action, id, cells, reasons): (_, _, Vec<CellChange>, _) = match row.action {
            Action::Create { values } => {
                let cells = values.into_iter().map(set).collect();
                (ImportAction::Create, None, cells, Vec::new())
            }
            Action::Update { id, cells } => {
                let cells = cells.into_iter().map(in_text).collect();
                (ImportAction::Update, Some(id), cells, Vec::new())
            }
            Action::Unchanged => (ImportAction::Unchanged, since_id, Vec::new(), Vec::new()),
            Action::Bad { reasons } => (ImportAction::Bad, None, Vec::new(), reasons),
        };
        Self {
            row: row.row,
            number: row.number,
            name: row.name,
            action,
            id,
            cells,
            falls,
            changed_since: since.into_iter().flatten().map(since_in_text).collect(),
            reasons,
        }
    }
}

/// Supervisors and tags as the text that stands for them in a file; all else as it is.
fn in_text(mut cell: CellChange) -> CellChange {
    cell.old = value_in_text(&cell.field, cell.old);
    cell.new = value_in_text(&cell.field, cell.new);
    cell
}

/// The same of a cell that changed since the export.
fn since_in_text(cell: ChangedCell) -> ChangedCell {
    ChangedCell {
        exported: value_in_text(&cell.change.field, cell.exported),
        change: in_text(cell.change),
    }
}

fn value_in_text(name: &str, value: Value) -> Value {
    match field(USER_FIELDS, name) {
        Some(field) if value.is_array() => Value::from(shown(field, &value, None)),
        _ => value,
    }
}
