//! Error bodies in all the shapes that services of this family send (specification: Errors).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The simple error body.
// Our service writes it everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Error))]
pub struct ErrorBody {
    /// A code for programs.
    pub error: String,
    /// A sentence for people.
    pub message: String,
}

/// An entry of a v5 validation error.
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

/// The words of an error body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrorWords {
    /// A code for programs.
    pub code: Option<String>,
    /// Every sentence for people, each about a field with its name before it.
    pub message: Option<String>,
    /// The first field that it is about.
    pub field: Option<String>,
}

/// Reads an error body of any known shape: simple, v5 list, problem details, token error,
/// nested, plain text.
///
/// HTML and empty bodies give nothing: they come from a proxy, not from the service.
#[must_use]
pub fn read_error_body(body: &[u8]) -> ErrorWords {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.starts_with('<') {
        return ErrorWords::default();
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return ErrorWords {
            message: Some(text.chars().take(500).collect()),
            ..ErrorWords::default()
        };
    };
    if let Value::String(message) = value {
        return ErrorWords {
            message: Some(message).filter(|message| !message.is_empty()),
            ..ErrorWords::default()
        };
    }
    let nested = get(&value, "error").filter(|inner| inner.is_object());
    let source = nested.unwrap_or(&value);
    let entries = entries(source);
    let first = entries.first();
    let message = first_of(source, &["message", "error_description", "detail", "title"]);
    let mut sentences: Vec<String> = message.into_iter().collect();
    for sentence in entries.iter().filter_map(Entry::sentence) {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    ErrorWords {
        code: first_of(source, &["error", "code"]).or_else(|| first?.code.clone()),
        message: Some(sentences.join(" ")).filter(|message| !message.is_empty()),
        field: entries.iter().find_map(|entry| entry.field.clone()),
    }
}

/// An entry of a list of errors.
struct Entry {
    code: Option<String>,
    field: Option<String>,
    message: Option<String>,
}

impl Entry {
    /// `Phone: must have a country code.`
    fn sentence(&self) -> Option<String> {
        let mut sentence = self.message.clone().or_else(|| self.code.clone())?;
        if let Some(field) = &self.field {
            sentence = format!("{field}: {sentence}");
        }
        if !sentence.ends_with(['.', '!', '?', ';']) {
            sentence.push('.');
        }
        Some(sentence)
    }
}

/// The complaints: a list of objects or texts (v5), or texts by field (problem details).
fn entries(source: &Value) -> Vec<Entry> {
    match get(source, "errors") {
        Some(Value::Array(list)) => list.iter().map(entry).collect(),
        Some(Value::Object(fields)) => {
            let of_field = |(field, said): (&String, &Value)| -> Vec<Entry> {
                let texts = match said {
                    Value::Array(list) => list.iter().map(plain).collect(),
                    one => vec![plain(one)],
                };
                let entry = |message| Entry {
                    code: None,
                    field: Some(field.clone()).filter(|field| !field.is_empty()),
                    message,
                };
                texts.into_iter().map(entry).collect()
            };
            fields.iter().flat_map(of_field).collect()
        }
        _ => Vec::new(),
    }
}

fn entry(said: &Value) -> Entry {
    Entry {
        code: text_of(said, "code"),
        field: first_of(said, &["field", "propertyName", "path"]),
        message: match said {
            Value::String(_) => plain(said),
            _ => first_of(said, &["message", "errorMessage", "detail"]),
        },
    }
}

fn plain(said: &Value) -> Option<String> {
    let text = said.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn first_of(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| text_of(value, name))
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
    fn every_known_shape_is_read_with_every_message() {
        for (body, code, message, field) in [
            (
                r#"{"error":"ArgumentIsNull","message":"id"}"#,
                "ArgumentIsNull",
                "id",
                "",
            ),
            (
                r#"{"message":"Bad","errors":[
                    {"category":"c","code":"ValidationError","field":"Phone","message":"No code"},
                    {"code":"ValidationError","field":"Email","message":"No at."},
                    {"code":"Closed"}, "Last"]}"#,
                "ValidationError",
                "Bad Phone: No code. Email: No at. Closed. Last.",
                "Phone",
            ),
            (
                r#"{"type":"t","title":"One or more validation errors occurred.","status":400,
                    "errors":{"name":["Too long."],"weight":["Below zero","Not whole"],"":["Odd"]}}"#,
                "",
                "One or more validation errors occurred. Odd. name: Too long. \
                 weight: Below zero. weight: Not whole.",
                "name",
            ),
            (
                r#"{"title":"Not Found","detail":"No machine 7."}"#,
                "",
                "No machine 7.",
                "",
            ),
            (r#"{"error":"invalid_scope"}"#, "invalid_scope", "", ""),
            (r#"{"error":{"message":"broken"}}"#, "", "broken", ""),
            (r#"{"Error":"X","Message":"y"}"#, "X", "y", ""),
            ("\"a text\"", "", "a text", ""),
            ("gone fishing", "", "gone fishing", ""),
            ("<html><body>Sign in</body></html>", "", "", ""),
            ("", "", "", ""),
            ("[]", "", "", ""),
        ] {
            let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            let expected = ErrorWords {
                code: some(code),
                message: some(message),
                field: some(field),
            };
            assert_eq!(read_error_body(body.as_bytes()), expected, "{body}");
        }
    }
}
