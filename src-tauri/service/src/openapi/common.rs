//! Schemas of errors and of the token endpoint.

use utoipa::ToSchema;

/// The simple error body.
#[derive(ToSchema)]
#[schema(as = Error)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct ErrorSchema {
    error: String,
    message: String,
}

/// The form of the token endpoint.
#[derive(ToSchema)]
#[schema(as = TokenRequest)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenRequestSchema {
    /// Must be `client_credentials`.
    grant_type: String,
    client_id: String,
    client_secret: String,
    /// One scope or several separated by spaces.
    scope: String,
}

/// A token.
#[derive(ToSchema)]
#[schema(as = Token)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenGrantSchema {
    access_token: String,
    /// Seconds.
    expires_in: u64,
    token_type: String,
    scope: String,
}

/// A refusal of the token endpoint.
#[derive(ToSchema)]
#[schema(as = TokenFailure)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenFailureSchema {
    error: String,
}
