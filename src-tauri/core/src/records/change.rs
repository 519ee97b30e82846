//! The request for one record, now that it was read again, and its undo. Pure.

use serde_json::Value;

use super::types::{BatchCell, BatchRow, Left, RowOutcome};
use fielddesk_rules::fields::{
    ESG_FIELDS, FieldDef, Kind, Values, changed_since_creation, field, is_blank, same,
};

/// What is wanted for one record.
#[derive(Debug, Clone)]
pub(crate) struct PlannedChange {
    /// Empty for a record that is to be created.
    pub(crate) id: String,
    pub(crate) number: String,
    pub(crate) name: Option<String>,
    pub(crate) task: Task,
}

/// What is to be done with a record.
#[derive(Debug, Clone)]
pub(crate) enum Task {
    /// Cells change.
    Change(Vec<PlannedCell>),
    /// It is created.
    Create(Values),
    /// It is deleted, where values are given only if they are still its own.
    Delete(Option<Values>),
    /// Nothing: the row is settled.
    Settled(RowOutcome, Vec<BatchCell>),
}

/// A value for a cell.
#[derive(Debug, Clone)]
pub(crate) struct PlannedCell {
    pub(crate) field: &'static FieldDef,
    /// The stored value that it is based on; none where it is wanted whatever is there.
    pub(crate) base: Option<Value>,
    pub(crate) new: Value,
}

impl PlannedChange {
    /// Its row before anything became of it: with what is wanted, so that it can be tried again.
    pub(crate) fn row(&self) -> BatchRow {
        let cells = match &self.task {
            Task::Change(wanted) => {
                let wanted = wanted.iter();
                wanted
                    .map(|cell| of(cell, cell.base.clone().unwrap_or_default()))
                    .collect()
            }
            Task::Create(values) => created_cells(values),
            Task::Delete(_) | Task::Settled(..) => Vec::new(),
        };
        BatchRow {
            id: self.id.clone(),
            number: self.number.clone(),
            name: self.name.clone(),
            outcome: RowOutcome::Waiting,
            cells,
            failure: None,
            record: None,
            stored: Vec::new(),
            sent: false,
        }
    }
}

/// What to do about a record.
#[derive(Debug, PartialEq)]
pub(super) enum RowDecision {
    /// Nothing is sent.
    Settled(RowOutcome, Vec<BatchCell>),
    /// These cells are sent.
    Send(Vec<BatchCell>),
}

/// Compares what is wanted with the record as it is now.
pub(super) fn decide(now: Option<&Values>, cells: &[PlannedCell]) -> RowDecision {
    let Some(now) = now else {
        let cells = cells.iter().map(|cell| of(cell, Value::Null));
        return RowDecision::Settled(RowOutcome::Gone, cells.collect());
    };
    let (mut open, mut conflict, mut all) = (Vec::new(), false, Vec::new());
    for wanted in cells {
        let stored = value(now, wanted.field);
        let mut cell = of(wanted, stored.clone());
        if same(wanted.field, &stored, &wanted.new) {
            all.push(cell);
            continue;
        }
        if let Some(base) = &wanted.base
            && !same(wanted.field, &stored, base)
        {
            conflict = true;
            cell.old.clone_from(base);
            cell.theirs = Some(stored);
        }
        all.push(cell.clone());
        open.push(cell);
    }
    // A record is changed as the person saw it, or not at all.
    if conflict {
        return RowDecision::Settled(RowOutcome::Conflict, all);
    }
    if open.is_empty() {
        return RowDecision::Settled(RowOutcome::Already, all);
    }
    if now.get("isEquipment") == Some(&Value::Bool(true)) && stays_equipment(cells) && blocks(&open)
    {
        return RowDecision::Settled(RowOutcome::Equipment, all);
    }
    RowDecision::Send(open)
}

fn value(now: &Values, field: &FieldDef) -> Value {
    now.get(field.name).cloned().unwrap_or_default()
}

fn of(wanted: &PlannedCell, old: Value) -> BatchCell {
    BatchCell::new(wanted.field.name, old, wanted.new.clone())
}

fn stays_equipment(cells: &[PlannedCell]) -> bool {
    let freed =
        |cell: &&PlannedCell| cell.field.name == "isEquipment" && cell.new == Value::Bool(false);
    !cells.iter().any(|cell| freed(&cell))
}

/// The service ignores a check-in block of equipment.
fn blocks(cells: &[BatchCell]) -> bool {
    cells.iter().any(|cell| match cell.field.as_str() {
        "blockCheckIn" => cell.new == Value::Bool(true),
        "blockCheckInMessage" => !is_blank(&cell.new),
        _ => false,
    })
}

/// Cells of a record that are not as they were; none where all are.
pub(crate) fn differs(
    fields: &'static [FieldDef],
    now: &Values,
    before: &Values,
) -> Option<Vec<BatchCell>> {
    let changed = changed_since(fields, now, &Values::new(), Some(before));
    (!changed.is_empty()).then_some(changed)
}

/// Cells of a created record that somebody changed or filled in since: an undo leaves them.
fn changed_since(
    fields: &'static [FieldDef],
    now: &Values,
    sent: &Values,
    stored: Option<&Values>,
) -> Vec<BatchCell> {
    let changed = changed_since_creation(fields, sent, stored, now).into_iter();
    let left = changed.map(|field| {
        BatchCell::left(
            field.name,
            value(now, field),
            Value::Null,
            Left::ChangedSince,
        )
    });
    left.collect()
}

/// What takes a creation back: a delete, where nobody changed the record since.
pub(crate) fn undo_creation(
    fields: &'static [FieldDef],
    now: &Values,
    sent: &Values,
    stored: Option<&Values>,
) -> Task {
    match changed_since(fields, now, sent, stored) {
        changed if changed.is_empty() => Task::Delete(Some(now.clone())),
        changed => Task::Settled(RowOutcome::Kept, changed),
    }
}

/// What takes changed cells back.
pub(crate) fn undo_change(fields: &'static [FieldDef], now: &Values, cells: &[BatchCell]) -> Task {
    match undo(fields, now, cells) {
        (wanted, left) if wanted.is_empty() && left.is_empty() => {
            Task::Settled(RowOutcome::Already, left)
        }
        (wanted, left) if wanted.is_empty() => Task::Settled(RowOutcome::Kept, left),
        (wanted, _) => Task::Change(wanted),
    }
}

/// Cells that get their old values, and those that have to stay. `now` is the record as it is.
pub(crate) fn undo(
    fields: &'static [FieldDef],
    now: &Values,
    cells: &[BatchCell],
) -> (Vec<PlannedCell>, Vec<BatchCell>) {
    let is_changed_since = |cell: &BatchCell, field: &FieldDef| {
        let stored = value(now, field);
        !same(field, &stored, &cell.old) && !same(field, &stored, &cell.new)
    };
    let is_fuel = |field: &FieldDef| ESG_FIELDS.contains(&field.name);
    // Rate, unit and fuel mean something only together: where somebody changed one, none goes back.
    let stays_fuel = cells.iter().any(|cell| {
        let field = field(fields, &cell.field);
        field.is_some_and(|field| is_fuel(field) && is_changed_since(cell, field))
    });
    let (mut wanted, mut left) = (Vec::new(), Vec::new());
    for cell in cells {
        let Some(field) = field(fields, &cell.field) else {
            continue;
        };
        let stored = value(now, field);
        if field.kind == Kind::Tags {
            // The service does not tell which tags there were.
            left.push(BatchCell::left(
                &*cell.field,
                cell.new.clone(),
                Value::Null,
                Left::CannotBeEmptied,
            ));
            continue;
        }
        if same(field, &stored, &cell.old) {
            continue;
        }
        let stays = |why| BatchCell::left(&*cell.field, stored.clone(), cell.old.clone(), why);
        if is_changed_since(cell, field) || stays_fuel && is_fuel(field) {
            left.push(stays(Left::ChangedSince));
            continue;
        }
        let new = if is_blank(&cell.old) {
            field.emptied().ok()
        } else {
            Some(cell.old.clone())
        };
        match new {
            Some(new) => wanted.push(PlannedCell {
                field,
                base: Some(stored),
                new,
            }),
            None => left.push(stays(Left::CannotBeEmptied)),
        }
    }
    (wanted, left)
}

/// The cells of a record that is created.
pub(super) fn created_cells(values: &Values) -> Vec<BatchCell> {
    let cells = values
        .iter()
        .map(|(name, new)| BatchCell::new(&**name, Value::Null, new.clone()));
    cells.collect()
}

/// The cells of a record that is deleted: enough to create it again.
pub(super) fn deleted_cells(fields: &'static [FieldDef], now: &Values) -> Vec<BatchCell> {
    let there = now.iter().filter(|(name, old)| {
        let writable = field(fields, name).is_some_and(|field| field.read_only.is_none());
        writable && !is_blank(old)
    });
    let cells = there.map(|(name, old)| BatchCell::new(&**name, old.clone(), Value::Null));
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_rules::fields::{MACHINE_FIELDS, record_values};
    use serde_json::json;

    fn machine(values: Value) -> Values {
        let machine: fielddesk_model::Machine = serde_json::from_value(values).unwrap();
        record_values(&machine)
    }

    fn wanted(name: &str, base: Option<Value>, new: Value) -> PlannedCell {
        PlannedCell {
            field: field(MACHINE_FIELDS, name).unwrap(),
            base,
            new,
        }
    }

    fn outcome(verdict: &RowDecision) -> RowOutcome {
        match verdict {
            RowDecision::Settled(outcome, _) => *outcome,
            RowDecision::Send(_) => RowOutcome::Waiting,
        }
    }

    #[test]
    fn a_row_is_sent_as_the_person_saw_it_or_not_at_all() {
        let now = machine(json!({"id": "1", "name": "Grus", "weight": 12}));
        let name = |base: &str| wanted("name", Some(json!(base)), json!("Sand"));
        let weight = wanted("weight", Some(json!(12)), json!(13));
        let there = wanted("weight", Some(json!(9)), json!(12.0));
        for (cells, expected) in [
            (vec![name("Grus"), weight.clone()], RowOutcome::Waiting),
            (vec![name("Pukk"), weight], RowOutcome::Conflict),
            (vec![there], RowOutcome::Already),
        ] {
            assert_eq!(outcome(&decide(Some(&now), &cells)), expected, "{cells:?}");
        }
        assert_eq!(outcome(&decide(None, &[name("Grus")])), RowOutcome::Gone);
        let RowDecision::Settled(_, cells) = decide(Some(&now), &[name("Pukk")]) else {
            panic!("a conflict is not sent");
        };
        assert_eq!(
            (&cells[0].old, &cells[0].theirs),
            (&json!("Pukk"), &Some(json!("Grus")))
        );
    }

    #[test]
    fn a_cell_that_somebody_emptied_is_told_from_one_that_nobody_changed() {
        let now = machine(json!({"id": "1", "name": "Grus", "weight": null}));
        let cells = [
            wanted("name", Some(json!("Grus")), json!("Sand")),
            wanted("weight", Some(json!(12)), json!(13)),
        ];
        let RowDecision::Settled(RowOutcome::Conflict, cells) = decide(Some(&now), &cells) else {
            panic!("the weight is another than the person saw");
        };
        let theirs: Vec<_> = cells.iter().map(|cell| cell.theirs.clone()).collect();
        assert_eq!(theirs, [None, Some(Value::Null)]);
    }

    #[test]
    fn equipment_is_not_blocked_but_by_becoming_a_machine() {
        let tool = machine(json!({"id": "1", "isEquipment": true}));
        let block = wanted("blockCheckIn", None, json!(true));
        let open = wanted("isEquipment", None, json!(false));
        let of = |cells: &[PlannedCell]| outcome(&decide(Some(&tool), cells));
        assert_eq!(of(std::slice::from_ref(&block)), RowOutcome::Equipment);
        assert_eq!(of(&[block, open]), RowOutcome::Waiting);
    }

    #[test]
    fn taking_back_leaves_what_cannot_be_emptied_and_what_others_changed() {
        let now = machine(json!({"id": "1", "name": "B", "weight": 5, "note": "n", "price": 7}));
        let cell = |name: &str, old: Value, new: Value| BatchCell::new(name, old, new);
        let (wanted, left) = undo(
            MACHINE_FIELDS,
            &now,
            &[
                cell("name", json!("A"), json!("B")),
                cell("weight", json!(null), json!(5)),
                cell("note", json!(null), json!("n")),
                cell("price", json!(1), json!(2)),
                cell("department", json!(null), json!(null)),
            ],
        );
        let names: Vec<_> = wanted
            .iter()
            .map(|cell| (cell.field.name, &cell.new))
            .collect();
        assert_eq!(names, [("name", &json!("A")), ("note", &json!(""))]);
        let left: Vec<_> = left
            .iter()
            .map(|cell| (cell.field.as_str(), cell.left))
            .collect();
        assert_eq!(
            left,
            [
                ("weight", Some(Left::CannotBeEmptied)),
                ("price", Some(Left::ChangedSince))
            ]
        );
    }

    #[test]
    fn fuel_data_goes_back_together_or_not_at_all() {
        let cells = [
            BatchCell::new("fuelConsumptionRate", json!(5), json!(7)),
            BatchCell::new("fuelType", json!(7), json!(1)),
            BatchCell::new("name", json!("A"), json!("B")),
        ];
        for (rate, expected) in [(7, 3), (9, 1), (5, 2)] {
            let now = machine(
                json!({"id": "1", "name": "B", "fuelConsumptionRate": rate, "fuelType": 1}),
            );
            let (wanted, left) = undo(MACHINE_FIELDS, &now, &cells);
            assert_eq!(wanted.len(), expected, "{rate}");
            let since = left.iter().all(|c| c.left == Some(Left::ChangedSince));
            assert!(since, "{left:?}");
        }
    }
}
