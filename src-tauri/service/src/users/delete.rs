//! Deleting a user, and whether that would be done.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fielddesk_model::{IdentityDeletable, IdentityId, UserChange};

use super::write::{entry, find, no_such_user};
use crate::auth::{Caller, Writer};
use crate::clock;
use crate::environment::Site;
use crate::error::ApiError;
use crate::extract::Segments;
use crate::openapi::{ErrorSchema, IdentityDeletableSchema};
use crate::store::{UserDeletion, UserKey};

/// Whether a delete would be done, and if not, why not.
#[utoipa::path(
    get,
    path = "/api/v4/integration/users/is-identity-deletable/{identityId}",
    tag = "Users",
    params(("identityId" = String, Path, description = "The identityId, URL-encoded")),
    responses(
        (status = 200, body = IdentityDeletableSchema),
        (status = 401, body = ErrorSchema),
        (status = 403, body = ErrorSchema),
        (status = 404, body = ErrorSchema),
    )
)]
pub(crate) async fn is_deletable(
    State(site): State<Arc<Site>>,
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
        (status = 401, body = ErrorSchema),
        (status = 403, body = ErrorSchema),
        (status = 404, body = ErrorSchema),
        (status = 409, description = "The user has time registrations", body = ErrorSchema),
    )
)]
pub(crate) async fn remove(
    State(site): State<Arc<Site>>,
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
