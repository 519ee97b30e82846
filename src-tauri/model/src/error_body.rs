//! Error bodies in all the shapes that services of this family send (specification: Errors).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The simple error body, which ours writes everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// A code for programs.
    pub error: String,
    /// A sentence for people.
    pub message: String,
}

/// One entry of a v5 validation error.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidationError {
    /// Kind of problem.
    #[serde(default)]
    pub category: String,
    /// A code for programs.
    #[serde(default)]
    pub code: String,
    /// The field, sometimes with a capital.
    #[serde(default)]
    pub field: String,
    /// A sentence for people.
    #[serde(default)]
    pub message: String,
}

/// Reads an error body of any known shape: simple, v5 list, token error, nested, plain text.
///
/// Returns code, message and field, each where the body has it. HTML and empty bodies give
/// nothing: they come from a proxy, not from the service.
#[must_use]
pub fn read_error_body(body: &[u8]) -> (Option<String>, Option<String>, Option<String>) {
    let text = String::from_utf8_lossy(body);
    let text = text.trim();
    if text.is_empty() || text.starts_with('<') {
        return (None, None, None);
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return (None, Some(text.chars().take(500).collect()), None);
    };
    if let Value::String(message) = value {
        return (None, Some(message), None);
    }
    let nested = get(&value, "error").filter(|inner| inner.is_object());
    let source = nested.unwrap_or(&value);
    let entry = get(source, "errors").and_then(|list| list.get(0));
    let code = text_of(source, "error")
        .or_else(|| text_of(source, "code"))
        .or_else(|| entry.and_then(|entry| text_of(entry, "code")));
    let message = text_of(source, "message")
        .or_else(|| text_of(source, "error_description"))
        .or_else(|| entry.and_then(|entry| text_of(entry, "message")));
    let field = entry.and_then(|entry| text_of(entry, "field"));
    (code, message, field)
}

fn get<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let object = value.as_object()?;
    object
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

fn text_of(value: &Value, name: &str) -> Option<String> {
    get(value, name)
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_shape_is_read() {
        let some = |text: &str| Some(text.to_owned());
        let cases = [
            (
                r#"{"error":"ArgumentIsNull","message":"id"}"#,
                (some("ArgumentIsNull"), some("id"), None),
            ),
            (
                r#"{"message":"Bad","errors":[{"category":"c","code":"ValidationError","field":"Phone","message":"m"}]}"#,
                (some("ValidationError"), some("Bad"), some("Phone")),
            ),
            (
                r#"{"error":"invalid_scope"}"#,
                (some("invalid_scope"), None, None),
            ),
            (
                r#"{"error":{"message":"broken"}}"#,
                (None, some("broken"), None),
            ),
            (
                r#"{"Error":"X","Message":"y"}"#,
                (some("X"), some("y"), None),
            ),
            ("gone fishing", (None, some("gone fishing"), None)),
            ("<html><body>Sign in</body></html>", (None, None, None)),
            ("", (None, None, None)),
        ];
        for (body, expected) in cases {
            assert_eq!(read_error_body(body.as_bytes()), expected, "{body}");
        }
    }
}
