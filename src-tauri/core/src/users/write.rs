//! Creating and changing one user: only what was said is sent.

use fielddesk_model::{CompanyId, User, UserChange};
use serde_json::Value;

use super::{about, find};
use crate::Failure;
use crate::company::own_company;
use crate::connection::Connection;
use fielddesk_rules::fields::{
    Emptying, MANDATORY_USER_FIELDS, USER_FIELDS, Values, field, is_blank,
};

/// Creates a user. `companyId` is the client's own where it is not given.
///
/// # Errors
/// `usage` naming the mandatory fields that are missing; `conflict` where the number is taken.
pub async fn create(connection: &Connection, values: &Values) -> Result<User, Failure> {
    let mut values = values.clone();
    values.retain(|_, value| !value.is_null());
    if values.get("companyId").is_none_or(is_blank) {
        let company = own_company(connection).await?;
        values.insert("companyId".to_owned(), Value::from(company.as_str()));
    }
    let missing: Vec<&str> = MANDATORY_USER_FIELDS
        .into_iter()
        .filter(|name| values.get(*name).is_none_or(is_blank))
        .collect();
    if let Some(first) = missing.first() {
        return Err(Failure::usage(
            first,
            format!("A new user needs {}.", missing.join(", ")),
            "Set what is missing.",
        ));
    }
    Ok(connection.client.users().create(&change(&values)?).await?)
}

/// Changes what is in the values of one user and nothing else. A null empties its field: that
/// is done by PUT, after everything else.
///
/// # Errors
/// `usage` where there is nothing to change; otherwise see [`find`] and [`Failure`].
pub async fn update(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
    values: &Values,
) -> Result<User, Failure> {
    if values.is_empty() {
        return Err(Failure::usage(
            "set",
            "Nothing is said that shall change.",
            "Set a field: email=…",
        ));
    }
    let user = find(connection, number, company).await?;
    write(connection, user, values).await
}

/// Changes a user that was just read.
async fn write(connection: &Connection, user: User, values: &Values) -> Result<User, Failure> {
    let (emptied, set): (Values, Values) = values
        .clone()
        .into_iter()
        .partition(|(_, value)| value.is_null());
    let mut user = user;
    if !set.is_empty() {
        let body = change(&set)?;
        let patched = connection
            .client
            .users()
            .patch(&user.company_profile_id, &body)
            .await;
        user = patched.map_err(|error| about(&user, error))?;
    }
    let names: Vec<&str> = emptied
        .keys()
        .map(String::as_str)
        .filter(|name| {
            field(USER_FIELDS, name).is_some_and(|field| field.emptying == Emptying::Null)
        })
        .collect();
    if names.is_empty() {
        return Ok(user);
    }
    clear(connection, &user, &names)
        .await
        .map_err(|mut failure| {
            if !set.is_empty() {
                failure.message = format!(
                    "The user was changed, but {} not emptied. {}",
                    names.join(", "),
                    failure.message
                );
            }
            failure
        })
}

/// Empties fields by PUT.
async fn clear(connection: &Connection, user: &User, names: &[&str]) -> Result<User, Failure> {
    let cleared = connection.client.users().clear(user, names).await;
    Ok(cleared.map_err(|error| about(user, error))?.user)
}

/// The values as a body.
pub(crate) fn change(values: &Values) -> Result<UserChange, Failure> {
    serde_json::from_value(Value::Object(values.clone())).map_err(|error| {
        Failure::usage(
            "set",
            format!("The values cannot be sent: {error}."),
            "Check them.",
        )
    })
}
