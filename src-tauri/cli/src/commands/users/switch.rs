//! `fieldctl users disable` and `enable`: an outcome for each user, in the order given.

use fielddesk_core::Failure;
use fielddesk_core::users;

use super::table;
use crate::args::CompanyArgs;
use crate::commands::items::{distinct, tell};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

pub(super) async fn disable(
    numbers: Vec<String>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Disabling", &following);
    let company = args.id();
    let done = users::disable(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "employeeNumber", table, "disabled", context)
}

pub(super) async fn enable(
    numbers: Vec<String>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Enabling", &following);
    let company = args.id();
    let done = users::enable(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "employeeNumber", table, "enabled", context)
}
