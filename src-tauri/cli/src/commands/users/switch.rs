//! `fieldctl users disable` and `enable`: an outcome for each user, in the order given.

use fielddesk_core::Failure;
use fielddesk_core::each::ItemOutcome;
use fielddesk_core::model::User;
use fielddesk_core::users;
use serde::Serialize;

use super::table;
use crate::args::CompanyArgs;
use crate::commands::items::{Item, distinct, finish};
use crate::commands::machines::company;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

/// What tells a program which user failed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a> {
    employee_number: &'a str,
}

pub(super) async fn disable(
    numbers: Vec<String>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let numbers = distinct(numbers);
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Disabling", &following);
    let company = company(args);
    let done = users::disable(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "disabled", context)
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
    let company = company(args);
    let done = users::enable(&connection, &numbers, company.as_ref(), &following);
    let outcomes = context.unless_cancelled(done).await?;
    drop(bar);
    tell(&outcomes, "enabled", context)
}

fn tell(outcomes: &[ItemOutcome<User>], doing: &str, context: &Context) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|outcome| match &outcome.result {
            Ok(user) => Item::Done(user),
            Err(failure) => Item::Failed {
                item: Named {
                    employee_number: &outcome.item,
                },
                error: failure.into(),
            },
        })
        .collect();
    let done: Vec<User> = outcomes
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
