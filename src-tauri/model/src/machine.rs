//! Machines and equipment (specification: Resources, Machine / equipment).

use serde::{Deserialize, Deserializer, Serialize};

use crate::lenient::or_nothing;
use crate::record::{change, record};
use crate::{CompanyId, FuelConsumptionUnit, FuelType, Instant, MachineId};

record! {
    /// A machine or a piece of equipment, as reads return it.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct Machine {
        /// Id used in paths.
        id "id": MachineId;
        /// The owning company.
        company_id "companyId": CompanyId;
        /// The human number, unique within the company.
        machine_number "machineNumber": String;
        /// Name or description.
        name "name": Option<String>;
        /// The company's machine type; not validated for equipment.
        type_id "typeId": Option<String>;
        /// False for a machine out of use, which is recommended instead of deleting.
        active "active": bool;
        department "department": Option<String>;
        /// Machine-specific cost price.
        cost_price_machine "costPriceMachine": Option<f64>;
        /// General cost price.
        cost_price "costPrice": Option<f64>;
        /// Sales price.
        price "price": Option<f64>;
        /// Weight in kg.
        weight "weight": Option<f64>;
        capacity "capacity": Option<f64>;
        note "note": Option<String>;
        /// Year of make.
        build_year "buildYear": Option<i64>;
        emission_class "emissionClass": Option<String>;
        /// Current hour meter, in hours.
        hour_meter "hourMeter": Option<f64>;
        /// Last service.
        service_date "serviceDate": Option<Instant>;
        purchased_date "purchasedDate": Option<Instant>;
        serial_number "serialNumber": Option<String>;
        engine_number "engineNumber": Option<String>;
        /// Plate number.
        registration_number "registrationNumber": Option<String>;
        /// Responsible person, by user id.
        responsible_id "responsibleId": Option<String>;
        /// Responsible person, by employee number.
        responsible_employee_number "responsibleEmployeeNumber": Option<String>;
        /// True while users cannot check in; machines only.
        block_check_in "blockCheckIn": bool;
        /// Text for users who cannot check in; machines only.
        block_check_in_message "blockCheckInMessage": Option<String>;
        /// True for equipment, false for a machine.
        is_equipment "isEquipment": bool;
        /// The machine that this equipment belongs to.
        parent_machine_id "parentMachineId": Option<MachineId>;
        /// Fuel or energy used, in `fuelConsumptionUnit` (ESG).
        fuel_consumption_rate "fuelConsumptionRate": Option<f64>;
        /// Unit of the rate (ESG).
        fuel_consumption_unit "fuelConsumptionUnit": Option<FuelConsumptionUnit>;
        /// Fuel (ESG).
        fuel_type "fuelType": Option<FuelType>;
        /// Linked equipment, where `includeEquipmentDetails` asked for it.
        #[cfg_attr(feature = "openapi", schema(no_recursion))]
        equipment "equipment": Option<Vec<Machine>>, optional;
    }
}

change! {
    /// The fields that a write of a machine can hold (POST, PUT, PATCH and the arrays).
    ///
    /// Null counts as left out for machines; an empty string clears a text.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct MachineChange {
        /// Id; only in an item of the update array.
        id "id": MachineId;
        /// The owning company.
        company_id "companyId": CompanyId;
        /// The human number.
        machine_number "machineNumber": String;
        /// Name or description.
        name "name": String;
        /// The company's machine type.
        type_id "typeId": String;
        /// False for a machine out of use.
        active "active": bool;
        department "department": String;
        /// Machine-specific cost price.
        cost_price_machine "costPriceMachine": f64;
        /// General cost price.
        cost_price "costPrice": f64;
        /// Sales price.
        price "price": f64;
        /// Weight in kg.
        weight "weight": f64;
        capacity "capacity": f64;
        note "note": String;
        /// Year of make.
        build_year "buildYear": i64;
        emission_class "emissionClass": String;
        /// Current hour meter, in hours.
        hour_meter "hourMeter": f64;
        /// Last service.
        service_date "serviceDate": Instant;
        purchased_date "purchasedDate": Instant;
        serial_number "serialNumber": String;
        engine_number "engineNumber": String;
        /// Plate number.
        registration_number "registrationNumber": String;
        /// Responsible person, by user id.
        responsible_id "responsibleId": String;
        /// Responsible person, by employee number.
        responsible_employee_number "responsibleEmployeeNumber": String;
        /// True while users cannot check in.
        block_check_in "blockCheckIn": bool;
        /// Text for users who cannot check in.
        block_check_in_message "blockCheckInMessage": String;
        /// True for equipment, false for a machine.
        is_equipment "isEquipment": bool;
        /// The machine that this equipment belongs to.
        parent_machine_id "parentMachineId": MachineId;
    }
}

change! {
    /// The ESG fields, patched apart; at least one is needed.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct EsgChange {
        /// Fuel or energy used.
        fuel_consumption_rate "fuelConsumptionRate": f64;
        /// Unit of the rate.
        fuel_consumption_unit "fuelConsumptionUnit": FuelConsumptionUnit;
        fuel_type "fuelType": FuelType;
    }
}

record! {
    /// The ESG fields after a patch of them.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct Esg {
        /// Fuel or energy used.
        fuel_consumption_rate "fuelConsumptionRate": Option<f64>;
        /// Unit of the rate.
        fuel_consumption_unit "fuelConsumptionUnit": Option<FuelConsumptionUnit>;
        fuel_type "fuelType": Option<FuelType>;
    }
}

record! {
    /// A machine type of the company.
    pub struct MachineType {
        /// Id that `typeId` of a machine refers to.
        type_id "typeId": String;
        /// Name for people.
        name "name": Option<String>;
    }
}

/// Outcome of an item of an array call, in the order sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BulkOutcome {
    /// Position in the array sent, from 0.
    #[serde(default, deserialize_with = "position")]
    pub index: usize,
    /// True where the item was stored.
    #[serde(default, deserialize_with = "or_nothing")]
    pub success: bool,
    /// Id of the stored machine.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "or_nothing"
    )]
    pub id: Option<MachineId>,
    /// Machine number, where the item had one.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "or_nothing"
    )]
    pub machine_number: Option<String>,
    /// A code for programs, where it was not stored.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "or_nothing"
    )]
    pub error: Option<String>,
    /// A sentence for people, where it was not stored.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "or_nothing"
    )]
    pub message: Option<String>,
}

fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let said: Option<i64> = or_nothing(deserializer)?;
    Ok(said.and_then(|place| place.try_into().ok()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;

    #[test]
    fn a_record_is_read_in_any_case_with_loose_values_and_unknown_fields() {
        let machine: Machine = serde_json::from_str(
            r#"{"Id":"m1","MACHINENUMBER":701,"companyId":"c","buildYear":"2019","weight":"21500",
                "Active":"True","serviceDate":"0001-01-01T00:00:00","purchasedDate":"2020-05-01",
                "fuelType":99,"TelematicsBox":{"Id":7},"equipment":null}"#,
        )
        .unwrap();
        assert_eq!(machine.machine_number, "701");
        assert_eq!(machine.build_year, Some(2019));
        assert_eq!(machine.weight, Some(21500.0));
        assert!(machine.active);
        assert_eq!(machine.service_date, None);
        assert_eq!(machine.purchased_date, "2020-05-01".parse().ok());
        assert_eq!(machine.fuel_type, Some(FuelType::Other(99)));
        assert_eq!(machine.other["telematicsBox"]["Id"], 7);
        assert_eq!(machine.equipment, None);
    }

    #[test]
    fn a_record_is_written_with_every_field_but_the_optional_ones() {
        let written = serde_json::to_value(Machine::default()).unwrap();
        let object = written.as_object().unwrap();
        assert_eq!(object.len(), Machine::FIELDS.len() - 1);
        assert!(object["name"].is_null());
        assert_eq!(object["active"], false);
        assert!(!object.contains_key("equipment"));
    }

    #[test]
    fn a_value_of_another_kind_is_kept_as_it_came_and_counts_as_not_set() {
        let machine: Machine = serde_json::from_str(
            r#"{"id":"m","weight":"heavy","Active":2,"fuelType":"Diesel","serviceDate":"soon",
                "fuelConsumptionUnit":"cups","equipment":[null,{"id":"e"}]}"#,
        )
        .unwrap();
        assert_eq!((machine.weight, machine.active), (None, false));
        assert_eq!(machine.fuel_type, Some(FuelType::Diesel));
        let equipment: Vec<_> = machine.equipment.iter().flatten().collect();
        assert_eq!(equipment.len(), 1, "the entry that can be read is there");
        let written = serde_json::to_value(&machine).unwrap();
        for (field, odd) in [
            ("weight", serde_json::json!("heavy")),
            ("active", serde_json::json!(2)),
            ("serviceDate", serde_json::json!("soon")),
            ("fuelConsumptionUnit", serde_json::json!("cups")),
        ] {
            assert_eq!(machine.odd[field], odd);
            assert_eq!(written[field], odd);
        }
        assert!(written["equipment"][0].is_null());
        let again: Machine = serde_json::from_value(written).unwrap();
        assert_eq!(
            again, machine,
            "what is kept on this computer is read the same"
        );
    }

    #[test]
    fn a_change_holds_exactly_what_was_changed() {
        let change = MachineChange {
            block_check_in: Field::Value(true),
            block_check_in_message: Field::Value(String::new()),
            ..MachineChange::default()
        };
        assert_eq!(
            serde_json::to_string(&change).unwrap(),
            r#"{"blockCheckIn":true,"blockCheckInMessage":""}"#
        );
        assert!(MachineChange::default().is_empty());
        assert!(!change.is_empty());
    }

    #[test]
    fn a_change_is_read_strictly_but_for_the_case_of_names() {
        let change: MachineChange =
            crate::from_slice(br#"{"Weight":12,"NAME":null,"unknown":1}"#).unwrap();
        assert_eq!(change.weight, Field::Value(12.0));
        assert_eq!(change.name, Field::Null);
        for wrong in [
            r#"{"weight":"12"}"#,
            r#"{"name":5}"#,
            r#"{"active":1}"#,
            "[]",
        ] {
            assert!(
                crate::from_slice::<MachineChange>(wrong.as_bytes()).is_err(),
                "{wrong}"
            );
        }
    }
}
