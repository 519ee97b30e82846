//! Keeping crews from checking in, and letting them in again, for many machines at once.

use fielddesk_model::{CompanyId, Field, Machine, MachineChange};

use super::{MachineQuery, about, is_equipment, list, pick};
use crate::Failure;
use crate::bulk::{BulkControl, ItemOutcome, each};
use crate::connection::Connection;

/// Blocks check-in for machines, with a message where one is given; an outcome for each, in
/// the order given. Equipment is refused.
///
/// # Errors
/// Those of the list; after it nothing fails but single items.
pub async fn block(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    message: Option<&str>,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<Machine>>, Failure> {
    let change = MachineChange {
        block_check_in: Field::Value(true),
        block_check_in_message: match message {
            Some(message) => Field::Value(message.to_owned()),
            None => Field::Omitted,
        },
        ..MachineChange::default()
    };
    apply(connection, numbers, company, &change, following).await
}

/// Opens check-in again; `blockCheckIn: false` alone is sent.
pub async fn unblock(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<Machine>>, Failure> {
    let change = MachineChange {
        block_check_in: Field::Value(false),
        ..MachineChange::default()
    };
    apply(connection, numbers, company, &change, following).await
}

async fn apply(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    change: &MachineChange,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<Machine>>, Failure> {
    let all = list(connection, MachineQuery::default()).await?;
    let found = numbers.iter().map(|number| pick(&all, number, company));
    let results = each(
        found.collect(),
        following,
        |machine: Result<Machine, Failure>| async move {
            let machine = machine?;
            if machine.is_equipment {
                return Err(is_equipment(&machine.machine_number));
            }
            let patched = connection
                .client
                .machines()
                .patch(&machine.id, change)
                .await;
            patched.map_err(|error| about(&machine, error))
        },
    )
    .await;
    let outcomes = numbers.iter().cloned().zip(results);
    Ok(outcomes
        .map(|(item, result)| ItemOutcome { item, result })
        .collect())
}
