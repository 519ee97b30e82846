//! The token endpoint: OAuth 2.0 client credentials.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fielddesk_model::{TokenFailure, TokenGrant};

use super::secret::secret_matches;
use super::token::LONGEST_LIFETIME_S;
use crate::clock;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::exchange::Exchange;
use crate::store::ClientRecord;

/// Issues a token over exactly the scopes asked for, or none at all.
#[utoipa::path(
    post,
    path = "/connect/token",
    tag = "Token",
    security(()),
    request_body(content = ref("#/components/schemas/TokenRequest"), content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "A token", body = TokenGrant),
        (status = 400, description = "invalid_request, invalid_scope or unsupported_grant_type", body = TokenFailure),
        (status = 401, description = "invalid_client", body = TokenFailure),
    )
)]
pub(crate) async fn token(
    State(site): State<Arc<EnvironmentContext>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let request = body
        .ok()
        .and_then(|body| TokenRequest::read(&headers, &body));
    let Some(request) = request else {
        return Ok(failure(StatusCode::BAD_REQUEST, "invalid_request"));
    };
    match request.grant_type.as_deref() {
        Some("client_credentials") => {}
        Some(_) => return Ok(failure(StatusCode::BAD_REQUEST, "unsupported_grant_type")),
        None => return Ok(failure(StatusCode::BAD_REQUEST, "invalid_request")),
    }
    let Some(client) = known_client(&site, &exchange, &request).await? else {
        return Ok(failure(StatusCode::UNAUTHORIZED, "invalid_client"));
    };
    let Some(scopes) = granted(&client, request.scope.as_deref()) else {
        return Ok(failure(StatusCode::BAD_REQUEST, "invalid_scope"));
    };
    let lifetime_s = client
        .lifetime_s
        .unwrap_or(site.token_lifetime_s)
        .min(LONGEST_LIFETIME_S);
    let access_token = site
        .signer
        .issue(&client, &scopes, lifetime_s, clock::now())
        .map_err(ApiError::internal)?;
    let grant = TokenGrant {
        access_token,
        expires_in: lifetime_s,
        token_type: "Bearer".to_owned(),
        scope: scopes.join(" "),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], axum::Json(grant)).into_response())
}

fn failure(status: StatusCode, error: &str) -> Response {
    let body = TokenFailure {
        error: error.to_owned(),
    };
    (
        status,
        [(header::CACHE_CONTROL, "no-store")],
        axum::Json(body),
    )
        .into_response()
}

/// The enabled client whose secret this is.
async fn known_client(
    site: &EnvironmentContext,
    exchange: &Exchange,
    request: &TokenRequest,
) -> Result<Option<ClientRecord>, ApiError> {
    let (Some(id), Some(secret)) = (&request.client_id, &request.client_secret) else {
        return Ok(None);
    };
    let client = site.store.client(id).await?;
    if client.is_some() {
        // Not before: what is no id may be a secret in the wrong field, and this is logged.
        exchange.set_client(id);
    }
    // Compared for an unknown client too, so that the time tells nothing.
    let hash = client.as_ref().map_or(&[][..], |c| &c.secret_hash);
    let matches = secret_matches(secret, hash);
    Ok(client.filter(|client| client.enabled && matches))
}

/// All scopes asked for, each once, if the client holds every one.
fn granted(client: &ClientRecord, asked: Option<&str>) -> Option<Vec<String>> {
    let mut scopes: Vec<String> = Vec::new();
    for scope in asked?.split_whitespace() {
        if !client.scopes.iter().any(|held| held == scope) {
            return None;
        }
        if !scopes.iter().any(|taken| taken == scope) {
            scopes.push(scope.to_owned());
        }
    }
    (!scopes.is_empty()).then_some(scopes)
}

#[derive(Default)]
struct TokenRequest {
    grant_type: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    scope: Option<String>,
}

impl TokenRequest {
    /// Reads the form; id and secret may come in a Basic header instead. None: unreadable.
    fn read(headers: &HeaderMap, body: &[u8]) -> Option<Self> {
        let mut request = Self::default();
        for (name, value) in crate::extract::form_pairs(std::str::from_utf8(body).ok()?)? {
            match name.to_ascii_lowercase().as_str() {
                "grant_type" => request.grant_type = Some(value),
                "client_id" => request.client_id = Some(value),
                "client_secret" => request.client_secret = Some(value),
                "scope" => request.scope = Some(value),
                _ => {}
            }
        }
        if let Some((id, secret)) = basic(headers) {
            request.client_id = Some(id);
            request.client_secret = Some(secret);
        }
        Some(request)
    }
}

/// Id and secret of a Basic header, form-decoded as RFC 6749 section 2.3.1 says.
fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, encoded) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let text = String::from_utf8(decode_base64(encoded.trim())?).ok()?;
    let (id, secret) = text.split_once(':')?;
    Some((
        crate::extract::form_decode(id)?,
        crate::extract::form_decode(secret)?,
    ))
}

/// Standard base64 with or without padding; a dependency for one header would be too much.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bits = 0_u32;
    let mut count = 0_u8;
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for symbol in text.trim_end_matches('=').bytes() {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).ok()?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_a_basic_header_is_read() {
        assert_eq!(decode_base64("aWQ6c2VjcmV0").unwrap(), b"id:secret");
        assert_eq!(decode_base64("aWQ6cw==").unwrap(), b"id:s");
        assert_eq!(decode_base64("aWQ6cw").unwrap(), b"id:s");
        assert!(decode_base64("a*b").is_none());
    }
}
