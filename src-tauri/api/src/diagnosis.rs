//! What a 401 means, read from `WWW-Authenticate` (specification: 401 diagnosis).

use std::fmt;

use chrono::{DateTime, NaiveDateTime, Utc};

/// The five cases of the specification, and a refusal that says nothing readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnosis {
    /// The token's scopes do not fit the host: ask for a token with the scope it needs.
    WrongScope {
        /// The token's scopes as the service read them.
        audience: String,
    },
    /// The token is from the other environment: use the identity address of the same one.
    WrongEnvironment {
        /// The token's issuer.
        issuer: String,
    },
    /// The token has expired: renew it.
    Expired {
        /// When it did, where that could be read.
        at: Option<DateTime<Utc>>,
    },
    /// The token arrived damaged.
    Malformed,
    /// No token arrived.
    NoToken,
    /// Refused without a reason that can be read.
    Refused,
}

impl Diagnosis {
    /// Reads the values of all `WWW-Authenticate` headers of an answer.
    ///
    /// Several failures can be joined in one description; the environment counts before the
    /// scope and the scope before the age, since each is pointless to mend before the other.
    #[must_use]
    pub fn read<'a>(headers: impl IntoIterator<Item = &'a str>) -> Self {
        let Some(challenge) = headers.into_iter().find_map(bearer) else {
            return Self::Refused;
        };
        let Some(error) = parameter(challenge, "error") else {
            return Self::NoToken;
        };
        if !error.eq_ignore_ascii_case("invalid_token") {
            return Self::Refused;
        }
        let Some(description) = parameter(challenge, "error_description") else {
            return Self::Malformed;
        };
        if let Some(issuer) = quoted_after(&description, "issuer") {
            return Self::WrongEnvironment { issuer };
        }
        if let Some(audience) = quoted_after(&description, "audience") {
            return Self::WrongScope { audience };
        }
        let lower = description.to_ascii_lowercase();
        if lower.contains("expired") {
            let at = quoted_after(&description, "expired").and_then(|text| timestamp(&text));
            return Self::Expired { at };
        }
        Self::Refused
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongScope { audience } => write!(
                f,
                "the token is for {audience} and the address needs another scope"
            ),
            Self::WrongEnvironment { issuer } => write!(
                f,
                "the token is from another environment ({issuer}); the identity address must be of the same environment"
            ),
            Self::Expired { at: Some(at) } => write!(
                f,
                "the token expired at {}; get a new one",
                at.format("%Y-%m-%dT%H:%M:%SZ")
            ),
            Self::Expired { at: None } => f.write_str("the token has expired; get a new one"),
            Self::Malformed => f.write_str(
                "the token arrived damaged; enter it exactly as it was issued",
            ),
            Self::NoToken => f.write_str(
                "no token arrived at the service; something on the way removed it",
            ),
            Self::Refused => f.write_str("the service refused the token without a reason"),
        }
    }
}
