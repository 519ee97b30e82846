//! Disabling and enabling accounts, many at once.

use fielddesk_api::Client;
use fielddesk_model::{CompanyId, User};

use super::{UserQuery, about, list, pick};
use crate::Failure;
use crate::bulk::{BulkControl, ItemOutcome, each};
use crate::connection::Connection;

/// Disables accounts; an outcome for each, in the order given.
///
/// # Errors
/// Those of the list; after it nothing fails but single items.
pub async fn disable(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<User>>, Failure> {
    switch_all(connection, numbers, company, true, following).await
}

/// Enables accounts; an outcome for each, in the order given.
pub async fn enable(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<User>>, Failure> {
    switch_all(connection, numbers, company, false, following).await
}

async fn switch_all(
    connection: &Connection,
    numbers: &[String],
    company: Option<&CompanyId>,
    disabled: bool,
    following: &BulkControl,
) -> Result<Vec<ItemOutcome<User>>, Failure> {
    let query = UserQuery {
        company_id: company.cloned(),
        ..UserQuery::default()
    };
    let all = list(connection, &query).await?;
    let found = numbers.iter().map(|number| pick(&all, number, company));
    let results = each(
        found.collect(),
        following,
        |user: Result<User, Failure>| async move {
            let user = user?;
            let done = switch(&connection.client, &user, disabled).await;
            done.map_err(|error| about(&user, error))
        },
    )
    .await;
    let outcomes = numbers.iter().cloned().zip(results);
    Ok(outcomes
        .map(|(item, result)| ItemOutcome { item, result })
        .collect())
}

/// Disables or enables one account; gives the user after it.
pub(crate) async fn switch(
    client: &Client,
    user: &User,
    disabled: bool,
) -> Result<User, fielddesk_api::Error> {
    let users = client.users();
    match disabled {
        true => users.disable(&user.company_profile_id).await?,
        false => users.enable(&user.company_profile_id).await?,
    }
    // The answer has no body; it says that the account is switched.
    Ok(User {
        is_disabled: disabled,
        ..user.clone()
    })
}
