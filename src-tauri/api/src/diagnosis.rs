//! The meaning of a 401, read from `WWW-Authenticate` (specification: 401 diagnosis).

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
        /// Time of expiry, where it could be read.
        at: Option<DateTime<Utc>>,
    },
    /// The token arrived damaged.
    Malformed,
    /// No token arrived.
    NoToken,
    /// Refused for another reason.
    Refused {
        /// The service's own words, where it has some.
        description: Option<String>,
    },
}

impl Diagnosis {
    /// Reads the values of all `WWW-Authenticate` headers of an answer.
    ///
    /// Several failures can be joined in one description; the environment counts before the
    /// scope and the scope before the age, since each is pointless to mend before the other.
    #[must_use]
    pub fn read<'a>(headers: impl IntoIterator<Item = &'a str>) -> Self {
        let Some(challenge) = headers.into_iter().find_map(bearer) else {
            return Self::Refused { description: None };
        };
        let Some(error) = parameter(challenge, "error") else {
            return Self::NoToken;
        };
        let description = parameter(challenge, "error_description");
        if !error.eq_ignore_ascii_case("invalid_token") {
            let said = description.unwrap_or(error);
            return Self::refused(&said);
        }
        let Some(description) = description else {
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
        Self::refused(&description)
    }

    fn refused(said: &str) -> Self {
        Self::Refused {
            description: Some(crate::error::plain(said.trim())).filter(|said| !said.is_empty()),
        }
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
            Self::Malformed => {
                f.write_str("the token arrived damaged; enter it exactly as it was issued")
            }
            Self::NoToken => {
                f.write_str("no token arrived at the service; something on the way removed it")
            }
            // The service's own words follow the sentence of the error.
            Self::Refused { .. } => f.write_str("the service refused the token"),
        }
    }
}

/// The parameters of the Bearer challenge in a header that may hold several challenges.
fn bearer(header: &str) -> Option<&str> {
    let mut quoted = false;
    let mut start = true;
    for (index, c) in header.char_indices() {
        if start && !quoted {
            let rest = header.get(index..)?;
            if let Some(word) = rest.get(..6)
                && word.eq_ignore_ascii_case("bearer")
                && rest
                    .get(6..)
                    .is_some_and(|after| after.is_empty() || after.starts_with([' ', ',', '\t']))
            {
                return rest.get(6..);
            }
        }
        match c {
            '"' => quoted = !quoted,
            ',' | ' ' | '\t' => start = true,
            _ => start = false,
        }
    }
    None
}

/// The value of one parameter, unquoted; names inside quoted values do not count.
fn parameter(challenge: &str, name: &str) -> Option<String> {
    let mut rest = challenge;
    loop {
        rest = rest.trim_start_matches([' ', ',', '\t']);
        let (key, after) = rest.split_once('=')?;
        let (value, after) = value(after.trim_start());
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = after;
    }
}

fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ']).unwrap_or(text.len());
        let (value, rest) = text.split_at(end);
        return (value.to_owned(), rest);
    };
    let mut out = String::new();
    let mut escaped = false;
    for (index, c) in quoted.char_indices() {
        match c {
            _ if escaped => {
                out.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => return (out, quoted.get(index + 1..).unwrap_or_default()),
            _ => out.push(c),
        }
    }
    (out, "")
}

/// Returns the text in single quotes after a word of the description.
fn quoted_after(description: &str, word: &str) -> Option<String> {
    let at = description.to_ascii_lowercase().find(word)?;
    let rest = description.get(at + word.len()..)?;
    let (_, inner) = rest.split_once('\'')?;
    // The token's own values stand inside and may hold a quote; what follows the last quote
    // of this failure is ` is invalid` or the end, and failures are joined by `; `.
    let failure = inner.split("; The ").next().unwrap_or(inner);
    let end = failure.rfind('\'')?;
    failure.get(..end).map(crate::error::plain)
}

fn timestamp(text: &str) -> Option<DateTime<Utc>> {
    NaiveDateTime::parse_from_str(text, "%m/%d/%Y %H:%M:%S")
        .ok()
        .map(|at| at.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_specification_is_told_apart() {
        let at = "2026-11-20T12:34:56Z".parse().ok();
        let token = r#"Bearer error="invalid_token""#;
        for (header, expected) in [
            (
                format!(
                    r#"{token}, error_description="The audience 'reportingapiv1, x' is invalid""#
                ),
                Diagnosis::WrongScope {
                    audience: "reportingapiv1, x".into(),
                },
            ),
            (
                format!(r#"{token}, error_description="The issuer 'https://a/test' is invalid""#),
                Diagnosis::WrongEnvironment {
                    issuer: "https://a/test".into(),
                },
            ),
            (
                format!(
                    r#"{token}, error_description="The token expired at '11/20/2026 12:34:56'""#
                ),
                Diagnosis::Expired { at },
            ),
            (token.to_owned(), Diagnosis::Malformed),
            ("Bearer".to_owned(), Diagnosis::NoToken),
        ] {
            assert_eq!(Diagnosis::read([header.as_str()]), expected, "{header}");
        }
    }

    #[test]
    fn other_spellings_and_neighbours_are_read() {
        for (header, expected) in [
            (
                r#"bearer realm="x", ERROR=invalid_token"#,
                Diagnosis::Malformed,
            ),
            (r#"Negotiate, Bearer"#, Diagnosis::NoToken),
            (
                r#"Basic realm="Bearer x", Bearer error="invalid_token""#,
                Diagnosis::Malformed,
            ),
            (r#"Bearer realm="error=invalid_token""#, Diagnosis::NoToken),
            (
                r#"Bearer error="insufficient_scope""#,
                Diagnosis::refused("insufficient_scope"),
            ),
            (
                r#"Bearer error="invalid_token", error_description="The signature key was not found""#,
                Diagnosis::refused("The signature key was not found"),
            ),
            (
                r#"Bearer error="invalid_token", error_description="The token expired yesterday""#,
                Diagnosis::Expired { at: None },
            ),
            (
                r#"Bearer error="invalid_token", error_description="The audience 'a' is invalid; The issuer 'b' is invalid""#,
                Diagnosis::WrongEnvironment { issuer: "b".into() },
            ),
            (
                r#"Basic realm="x""#,
                Diagnosis::Refused { description: None },
            ),
            ("", Diagnosis::Refused { description: None }),
        ] {
            assert_eq!(Diagnosis::read([header]), expected, "{header}");
        }
        assert_eq!(
            Diagnosis::read([]),
            Diagnosis::Refused { description: None }
        );
    }

    proptest::proptest! {
        #[test]
        fn no_header_breaks_the_reader(header in ".{0,80}", tail in "[\"', =\\\\a-zæ]{0,30}") {
            drop(Diagnosis::read([header.as_str(), &format!("Bearer error{tail}")]));
        }
    }
}
