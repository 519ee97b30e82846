//! Schemas of machines, equipment and machine types.

use chrono::{DateTime, Utc};
use utoipa::ToSchema;

/// A machine or a piece of equipment; what is not set is null.
#[derive(ToSchema)]
#[schema(as = Machine, rename_all = "camelCase", example = json!({
    "id": "5f2b8c1d9e0a4b3c7d6e5f40", "companyId": "5f2b8c1d9e0a4b3c7d6e0001",
    "machineNumber": "3101", "name": "Volvo EC220E", "typeId": "beltemaskin", "active": true,
    "department": "Anlegg nord", "costPriceMachine": 813.0, "costPrice": 828.0, "price": 1150.0,
    "weight": 22600.0, "capacity": 1.3, "note": null, "buildYear": 2022,
    "emissionClass": "Stage V", "hourMeter": 4210.5, "serviceDate": "2025-11-03T00:00:00Z",
    "purchasedDate": "2022-03-14T00:00:00Z", "serialNumber": "VCE310447",
    "engineNumber": "D6310447", "registrationNumber": null,
    "responsibleId": "auth0|5f2b8c1d9e0a4b3c7d6e9a01", "responsibleEmployeeNumber": "1001",
    "blockCheckIn": false, "blockCheckInMessage": null, "isEquipment": false,
    "parentMachineId": null, "fuelConsumptionRate": 14.0, "fuelConsumptionUnit": 0, "fuelType": 7
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct MachineSchema {
    id: String,
    company_id: String,
    /// Unique within the company.
    machine_number: String,
    name: Option<String>,
    /// One of the company's machine types; not validated for equipment.
    type_id: Option<String>,
    active: bool,
    department: Option<String>,
    cost_price_machine: Option<f64>,
    cost_price: Option<f64>,
    price: Option<f64>,
    /// Kilograms.
    weight: Option<f64>,
    capacity: Option<f64>,
    note: Option<String>,
    build_year: Option<i64>,
    emission_class: Option<String>,
    /// Hours.
    hour_meter: Option<f64>,
    service_date: Option<DateTime<Utc>>,
    purchased_date: Option<DateTime<Utc>>,
    serial_number: Option<String>,
    engine_number: Option<String>,
    registration_number: Option<String>,
    /// User id of the responsible person.
    responsible_id: Option<String>,
    /// Employee number of the same person.
    responsible_employee_number: Option<String>,
    /// Always false for equipment.
    block_check_in: bool,
    block_check_in_message: Option<String>,
    is_equipment: bool,
    /// The machine that this equipment is linked to.
    parent_machine_id: Option<String>,
    fuel_consumption_rate: Option<f64>,
    /// 0 L/hour, 1 L/km, 2 kWh/hour, 3 kWh/km, 4 kg/hour, 5 kg/km.
    #[schema(minimum = 0, maximum = 5)]
    fuel_consumption_unit: Option<i64>,
    /// 0 none, 1 diesel, 2 biodiesel, 3 gasoline, 4 electric, 5 gas, 6 natural gas, 7 dyed diesel.
    #[schema(minimum = 0, maximum = 7)]
    fuel_type: Option<i64>,
    /// Linked equipment; only where `includeEquipmentDetails` asks for it.
    #[schema(required = false, no_recursion)]
    equipment: Vec<Self>,
}

/// A write of a machine. POST needs `companyId` and `machineNumber`, an item of the update
/// array needs `id`. Null counts as left out; an empty text clears.
#[derive(ToSchema)]
#[schema(as = MachineChange, rename_all = "camelCase", example = json!({
    "companyId": "5f2b8c1d9e0a4b3c7d6e0001", "machineNumber": "3112", "name": "Volvo EC220E",
    "typeId": "beltemaskin", "active": true, "weight": 22600, "buildYear": 2022,
    "hourMeter": 4210.5, "serviceDate": "2025-11-03T00:00:00Z",
    "responsibleEmployeeNumber": "1001"
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct MachineChangeSchema {
    id: Option<String>,
    company_id: Option<String>,
    machine_number: Option<String>,
    name: Option<String>,
    type_id: Option<String>,
    active: Option<bool>,
    department: Option<String>,
    cost_price_machine: Option<f64>,
    cost_price: Option<f64>,
    price: Option<f64>,
    #[schema(minimum = 0)]
    weight: Option<f64>,
    #[schema(minimum = 0)]
    capacity: Option<f64>,
    note: Option<String>,
    #[schema(minimum = 1900, maximum = 2200)]
    build_year: Option<i64>,
    emission_class: Option<String>,
    #[schema(minimum = 0)]
    hour_meter: Option<f64>,
    service_date: Option<DateTime<Utc>>,
    purchased_date: Option<DateTime<Utc>>,
    serial_number: Option<String>,
    engine_number: Option<String>,
    registration_number: Option<String>,
    /// User id or company profile id.
    responsible_id: Option<String>,
    responsible_employee_number: Option<String>,
    /// Ignored for equipment.
    block_check_in: Option<bool>,
    block_check_in_message: Option<String>,
    is_equipment: Option<bool>,
    /// Of equipment alone; an empty text unlinks.
    parent_machine_id: Option<String>,
}

/// The fuel fields to change; at least one.
#[derive(ToSchema)]
#[schema(as = EsgChange, rename_all = "camelCase", example = json!({
    "fuelConsumptionRate": 12.5, "fuelConsumptionUnit": 0, "fuelType": 1
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct EsgChangeSchema {
    #[schema(minimum = 0)]
    fuel_consumption_rate: Option<f64>,
    #[schema(minimum = 0, maximum = 5)]
    fuel_consumption_unit: Option<i64>,
    #[schema(minimum = 0, maximum = 7)]
    fuel_type: Option<i64>,
}

/// The fuel fields as they are now.
#[derive(ToSchema)]
#[schema(as = Esg, rename_all = "camelCase", example = json!({
    "fuelConsumptionRate": 12.5, "fuelConsumptionUnit": 0, "fuelType": 1
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct EsgSchema {
    fuel_consumption_rate: Option<f64>,
    fuel_consumption_unit: Option<i64>,
    fuel_type: Option<i64>,
}

/// A machine type of the company.
#[derive(ToSchema)]
#[schema(as = MachineType, rename_all = "camelCase",
         example = json!({ "typeId": "hjullaster", "name": "Hjullaster" }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct MachineTypeSchema {
    type_id: String,
    name: Option<String>,
}

/// What became of one item of an array.
#[derive(ToSchema)]
#[schema(as = BulkOutcome, rename_all = "camelCase", example = json!({
    "index": 1, "success": false, "machineNumber": "3113",
    "error": "MachineService.machineTypeInvalid",
    "message": "typeId: the company has no machine type \"gravko\"."
}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct BulkOutcomeSchema {
    /// Place in the array sent, from 0.
    index: usize,
    success: bool,
    /// Of the stored machine.
    #[schema(required = false)]
    id: String,
    #[schema(required = false)]
    machine_number: String,
    #[schema(required = false)]
    error: String,
    #[schema(required = false)]
    message: String,
}
