//! Disabling and enabling an account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use fielddesk_model::{CompanyProfileId, Field, UserChange};

use super::write::{change, find};
use crate::auth::{Caller, Writer};
use crate::environment::Site;
use crate::error::ApiError;
use crate::extract::Segments;
use crate::openapi::ErrorSchema;
use crate::store::UserKey;

/// Disables an account; one that is disabled already stays so.
#[utoipa::path(
    patch,
    path = "/api/v4/integration/users/disable/{companyProfileId}",
    tag = "Users",
    params(("companyProfileId" = String, Path, description = "The company profile id")),
    responses(
        (status = 204),
        (status = 401, body = ErrorSchema),
        (status = 403, body = ErrorSchema),
        (status = 404, body = ErrorSchema),
    )
)]
pub(crate) async fn disable(
    State(site): State<Arc<Site>>,
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
    responses(
        (status = 204),
        (status = 401, body = ErrorSchema),
        (status = 403, body = ErrorSchema),
        (status = 404, body = ErrorSchema),
    )
)]
pub(crate) async fn enable(
    State(site): State<Arc<Site>>,
    Writer(caller): Writer,
    Segments(id): Segments<CompanyProfileId>,
) -> Result<StatusCode, ApiError> {
    set(&site, &caller, id, false).await
}

async fn set(
    site: &Site,
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
