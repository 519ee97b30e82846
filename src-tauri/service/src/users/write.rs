//! Writing users: create, change, disable, enable, delete.
//!
//! PUT and PATCH both merge; they differ in what is mandatory and in what a null says.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fielddesk_model::{CompanyProfileId, Field, IdentityDeletable, IdentityId, User, UserChange};

use super::change::{answer, change, entry, find, no_such_user, require_target, write};
use super::check;
use crate::auth::{Caller, Writer};
use crate::clock;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::extract::{JsonBody, Segments};
use crate::ids::new_id;
use crate::store::{NewUserIds, UserDeletion, UserKey};

/// Creates a user and gives it its ids; ids in the body are not looked at.
#[utoipa::path(
    post,
    path = "/api/v4/integration/users",
    tag = "Users",
    request_body = ref("#/components/schemas/NewUser"),
    responses(
        (status = 201, body = User),
        (status = 400, description = "A mandatory field is missing or empty, a value cannot be, a supervisor is not found"),
        (status = 403, description = "A read-only client, or a company out of reach"),
        (status = 409, description = "The company has another user with this employeeNumber"),
    )
)]
pub(crate) async fn create(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    JsonBody(change): JsonBody<UserChange>,
) -> Result<(StatusCode, Json<User>), ApiError> {
    let mut change = check::create(change)?;
    require_target(&caller, &change)?;
    change.identity_id = Field::Omitted;
    change.company_profile_id = Field::Omitted;
    let ids = NewUserIds {
        identity_id: format!("auth0|{}", new_id()).into(),
        company_profile_id: new_id().into(),
    };
    let named = User {
        identity_id: ids.identity_id.clone(),
        ..User::default()
    };
    let entry = entry(&caller, "user.created", &named, &change);
    let written = site
        .store
        .insert_user(ids, write(&caller, change), entry)
        .await?;
    Ok((StatusCode::CREATED, Json(answer(written)?)))
}

/// Merges the sent fields onto the user with this identityId; an explicit null clears a
/// field that is not mandatory.
#[utoipa::path(
    put,
    path = "/api/v4/integration/users/{id}",
    tag = "Users",
    params(("id" = String, Path, description = "The identityId, URL-encoded", example = "auth0|5f2c0a9b1d3e4f5061728394")),
    request_body = ref("#/components/schemas/UserPut"),
    responses(
        (status = 200, description = "The merged user", body = User),
        (status = 400, description = "One of the nine mandatory fields is missing or empty, an id is not that of the path, a value cannot be, a supervisor is not found"),
        (status = 403, description = "A read-only client, or a user or company out of reach"),
        (status = 409, description = "The company has another user with this employeeNumber"),
    )
)]
pub(crate) async fn put(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<IdentityId>,
    JsonBody(body): JsonBody<UserChange>,
) -> Result<Json<User>, ApiError> {
    merge(&site, &caller, UserKey::Identity(id), check::put(body)?).await
}

/// Merges the sent fields onto the user with this companyProfileId; nothing is mandatory,
/// an explicit null changes nothing.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/users/{id}",
    tag = "Users",
    params(("id" = String, Path, description = "The companyProfileId", example = "5f2c0a9b1d3e4f5061728395")),
    request_body = UserChange,
    responses(
        (status = 200, description = "The merged user", body = User),
        (status = 400, description = "A value that cannot be, an id that is not the user's, a supervisor that is not found"),
        (status = 403, description = "A read-only client, or a user or company out of reach"),
        (status = 409, description = "The company has another user with this employeeNumber"),
    )
)]
pub(crate) async fn patch(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<CompanyProfileId>,
    JsonBody(body): JsonBody<UserChange>,
) -> Result<Json<User>, ApiError> {
    merge(&site, &caller, UserKey::Profile(id), check::patch(body)?).await
}

async fn merge(
    site: &EnvironmentContext,
    caller: &Caller,
    key: UserKey,
    body: UserChange,
) -> Result<Json<User>, ApiError> {
    let user = find(site, caller, &key).await?;
    require_same_ids(&user, &body)?;
    let user = change(site, caller, &user, body, "user.changed").await?;
    Ok(Json(user))
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

/// Disables an account; one that is disabled already stays so.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/users/disable/{companyProfileId}",
    tag = "Users",
    params(("companyProfileId" = String, Path, description = "The company profile id")),
    responses((status = 204))
)]
pub(crate) async fn disable(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<CompanyProfileId>,
) -> Result<StatusCode, ApiError> {
    set(&site, &caller, id, true).await
}

/// Enables an account; one that is enabled already stays so.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/users/enable/{companyProfileId}",
    tag = "Users",
    params(("companyProfileId" = String, Path, description = "The company profile id")),
    responses((status = 204))
)]
pub(crate) async fn enable(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<CompanyProfileId>,
) -> Result<StatusCode, ApiError> {
    set(&site, &caller, id, false).await
}

async fn set(
    site: &EnvironmentContext,
    caller: &Caller,
    id: CompanyProfileId,
    disabled: bool,
) -> Result<StatusCode, ApiError> {
    let user = find(site, caller, &UserKey::Profile(id)).await?;
    let body = UserChange {
        is_disabled: Field::Value(disabled),
        ..UserChange::default()
    };
    let action = if disabled {
        "user.disabled"
    } else {
        "user.enabled"
    };
    change(site, caller, &user, body, action).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns whether a delete would be done, with reasons against it.
#[utoipa::path(
    get,
    path = "/api/v4/integration/users/is-identity-deletable/{identityId}",
    tag = "Users",
    params(("identityId" = String, Path, description = "The identityId, URL-encoded")),
    responses((status = 200, body = IdentityDeletable))
)]
pub(crate) async fn is_deletable(
    State(site): State<Arc<EnvironmentContext>>,
    caller: Caller,
    Segments(id): Segments<IdentityId>,
) -> Result<Json<IdentityDeletable>, ApiError> {
    let user = find(&site, &caller, &UserKey::Identity(id)).await?;
    let hours = site.store.time_registrations(&user.identity_id).await?;
    let validation_errors: Vec<String> = (hours > 0).then(|| reason(hours)).into_iter().collect();
    Ok(Json(IdentityDeletable {
        is_deletable: validation_errors.is_empty(),
        validation_errors,
    }))
}

/// Deletes a user; one with time registrations is refused and can be disabled instead.
#[utoipa::path(
    delete,
    path = "/api/v4/integration/users/{id}",
    tag = "Users",
    params(("id" = String, Path, description = "The identityId, URL-encoded")),
    responses(
        (status = 204),
        (status = 409, description = "The user has time registrations"),
    )
)]
pub(crate) async fn remove(
    State(site): State<Arc<EnvironmentContext>>,
    Writer(caller): Writer,
    Segments(id): Segments<IdentityId>,
) -> Result<StatusCode, ApiError> {
    let user = find(&site, &caller, &UserKey::Identity(id)).await?;
    let entry = entry(&caller, "user.deleted", &user, &UserChange::default());
    let deleted = site
        .store
        .delete_user(&user.identity_id, clock::now(), entry)
        .await?;
    match deleted {
        UserDeletion::Done => Ok(StatusCode::NO_CONTENT),
        UserDeletion::NotFound => Err(no_such_user()),
        UserDeletion::HasTimeRegistrations(hours) => Err(ApiError::new(
            StatusCode::CONFLICT,
            "UserNotDeletable",
            reason(hours),
        )),
    }
}

fn reason(hours: u64) -> String {
    format!("The user has {hours} time registrations; disable the account instead.")
}
