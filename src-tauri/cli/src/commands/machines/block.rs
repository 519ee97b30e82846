//! `fieldctl machines block` and `unblock`: an outcome for each machine, in the order given.

use chrono::{DateTime, Local, Utc};
use fielddesk_core::Failure;
use fielddesk_core::machines;
use fielddesk_core::trips::window::coming;

use super::{fleet, table};
use crate::args::CompanyArgs;
use crate::commands::folders::here;
use crate::commands::items::{distinct, tell};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

pub(super) async fn block(
    numbers: Vec<String>,
    message: Option<&str>,
    until: Option<&str>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    if let Some(until) = until {
        let at = coming("until", until, &Local, Utc::now())?.0;
        return block_until(&numbers, message, at, args, context).await;
    }
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Blocking", &following);
    let company = args.id();
    let done = machines::block(&connection, &numbers, company.as_ref(), message, &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "machineNumber", table, "blocked", context)
}

async fn block_until(
    numbers: &[String],
    message: Option<&str>,
    at: DateTime<Utc>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let fleet = fleet(context).await?;
    let company = args.id();
    let blocked = fleet.block_numbers_until(numbers, company.as_ref(), message, at);
    let outcomes = context.unless_cancelled(blocked).await?;
    if outcomes.iter().any(|one| one.result.is_ok()) {
        context.output.remark(&format!(
            "Unblocked at {} by the Fielddesk app, or by `fieldctl machines scheduled --due` after that.",
            here(at)
        ));
    }
    tell(&outcomes, "machineNumber", table, "blocked", context)
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
    let company = args.id();
    let done = machines::unblock(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "machineNumber", table, "released", context)
}
