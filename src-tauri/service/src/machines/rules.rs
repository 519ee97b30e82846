//! The rules that need nothing but the request and the stored machine: what a value may be,
//! what a create must have, and what a change leaves of what was there.

use chrono::Datelike as _;
use fielddesk_model::{EsgChange, Field, Instant, Machine, MachineChange, MachineId};

use super::refusal;
use crate::error::ApiError;

/// Longest machine number and type id, in characters.
const KEY_LIMIT: usize = 200;
/// Longest text of one line.
const LINE_LIMIT: usize = 1_000;
/// Longest note and message.
const TEXT_LIMIT: usize = 10_000;
/// Years that a machine can have been built, bought or serviced in.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2200;

/// Refuses values that no machine can have.
pub(super) fn check(change: &MachineChange) -> Result<(), ApiError> {
    for (name, field, limit) in [
        ("machineNumber", &change.machine_number, KEY_LIMIT),
        ("typeId", &change.type_id, KEY_LIMIT),
        ("name", &change.name, LINE_LIMIT),
        ("department", &change.department, LINE_LIMIT),
        ("emissionClass", &change.emission_class, LINE_LIMIT),
        ("serialNumber", &change.serial_number, LINE_LIMIT),
        ("engineNumber", &change.engine_number, LINE_LIMIT),
        (
            "registrationNumber",
            &change.registration_number,
            LINE_LIMIT,
        ),
        ("responsibleId", &change.responsible_id, LINE_LIMIT),
        (
            "responsibleEmployeeNumber",
            &change.responsible_employee_number,
            LINE_LIMIT,
        ),
        ("note", &change.note, TEXT_LIMIT),
        (
            "blockCheckInMessage",
            &change.block_check_in_message,
            TEXT_LIMIT,
        ),
    ] {
        if let Field::Value(text) = field {
            check_text(name, text, limit)?;
        }
    }
    for (name, field) in [
        ("weight", &change.weight),
        ("capacity", &change.capacity),
        ("hourMeter", &change.hour_meter),
    ] {
        if let Field::Value(number) = field {
            check_not_negative(name, *number)?;
        }
    }
    if let Field::Value(year) = &change.build_year
        && !YEARS.contains(year)
    {
        return Err(refusal::invalid(
            "buildYear",
            "must be a year from 1900 to 2200",
        ));
    }
    check_date("serviceDate", &change.service_date)?;
    check_date("purchasedDate", &change.purchased_date)
}

/// Refuses ESG values that no machine can have, and a patch without any.
pub(super) fn check_esg(change: &EsgChange) -> Result<(), ApiError> {
    if let Field::Value(rate) = &change.fuel_consumption_rate {
        check_not_negative("fuelConsumptionRate", *rate)?;
    }
    if let Field::Value(unit) = &change.fuel_consumption_unit
        && unit.word().is_none()
    {
        return Err(refusal::invalid(
            "fuelConsumptionUnit",
            "must be a number from 0 to 5",
        ));
    }
    if let Field::Value(fuel) = &change.fuel_type
        && fuel.word().is_none()
    {
        return Err(refusal::invalid("fuelType", "must be a number from 0 to 7"));
    }
    let says_something = matches!(change.fuel_consumption_rate, Field::Value(_))
        || matches!(change.fuel_consumption_unit, Field::Value(_))
        || matches!(change.fuel_type, Field::Value(_));
    if says_something {
        return Ok(());
    }
    Err(ApiError::bad_request(
        "ArgumentIsNull",
        "One of fuelConsumptionRate, fuelConsumptionUnit and fuelType is required.",
    ))
}

fn check_text(name: &str, text: &str, limit: usize) -> Result<(), ApiError> {
    if text.contains('\0') {
        return Err(refusal::invalid(name, "must not hold a NUL character"));
    }
    if text.len() > limit && text.chars().count() > limit {
        return Err(refusal::invalid(
            name,
            format_args!("must not be longer than {limit} characters"),
        ));
    }
    Ok(())
}

fn check_not_negative(name: &str, number: f64) -> Result<(), ApiError> {
    if number < 0.0 {
        return Err(refusal::invalid(name, "must not be negative"));
    }
    Ok(())
}

fn check_date(name: &str, field: &Field<Instant>) -> Result<(), ApiError> {
    match field {
        Field::Value(at) if !YEARS.contains(&i64::from(at.0.year())) => {
            Err(refusal::invalid(name, "must be a date from 1900 to 2200"))
        }
        Field::Value(_) | Field::Null | Field::Omitted | Field::Odd(_) => Ok(()),
    }
}

/// A new machine: what the specification requires must be there, the rest has its default.
///
/// # Errors
/// A required field that is missing or blank.
pub(super) fn created(id: MachineId, change: &MachineChange) -> Result<Machine, ApiError> {
    required("companyId", filled(&change.company_id))?;
    required("machineNumber", filled(&change.machine_number))?;
    let new = Machine {
        id,
        ..Machine::default()
    };
    applied(&new, change)
}

/// The machine after a change. What is left out or null stays; an empty text is cleared.
/// Who is responsible is not set here: that needs a look at the users.
///
/// # Errors
/// A key that would be emptied, and a link of what is no equipment.
pub(super) fn applied(stored: &Machine, change: &MachineChange) -> Result<Machine, ApiError> {
    let mut machine = stored.clone();
    if let Field::Value(company) = &change.company_id {
        required("companyId", filled(&change.company_id))?;
        machine.company_id = company.clone();
    }
    if let Field::Value(number) = &change.machine_number {
        required("machineNumber", filled(&change.machine_number))?;
        machine.machine_number.clone_from(number);
    }
    for (target, field) in [
        (&mut machine.name, &change.name),
        (&mut machine.type_id, &change.type_id),
        (&mut machine.department, &change.department),
        (&mut machine.note, &change.note),
        (&mut machine.emission_class, &change.emission_class),
        (&mut machine.serial_number, &change.serial_number),
        (&mut machine.engine_number, &change.engine_number),
        (
            &mut machine.registration_number,
            &change.registration_number,
        ),
        (
            &mut machine.block_check_in_message,
            &change.block_check_in_message,
        ),
    ] {
        if let Field::Value(text) = field {
            *target = Some(text.clone()).filter(|text| !text.is_empty());
        }
    }
    for (target, field) in [
        (&mut machine.cost_price_machine, &change.cost_price_machine),
        (&mut machine.cost_price, &change.cost_price),
        (&mut machine.price, &change.price),
        (&mut machine.weight, &change.weight),
        (&mut machine.capacity, &change.capacity),
        (&mut machine.hour_meter, &change.hour_meter),
    ] {
        set(target, field);
    }
    set(&mut machine.build_year, &change.build_year);
    set(&mut machine.service_date, &change.service_date);
    set(&mut machine.purchased_date, &change.purchased_date);
    for (target, field) in [
        (&mut machine.active, &change.active),
        (&mut machine.block_check_in, &change.block_check_in),
        (&mut machine.is_equipment, &change.is_equipment),
    ] {
        if let Field::Value(value) = field {
            *target = *value;
        }
    }
    link(&mut machine, change)?;
    Ok(machine)
}

/// Check-in blocks are for machines, links to a machine for equipment; what becomes the
/// other loses its own.
fn link(machine: &mut Machine, change: &MachineChange) -> Result<(), ApiError> {
    let parent = match &change.parent_machine_id {
        Field::Value(parent) => Some(parent).filter(|parent| !parent.as_str().is_empty()),
        Field::Null | Field::Omitted | Field::Odd(_) => None,
    };
    if machine.is_equipment {
        machine.block_check_in = false;
        machine.block_check_in_message = None;
        if let Field::Value(_) = change.parent_machine_id {
            machine.parent_machine_id = parent.cloned();
        }
        return Ok(());
    }
    machine.parent_machine_id = None;
    if parent.is_some() {
        return Err(refusal::parent_invalid(
            "Only equipment is linked to a machine; isEquipment is false.",
        ));
    }
    Ok(())
}

/// The machine with ESG fields patched.
pub(super) fn with_esg(stored: &Machine, change: &EsgChange) -> Machine {
    let mut machine = stored.clone();
    set(
        &mut machine.fuel_consumption_rate,
        &change.fuel_consumption_rate,
    );
    set(
        &mut machine.fuel_consumption_unit,
        &change.fuel_consumption_unit,
    );
    set(&mut machine.fuel_type, &change.fuel_type);
    machine
}

/// The type that must be one of the company's, where this change calls for a look.
pub(super) fn type_to_check<'a>(
    stored: &Machine,
    change: &MachineChange,
    after: &'a Machine,
) -> Option<&'a str> {
    let asked = matches!(change.type_id, Field::Value(_))
        || matches!(change.is_equipment, Field::Value(false))
        || stored.company_id != after.company_id;
    after
        .type_id
        .as_deref()
        .filter(|_| asked && !after.is_equipment)
}

/// An id in the body must be that of the path.
pub(super) fn check_id(path: &MachineId, change: &MachineChange) -> Result<(), ApiError> {
    match &change.id {
        Field::Value(id) if id != path => Err(refusal::invalid(
            "id",
            "must be the id of the path, or left out",
        )),
        Field::Value(_) | Field::Null | Field::Omitted | Field::Odd(_) => Ok(()),
    }
}

fn set<T: Clone>(target: &mut Option<T>, field: &Field<T>) {
    if let Field::Value(value) = field {
        *target = Some(value.clone());
    }
}

/// The text of a field, if it is more than blanks.
fn filled<T: AsRef<str>>(field: &Field<T>) -> Option<&str> {
    match field {
        Field::Value(text) => Some(text.as_ref()).filter(|text| !text.trim().is_empty()),
        Field::Null | Field::Omitted | Field::Odd(_) => None,
    }
}

fn required(name: &str, value: Option<&str>) -> Result<(), ApiError> {
    value.map(|_| ()).ok_or_else(|| refusal::missing(name))
}
