//! POST of a user.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fielddesk_model::{Field, User, UserChange};

use super::{check, write};
use crate::auth::Writer;
use crate::environment::Site;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::ids::new_id;
use crate::openapi::{ErrorSchema, NewUserSchema, UserSchema};
use crate::store::NewUserIds;

/// Creates a user and gives it its ids; ids in the body are not looked at.
#[utoipa::path(
    post,
    path = "/api/v4/integration/users",
    tag = "Users",
    request_body = NewUserSchema,
    responses(
        (status = 201, body = UserSchema),
        (status = 400, description = "A mandatory field is missing or empty, a value cannot be, a supervisor is not found", body = ErrorSchema),
        (status = 401, body = ErrorSchema),
        (status = 403, description = "A read-only client, or a company out of reach", body = ErrorSchema),
        (status = 409, description = "The company has another user with this employeeNumber", body = ErrorSchema),
        (status = 413, body = ErrorSchema),
    )
)]
pub(crate) async fn create(
    State(site): State<Arc<Site>>,
    Writer(caller): Writer,
    JsonBody(change): JsonBody<UserChange>,
) -> Result<(StatusCode, Json<User>), ApiError> {
    let mut change = check::create(change)?;
    write::require_target(&caller, &change)?;
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
    let entry = write::entry(&caller, "user.created", &named, &change);
    let written = site
        .store
        .insert_user(ids, write::write(&caller, change), entry)
        .await?;
    Ok((StatusCode::CREATED, Json(write::answer(written)?)))
}
