//! Static tokens, for tools that cannot run the token flow.

use serde::Serialize;
use serde_json::json;

use super::{Administration, no_client};
use crate::auth::META_ORIGIN;
use crate::{ServiceError, audit, clock};

/// A static token.
#[derive(Clone, Serialize)]
pub struct IssuedToken {
    /// The bearer token.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// Lifetime in seconds.
    pub expires_in: u64,
    /// Scopes of the token.
    pub scope: String,
}

impl Administration {
    /// Issues a static token over all scopes of a client, of any lifetime.
    ///
    /// # Errors
    /// An unknown or disabled client, or a lifetime beyond all time.
    pub async fn issue_token(
        &self,
        id: &str,
        lifetime_s: u64,
    ) -> Result<IssuedToken, ServiceError> {
        let client = self.store.client(id).await?.ok_or_else(|| no_client(id))?;
        if !client.enabled {
            return Err(ServiceError::Invalid(format!(
                "the client `{id}` is disabled"
            )));
        }
        let origin = self.store.meta(META_ORIGIN).await?;
        let origin = origin.unwrap_or_else(|| "http://127.0.0.1".to_owned());
        let signer = self.backing.signer(&origin, self.environment)?;
        let access_token = signer.issue(&client, &client.scopes, lifetime_s, clock::now())?;
        let details = [
            ("lifetimeSeconds", json!(lifetime_s)),
            ("scopes", json!(client.scopes)),
        ];
        let entry = audit::entry(audit::OPERATOR, "token.issued", id, details);
        self.store.append_audit(entry).await?;
        Ok(IssuedToken {
            access_token,
            token_type: "Bearer",
            expires_in: lifetime_s,
            scope: client.scopes.join(" "),
        })
    }
}
