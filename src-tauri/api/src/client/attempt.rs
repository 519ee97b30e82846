//! A single attempt of a request: the token, the redirects, the body, and the meaning of a refusal.

use std::sync::Arc;

use fielddesk_model::scope;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue,
    IF_NONE_MATCH, LOCATION,
};
use reqwest::{Response, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};

use super::{Body, Call, Client};
use crate::auth::{Applicant, Token, sign_in};
use crate::error::Outcome;
use crate::response::{self, Context};
use crate::transfer::send_body;
use crate::transport::{self, MOST_HOPS};
use crate::{Credentials, Diagnosis, Error, ErrorKind, Granted};
use crate::{address, broken};

impl Client {
    /// Makes a single attempt: with the token, and once more with a new one where it is refused.
    pub(crate) async fn attempt(&self, call: &Call<'_>) -> Result<Response, Error> {
        let answer = self.signed(call).await;
        self.note_reach(answer.as_ref().err());
        answer
    }

    /// Makes a single request without a token. Any response is an answer.
    pub(crate) async fn unsigned(&self, call: &Call<'_>) -> Result<(), Error> {
        let answer = self.send(call, &call.url, None).await;
        self.note_reach(answer.as_ref().err());
        answer.map(drop)
    }

    async fn signed(&self, call: &Call<'_>) -> Result<Response, Error> {
        let token = self.token().await?;
        let error = match self.exchange(call, &token).await {
            Err(error) if matches!(error.kind(), ErrorKind::Unauthenticated(_)) => error,
            other => return other,
        };
        if matches!(self.shared.credentials, Credentials::StaticToken(_)) {
            return Err(error);
        }
        self.shared.tokens.discard(&token);
        let renewed = self.token().await?;
        let answer = self.exchange(call, &renewed).await;
        answer.map_err(|error| not_granted(error, &renewed))
    }

    /// The scope that an address needs (specification: Hosts).
    fn scope_of(&self, url: &Url) -> &'static str {
        let reporting = self.shared.endpoints.reporting.as_ref();
        match reporting.is_some_and(|reporting| {
            url.origin() == reporting.origin()
                && url
                    .path()
                    .starts_with(reporting.path().trim_end_matches('/'))
                && url.path().contains("/v1/")
        }) {
            true => scope::REPORTING,
            false => scope::SERVICE,
        }
    }

    /// A good token, in one attempt.
    pub(crate) async fn token(&self) -> Result<Arc<Token>, Error> {
        let shared = &self.shared;
        let fresh = async {
            match &shared.credentials {
                Credentials::StaticToken(token) => Ok(Token::fixed(
                    token.clone(),
                    Granted {
                        granted: shared.scopes.clone(),
                        refused: Vec::new(),
                    },
                )),
                Credentials::Client {
                    client_id,
                    client_secret,
                } => {
                    let who = Applicant {
                        transport: &shared.transport,
                        clock: self.clock(),
                        identity: &shared.endpoints.identity,
                        client_id,
                        client_secret,
                    };
                    sign_in(who, &shared.scopes).await
                }
            }
        };
        let token = shared.tokens.get(self.clock(), fresh).await;
        // Whatever became of the sign-in: nothing of the call itself has been sent.
        token.map_err(|error| match error.outcome() {
            Outcome::Unknown => error.with(|e| e.outcome = Outcome::NotDone),
            Outcome::Final | Outcome::NotDone => error,
        })
    }

    /// Sends one request, follows its redirects, and gives the answer if it is a success.
    async fn exchange(&self, call: &Call<'_>, token: &Token) -> Result<Response, Error> {
        let mut url = call.url.clone();
        let mut with_token = true;
        for _ in 0..=MOST_HOPS {
            let response = self.send(call, &url, with_token.then_some(token)).await?;
            let status = response.status();
            let is_unchanged = status == StatusCode::NOT_MODIFIED && call.takes_unchanged;
            if status.is_success() || is_unchanged {
                return Ok(response);
            }
            let hop = response::header(response.headers(), LOCATION.as_str()).and_then(|to| {
                transport::next_hop(call.redirects, &call.method, status, &url, with_token, to)
            });
            let Some(hop) = hop else {
                let secrets = self.secrets(token);
                let context = Context {
                    operation: call.operation,
                    now: self.clock().now(),
                    secrets: &secrets,
                };
                let error = response::refusal(response, context).await;
                if !with_token {
                    return Err(elsewhere(error));
                }
                let lacks_scope = matches!(
                    error.kind(),
                    ErrorKind::Unauthenticated(Diagnosis::WrongScope { .. })
                );
                let needed = lacks_scope.then(|| self.scope_of(&call.url));
                return Err(error.with(|e| e.needed_scope = needed));
            };
            url = hop.url;
            with_token = hop.with_token;
        }
        Err(Error::new(ErrorKind::ProxyPage, call.operation)
            .with(|e| e.host = address::host(&url))
            .with_detail("it is redirected in circles"))
    }

    async fn send(
        &self,
        call: &Call<'_>,
        url: &Url,
        token: Option<&Token>,
    ) -> Result<Response, Error> {
        let route = self.shared.transport.route(url, call.pool)?;
        let mut request = route
            .client
            .request(call.method.clone(), url.clone())
            .header(ACCEPT, call.accept);
        if call.as_it_is {
            request = request.header(ACCEPT_ENCODING, "identity");
        }
        if let Some(tag) = &call.tag {
            request = request.header(IF_NONE_MATCH, tag.clone());
        }
        if let Some(value) = token.and_then(|token| bearer(&token.secret)) {
            request = request.header(AUTHORIZATION, value);
        }
        let broken = |error| broken::failure(error, call.operation, url, None);
        let multipart = match &call.body {
            Body::Upload(multipart) => *multipart,
            Body::None => {
                let request = request.build().map_err(broken)?;
                return transport::execute(&route, request, call.operation).await;
            }
            Body::Json(text) => {
                let request = request
                    .header(CONTENT_TYPE, "application/json")
                    .body(text.clone())
                    .build()
                    .map_err(broken)?;
                return transport::execute(&route, request, call.operation).await;
            }
        };
        let (body, commit_point) = multipart.open();
        let request = request
            .header(CONTENT_TYPE, multipart.content_type())
            .header(CONTENT_LENGTH, multipart.length())
            .body(body)
            .build()
            .map_err(broken)?;
        send_body(
            &route,
            request,
            &commit_point,
            multipart.cancel(),
            call.operation,
        )
        .await
    }

    fn secrets(&self, token: &Token) -> Vec<SecretString> {
        let mut secrets = self.known_secrets();
        secrets.push(token.secret.clone());
        secrets
    }

    /// Returns the secrets that must not be repeated wherever the service says them.
    pub(super) fn known_secrets(&self) -> Vec<SecretString> {
        let mut secrets = Vec::from_iter(self.shared.tokens.secret());
        if let Credentials::Client { client_secret, .. } = &self.shared.credentials {
            secrets.push(client_secret.clone());
        }
        secrets
    }
}

/// A host that asks for another scope, and a scope that was refused when we signed in: that is
/// the one that is missing.
fn not_granted(error: Error, token: &Token) -> Error {
    let missing = &token.scopes.refused;
    match error.needed_scope() {
        Some(needed) if missing.iter().any(|scope| scope == needed) => {
            let scopes = vec![needed.to_owned()];
            error.with_kind(ErrorKind::InvalidScope { scopes })
        }
        _ => error,
    }
}

/// A store that a download was led to knows neither our token nor our rights: its refusal says
/// nothing about them.
fn elsewhere(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Unauthenticated(_) | ErrorKind::Forbidden => error.with_kind(ErrorKind::Refused),
        _ => error,
    }
}

/// The header value of a token, marked so that no library prints it.
pub(super) fn bearer(token: &SecretString) -> Option<HeaderValue> {
    let token = token.expose_secret();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {token}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}
