//! Bearer tokens: JWTs whose audience is the scopes and whose issuer is the environment.

use chrono::{DateTime, Utc};
use fielddesk_model::Environment;
use jsonwebtoken::{Algorithm, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use super::keys::{SigningKey, SigningKeys};
use crate::ServiceError;
use crate::store::ClientRecord;

/// Tokens of the token endpoint live this long at most.
pub(crate) const LONGEST_LIFETIME_S: u64 = 86_400;
/// Under this key the last origin is kept, so that tokens issued offline name it.
pub(crate) const META_ORIGIN: &str = "origin";

/// The claims of a token.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Claims {
    iss: String,
    pub(super) aud: Vec<String>,
    pub(super) client_id: String,
    scope: Vec<String>,
    iat: i64,
    nbf: i64,
    pub(super) exp: i64,
    jti: String,
    /// The client's generation at issue; a revoke begins a new one.
    pub(super) generation: i64,
}

/// Reasons a token is refused: the five cases of the specification, and the client itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// No `Authorization` header.
    Missing,
    /// Not a token that one of our keys signed.
    Malformed,
    /// Signed by the other environment.
    WrongIssuer { issuer: String },
    /// Too old, or revoked.
    Expired { at: DateTime<Utc> },
    /// Without the scope of the host.
    WrongAudience { audience: Vec<String> },
    /// The client is disabled or deleted.
    ClientRefused,
}

/// Signs and checks the tokens of one environment, and knows the other's.
#[derive(Clone)]
pub(crate) struct Signer {
    identity_url: String,
    keys: SigningKeys,
    other: SigningKeys,
}

impl Signer {
    pub(crate) fn new(identity_url: String, keys: SigningKeys, other: SigningKeys) -> Self {
        Self {
            identity_url,
            keys,
            other,
        }
    }

    /// Issues a token over these scopes.
    pub(crate) fn issue(
        &self,
        client: &ClientRecord,
        scopes: &[String],
        lifetime_s: u64,
        now: DateTime<Utc>,
    ) -> Result<String, ServiceError> {
        let iat = now.timestamp();
        let exp = i64::try_from(lifetime_s)
            .ok()
            .and_then(|lifetime| iat.checked_add(lifetime))
            .filter(|exp| DateTime::from_timestamp(*exp, 0).is_some())
            .ok_or_else(|| ServiceError::Invalid("that lifetime ends after all time".to_owned()))?;
        let claims = Claims {
            iss: self.identity_url.clone(),
            aud: scopes.to_vec(),
            client_id: client.id.clone(),
            scope: scopes.to_vec(),
            iat,
            nbf: iat,
            exp,
            jti: hex::encode(super::secret::random_bytes::<12>()),
            generation: client.generation,
        };
        let key = self.keys.newest();
        let header = Header {
            kid: Some(key.id.clone()),
            ..Header::new(Algorithm::HS256)
        };
        encode(&header, &claims, &key.encoding)
            .map_err(|error| ServiceError::Signing(error.to_string()))
    }

    /// A seal over a text that is no token, made with the newest key.
    pub(crate) fn seal(&self, text: &str) -> Result<String, ServiceError> {
        Self::sealed(self.keys.newest(), text)
    }

    /// Returns true where one of the keys made this seal over the text.
    pub(crate) fn is_sealed(&self, text: &str, seal: &str) -> Result<bool, ServiceError> {
        for key in self.keys.all() {
            if Self::sealed(key, text)?
                .as_bytes()
                .ct_eq(seal.as_bytes())
                .into()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sealed(key: &SigningKey, text: &str) -> Result<String, ServiceError> {
        // A token's signed text begins with a base64 brace; a blank occurs in none.
        let text = format!("seal {text}");
        jsonwebtoken::crypto::sign(text.as_bytes(), &key.encoding, Algorithm::HS256)
            .map_err(|error| ServiceError::Signing(error.to_string()))
    }

    /// Checks signature, issuer, time and scope, in this order.
    ///
    /// The key decides the environment, not the address inside: the port may differ from
    /// one start to the next and long-lived tokens must outlast that.
    pub(crate) fn verify(
        &self,
        token: &str,
        scope: &str,
        now: DateTime<Utc>,
    ) -> Result<Claims, Refusal> {
        let Some(claims) = read(token, &self.keys) else {
            return Err(match read(token, &self.other) {
                Some(foreign) => Refusal::WrongIssuer {
                    issuer: foreign.iss,
                },
                None => Refusal::Malformed,
            });
        };
        let at = DateTime::from_timestamp(claims.exp, 0).ok_or(Refusal::Malformed)?;
        if now >= at {
            return Err(Refusal::Expired { at });
        }
        if !claims.aud.iter().any(|held| held == scope) {
            return Err(Refusal::WrongAudience {
                audience: claims.aud,
            });
        }
        Ok(claims)
    }
}

fn read(token: &str, keys: &SigningKeys) -> Option<Claims> {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    // Few keys: each is tried, whatever the header of the token names.
    keys.all()
        .find_map(|key| decode::<Claims>(token, &key.decoding, &validation).ok())
        .map(|data| data.claims)
}

/// The identity address of an environment under an origin such as `http://127.0.0.1:8080`.
pub(crate) fn identity_url(origin: &str, environment: Environment) -> String {
    format!("{origin}/{environment}/identity")
}
