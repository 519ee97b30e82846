//! PUT and PATCH of a user. Both merge; they differ in what is mandatory and in what a null
//! says.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fielddesk_model::{CompanyProfileId, Field, IdentityId, User, UserChange};

use super::check;
use super::write::{change, find};
use crate::auth::Writer;
use crate::environment::Site;
use crate::error::ApiError;
use crate::extract::{JsonBody, Segments};
use crate::openapi::{ErrorSchema, PutUserSchema, UserChangeSchema, UserSchema};
use crate::store::UserKey;

/// Merges the sent fields onto the user with this identityId; an explicit null clears a
/// field that is not mandatory.
#[utoipa::path(
    put,
    path = "/api/v4/integration/users/{id}",
    tag = "Users",
    params(("id" = String, Path, description = "The identityId, URL-encoded", example = "auth0|5f2c0a9b1d3e4f5061728394")),
    request_body = PutUserSchema,
    responses(
        (status = 200, description = "The merged user", body = UserSchema),
        (status = 400, description = "One of the nine mandatory fields is missing or empty, an id is not that of the path, a value cannot be, a supervisor is not found", body = ErrorSchema),
        (status = 401, body = ErrorSchema),
        (status = 403, description = "A read-only client, or a user or company out of reach", body = ErrorSchema),
        (status = 404, body = ErrorSchema),
        (status = 409, description = "The company has another user with this employeeNumber", body = ErrorSchema),
        (status = 413, body = ErrorSchema),
    )
)]
pub(crate) async fn put(
    State(site): State<Arc<Site>>,
    Writer(caller): Writer,
    Segments(id): Segments<IdentityId>,
    JsonBody(body): JsonBody<UserChange>,
) -> Result<Json<User>, ApiError> {
    let body = check::put(body)?;
    let user = find(&site, &caller, &UserKey::Identity(id)).await?;
    require_same_ids(&user, &body)?;
    Ok(Json(
        change(&site, &caller, &user, body, "user.changed").await?,
    ))
}

/// Merges the sent fields onto the user with this companyProfileId; nothing is mandatory,
/// an explicit null changes nothing.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/users/{id}",
    tag = "Users",
    params(("id" = String, Path, description = "The companyProfileId", example = "5f2c0a9b1d3e4f5061728395")),
    request_body = UserChangeSchema,
    responses(
        (status = 200, description = "The merged user", body = UserSchema),
        (status = 400, description = "A value that cannot be, an id that is not the user's, a supervisor that is not found", body = ErrorSchema),
        (status = 401, body = ErrorSchema),
        (status = 403, description = "A read-only client, or a user or company out of reach", body = ErrorSchema),
        (status = 404, body = ErrorSchema),
        (status = 409, description = "The company has another user with this employeeNumber", body = ErrorSchema),
        (status = 413, body = ErrorSchema),
    )
)]
pub(crate) async fn patch(
    State(site): State<Arc<Site>>,
    Writer(caller): Writer,
    Segments(id): Segments<CompanyProfileId>,
    JsonBody(body): JsonBody<UserChange>,
) -> Result<Json<User>, ApiError> {
    let body = check::patch(body)?;
    let user = find(&site, &caller, &UserKey::Profile(id)).await?;
    require_same_ids(&user, &body)?;
    Ok(Json(
        change(&site, &caller, &user, body, "user.changed").await?,
    ))
}

/// Ids cannot be changed: those of the body must be those of the user that the path names.
fn require_same_ids(user: &User, body: &UserChange) -> Result<(), ApiError> {
    let identity = matches!(&body.identity_id, Field::Value(id) if *id != user.identity_id);
    let profile =
        matches!(&body.company_profile_id, Field::Value(id) if *id != user.company_profile_id);
    let name = match (identity, profile) {
        (false, false) => return Ok(()),
        (true, _) => "identityId",
        (false, true) => "companyProfileId",
    };
    Err(ApiError::bad_request(
        "InvalidValue",
        format!("{name} is not that of the user that the path names."),
    ))
}
