//! Machines and equipment: use cases of the app and of `fieldctl machines`.
//!
//! Values go in under the specification's field names (see [`fielddesk_rules::fields`]), records come
//! out. Machines are named by their human number; where several companies have it the company
//! has to be said. Files are in [`crate::import`] and [`crate::export`].

mod block;
mod company_types;
mod delete;
mod write;

use fielddesk_model::{CompanyId, Listed, Machine, MachineType};

pub use block::{block, unblock};
pub(crate) use company_types::CompanyTypes;
pub(crate) use delete::not_deletable;
pub use delete::{deactivate, deletable, delete};
pub use fielddesk_api::MachineQuery;
pub(crate) use write::{changes, is_equipment};
pub use write::{create, set_esg, update};

use crate::Failure;
use crate::company::{only, or_left_out};
use crate::connection::Connection;

/// All machines and equipment in reach, in the service's order.
pub async fn list(
    connection: &Connection,
    query: MachineQuery,
) -> Result<Listed<Machine>, Failure> {
    Ok(connection.client.machines().list(query).await?)
}

/// The machine of a number.
///
/// # Errors
/// Not found; `conflict` naming the companies where several have the number.
pub async fn find(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
    query: MachineQuery,
) -> Result<Machine, Failure> {
    pick(&list(connection, query).await?, number, company)
}

/// The types that the company's machines may have.
pub async fn types(connection: &Connection) -> Result<Listed<MachineType>, Failure> {
    Ok(connection.client.machines().types().await?)
}

/// The machine of a number among all of them.
pub(crate) fn pick(
    machines: &Listed<Machine>,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<Machine, Failure> {
    let of_number = machines.iter().filter(|machine| {
        machine.machine_number == number
            && company.is_none_or(|company| machine.company_id == *company)
    });
    let of_number = of_number.cloned().collect();
    let found = only("machine", number, of_number, |machine| &machine.company_id);
    found.map_err(|failure| or_left_out(failure, "machine", number, &machines.left_out))
}

/// A failure about a machine: it is named by its number, not by its id.
fn about(machine: &Machine, failure: impl Into<Failure>) -> Failure {
    let number = fielddesk_rules::file_name::shown(&machine.machine_number);
    let mut failure = failure.into();
    failure.message = failure.message.replace(machine.id.as_str(), &number);
    failure.with("machine", number)
}
