//! Check of typed or pasted values: the value as it would be sent, or the reason against it. Pure.

use fielddesk_model::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Cell;
use fielddesk_rules::dates::stored_day;
use fielddesk_rules::fields::{
    Emptying, FieldDef, Kind, Problem, ProblemCode as Code, Reading, Writing, check_limits,
    clean_number, is_blank, same,
};
use fielddesk_rules::pasted::has_invisible;

/// What is put into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CellInput {
    /// As typed or pasted: with the words of any language and a language's decimal sign.
    Text(String),
    /// In the form of the wire. A number of a record that looks like another one's is meant so.
    Value(Cell),
    /// What is stored: an edit is taken back.
    #[serde(rename = "none")]
    Stored,
}

/// The records beside the one that is judged.
pub(crate) trait Surroundings {
    /// What a name stands for; the text itself where it is none.
    fn named(&self, field: &FieldDef, text: &str) -> String;

    /// Refuses what does not fit with the other records.
    fn fits(&self, field: &FieldDef, value: &Value) -> Result<(), Problem>;
}

/// The value to be sent for an input. `stored` is the value of the field.
pub(crate) fn judge(
    around: &impl Surroundings,
    field: &'static FieldDef,
    stored: &Value,
    input: &CellInput,
    (writing, reading): (&Writing, &Reading),
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
            let text = around.named(field, text.trim());
            field.parse_typed(&text, writing, stored, reading)?
        }
    };
    let value = match value {
        Value::String(number) if field.is_number() => Value::from(clean_number(&number)),
        other => other,
    };
    if is_blank(&value) {
        return emptied(field, stored);
    }
    if same(field, stored, &value) {
        return Ok(stored.clone());
    }
    check_limits(field, &value)?;
    match around.fits(field, &value) {
        Err(problem)
            if problem.code == Code::SameNumberOtherwise
                && matches!(input, CellInput::Value(_)) => {}
        fits => fits?,
    }
    Ok(value)
}

/// Returns `true` where invisible characters of an input are left out of the number of a record.
pub(crate) fn leaves_out(field: &FieldDef, input: &CellInput) -> bool {
    match input {
        CellInput::Text(text) | CellInput::Value(Cell::Text(text)) => {
            field.is_number() && has_invisible(text)
        }
        CellInput::Value(_) | CellInput::Stored => false,
    }
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
        (Kind::Date, Some(text)) if !text.trim().is_empty() => stored_day(text).is_some(),
        _ => true,
    };
    if fits && dated {
        return Ok(field.moment(value));
    }
    let message = format!("{value} is not {}", field.expected());
    Err(Problem::new(Code::not(field.kind), message).with(
        "text",
        fielddesk_rules::file_name::shown(&value.to_string()),
    ))
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
