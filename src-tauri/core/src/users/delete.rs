//! Deleting a user after asking whether it can be.

use fielddesk_api::Deletion;
use fielddesk_model::{CompanyId, IdentityDeletable, User};

use super::{about, find};
use crate::connection::Connection;
use crate::{Failure, FailureKind};

/// Deletes a user that nothing depends on; gives who it was.
///
/// # Errors
/// `conflict` with the code `notDeletable` and the service's reasons where something depends
/// on it; otherwise see [`find`] and [`Failure`].
pub async fn delete(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<User, Failure> {
    let user = find(connection, number, company).await?;
    match connection
        .client
        .users()
        .delete_if_deletable(&user.identity_id)
        .await
    {
        Ok(Deletion::Done) => Ok(user),
        Ok(Deletion::Refused { reasons }) => Err(not_deletable(&user, &reasons)),
        Err(error) => Err(about(&user, error)),
    }
}

/// Whether a user could be deleted and why not, and who it is.
pub async fn deletable(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<(User, IdentityDeletable), Failure> {
    let user = find(connection, number, company).await?;
    let users = connection.client.users();
    let asked = users.is_identity_deletable(&user.identity_id).await;
    let deletable = asked.map_err(|error| about(&user, error))?;
    Ok((user, deletable))
}

/// Something depends on the user.
pub(crate) fn not_deletable(user: &User, reasons: &[String]) -> Failure {
    let why = if reasons.is_empty() {
        "other data depends on it, such as time registrations".to_owned()
    } else {
        fielddesk_rules::file_name::shown(reasons.join("; ").trim_end_matches('.'))
    };
    let number = fielddesk_rules::file_name::shown(&user.employee_number);
    let mut failure = Failure::new(
        FailureKind::Conflict,
        format!("User {number} cannot be deleted: {why}."),
        "Disable the user instead: a disabled user cannot sign in, and the history stays.",
    );
    failure.code = Some("notDeletable".to_owned());
    failure.with("user", number)
}
