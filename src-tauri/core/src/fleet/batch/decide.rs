//! What is to be sent for one machine, now that its record was read again. Pure.

use fielddesk_model::{Machine, MachineId};
use serde_json::Value;

use super::types::{BatchCell, Left, RowOutcome};
use crate::fields::{FieldDef, Values, changed_since_creation, field, is_blank, same};
use crate::fleet::cell::{value, values};
use crate::machines::FIELDS;

/// What is wanted for one machine.
#[derive(Debug, Clone)]
pub(in crate::fleet) struct Wanted {
    pub(in crate::fleet) machine: MachineId,
    pub(in crate::fleet) number: String,
    pub(in crate::fleet) name: Option<String>,
    pub(in crate::fleet) task: Task,
}

/// What is to be done with a machine.
#[derive(Debug, Clone)]
pub(in crate::fleet) enum Task {
    /// Cells change.
    Change(Vec<WantedCell>),
    /// It is created.
    Create(Values),
    /// It is deleted, where a record is given only if it is still that one.
    Delete(Option<Values>),
    /// Nothing: the row is settled.
    Settled(RowOutcome, Vec<BatchCell>),
}

/// A value for a cell.
#[derive(Debug, Clone)]
pub(in crate::fleet) struct WantedCell {
    pub(in crate::fleet) field: &'static FieldDef,
    /// The stored value that it is based on; none where it is wanted whatever is there.
    pub(in crate::fleet) base: Option<Value>,
    pub(in crate::fleet) new: Value,
}

/// What to do about a machine.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// Nothing is sent.
    Settled(RowOutcome, Vec<BatchCell>),
    /// These cells are sent.
    Send(Vec<BatchCell>),
}

/// Compares what is wanted with the record as it is now.
pub(super) fn decide(now: Option<&Machine>, cells: &[WantedCell]) -> Verdict {
    let Some(machine) = now else {
        let cells = cells.iter().map(|cell| of(cell, Value::Null));
        return Verdict::Settled(RowOutcome::Gone, cells.collect());
    };
    let (mut open, mut conflict, mut all) = (Vec::new(), false, Vec::new());
    for wanted in cells {
        let stored = value(machine, wanted.field);
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
            cell.theirs = stored;
        }
        all.push(cell.clone());
        open.push(cell);
    }
    // A machine is changed as the person saw it, or not at all.
    if conflict {
        return Verdict::Settled(RowOutcome::Conflict, all);
    }
    if open.is_empty() {
        return Verdict::Settled(RowOutcome::Already, all);
    }
    if machine.is_equipment && stays_equipment(cells) && blocks(&open) {
        return Verdict::Settled(RowOutcome::Equipment, all);
    }
    Verdict::Send(open)
}

fn of(wanted: &WantedCell, old: Value) -> BatchCell {
    BatchCell {
        field: wanted.field.name.to_owned(),
        old,
        new: wanted.new.clone(),
        theirs: Value::Null,
        left: None,
    }
}

fn stays_equipment(cells: &[WantedCell]) -> bool {
    let freed =
        |cell: &&WantedCell| cell.field.name == "isEquipment" && cell.new == Value::Bool(false);
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

/// Cells of a machine that are not as in this record; none where all are.
pub(super) fn differs(now: &Machine, before: &Values) -> Option<Vec<BatchCell>> {
    let now = values(now);
    let changed = changed_since_creation(FIELDS, &Values::new(), Some(before), &now);
    let cells: Vec<_> = changed
        .into_iter()
        .map(|field| changed_since(field.name, &now))
        .collect();
    (!cells.is_empty()).then_some(cells)
}

/// A cell that a revert leaves because somebody else changed it.
pub(super) fn changed_since(field: &str, now: &Values) -> BatchCell {
    BatchCell {
        field: field.to_owned(),
        old: now.get(field).cloned().unwrap_or_default(),
        new: Value::Null,
        theirs: Value::Null,
        left: Some(Left::ChangedSince),
    }
}

/// What takes cells of an act back, and what has to stay. `now` is the record as it is.
pub(super) fn undo(now: &Machine, cells: &[BatchCell]) -> (Vec<WantedCell>, Vec<BatchCell>) {
    let (mut wanted, mut left) = (Vec::new(), Vec::new());
    for cell in cells {
        let Some(field) = field(FIELDS, &cell.field) else {
            continue;
        };
        let stored = value(now, field);
        if same(field, &stored, &cell.old) {
            continue;
        }
        let stays = |why| BatchCell {
            field: cell.field.clone(),
            old: stored.clone(),
            new: cell.old.clone(),
            theirs: Value::Null,
            left: Some(why),
        };
        if !same(field, &stored, &cell.new) {
            left.push(stays(Left::ChangedSince));
            continue;
        }
        let new = if is_blank(&cell.old) {
            field.emptied().ok()
        } else {
            Some(cell.old.clone())
        };
        match new {
            Some(new) => wanted.push(WantedCell {
                field,
                base: Some(stored),
                new,
            }),
            None => left.push(stays(Left::CannotBeEmptied)),
        }
    }
    (wanted, left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn machine(values: Value) -> Machine {
        serde_json::from_value(values).unwrap()
    }

    fn wanted(name: &str, base: Option<Value>, new: Value) -> WantedCell {
        WantedCell {
            field: field(FIELDS, name).unwrap(),
            base,
            new,
        }
    }

    fn outcome(verdict: &Verdict) -> RowOutcome {
        match verdict {
            Verdict::Settled(outcome, _) => *outcome,
            Verdict::Send(_) => RowOutcome::Waiting,
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
        let Verdict::Settled(_, cells) = decide(Some(&now), &[name("Pukk")]) else {
            panic!("a conflict is not sent");
        };
        assert_eq!(
            (&cells[0].old, &cells[0].theirs),
            (&json!("Pukk"), &json!("Grus"))
        );
    }

    #[test]
    fn equipment_is_not_blocked_but_by_becoming_a_machine() {
        let tool = machine(json!({"id": "1", "isEquipment": true}));
        let block = wanted("blockCheckIn", None, json!(true));
        let open = wanted("isEquipment", None, json!(false));
        let of = |cells: &[WantedCell]| outcome(&decide(Some(&tool), cells));
        assert_eq!(of(std::slice::from_ref(&block)), RowOutcome::Equipment);
        assert_eq!(of(&[block, open]), RowOutcome::Waiting);
    }

    #[test]
    fn taking_back_leaves_what_cannot_be_emptied_and_what_others_changed() {
        let now = machine(json!({"id": "1", "name": "B", "weight": 5, "note": "n", "price": 7}));
        let cell = |name: &str, old: Value, new: Value| BatchCell {
            field: name.to_owned(),
            old,
            new,
            theirs: Value::Null,
            left: None,
        };
        let (wanted, left) = undo(
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
}
