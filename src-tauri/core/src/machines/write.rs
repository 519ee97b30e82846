//! Creating and changing one machine: only what was said is sent.

use fielddesk_model::{CompanyId, EsgChange, Field, Machine, MachineChange};
use serde_json::Value;

use super::{MachineQuery, about, find};
use crate::company::own_company;
use crate::connection::Connection;
use crate::{Failure, FailureKind};
use fielddesk_rules::fields::Values;

/// Creates a machine. `companyId` is the client's own where it is not given; fuel values are
/// patched after it is there.
///
/// # Errors
/// `usage` without a number; `conflict` where it is taken. A failure after the machine was
/// stored says so.
pub async fn create(connection: &Connection, values: &Values) -> Result<Machine, Failure> {
    let mut values = values.clone();
    values.retain(|_, value| !value.is_null());
    if values
        .get("machineNumber")
        .is_none_or(fielddesk_rules::fields::is_blank)
    {
        return Err(Failure::usage(
            "machineNumber",
            "A new machine needs a machineNumber.",
            "Set it: machineNumber=…",
        ));
    }
    if values
        .get("companyId")
        .is_none_or(fielddesk_rules::fields::is_blank)
    {
        let company = own_company(connection).await?;
        values.insert("companyId".to_owned(), Value::from(company.as_str()));
    }
    let (change, esg) = changes(&values)?;
    let mut machine = connection.client.machines().create(&change).await?;
    if !esg.is_empty() {
        patch_esg(connection, &mut machine, &esg)
            .await
            .map_err(|failure| {
                half_done(failure, "The machine was created, but its fuel is not set.")
            })?;
    }
    Ok(machine)
}

/// Changes what is in the values of one machine and nothing else.
///
/// # Errors
/// `usage` where there is nothing to change; otherwise see [`find`] and [`Failure`].
pub async fn update(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
    values: &Values,
) -> Result<Machine, Failure> {
    let (change, esg) = changes(values)?;
    if change.is_empty() && esg.is_empty() {
        return Err(Failure::usage(
            "set",
            "Nothing is said that shall change.",
            "Set a field: name=…",
        ));
    }
    let mut machine = find(connection, number, company, MachineQuery::default()).await?;
    check_in_is_for_machines(&machine, values)?;
    let patched = !change.is_empty();
    if patched {
        let changed = connection
            .client
            .machines()
            .patch(&machine.id, &change)
            .await;
        machine = changed.map_err(|error| about(&machine, error))?;
    }
    if !esg.is_empty() {
        let done = patch_esg(connection, &mut machine, &esg).await;
        done.map_err(|failure| match patched {
            true => half_done(failure, "The machine was changed, but its fuel was not."),
            false => failure,
        })?;
    }
    Ok(machine)
}

/// Sets fuel, rate or unit.
///
/// # Errors
/// `usage` without any of them; otherwise see [`find`] and [`Failure`].
pub async fn set_esg(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
    change: &EsgChange,
) -> Result<Machine, Failure> {
    if let Field::Value(rate) = change.fuel_consumption_rate
        && !rate.is_finite()
    {
        return Err(Failure::usage(
            "rate",
            format!("{rate} cannot be a rate."),
            "Give a number, such as 18.5.",
        ));
    }
    if change.is_empty() {
        return Err(Failure::usage(
            "fuelConsumptionRate",
            "Neither rate, unit nor fuel is given.",
            "Give at least one of --rate, --unit and --fuel.",
        ));
    }
    let mut machine = find(connection, number, company, MachineQuery::default()).await?;
    patch_esg(connection, &mut machine, change).await?;
    Ok(machine)
}

/// Patches the fuel of a machine and notes what the service answered.
pub(crate) async fn patch_esg(
    connection: &Connection,
    machine: &mut Machine,
    change: &EsgChange,
) -> Result<(), Failure> {
    let patched = connection
        .client
        .machines()
        .patch_esg(&machine.id, change)
        .await;
    let esg = patched.map_err(|error| about(machine, error))?;
    machine.fuel_consumption_rate = esg.fuel_consumption_rate;
    machine.fuel_consumption_unit = esg.fuel_consumption_unit;
    machine.fuel_type = esg.fuel_type;
    Ok(())
}

/// The values as the two bodies that they are sent in.
pub(crate) fn changes(values: &Values) -> Result<(MachineChange, EsgChange), Failure> {
    let body = Value::Object(values.clone());
    let wrong = |error: serde_json::Error| {
        Failure::usage(
            "set",
            format!("The values cannot be sent: {error}."),
            "Check them.",
        )
    };
    let change = serde_json::from_value(body.clone()).map_err(wrong)?;
    Ok((change, serde_json::from_value(body).map_err(wrong)?))
}

/// The service ignores a check-in block of equipment, so it is refused here.
pub(crate) fn check_in_is_for_machines(machine: &Machine, values: &Values) -> Result<(), Failure> {
    let stays_equipment = match values.get("isEquipment") {
        Some(Value::Bool(equipment)) => *equipment,
        _ => machine.is_equipment,
    };
    let blocks = values.get("blockCheckIn") == Some(&Value::Bool(true))
        || values
            .get("blockCheckInMessage")
            .is_some_and(|message| !fielddesk_rules::fields::is_blank(message));
    if stays_equipment && blocks {
        return Err(is_equipment(&machine.machine_number));
    }
    Ok(())
}

/// Equipment has no check-in.
pub(crate) fn is_equipment(number: &str) -> Failure {
    let number = fielddesk_rules::file_name::shown(number);
    Failure::new(
        FailureKind::Refused,
        format!("{number} is equipment, and equipment has no check-in."),
        "Block the machine that it belongs to.",
    )
    .about("blockCheckIn")
    .with("machine", number)
}

fn half_done(mut failure: Failure, what: &str) -> Failure {
    failure.message = format!("{what} {}", failure.message);
    failure
}
