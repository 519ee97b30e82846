//! Schemas of errors and of the token endpoint.

use utoipa::ToSchema;

/// The simple error body.
#[derive(ToSchema)]
#[schema(as = Error, example = json!({"error": "NotFound", "message": "There is no record with this id."}))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct ErrorSchema {
    error: String,
    message: String,
}

/// The form of the token endpoint.
#[derive(ToSchema)]
#[schema(as = TokenRequest, example = json!({
    "grant_type": "client_credentials", "client_id": "0b0f4c6f2d5e4a7d9c1b2a3f",
    "client_secret": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "scope": "serviceapiv3 reportingapiv1"
}))]
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
#[schema(as = Token, example = json!({
    "access_token": "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.e30.x", "expires_in": 1800,
    "token_type": "Bearer", "scope": "serviceapiv3 reportingapiv1"
}))]
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
#[schema(as = TokenFailure, example = json!({ "error": "invalid_scope" }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TokenFailureSchema {
    error: String,
}
