//! The exchange of client credentials for a token.

use chrono::{DateTime, Utc};
use fielddesk_model::TokenGrant;
use reqwest::header::{ACCEPT, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::token::{Granted, Token};
use crate::response::{self, Context};
use crate::transport::{self, HttpPool, Transport};
use crate::{Clock, Error, ErrorKind, Url};
use crate::{address, broken};

const OPERATION: &str = "sign in";
/// A token answer is small; what is larger is something else.
const TOKEN_LIMIT: usize = 64 * 1024;

/// Credentials of a sign-in, and the way to the identity service.
pub(crate) struct Applicant<'a> {
    pub(crate) transport: &'a Transport,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) identity: &'a Url,
    pub(crate) client_id: &'a str,
    pub(crate) client_secret: &'a SecretString,
}

/// Asks for all scopes at once, and for each alone where that is refused as `invalid_scope`:
/// the service issues no token at all when one of them is not granted.
///
/// A refused scope is asked for again at each renewal, so that what is granted meanwhile
/// begins to work without a restart.
pub(crate) async fn sign_in(who: Applicant<'_>, scopes: &[String]) -> Result<Token, Error> {
    let refusal = match who.request(scopes).await {
        Ok(token) => return Ok(token),
        Err(error) if matches!(error.kind(), ErrorKind::InvalidScope { .. }) => error,
        Err(error) => return Err(error),
    };
    if scopes.len() < 2 {
        return Err(refusal);
    }
    let mut granted = Vec::new();
    let mut refused = Vec::new();
    let mut last = None;
    for scope in scopes {
        match who.request(std::slice::from_ref(scope)).await {
            Ok(token) => {
                granted.push(scope.clone());
                last = Some(token);
            }
            Err(error) if matches!(error.kind(), ErrorKind::InvalidScope { .. }) => {
                refused.push(scope.clone());
            }
            Err(error) => return Err(error),
        }
    }
    let mut token = match (last, granted.len()) {
        (None, _) => return Err(refusal.with_kind(ErrorKind::InvalidScope { scopes: refused })),
        (Some(token), 1) => token,
        (Some(_), _) => who.request(&granted).await?,
    };
    token.scopes.refused.extend(refused);
    Ok(token)
}

impl Applicant<'_> {
    async fn request(&self, scopes: &[String]) -> Result<Token, Error> {
        let asked_at = self.clock.now();
        let url = address::join(self.identity, &["connect", "token"], OPERATION)?;
        let scope = scopes.join(" ");
        let mut form = vec![
            ("grant_type", "client_credentials"),
            ("client_id", self.client_id),
            ("client_secret", self.client_secret.expose_secret()),
        ];
        if !scope.is_empty() {
            form.push(("scope", &scope));
        }
        let route = self.transport.route(&url, HttpPool::Calls)?;
        let request = route
            .client
            .post(url.clone())
            .header(ACCEPT, "application/json")
            .form(&form)
            .build()
            .map_err(|error| broken::failure(error, OPERATION, &url, None))?;
        let response = transport::execute(&route, request, OPERATION).await?;
        if !response.status().is_success() {
            let secrets = [self.client_secret.clone()];
            let context = Context {
                operation: OPERATION,
                now: self.clock.now(),
                secrets: &secrets,
            };
            return Err(explain(response::refusal(response, context).await, scopes));
        }
        let headers = response.headers().clone();
        let body = response::read_whole(response, TOKEN_LIMIT, 0, OPERATION).await?;
        let here = |error: Error| error.with(|e| e.host = address::host(&url));
        if response::is_html(&headers, &body) {
            return Err(here(Error::new(ErrorKind::ProxyPage, OPERATION)));
        }
        let grant: TokenGrant = response::read_json(&body, OPERATION)
            // What it holds may be the token, so nothing of it is repeated.
            .map_err(|error| here(error).with_detail("it holds no token"))?;
        self.token(grant, scopes, asked_at).map_err(here)
    }

    fn token(
        &self,
        grant: TokenGrant,
        scopes: &[String],
        asked_at: DateTime<Utc>,
    ) -> Result<Token, Error> {
        let usable = !grant.access_token.is_empty()
            && grant.access_token.is_ascii()
            && HeaderValue::from_str(&grant.access_token).is_ok();
        if !usable {
            return Err(Error::new(ErrorKind::UnreadableAnswer, OPERATION)
                .with_detail("the token cannot be sent in a header"));
        }
        // A service may grant less than was asked for without an error, and say so here.
        let told: Vec<&str> = grant.scope.split_whitespace().collect();
        let (granted, refused) = scopes
            .iter()
            .cloned()
            .partition(|scope| told.is_empty() || told.contains(&scope.as_str()));
        Ok(Token::issued(
            grant.access_token.into(),
            Granted { granted, refused },
            asked_at,
            grant.expires_in,
        ))
    }
}

/// Gives the token endpoint's refusals their meaning; a web page and 5xx keep theirs.
fn explain(error: Error, scopes: &[String]) -> Error {
    if matches!(error.kind(), ErrorKind::ProxyPage) {
        return error;
    }
    let code = error.code().map(str::to_ascii_lowercase);
    let kind = match (error.status(), code.as_deref()) {
        (Some(400 | 401 | 403), Some("invalid_scope")) => ErrorKind::InvalidScope {
            scopes: scopes.to_vec(),
        },
        (Some(400 | 403), Some("invalid_client" | "unauthorized_client")) | (Some(401), _) => {
            ErrorKind::InvalidClient
        }
        _ => return error,
    };
    error.with_kind(kind)
}
