//! Deleting a machine after asking whether it can be, and retiring it instead.

use fielddesk_api::Deletion;
use fielddesk_model::{CompanyId, Machine};
use serde_json::json;

use super::{MachineQuery, about, find, update};
use crate::connection::Connection;
use crate::{Failure, FailureKind};

/// Deletes a machine that nothing depends on; gives what it was.
///
/// # Errors
/// `conflict` with the code `notDeletable` where something depends on it; otherwise see
/// [`find`] and [`Failure`].
pub async fn delete(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<Machine, Failure> {
    let machine = find(connection, number, company, MachineQuery::default()).await?;
    match connection
        .client
        .machines()
        .delete_if_deletable(&machine.id)
        .await
    {
        Ok(Deletion::Done) => Ok(machine),
        Ok(Deletion::Refused { reasons }) => Err(not_deletable(&machine, &reasons)),
        Err(error) => Err(about(&machine, error)),
    }
}

/// Whether a machine could be deleted, and which one it is.
pub async fn deletable(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<(Machine, bool), Failure> {
    let machine = find(connection, number, company, MachineQuery::default()).await?;
    let asked = connection.client.machines().is_deletable(&machine.id).await;
    let deletable = asked.map_err(|error| about(&machine, error))?;
    Ok((machine, deletable))
}

/// Takes a machine out of use: what is recommended instead of deleting it.
pub async fn deactivate(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<Machine, Failure> {
    let values = [("active".to_owned(), json!(false))].into_iter().collect();
    update(connection, number, company, &values).await
}

/// Something depends on the machine.
pub(crate) fn not_deletable(machine: &Machine, reasons: &[String]) -> Failure {
    let why = if reasons.is_empty() {
        "other data depends on it, such as time registrations, trips or equipment".to_owned()
    } else {
        fielddesk_rules::file_name::shown(reasons.join("; ").trim_end_matches('.'))
    };
    let number = fielddesk_rules::file_name::shown(&machine.machine_number);
    let mut failure = Failure::new(
        FailureKind::Conflict,
        format!("Machine {number} cannot be deleted: {why}."),
        "Set it inactive instead (active=false): it leaves the lists and its history stays.",
    );
    failure.code = Some("notDeletable".to_owned());
    failure.with("machine", number)
}
