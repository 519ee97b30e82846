//! What the rows of a plan want of the engine that changes records.

use serde_json::Value;

use super::types::{Action, Plan, PlannedRow};
use crate::records::{PlannedCell, PlannedChange, Task};
use fielddesk_rules::fields::field;

/// The rows that change anything, each with what it wants.
pub(crate) fn changes(plan: &Plan) -> impl Iterator<Item = (&PlannedRow, PlannedChange)> {
    let fields = plan.resource.fields();
    plan.rows.iter().filter_map(move |row| {
        let (id, task) = match &row.action {
            Action::Unchanged | Action::Bad { .. } => return None,
            Action::Create { values } => (String::new(), Task::Create(values.clone())),
            Action::Update { id, cells } => {
                let cells = cells.iter().filter_map(|cell| {
                    Some(PlannedCell {
                        field: field(fields, &cell.field)?,
                        base: Some(cell.old.clone()),
                        new: cell.new.clone(),
                    })
                });
                (id.clone(), Task::Change(cells.collect()))
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
