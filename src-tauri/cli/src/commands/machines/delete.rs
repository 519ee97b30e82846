//! `fieldctl machines delete`: after the service was asked whether it can be.

use fielddesk_core::Failure;
use fielddesk_core::machines;
use fielddesk_core::model::Machine;
use serde::Serialize;

use super::{company, table};
use crate::args::CompanyArgs;
use crate::commands::confirm::{ask, can_be_confirmed};
use crate::context::Context;
use crate::exit::Exit;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    machine_number: &'a str,
    id: &'a str,
    deleted: bool,
}

pub(super) async fn run(
    number: &str,
    args: &CompanyArgs,
    yes: bool,
    context: &Context,
) -> Result<Exit, Failure> {
    can_be_confirmed(yes)?;
    let connection = context.connect().await?;
    if !yes {
        ask(context, &format!("Delete machine {number} for good?")).await?;
    }
    let company = company(args);
    let gone = machines::delete(&connection, number, company.as_ref());
    let machine: Machine = context.unless_cancelled(gone).await?;
    let deleted = Deleted {
        machine_number: &machine.machine_number,
        id: machine.id.as_str(),
        deleted: true,
    };
    context
        .output
        .result(&deleted, || table(std::slice::from_ref(&machine)))?;
    context.output.remark("It is deleted.");
    Ok(Exit::Done)
}
