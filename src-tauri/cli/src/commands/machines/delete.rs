//! `fieldctl machines deletable`, and `delete` after the same question to the service.

use fielddesk_core::Failure;
use fielddesk_core::machines;
use fielddesk_core::model::Machine;
use serde::Serialize;

use super::table;
use crate::args::CompanyArgs;
use crate::commands::confirm::{Doing, ask, can_be_confirmed};
use crate::commands::record;
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
    can_be_confirmed(Doing::Delete, yes)?;
    let connection = context.connect().await?;
    if !yes {
        ask(
            Doing::Delete,
            context,
            &format!("Delete machine {number} for good?"),
        )
        .await?;
    }
    let company = args.id();
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

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deletable<'a> {
    machine_number: &'a str,
    id: &'a str,
    is_deletable: bool,
}

pub(super) async fn check(
    number: &str,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let company = args.id();
    let asked = machines::deletable(&connection, number, company.as_ref());
    let (machine, is_deletable) = context.unless_cancelled(asked).await?;
    let told = Deletable {
        machine_number: &machine.machine_number,
        id: machine.id.as_str(),
        is_deletable,
    };
    context.output.result(&told, || record::table(&told))?;
    Ok(Exit::Done)
}
