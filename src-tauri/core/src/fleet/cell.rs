//! A machine as a row of plain cells, in the order of [`columns`]. Pure.

use fielddesk_model::Machine;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use fielddesk_rules::fields::{FieldDef, MACHINE_FIELDS, Values};

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

/// The fields that the grid has as columns: all but the linked records.
pub fn columns() -> impl Iterator<Item = &'static FieldDef> {
    MACHINE_FIELDS
        .iter()
        .filter(|field| field.name != "equipment")
}

/// The cells of a machine, in the order of [`columns`]. A value that its field cannot have
/// counts as missing; [`super::odd_cells`] has it.
#[must_use]
pub fn cells(machine: &Machine) -> Vec<Cell> {
    columns().map(|field| field.value(machine).into()).collect()
}

/// One value of a machine, as JSON; null for a field that it does not have.
pub(super) fn value(machine: &Machine, field: &FieldDef) -> Value {
    Value::from(&Cell::from(field.value(machine)))
}

/// All values of a machine by field name.
pub(super) fn values(machine: &Machine) -> Values {
    columns()
        .map(|field| (field.name.to_owned(), value(machine, field)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Machine {
        serde_json::from_value(serde_json::json!({
            "id": "a", "companyId": "c", "machineNumber": "7", "name": "Grus", "typeId": "t",
            "active": true, "department": "d", "costPriceMachine": 1.5, "costPrice": 2,
            "price": 3, "weight": 21_500, "capacity": 4.25, "note": "n", "buildYear": 2019,
            "emissionClass": "V", "hourMeter": 4150, "serviceDate": "2026-09-14T08:30:00Z",
            "purchasedDate": "2020-05-01", "serialNumber": "s", "engineNumber": "e",
            "registrationNumber": "r", "responsibleId": "u", "responsibleEmployeeNumber": "9",
            "blockCheckIn": true, "blockCheckInMessage": "m", "isEquipment": false,
            "parentMachineId": "p", "fuelConsumptionRate": 18.3, "fuelConsumptionUnit": 0,
            "fuelType": 7, "somethingNew": {"x": 1}
        }))
        .unwrap()
    }

    #[test]
    fn every_cell_is_the_value_of_its_field_in_the_record() {
        for machine in [machine(), Machine::default()] {
            let record = serde_json::to_value(&machine).unwrap();
            let cells = cells(&machine);
            assert_eq!(cells.len(), columns().count());
            for (field, cell) in columns().zip(&cells) {
                let stored = Cell::from(record[field.name].clone());
                assert_eq!(cell, &stored, "{}", field.name);
            }
        }
    }

    #[test]
    fn an_odd_value_is_no_cell() {
        let odd = serde_json::json!({"id": "a", "weight": "heavy", "active": 2, "name": "Grus"});
        let machine: Machine = serde_json::from_value(odd).unwrap();
        let values = values(&machine);
        for (field, cell) in columns().zip(cells(&machine)) {
            let is_odd = ["weight", "active"].contains(&field.name);
            assert!(!is_odd || cell == Cell::Nothing, "{}", field.name);
            assert!(!is_odd || values[field.name].is_null(), "{}", field.name);
        }
    }

    #[test]
    fn whole_numbers_are_sent_as_such() {
        assert_eq!(Value::from(&Cell::Number(2019.0)).to_string(), "2019");
        assert_eq!(Value::from(&Cell::Number(18.3)).to_string(), "18.3");
    }
}
