//! A machine as a row of plain cells, in the order of [`columns`]. Pure.

use fielddesk_model::Machine;

use crate::records::{Cell, cells_of, values_of};
use fielddesk_rules::fields::{FieldDef, MACHINE_FIELDS, Values};

/// The fields that the grid has as columns: all but the linked records.
pub fn columns() -> impl Iterator<Item = &'static FieldDef> {
    MACHINE_FIELDS
        .iter()
        .filter(|field| field.name != "equipment")
}

/// The cells of a machine, in the order of [`columns`].
#[must_use]
pub fn cells(machine: &Machine) -> Vec<Cell> {
    cells_of(columns(), machine)
}

/// All values of a machine by field name.
pub(super) fn values(machine: &Machine) -> Values {
    values_of(columns(), machine)
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
}
