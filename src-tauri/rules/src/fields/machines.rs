//! The fields of machines and equipment, in the order of the record (specification: Machine /
//! equipment). Pure data; what a field is called elsewhere than in English is in `words/`.

use super::choice::{FUELS, SOURCES, UNITS};
use super::{Emptying, FieldDef, Kind, Limit, Reference, Resource, yes_no};
use crate::dates::Meaning;

/// Longest machine number and type id, in characters.
const LONGEST_KEY: usize = 200;
/// Longest text of one line.
const LONGEST_LINE: usize = 1_000;
/// Longest note and message.
const LONGEST_TEXT: usize = 10_000;

/// Every field of a machine.
pub const MACHINE_FIELDS: &[FieldDef] = &[
    field("id", Kind::Opaque, Emptying::ReadOnly, "Id").read_only("the service gives it"),
    field("companyId", Kind::Text, Emptying::Required, "Company id")
        .titled("Company")
        .also(&["company"])
        .required(),
    field("machineNumber", Kind::Text, Emptying::Required, "Number")
        .also(&["machine no", "no"])
        .limit(Limit::Longest(LONGEST_KEY))
        .required(),
    field("name", Kind::Text, Emptying::Text, "Name").also(&[
        "description",
        "machine",
        "machine name",
    ]),
    field("typeId", Kind::Text, Emptying::Text, "Type")
        .also(&["machine type"])
        .limit(Limit::Longest(LONGEST_KEY))
        .refers(Reference::MachineType),
    field(
        "active",
        yes_no("Active", "Inactive"),
        Emptying::Always,
        "Active",
    )
    .also(&["in use", "state"]),
    field("department", Kind::Text, Emptying::Text, "Department").also(&["dept"]),
    field(
        "costPriceMachine",
        Kind::Number,
        Emptying::Number,
        "Machine cost price",
    ),
    field("costPrice", Kind::Number, Emptying::Number, "Cost price"),
    field("price", Kind::Number, Emptying::Number, "Price").also(&["sales price"]),
    field("weight", Kind::Number, Emptying::Number, "Weight")
        .titled("Weight, kg")
        .unit("kg")
        .limit(Limit::NotNegative),
    field("capacity", Kind::Number, Emptying::Number, "Capacity").limit(Limit::NotNegative),
    field("note", Kind::Text, Emptying::Text, "Note")
        .also(&["notes", "comment"])
        .limit(Limit::Longest(LONGEST_TEXT))
        .long(),
    field("buildYear", Kind::Whole, Emptying::Number, "Build year")
        .titled("Year")
        .also(&["year", "year of make"])
        .limit(Limit::Year),
    field(
        "emissionClass",
        Kind::Text,
        Emptying::Text,
        "Emission class",
    )
    .also(&["stage"]),
    field("hourMeter", Kind::Number, Emptying::Number, "Hour meter")
        .also(&["hours"])
        .unit("h")
        .limit(Limit::NotNegative),
    field("serviceDate", Kind::Instant, Emptying::Date, "Last service")
        .days(Meaning::Past)
        .also(&["service"]),
    field("purchasedDate", Kind::Instant, Emptying::Date, "Purchased")
        .days(Meaning::Past)
        .also(&["bought", "purchase date"]),
    field("serialNumber", Kind::Text, Emptying::Text, "Serial number").also(&["serial no"]),
    field("engineNumber", Kind::Text, Emptying::Text, "Engine number").also(&["engine no"]),
    field("registrationNumber", Kind::Text, Emptying::Text, "Reg. no.").also(&[
        "plate",
        "plate number",
        "number plate",
    ]),
    field(
        "responsibleId",
        Kind::Text,
        Emptying::Text,
        "Responsible user id",
    )
    .titled("Responsible, user ID"),
    field(
        "responsibleEmployeeNumber",
        Kind::Text,
        Emptying::Text,
        "Responsible",
    )
    .also(&["responsible person", "responsible employee"])
    .refers(Reference::Person),
    field(
        "blockCheckIn",
        yes_no("Blocked", "Open"),
        Emptying::Always,
        "Check-in",
    )
    .also(&["check-in block", "blocked"])
    .machines_only(),
    field(
        "blockCheckInMessage",
        Kind::Text,
        Emptying::Text,
        "Message to crews",
    )
    .also(&["message"])
    .limit(Limit::Longest(LONGEST_TEXT))
    .long()
    .machines_only(),
    field(
        "isEquipment",
        yes_no("Equipment", "Machine"),
        Emptying::Always,
        "Equipment",
    )
    .titled("Machine or equipment"),
    field(
        "parentMachineId",
        Kind::Text,
        Emptying::Text,
        "Belongs to machine id",
    )
    .titled("Belongs to")
    .also(&["parent machine"])
    .refers(Reference::Machine),
    field(
        "fuelConsumptionRate",
        Kind::Number,
        Emptying::Fuel,
        "Consumption",
    )
    .also(&["rate", "consumption rate", "fuel consumption"])
    .limit(Limit::NotNegative),
    field(
        "fuelConsumptionUnit",
        Kind::Choice(UNITS),
        Emptying::Fuel,
        "Unit",
    )
    .also(&["consumption unit"]),
    field("fuelType", Kind::Choice(FUELS), Emptying::Fuel, "Fuel type").also(&["fuel"]),
    field(
        "equipment",
        Kind::Opaque,
        Emptying::ReadOnly,
        "Linked equipment",
    )
    .read_only("equipment says itself which machine it belongs to"),
];

/// The source of fuel values, in exports. No field of the service: an import leaves it out.
pub static FUEL_SOURCE: FieldDef = field(
    "fuelProvenance",
    Kind::Choice(SOURCES),
    Emptying::Never("it is kept on this computer"),
    "Fuel source",
)
.also(&["fuel provenance"]);

/// The fields that are patched apart from the others.
pub const ESG_FIELDS: [&str; 3] = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"];

const fn field(
    name: &'static str,
    kind: Kind,
    emptying: Emptying,
    heading: &'static str,
) -> FieldDef {
    let limit = match kind {
        Kind::Text => Limit::Longest(LONGEST_LINE),
        Kind::Instant => Limit::Date,
        _ => Limit::None,
    };
    FieldDef::new(Resource::Machines, name, kind, emptying, heading).limit(limit)
}
