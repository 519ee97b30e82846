//! Users: use cases of the app and of `fieldctl users`.
//!
//! Values go in under the specification's field names (see [`fielddesk_rules::fields`]), records come
//! out. Users are named by their employee number; where several companies have it the company
//! has to be said. Files are in [`crate::import`] and [`crate::export`].

pub(crate) mod delete;
mod grid;
pub(crate) mod person;
mod phone;
pub(crate) mod refusal;
pub(crate) mod switch;
pub(crate) mod write;

use fielddesk_model::{CompanyId, CompanyProfileId, Listed, User};

pub use delete::{deletable, delete};
pub use fielddesk_api::UserQuery;
pub use grid::{
    FieldRead, SupervisorInput, TagInput, UserChanges, UserCheck, UserDetail, UserForm, UserList,
    UserPage, UserRow, UserSupervisor, UsersState, columns,
};
pub use phone::internationalise;
pub use switch::{disable, enable};
pub use write::{create, update};

use crate::Failure;
use crate::company::{only, or_left_out};
use crate::connection::Connection;

/// The users that the query selects, in the service's order; all in reach by default.
pub async fn list(connection: &Connection, query: &UserQuery) -> Result<Listed<User>, Failure> {
    Ok(connection.client.users().list(query).await?)
}

/// The user of an employee number.
///
/// # Errors
/// Not found; `conflict` naming the companies where several have the number.
pub async fn find(
    connection: &Connection,
    number: &str,
    company: Option<&CompanyId>,
) -> Result<User, Failure> {
    let query = UserQuery {
        company_id: company.cloned(),
        ..UserQuery::default()
    };
    pick(&list(connection, &query).await?, number, company)
}

/// The user of a company profile.
pub async fn of_profile(connection: &Connection, id: &CompanyProfileId) -> Result<User, Failure> {
    Ok(connection.client.users().by_profile_id(id).await?)
}

/// The user of a number among all of them.
fn pick(users: &Listed<User>, number: &str, company: Option<&CompanyId>) -> Result<User, Failure> {
    let of_number = users.iter().filter(|user| {
        user.employee_number == number && company.is_none_or(|company| user.company_id == *company)
    });
    let of_number = of_number.cloned().collect();
    let found = only("user", number, of_number, |user| &user.company_id);
    found.map_err(|failure| or_left_out(failure, "user", number, &users.left_out))
}

/// A failure about a user: named by the employee number, not by an id.
fn about(user: &User, failure: impl Into<Failure>) -> Failure {
    let number = fielddesk_rules::file_name::shown(&user.employee_number);
    let mut failure = failure.into();
    for id in [user.identity_id.as_str(), user.company_profile_id.as_str()] {
        if !id.is_empty() {
            failure.message = failure.message.replace(id, &number);
        }
    }
    failure.with("user", number)
}
