//! Extractors that refuse in the specification's error body: path segments, query
//! parameters whose names may be written in any case, and JSON bodies.

mod json;
mod json_place;

pub(crate) use json::JsonBody;

use std::borrow::Cow;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// Path segments, percent-decoded.
pub(crate) struct Segments<T>(pub(crate) T);

/// A path with U+0000 names nothing: PostgreSQL keeps no such text.
impl<T, S> FromRequestParts<S> for Segments<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if parts.uri.path().contains("%00") {
            return Err(ApiError::not_found(
                "The path names no record: U+0000 is in no id and no number.",
            ));
        }
        let Path(segments) = Path::<T>::from_request_parts(parts, state)
            .await
            .map_err(|_| {
                ApiError::bad_request("InvalidPath", "The path is not percent-encoded UTF-8.")
            })?;
        Ok(Self(segments))
    }
}

/// The query parameters.
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    #[cfg(test)]
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The first parameter of this name, whatever its case.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// A boolean parameter; left out or empty is false.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, ApiError> {
        match self.text(name).map(str::trim) {
            None | Some("") => Ok(false),
            Some(text) if text.eq_ignore_ascii_case("true") || text == "1" => Ok(true),
            Some(text) if text.eq_ignore_ascii_case("false") || text == "0" => Ok(false),
            Some(_) => Err(ApiError::bad_request(
                "InvalidParameter",
                format!("The parameter {name} must be true or false."),
            )),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        form_pairs(parts.uri.query().unwrap_or_default())
            .map(Self)
            .ok_or_else(|| {
                ApiError::bad_request(
                    "InvalidQuery",
                    "The query is not percent-encoded UTF-8, or holds U+0000.",
                )
            })
    }
}

/// Pairs of a query or form body; none when it is not UTF-8 once decoded.
pub(crate) fn form_pairs(text: &str) -> Option<Vec<(String, String)>> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((form_decode(name)?, form_decode(value)?))
        })
        .collect()
}

/// Decodes `+` and `%XX`; a `%` that begins no escape stays as it is.
pub(crate) fn form_decode(text: &str) -> Option<String> {
    percent_decode(&text.replace('+', " "))
}

/// Decodes `%XX`; none when the result is not UTF-8 or holds U+0000, which no store keeps.
pub(crate) fn percent_decode(text: &str) -> Option<String> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    let decoded = decoded.ok().map(Cow::into_owned);
    decoded.filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_in_any_case_and_decoded() {
        let parameters =
            Parameters(form_pairs("SECTION=Tegninger+VA%20%C3%A6&replaceX=TRUE&a=100%").unwrap());
        assert_eq!(parameters.text("section"), Some("Tegninger VA æ"));
        assert!(parameters.flag("ReplaceX").unwrap());
        assert!(!parameters.flag("absent").unwrap());
        assert_eq!(parameters.text("A"), Some("100%"));
        assert!(parameters.flag("section").is_err());
    }

    #[test]
    fn what_is_not_utf8_or_holds_u_0000_is_refused() {
        assert!(form_pairs("section=%FF").is_none());
        assert!(form_pairs("section=a%00b").is_none());
    }
}
