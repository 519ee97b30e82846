//! The JSON body of a request, read strictly: what is malformed or of a wrong type is 400
//! with a message that names the place.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use super::json_place;
use crate::error::{ApiError, Stalled};

/// Objects and arrays within each other; no body of the specification has more than three.
const DEPTH_LIMIT: usize = 32;
/// A message quotes what was sent; it need not quote all of it.
const MESSAGE_LIMIT_CHARS: usize = 300;

/// The JSON body of a request; property names in any case.
///
/// Must be the last argument of a handler. Refused with 400: another content type, no body,
/// text that is not UTF-8 or not JSON, a property twice, a value of a wrong type, deep
/// nesting. A body over the limit of the routes is 413, one that stops arriving 408.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T, S> FromRequest<S> for JsonBody<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        check_content_type(request.headers())?;
        let bytes = Bytes::from_request(request, state).await.map_err(unread)?;
        read(&bytes).map(Self)
    }
}

/// A body without a content type is taken as JSON.
fn check_content_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else {
        return Ok(());
    };
    let essence = value
        .to_str()
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let json = essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"));
    if json {
        return Ok(());
    }
    Err(invalid("The content type must be application/json."))
}

fn unread(rejection: BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "PayloadTooLarge",
            "The body is larger than this endpoint takes.",
        );
    }
    if Stalled::caused(&rejection) {
        return ApiError::stalled();
    }
    invalid("The body could not be read to its end.")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let text = std::str::from_utf8(bytes).map_err(|_| invalid("The body is not UTF-8."))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ApiError::bad_request(
            "ArgumentIsNull",
            "The body is required and must be JSON.",
        ));
    }
    if json_place::is_deeper_than(text, DEPTH_LIMIT) {
        return Err(invalid("The body is nested too deeply."));
    }
    fielddesk_model::from_slice(text.as_bytes()).map_err(|error| {
        let place = json_place::at(text, error.line(), error.column());
        let said: String = error
            .to_string()
            .chars()
            .take(MESSAGE_LIMIT_CHARS)
            .collect();
        invalid(if place.is_empty() {
            format!("The body cannot be read: {said}.")
        } else {
            format!("The body cannot be read: {place}: {said}.")
        })
    })
}

fn invalid(message: impl Into<String>) -> ApiError {
    ApiError::bad_request("InvalidBody", message)
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;
    use fielddesk_model::UserChange;

    use super::*;

    async fn refusal(body: &[u8]) -> (u16, String) {
        let error = read::<UserChange>(body).err().unwrap();
        let response = error.into_response();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 10_000)
            .await
            .unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_400_and_names_the_place() {
        let deep = format!(r#"{{"other":{}1{}}}"#, "[".repeat(40), "]".repeat(40));
        let cases: &[(&[u8], &str)] = &[
            (b"", "ArgumentIsNull"),
            (b" \n", "ArgumentIsNull"),
            (b"null", "InvalidBody"),
            (b"[]", "InvalidBody"),
            (br#""text""#, "InvalidBody"),
            (b"{", "InvalidBody"),
            (br#"{"email":"a"} x"#, "InvalidBody"),
            (b"{\"email\":\"\xff\"}", "not UTF-8"),
            (b"{\"other\":\"\xff\"}", "not UTF-8"),
            (br#"{"email":"\ud800"}"#, "email: "),
            (
                br#"{"firstName":"Kari","employeeNumber":5}"#,
                "employeeNumber: invalid type",
            ),
            (br#"{"payroll":"true"}"#, "payroll: invalid type"),
            (br#"{"email":"a","Email":"b"}"#, "duplicate field `email`"),
            (
                br#"{"immediateSupervisors":[{"primary":true}]}"#,
                "missing field `supervisorId`",
            ),
            (
                br#"{"tags":[{"name":"a","enabled":1}]}"#,
                "tags[0].enabled: ",
            ),
            (deep.as_bytes(), "too deeply"),
        ];
        for (body, expected) in cases {
            let (status, said) = refusal(body).await;
            assert_eq!(status, 400);
            assert!(
                said.contains(expected),
                "{} gave {said}",
                body.escape_ascii()
            );
        }
    }

    #[test]
    fn names_are_read_in_any_case_and_unknown_ones_ignored() {
        let change: UserChange =
            read("\u{feff}{\"EMPLOYEENUMBER\":\"7\",\"immediateSupervisorDetails\":[]}".as_bytes())
                .ok()
                .unwrap();
        assert_eq!(change.employee_number.value().as_deref(), Some("7"));
    }

    #[test]
    fn the_content_type_must_be_json_where_it_is_named() {
        let check = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(text));
            check_content_type(&headers).is_ok()
        };
        assert!(check("application/json; charset=utf-8") && check("Application/JSON"));
        assert!(check("application/merge-patch+json"));
        assert!(!check("text/plain") && !check("text/json+x") && !check(""));
        assert!(check_content_type(&HeaderMap::new()).is_ok());
    }
}
