//! Shared parts of all writes of users: the user meant, the store's refusals as answers, the audit.

use axum::http::StatusCode;
use fielddesk_model::{CompanyId, Field, User, UserChange};
use serde_json::json;

use crate::audit;
use crate::auth::Caller;
use crate::clock;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{AuditEntry, UserKey, UserRefusal, UserWrite, Written};

/// A user that the caller named by an id and may touch.
pub(super) async fn find(
    site: &EnvironmentContext,
    caller: &Caller,
    key: &UserKey,
) -> Result<User, ApiError> {
    let user = site.store.user(key).await?.ok_or_else(no_such_user)?;
    caller.require_company(Some(&user.company_id))?;
    Ok(user)
}

/// A user may only be put into a company that the caller may touch.
pub(super) fn require_target(caller: &Caller, change: &UserChange) -> Result<(), ApiError> {
    match &change.company_id {
        Field::Value(company) => caller.require_company(Some(company)),
        Field::Omitted | Field::Null | Field::Odd(_) => Ok(()),
    }
}

/// Merges a checked change onto a user.
pub(super) async fn change(
    site: &EnvironmentContext,
    caller: &Caller,
    user: &User,
    change: UserChange,
    action: &'static str,
) -> Result<User, ApiError> {
    require_target(caller, &change)?;
    let entry = entry(caller, action, user, &change);
    let written = site
        .store
        .change_user(&user.identity_id, write(caller, change), entry)
        .await?;
    answer(written)
}

pub(super) fn write(caller: &Caller, change: UserChange) -> UserWrite {
    UserWrite {
        change,
        companies: caller.companies(),
        at: clock::now(),
    }
}

/// Notes who wrote which fields of whom; the values are personal and stay out of the log.
pub(super) fn entry(
    caller: &Caller,
    action: &'static str,
    user: &User,
    change: &UserChange,
) -> AuditEntry {
    let company = match &change.company_id {
        Field::Value(company) => company,
        Field::Omitted | Field::Null | Field::Odd(_) => &user.company_id,
    };
    let fields = serde_json::to_value(change).unwrap_or_default();
    let fields: Vec<&String> = fields
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
        .collect();
    audit::entry(
        &caller.client_id,
        action,
        &user.identity_id,
        [
            ("companyId", json!(CompanyId::as_str(company))),
            ("fields", json!(fields)),
        ],
    )
}

/// The record as it is now, or the store's refusal as an answer.
pub(super) fn answer(written: Written) -> Result<User, ApiError> {
    written.map_err(|refusal| match refusal {
        UserRefusal::NotFound => no_such_user(),
        UserRefusal::NumberTaken(number) => ApiError::new(
            StatusCode::CONFLICT,
            "EmployeeNumberTaken",
            format!("The company has another user with the employeeNumber {number}."),
        ),
        UserRefusal::EndBeforeStart => ApiError::bad_request(
            "InvalidValue",
            "employmentEndDate must not be before employmentStartDate.",
        ),
        UserRefusal::Supervisor(id) => ApiError::bad_request(
            "InvalidSupervisor",
            format!("Could not resolve SupervisorId {id}"),
        ),
    })
}

pub(super) fn no_such_user() -> ApiError {
    ApiError::not_found("There is no such user.")
}
