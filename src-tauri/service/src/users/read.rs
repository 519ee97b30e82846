//! The list of users, and one by profile id or by employee number.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chrono::Days;
use fielddesk_model::{CompanyId, CompanyProfileId, Instant, User};
use futures::stream;

use super::change::{find, no_such_user};
use crate::auth::Caller;
use crate::clock;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::{Parameters, Segments};
use crate::store::{Employed, UserFilter, UserKey};

/// No employment ended longer ago.
const LOOKBACK_LIMIT_DAYS: u32 = 200 * 366;

/// The users of the caller's company and its subsidiaries: a company after the other, its
/// own first, by employee number.
#[utoipa::path(
    get,
    path = "/api/v4/integration/users",
    tag = "Users",
    params(
        ("changedSince" = Option<String>, Query, format = DateTime, example = "2026-03-01T10:30:00Z",
         description = "Only users modified after this instant"),
        ("companyId" = Option<String>, Query,
         description = "Only users of this company of the caller's structure"),
        ("employmentLookbackDays" = Option<u32>, Query, example = 30,
         description = "Only users whose employment is active, or ended within that many days"),
    ),
    responses(
        (status = 200, body = Vec<User>),
        (status = 400, description = "A parameter that cannot be read"),
        (status = 403, description = "A company out of reach"),
    )
)]
pub(crate) async fn list(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let filter = UserFilter {
        companies: companies(&caller, &parameters)?,
        modified_after: changed_since(&parameters)?,
        employed: employed(&parameters)?,
    };
    let pieces = site.store.users(&filter).await?;
    let pieces = pieces
        .into_iter()
        .map(|piece| Ok::<_, std::convert::Infallible>(Bytes::from(piece)));
    let body = Body::from_stream(stream::iter(pieces));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Returns the company that is named, else all that the caller may list.
fn companies(caller: &Caller, parameters: &Parameters) -> Result<Vec<CompanyId>, ApiError> {
    match given(parameters, "companyId") {
        None => Ok(caller.companies()),
        Some(id) => {
            let company = CompanyId::from(id);
            caller.require_company(Some(&company))?;
            Ok(vec![company])
        }
    }
}

fn changed_since(
    parameters: &Parameters,
) -> Result<Option<chrono::DateTime<chrono::Utc>>, ApiError> {
    let Some(text) = given(parameters, "changedSince") else {
        return Ok(None);
    };
    // An offset's plus that was not encoded arrives as a blank.
    let instant = text.replace(' ', "+").parse::<Instant>().map_err(|_| {
        invalid(
            "changedSince",
            "an ISO 8601 instant such as 2026-03-01T10:30:00Z",
        )
    })?;
    Ok(Some(instant.0))
}

fn employed(parameters: &Parameters) -> Result<Option<Employed>, ApiError> {
    let Some(text) = given(parameters, "employmentLookbackDays") else {
        return Ok(None);
    };
    let days: u32 = text
        .parse()
        .map_err(|_| invalid("employmentLookbackDays", "a number of days, 0 or more"))?;
    let today = clock::now().date_naive();
    Ok(Some(Employed {
        begun_by: today,
        ended_since: today
            .checked_sub_days(Days::new(days.min(LOOKBACK_LIMIT_DAYS).into()))
            .unwrap_or(today),
    }))
}

/// A parameter that says something; an empty one counts as left out.
fn given<'a>(parameters: &'a Parameters, name: &str) -> Option<&'a str> {
    parameters
        .text(name)
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

fn invalid(name: &str, expected: &str) -> ApiError {
    ApiError::bad_request(
        "InvalidParameter",
        format!("The parameter {name} must be {expected}."),
    )
}

/// A user by its company profile id.
#[utoipa::path(
    get,
    path = "/api/v4/integration/users/by-profile-id/{profileId}",
    tag = "Users",
    params(("profileId" = String, Path, description = "The company profile id")),
    responses(
        (status = 200, body = User),
        (status = 403, description = "A user of a company out of reach"),
    )
)]
pub(crate) async fn by_profile_id(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(id): Segments<CompanyProfileId>,
) -> Result<Json<User>, ApiError> {
    Ok(Json(find(&site, &caller, &UserKey::Profile(id)).await?))
}

/// A user by its employee number, in the caller's company first, then in its subsidiaries:
/// where both have the number, the subsidiary's user is found by its profile id alone.
#[utoipa::path(
    get,
    path = "/api/v4/integration/users/by-employee-number/{employeeNumber}",
    tag = "Users",
    params(("employeeNumber" = String, Path, description = "The employee number, exactly")),
    responses((status = 200, body = User))
)]
pub(crate) async fn by_employee_number(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(number): Segments<String>,
) -> Result<Json<User>, ApiError> {
    let key = UserKey::Number {
        companies: caller.companies(),
        number: number.trim().to_owned(),
    };
    let user = site.store.user(&key).await?;
    user.map(Json).ok_or_else(no_such_user)
}
