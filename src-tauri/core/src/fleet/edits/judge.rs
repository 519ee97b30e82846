//! What a person typed or pasted, judged: the value as it would be sent, or why not. Pure.

use chrono::NaiveDate;
use fielddesk_model::{Instant, Machine, MachineType};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fleet::cell::Cell;
use crate::fleet::model::FleetModel;
use fielddesk_rules::fields::{
    Emptying, FieldDef, Kind, Problem, ProblemCode as Code, Reference, Writing, check_limits,
    is_blank, nearest, same,
};

/// What is put into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CellInput {
    /// As typed or pasted: with the words of any language and a language's decimal sign.
    Text(String),
    /// In the form of the wire.
    Value(Cell),
    /// What is stored: an edit is taken back.
    #[serde(rename = "none")]
    Stored,
}

/// The value to be sent for an input. `stored` is the value of the field, `machine` the record
/// as far as there is one.
pub(super) fn judge(
    board: &FleetModel,
    machine: &Machine,
    field: &'static FieldDef,
    stored: &Value,
    input: &CellInput,
    (writing, today): (&Writing, NaiveDate),
) -> Result<Value, Problem> {
    if let Some(why) = field.read_only {
        let message = format!("{} cannot be set: {why}.", field.name);
        return Err(Problem::new(Code::ReadOnly, message));
    }
    let value = match input {
        CellInput::Stored => return Ok(stored.clone()),
        CellInput::Value(cell) => wire(field, cell)?,
        CellInput::Text(text) if text.trim().is_empty() => Value::Null,
        CellInput::Text(text) => {
            let text = named(board, machine, field, text.trim());
            moment(field, field.parse_typed(&text, writing, stored, today)?)
        }
    };
    if is_blank(&value) {
        return emptied(field, stored);
    }
    if same(field, stored, &value) {
        return Ok(stored.clone());
    }
    check_limits(field, &value)?;
    fits(board, machine, field, &value)?;
    Ok(value)
}

/// A name of a type, a person or a machine as what it stands for.
fn named(board: &FleetModel, machine: &Machine, field: &FieldDef, text: &str) -> String {
    let key = text.to_lowercase();
    let found = match field.refers {
        Some(Reference::MachineType) => {
            let is = |one: &&MachineType| {
                let name = one.name.as_deref().unwrap_or_default();
                name.trim().to_lowercase() == key
            };
            let exact = board.types.iter().any(|one| one.type_id == text);
            let mut named = board.types.iter().filter(is);
            match (exact, named.next(), named.next()) {
                (false, Some(one), None) => Some(one.type_id.clone()),
                _ => None,
            }
        }
        Some(Reference::Person) if !board.people().contains_key(text) => {
            let mut named = board.people().values();
            let mut named = named.by_ref().filter(|one| one.name.to_lowercase() == key);
            match (named.next(), named.next()) {
                (Some(one), None) => Some(one.employee_number.clone()),
                _ => None,
            }
        }
        Some(Reference::Machine) => board
            .numbered(&machine.company_id, text)
            .map(|parent| parent.id.as_str().to_owned()),
        _ => None,
    };
    found.unwrap_or_else(|| text.to_owned())
}

/// A value in the form of the wire, where it is of the field's kind.
fn wire(field: &FieldDef, cell: &Cell) -> Result<Value, Problem> {
    let value = Value::from(cell);
    let fits = match field.kind {
        _ if is_blank(&value) => true,
        Kind::Text | Kind::Date | Kind::Instant => value.is_string(),
        Kind::Number => value.is_number(),
        Kind::Whole => value.is_i64(),
        Kind::Bool(_) => value.is_boolean(),
        Kind::Choice(choices) => {
            let number = value.as_i64();
            choices.iter().any(|choice| Some(choice.number) == number)
        }
        Kind::Tags | Kind::Supervisors | Kind::Opaque => false,
    };
    let dated = match (field.kind, value.as_str()) {
        (Kind::Instant, Some(text)) if !text.trim().is_empty() => text.parse::<Instant>().is_ok(),
        _ => true,
    };
    if fits && dated {
        return Ok(moment(field, value));
    }
    let message = format!("{value} is not {}", field.expected());
    Err(Problem::new(Code::not(field.kind), message).with(
        "text",
        fielddesk_rules::file_name::shown(&value.to_string()),
    ))
}

/// A moment in the one form that the service writes.
fn moment(field: &FieldDef, value: Value) -> Value {
    let parsed = match (field.kind, value.as_str()) {
        (Kind::Instant, Some(text)) => text.parse::<Instant>().ok(),
        _ => None,
    };
    parsed.map_or(value, |at| Value::from(at.to_string()))
}

/// The value that empties a cell; the stored one where it is empty already.
fn emptied(field: &FieldDef, stored: &Value) -> Result<Value, Problem> {
    if is_blank(stored) && !field.required {
        return Ok(stored.clone());
    }
    field.emptied().map_err(|why| {
        let code = match field.emptying {
            Emptying::Required => Code::EmptyRequired,
            Emptying::Fuel => Code::EmptyFuel,
            Emptying::Date => Code::EmptyDate,
            Emptying::Always => Code::EmptyFlag,
            Emptying::ReadOnly => Code::ReadOnly,
            Emptying::Text
            | Emptying::Null
            | Emptying::List
            | Emptying::Number
            | Emptying::Never(_) => Code::EmptyNumber,
        };
        Problem::new(code, format!("{} cannot be emptied: {why}.", field.name))
    })
}

/// Refuses what does not fit with the other records.
fn fits(
    board: &FleetModel,
    machine: &Machine,
    field: &FieldDef,
    value: &Value,
) -> Result<(), Problem> {
    let text = value.as_str().unwrap_or_default();
    let shown = || fielddesk_rules::file_name::shown(text);
    match field.name {
        "blockCheckIn" | "blockCheckInMessage"
            if machine.is_equipment && *value != Value::Bool(false) =>
        {
            let message = "Equipment has no check-in.";
            Err(Problem::new(Code::EquipmentHasNoCheckIn, message))
        }
        // Types of equipment are not validated; without a list nothing can be said.
        "typeId"
            if !machine.is_equipment
                && !board.types.is_empty()
                && !board.types.iter().any(|one| one.type_id == text) =>
        {
            let message = format!("The company has no machine type {}.", shown());
            let problem = Problem::new(Code::UnknownType, message).with("text", shown());
            let names = board.types.iter();
            let names = names.map(|one| one.name.as_deref().unwrap_or(&one.type_id));
            Err(match nearest(text, names) {
                Some(near) => problem.with("nearest", near),
                None => problem,
            })
        }
        "responsibleEmployeeNumber"
            if !board.people().is_empty() && !board.people().contains_key(text) =>
        {
            let message = format!("Employee {} is not in the list.", shown());
            Err(Problem::new(Code::UnknownPerson, message).with("text", shown()))
        }
        "machineNumber" => match board.numbered(&machine.company_id, text) {
            Some(other) if other.id != machine.id => {
                let name = other.name.as_deref().unwrap_or_default();
                let name = fielddesk_rules::file_name::shown(name);
                let message = format!("{} is {name} already.", shown());
                Err(Problem::new(Code::NumberTaken, message)
                    .with("number", shown())
                    .with("name", name)
                    .with("machineId", &other.id))
            }
            _ => Ok(()),
        },
        "parentMachineId" => {
            let parent = board.machine(&text.into());
            let is = parent.is_some_and(|parent| {
                !parent.is_equipment
                    && parent.company_id == machine.company_id
                    && parent.id != machine.id
            });
            if is {
                return Ok(());
            }
            let message = format!("{} is no machine of the same company.", shown());
            Err(Problem::new(Code::NotAMachine, message).with("text", shown()))
        }
        _ => Ok(()),
    }
}
