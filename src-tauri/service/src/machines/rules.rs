//! The rules that need nothing but the request and the stored machine: what a value may be,
//! what a create must have, and what a change leaves of what was there.

use fielddesk_model::{EsgChange, Field, Machine, MachineChange, MachineId};
use fielddesk_rules::fields::{Limit, MACHINE_FIELDS, YEARS, field};
use serde_json::{Value, json};

use super::refusal;
use crate::error::ApiError;
use crate::merge::merged;

/// Ids of the records that a machine belongs to, which are looked up.
const IDS: [&str; 3] = ["id", "companyId", "parentMachineId"];

/// Refuses values that no machine can have.
pub(super) fn check(change: &MachineChange) -> Result<(), ApiError> {
    let sent = json!(change);
    let fields = sent.as_object().into_iter().flatten();
    for (name, value) in fields.filter(|(name, _)| !IDS.contains(&name.as_str())) {
        let limit = field(MACHINE_FIELDS, name).map_or(Limit::None, |field| field.limit);
        check_value(name, limit, value)?;
    }
    Ok(())
}

fn check_value(name: &str, limit: Limit, value: &Value) -> Result<(), ApiError> {
    match (limit, value) {
        (Limit::Longest(longest), Value::String(text)) => check_text(name, text, longest),
        (Limit::NotNegative, Value::Number(number)) => {
            check_not_negative(name, number.as_f64().unwrap_or_default())
        }
        (Limit::Year, Value::Number(year))
            if year.as_i64().is_some_and(|year| !YEARS.contains(&year)) =>
        {
            Err(refusal::invalid(name, "must be a year from 1900 to 2200"))
        }
        (Limit::Date, Value::String(text)) => {
            let year = text.get(..4).and_then(|year| year.parse().ok());
            match year.is_some_and(|year| YEARS.contains(&year)) {
                true => Ok(()),
                false => Err(refusal::invalid(name, "must be a date from 1900 to 2200")),
            }
        }
        _ => Ok(()),
    }
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
    let elsewhere = [
        "id",
        "responsibleId",
        "responsibleEmployeeNumber",
        "parentMachineId",
    ];
    let mut change_set = json!(change.clone().without_nulls());
    if let Some(fields) = change_set.as_object_mut() {
        fields.retain(|name, _| !elsewhere.contains(&name.as_str()));
        for text in fields.values_mut().filter(|value| **value == "") {
            *text = Value::Null;
        }
    }
    let mut machine = merged(stored, change_set).map_err(ApiError::internal)?;
    if let Field::Value(company) = &change.company_id {
        required("companyId", filled(&change.company_id))?;
        machine.company_id = company.clone();
    }
    if let Field::Value(number) = &change.machine_number {
        required("machineNumber", filled(&change.machine_number))?;
        machine.machine_number.clone_from(number);
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
pub(super) fn with_esg(stored: &Machine, change: &EsgChange) -> Result<Machine, ApiError> {
    merged(stored, json!(change.clone().without_nulls())).map_err(ApiError::internal)
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
