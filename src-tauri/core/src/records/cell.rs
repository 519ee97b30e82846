//! A record as a row of plain cells. Pure.

use fielddesk_model::WireRecord;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use fielddesk_rules::fields::{FieldDef, Values};

/// The value of a cell, in the form of the wire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, rename = "CellValue")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Cell {
    /// Nothing is stored.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A number, a numbered value too.
    Number(#[cfg_attr(feature = "specta", specta(type = i32))] f64),
    /// A text, a date, an id.
    Text(String),
}

impl From<Value> for Cell {
    fn from(value: Value) -> Self {
        match value {
            Value::Bool(set) => Self::Bool(set),
            Value::Number(number) => number.as_f64().map_or(Self::Nothing, Self::Number),
            Value::String(text) => Self::Text(text),
            Value::Null | Value::Array(_) | Value::Object(_) => Self::Nothing,
        }
    }
}

impl From<&Cell> for Value {
    fn from(cell: &Cell) -> Self {
        match cell {
            Cell::Nothing => Self::Null,
            Cell::Bool(set) => Self::Bool(*set),
            Cell::Number(number) => whole_or_not(*number),
            Cell::Text(text) => Self::from(text.as_str()),
        }
    }
}

/// Whole numbers as integers: the wire has some that must be.
fn whole_or_not(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is whole and within range"
        )]
        let whole = number as i64;
        return Value::from(whole);
    }
    Value::from(number)
}

/// The cells of a record, in the order of these fields. A value that its field cannot have
/// counts as missing; [`super::odd_cells`] has it.
pub(crate) fn cells_of(
    fields: impl Iterator<Item = &'static FieldDef>,
    record: &impl WireRecord,
) -> Vec<Cell> {
    fields.map(|field| field.value(record).into()).collect()
}

/// One value of a record, as JSON; null for a field that it does not have.
pub(crate) fn value(record: &impl WireRecord, field: &FieldDef) -> Value {
    Value::from(&Cell::from(field.value(record)))
}

/// The values of a record by field name.
pub(crate) fn values_of(
    fields: impl Iterator<Item = &'static FieldDef>,
    record: &impl WireRecord,
) -> Values {
    fields
        .map(|field| (field.name.to_owned(), value(record, field)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_sent_as_such() {
        assert_eq!(Value::from(&Cell::Number(2019.0)).to_string(), "2019");
        assert_eq!(Value::from(&Cell::Number(18.3)).to_string(), "18.3");
    }
}
