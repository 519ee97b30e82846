//! The token endpoint's shapes (specification: Authentication, Endpoints, Token).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::lenient::or_nothing;

/// The scopes a token can carry, as they are written on the wire.
pub mod scope {
    /// Core and integration API.
    pub const SERVICE: &str = "serviceapiv3";
    /// Reporting and data extraction API; only the operator grants it.
    pub const REPORTING: &str = "reportingapiv1";
    /// Machine-integration API.
    pub const MASS_TRANSPORT: &str = "masstransportapiv1";
}

/// An environment; clients and tokens are valid in a single one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Environment {
    /// For training and trying; crews do not see it.
    Test,
    /// The real thing.
    Production,
}

impl Environment {
    /// Both, in the order in which they are listed everywhere.
    pub const ALL: [Self; 2] = [Self::Test, Self::Production];

    /// Returns the name as it stands in addresses, files and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Production => "production",
        }
    }

    /// Returns the other environment.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Test => Self::Production,
            Self::Production => Self::Test,
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Environment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|environment| environment.as_str().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| format!("`{text}` is neither test nor production"))
    }
}

/// The token endpoint's answer to a good request.
// It holds the token in the clear, so it has no `Debug`; move the token into a secret type at
// once.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Token))]
pub struct TokenGrant {
    /// The bearer token.
    pub access_token: String,
    /// Lifetime in seconds.
    #[serde(default = "usual_lifetime", deserialize_with = "lifetime")]
    pub expires_in: u64,
    /// Always `Bearer`.
    #[serde(default, deserialize_with = "or_nothing")]
    pub token_type: String,
    /// The scopes granted, separated by spaces.
    #[serde(default, deserialize_with = "or_nothing")]
    pub scope: String,
}

/// Lifetime of a token, in seconds, where the answer does not say (specification: Limits).
const fn usual_lifetime() -> u64 {
    1_800
}

/// Seconds as a number or a text, with or without a fraction.
fn lifetime<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let seconds: Option<f64> = or_nothing(deserializer)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast saturates, and a part of a second is not good for anything"
    )]
    let whole = seconds.map(|seconds| seconds as u64);
    Ok(whole.unwrap_or_else(usual_lifetime))
}

/// The token endpoint's refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenFailure {
    /// `invalid_client`, `invalid_scope`, `unsupported_grant_type`, `invalid_request`.
    pub error: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lifetime_is_read_in_every_form_and_half_an_hour_without_one() {
        for (said, seconds) in [
            (r#""expires_in":3600"#, 3600),
            (r#""expires_in":"3600""#, 3600),
            (r#""expires_in":3599.9"#, 3599),
            (r#""expires_in":"1799.5""#, 1799),
            (r#""expires_in":-5"#, 0),
            (r#""expires_in":null"#, 1800),
            (r#""expires_in":"""#, 1800),
            (r#""expires_in":"soon""#, 1800),
            (r#""expires_in":{}"#, 1800),
            (r#""token_type":null"#, 1800),
        ] {
            let text = format!(r#"{{"access_token":"t",{said}}}"#);
            let grant: TokenGrant = crate::from_slice(text.as_bytes()).unwrap();
            assert_eq!(grant.expires_in, seconds, "{said}");
        }
    }
}
