//! Planned changes of an import's rows, for the engine that changes records.

use serde_json::Value;

use super::types::{Action, CellChange, FileValues, Plan, PlannedRow};
use crate::records::{PlannedCell, PlannedChange, Task};
use fielddesk_rules::fields::field;

/// The rows that change anything, each with what it wants; with the cells that changed since the
/// export where a person chose the file's values.
pub(crate) fn changes<'a>(
    plan: &'a Plan,
    chosen: &'a FileValues,
) -> impl Iterator<Item = (&'a PlannedRow, PlannedChange)> {
    let fields = plan.resource.fields();
    let planned = move |cell: &CellChange| {
        Some(PlannedCell {
            field: field(fields, &cell.field)?,
            base: Some(cell.old.clone()),
            new: cell.new.clone(),
        })
    };
    plan.rows.iter().filter_map(move |row| {
        let since = row.changed_since.as_ref();
        let since = since.filter(|_| chosen.has(row.row));
        let (id, task) = match (&row.action, since) {
            (Action::Bad { .. }, _) | (Action::Unchanged, None) => return None,
            (Action::Create { values }, _) => (String::new(), Task::Create(values.clone())),
            (Action::Update { id, cells }, since) => {
                let since = since.iter().flat_map(|since| &since.cells);
                let cells = cells.iter().chain(since.map(|cell| &cell.change));
                (
                    id.clone(),
                    Task::Change(cells.filter_map(planned).collect()),
                )
            }
            (Action::Unchanged, Some(since)) => {
                let cells = since.cells.iter().map(|cell| &cell.change);
                let cells = cells.filter_map(planned).collect();
                (since.id.clone(), Task::Change(cells))
            }
        };
        let named = match &task {
            Task::Create(values) => values.get("name").and_then(Value::as_str),
            Task::Change(_) | Task::Delete(_) | Task::Settled(..) => None,
        };
        let name = row.name.clone().or_else(|| named.map(str::to_owned));
        let number = row.number.clone();
        let change = PlannedChange {
            id,
            number,
            name,
            task,
        };
        Some((row, change))
    })
}
