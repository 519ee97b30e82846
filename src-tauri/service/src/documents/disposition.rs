//! `Content-Disposition` in both directions: names of uploaded parts, names of downloads.

use axum::http::HeaderValue;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::extract::percent_decode;

/// Characters that RFC 8187 allows beside letters and digits.
const EXTENDED_VALUE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// The fields of a part's disposition.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) name: Option<String>,
    pub(super) file_name: Option<String>,
}

/// Reads a part's disposition the way browsers write it: raw UTF-8 between quotes, with
/// `%22`, `%0D` and `%0A` for what would break the header. `\"` is read too, and
/// `filename*` wins where there is one. Anything else, a `%41` too, is part of the name.
pub(super) fn parse(value: &str) -> Fields {
    let mut fields = Fields::default();
    let mut extended = None;
    let mut rest = value;
    while let Some((_, after)) = rest.split_once(';') {
        let Some((key, after)) = after.split_once('=') else {
            break;
        };
        let (text, quoted, tail) = take_value(after.trim_start());
        rest = tail;
        match key.trim().to_ascii_lowercase().as_str() {
            "name" => fields.name = Some(unescape(text, quoted)),
            "filename" => fields.file_name = Some(unescape(text, quoted)),
            "filename*" => extended = extended_value(text),
            _ => {}
        }
    }
    fields.file_name = extended.or(fields.file_name);
    fields
}

/// Splits a value from what follows; the tail begins at the next `;` or is empty.
fn take_value(text: &str) -> (&str, bool, &str) {
    let Some(inner) = text.strip_prefix('"') else {
        let end = text.find(';').unwrap_or(text.len());
        return (text[..end].trim(), false, &text[end..]);
    };
    let mut from = 0;
    while let Some(at) = inner[from..].find('"').map(|at| at + from) {
        let escaped = inner[..at].ends_with('\\');
        // A name may end in a backslash, raw: then no other quote closes it.
        if !escaped || !inner[at + 1..].contains('"') {
            let tail = &inner[at + 1..];
            let tail = tail.find(';').map_or("", |next| &tail[next..]);
            return (&inner[..at], true, tail);
        }
        from = at + 1;
    }
    (inner, true, "")
}

fn unescape(text: &str, quoted: bool) -> String {
    if !quoted {
        return text.to_owned();
    }
    text.replace("\\\"", "\"")
        .replace("%22", "\"")
        .replace("%0D", "\r")
        .replace("%0d", "\r")
        .replace("%0A", "\n")
        .replace("%0a", "\n")
}

/// RFC 8187: `charset'language'percent-encoded`.
fn extended_value(text: &str) -> Option<String> {
    let mut parts = text.trim_matches('"').splitn(3, '\'');
    let (charset, _, encoded) = (parts.next()?, parts.next()?, parts.next()?);
    charset
        .eq_ignore_ascii_case("utf-8")
        .then(|| percent_decode(encoded))
        .flatten()
}

/// The header of a download: an ASCII fallback in quotes and the exact name beside it.
/// Nothing of the name can end the header or begin another.
pub(super) fn attachment(name: &str) -> HeaderValue {
    let fallback: String = name
        .chars()
        .map(|c| match c {
            '"' | '\\' | '%' => '_',
            ' '..='~' => c,
            _ => '_',
        })
        .collect();
    let mut text = format!("attachment; filename=\"{fallback}\"; filename*=UTF-8''");
    text.extend(utf8_percent_encode(name, EXTENDED_VALUE));
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file_name(value: &str) -> String {
        parse(value).file_name.unwrap()
    }

    #[test]
    fn names_are_read_as_browsers_send_them() {
        for (value, name) in [
            (
                r#"form-data; name="file"; filename="Plan Å 1.pdf""#,
                "Plan Å 1.pdf",
            ),
            (
                r#"form-data; name="file"; filename="a%22b.pdf""#,
                "a\"b.pdf",
            ),
            (r#"form-data; name="file"; filename="a\"b.pdf""#, "a\"b.pdf"),
            (r#"form-data; name="file"; filename="%41.pdf""#, "%41.pdf"),
            (
                r#"form-data; name="file"; filename="a;b=c.pdf""#,
                "a;b=c.pdf",
            ),
            (r#"form-data; name="file"; filename="a%0D%0Ab""#, "a\r\nb"),
            (
                r#"form-data; name="file"; filename="C:\dir\a.pdf""#,
                r"C:\dir\a.pdf",
            ),
            (r#"form-data; name="file"; filename="ends\""#, r"ends\"),
            (
                r#"form-data; filename="../../etc/passwd"; name="file""#,
                "../../etc/passwd",
            ),
            ("form-data; name=file; filename=plain.pdf", "plain.pdf"),
            (
                r#"form-data; name="file"; filename="x.pdf"; filename*=UTF-8''%C3%A6%20y.pdf"#,
                "æ y.pdf",
            ),
            (
                r#"form-data; name="file"; filename="x.pdf"; filename*=odd"#,
                "x.pdf",
            ),
        ] {
            assert_eq!(file_name(value), name, "{value}");
            assert_eq!(parse(value).name.as_deref(), Some("file"), "{value}");
        }
    }

    #[test]
    fn a_part_without_file_name_has_none() {
        assert_eq!(parse(r#" form-data; name="note""#).file_name, None);
        assert_eq!(parse(""), Fields::default());
    }

    proptest! {
        /// Names of our client come back: quotes and line breaks encoded, the rest raw. Names with
        /// those escapes in them are ambiguous in every browser and left out.
        #[test]
        fn every_name_survives_the_way_in(name in "[^\u{0}\"]{1,40}") {
            prop_assume!(!["%22", "%0D", "%0d", "%0A", "%0a"].iter().any(|e| name.contains(e)));
            let sent = name.replace('\r', "%0D").replace('\n', "%0A");
            let value = format!("form-data; name=\"file\"; filename=\"{sent}\"");
            prop_assert_eq!(file_name(&value), name);
        }

        #[test]
        fn every_name_survives_the_way_out(name in ".{1,60}") {
            let header = attachment(&name);
            let text = header.to_str().unwrap();
            prop_assert!(text.bytes().all(|b| (b' '..=b'~').contains(&b)), "header injection");
            prop_assert_eq!(text.matches('"').count(), 2);
            let encoded = text.split_once("UTF-8''").unwrap().1;
            // Also a name with U+0000 that was stored before such were refused.
            let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8();
            prop_assert_eq!(decoded.unwrap(), name);
        }
    }
}
