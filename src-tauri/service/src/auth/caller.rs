//! The caller behind a request: a token, the client that holds it now, and its companies.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use fielddesk_model::{CompanyId, scope};

use super::access::Access;
use super::token::{Claims, Refusal};
use crate::clock;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::exchange::Exchange;

/// An authenticated caller.
pub(crate) struct Caller {
    pub(crate) client_id: String,
    access: Arc<Access>,
}

impl Caller {
    /// The companies whose data may be listed.
    pub(crate) fn companies(&self) -> Vec<CompanyId> {
        self.access.companies.clone()
    }

    /// The caller's company first, then what is below it, disabled ones too.
    pub(crate) fn tree(&self) -> &[crate::store::Company] {
        &self.access.tree
    }

    /// Document endpoints are for Administrator-level clients.
    pub(crate) fn require_administrator(&self) -> Result<(), ApiError> {
        if self.access.administrator {
            return Ok(());
        }
        Err(ApiError::forbidden(
            "AdministratorRequired",
            "This endpoint requires a client with Administrator access.",
        ))
    }

    /// Read-only clients write nothing.
    pub(crate) fn require_write(&self) -> Result<(), ApiError> {
        if !self.access.read_only {
            return Ok(());
        }
        Err(ApiError::forbidden(
            "ReadOnlyClient",
            "The client is read-only; it may not write.",
        ))
    }

    /// A record that the caller named by id must be of its company structure.
    pub(crate) fn require_company(&self, id: Option<&CompanyId>) -> Result<(), ApiError> {
        let mut tree = self.access.tree.iter();
        match tree.find(|company| Some(&company.id) == id) {
            Some(company) if company.integration_enabled => Ok(()),
            Some(_) => Err(integration_disabled()),
            None => Err(ApiError::forbidden(
                "Forbidden",
                "The record belongs to a company that the client may not touch.",
            )),
        }
    }
}

impl FromRequestParts<Arc<EnvironmentContext>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        site: &Arc<EnvironmentContext>,
    ) -> Result<Self, ApiError> {
        let exchange = parts.extensions.get::<Arc<Exchange>>().cloned();
        authenticate(site, &parts.headers, scope::SERVICE, exchange.as_deref()).await
    }
}

/// A caller that may write: a read-only client is refused before its body is looked at.
pub(crate) struct Writer(pub(crate) Caller);

impl FromRequestParts<Arc<EnvironmentContext>> for Writer {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        site: &Arc<EnvironmentContext>,
    ) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, site).await?;
        caller.require_write()?;
        Ok(Self(caller))
    }
}

/// Checks token, client and company for a host.
pub(crate) async fn authenticate(
    site: &EnvironmentContext,
    headers: &HeaderMap,
    scope: &str,
    exchange: Option<&Exchange>,
) -> Result<Caller, ApiError> {
    let token = bearer(headers)?;
    let claims = site.signer.verify(token, scope, clock::now())?;
    if let Some(exchange) = exchange {
        exchange.set_client(&claims.client_id);
    }
    let access = site
        .access
        .of(&*site.store, &claims.client_id)
        .await?
        .ok_or(Refusal::ClientRefused)?;
    check_present(&access, &claims, scope)?;
    if access
        .tree
        .first()
        .is_none_or(|own| !own.integration_enabled)
    {
        return Err(integration_disabled());
    }
    Ok(Caller {
        client_id: access.client_id.clone(),
        access,
    })
}

/// Checks that the token is still valid: not revoked, the scope not taken.
fn check_present(access: &Access, claims: &Claims, scope: &str) -> Result<(), Refusal> {
    if claims.generation < access.generation {
        let at = access.revoked_at.unwrap_or_else(clock::now);
        return Err(Refusal::Expired { at });
    }
    if access.scopes.iter().any(|held| held == scope) {
        return Ok(());
    }
    let mut audience = claims.aud.clone();
    audience.retain(|named| access.scopes.contains(named));
    Err(Refusal::WrongAudience { audience })
}

/// The token of the header; a scheme other than Bearer counts as no token.
fn bearer(headers: &HeaderMap) -> Result<&str, Refusal> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Err(Refusal::Missing);
    };
    let value = value.to_str().map_err(|_| Refusal::Malformed)?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Refusal::Missing);
    }
    match token.trim() {
        "" => Err(Refusal::Malformed),
        token => Ok(token),
    }
}

fn integration_disabled() -> ApiError {
    ApiError::forbidden(
        "IntegrationDisabled",
        "The integration is not enabled for this company; its administrator or the operator can enable it.",
    )
}
