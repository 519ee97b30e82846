//! `fieldctl machines block` and `unblock`: an outcome for each machine, in the order given.

use fielddesk_core::Failure;
use fielddesk_core::machines;

use super::{company, table};
use crate::args::CompanyArgs;
use crate::commands::items::{distinct, tell};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

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
    let company = company(args);
    let done = machines::unblock(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "machineNumber", table, "released", context)
}
