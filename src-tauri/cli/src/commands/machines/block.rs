//! `fieldctl machines block` and `unblock`: an outcome for each machine, in the order given.

use fielddesk_core::Failure;
use fielddesk_core::each::ItemOutcome;
use fielddesk_core::machines;
use fielddesk_core::model::Machine;
use serde::Serialize;

use super::{company, table};
use crate::args::CompanyArgs;
use crate::commands::items::{Item, distinct, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

/// What tells a program which machine failed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a> {
    machine_number: &'a str,
}

pub(super) async fn block(
    numbers: Vec<String>,
    message: Option<&str>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Blocking", &following);
    let company = company(args);
    let done = machines::block(&connection, &numbers, company.as_ref(), message, &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "blocked", context)
}

pub(super) async fn unblock(
    numbers: Vec<String>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Releasing", &following);
    let company = company(args);
    let done = machines::unblock(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "released", context)
}

fn tell(
    outcomes: &[ItemOutcome<Machine>],
    doing: &str,
    context: &Context,
) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|outcome| match &outcome.result {
            Ok(machine) => Item::Done(machine),
            Err(failure) => Item::Failed {
                item: Named {
                    machine_number: &outcome.item,
                },
                error: failure.into(),
            },
        })
        .collect();
    let done: Vec<Machine> = outcomes
        .iter()
        .filter_map(|outcome| outcome.result.as_ref().ok().cloned())
        .collect();
    context.output.result(&items, || table(&done))?;
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome.item.as_str(), outcome.result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, doing))
}
