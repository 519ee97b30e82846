//! The `WWW-Authenticate` texts of the five 401 cases.

use axum::http::HeaderValue;

use super::token::Refusal;
use crate::error::ApiError;

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let challenge = HeaderValue::from_str(&challenge(&refusal))
            .unwrap_or_else(|_| HeaderValue::from_static("Bearer error=\"invalid_token\""));
        Self::unauthorized(challenge, message(&refusal))
    }
}

fn challenge(refusal: &Refusal) -> String {
    let description = match refusal {
        Refusal::Missing => return "Bearer".to_owned(),
        Refusal::Malformed => return "Bearer error=\"invalid_token\"".to_owned(),
        Refusal::WrongAudience { audience } => {
            format!("The audience '{}' is invalid", audience.join(", "))
        }
        Refusal::WrongIssuer { issuer } => format!("The issuer '{issuer}' is invalid"),
        Refusal::Expired { at } => {
            format!("The token expired at '{}'", at.format("%m/%d/%Y %H:%M:%S"))
        }
        Refusal::ClientRefused => "The client is disabled or deleted".to_owned(),
    };
    format!("Bearer error=\"invalid_token\", error_description=\"{description}\"")
}

const fn message(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Missing => "Send the header Authorization: Bearer <access token>.",
        Refusal::Malformed => "The token cannot be read; send access_token unmodified.",
        Refusal::WrongAudience { .. } => {
            "The token lacks the scope of this host; request one with that scope."
        }
        Refusal::WrongIssuer { .. } => {
            "The token is from the other environment; fetch one from this environment's identity host."
        }
        Refusal::Expired { .. } => "The token expired; request a new one.",
        Refusal::ClientRefused => "The client is disabled or deleted.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_has_its_text() {
        let at = chrono::DateTime::from_timestamp(1_795_182_359, 0).unwrap();
        let cases = [
            (Refusal::Missing, "Bearer"),
            (Refusal::Malformed, r#"Bearer error="invalid_token""#),
            (
                Refusal::WrongAudience {
                    audience: vec!["a".to_owned(), "b".to_owned()],
                },
                r#"Bearer error="invalid_token", error_description="The audience 'a, b' is invalid""#,
            ),
            (
                Refusal::WrongIssuer {
                    issuer: "http://h/production/identity".to_owned(),
                },
                r#"Bearer error="invalid_token", error_description="The issuer 'http://h/production/identity' is invalid""#,
            ),
            (
                Refusal::Expired { at },
                r#"Bearer error="invalid_token", error_description="The token expired at '11/20/2026 13:45:59'""#,
            ),
        ];
        for (refusal, text) in cases {
            assert_eq!(challenge(&refusal), text);
        }
    }
}
