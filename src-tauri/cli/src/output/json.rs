//! JSON for programs: one document, harmless on a terminal too.

use fielddesk_core::Failure;
use serde::Serialize;

use super::Mask;

/// An error as programs read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ErrorDocument {
    pub(super) kind: String,
    pub(super) message: String,
    pub(super) fix: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    /// The server's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
}

impl From<&Failure> for ErrorDocument {
    fn from(failure: &Failure) -> Self {
        Self {
            kind: failure.kind.as_str().to_owned(),
            message: failure.message.clone(),
            fix: failure.fix.clone(),
            status: failure.status,
            code: failure.code.clone(),
            field: failure.field.clone(),
            server: failure.server().map(str::to_owned),
        }
    }
}

impl ErrorDocument {
    /// What is no failure but has to be told: it waits for a person, or it differs.
    pub(crate) fn told(kind: &str, message: &str, fix: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            message: message.to_owned(),
            fix: fix.to_owned(),
            status: None,
            code: None,
            field: None,
            server: None,
        }
    }
}

/// The document with its line end.
pub(crate) fn one_document<T: Serialize>(document: &T, mask: &Mask) -> Result<String, Failure> {
    let text = serde_json::to_string(document).map_err(Failure::internal)?;
    Ok(format!("{}\n", harmless(&mask.hide(&text))))
}

/// The error document without a line end.
pub(crate) fn error_json(error: ErrorDocument, mask: &Mask) -> String {
    #[derive(Serialize)]
    struct Whole {
        error: ErrorDocument,
    }
    let kind = error.kind.clone();
    let whole = Whole { error };
    // Text and numbers alone cannot fail to serialise; the kind is told in any case.
    let text = serde_json::to_string(&whole)
        .unwrap_or_else(|_| format!(r#"{{"error":{{"kind":"{kind}"}}}}"#));
    harmless(&mask.hide(&text))
}

/// Escapes what JSON allows in a text but a terminal would act on: it means the same.
fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_acted_on(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// A document has no such character outside of a text: there it could not be escaped.
fn is_acted_on(c: char) -> bool {
    let mut buffer = [0; 4];
    let text: &str = c.encode_utf8(&mut buffer);
    fielddesk_rules::file_name::shown(text) != text
}

#[cfg(test)]
mod tests {
    use fielddesk_core::FailureKind;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_document_means_the_same_and_holds_no_control_character() {
        let hostile = "a\u{1b}[2J\u{7f}\u{9b}31m\u{202e}\u{2028}\u{feff}\u{e0001} æ \"\\ \n";
        let text = one_document(&json!([{ "name": hostile }]), &Mask::default()).unwrap();
        assert!(
            text.ends_with('\n') && text.trim_end().chars().all(|c| !is_acted_on(c)),
            "{text}"
        );
        assert!(text.contains('æ'), "letters stay readable");
        let back: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back[0]["name"], hostile);
    }

    #[test]
    fn an_error_has_the_fields_of_the_interface_and_no_empty_ones() {
        let mut failure = Failure::new(FailureKind::NotFound, "There is none.", "Look.");
        let text = error_json((&failure).into(), &Mask::default());
        assert_eq!(
            text,
            r#"{"error":{"kind":"notFound","message":"There is none.","fix":"Look."}}"#
        );
        failure.status = Some(404);
        failure.code = Some("NotFound".into());
        failure.field = Some("id".into());
        let value: Value =
            serde_json::from_str(&error_json((&failure).into(), &Mask::default())).unwrap();
        assert_eq!(value["error"]["status"], 404);
        assert_eq!(value["error"]["code"], "NotFound");
        assert_eq!(value["error"]["field"], "id");
    }

    #[test]
    fn a_secret_is_hidden_even_where_json_escapes_it() {
        let mask = Mask::default();
        mask.add("se\"cret\\value");
        let text = one_document(&json!({"name": "x se\"cret\\value y"}), &mask).unwrap();
        assert_eq!(text, "{\"name\":\"x [hidden] y\"}\n");
    }
}
