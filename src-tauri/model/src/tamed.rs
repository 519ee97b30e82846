//! JSON that cannot be read as a whole because of a few bytes, made readable.

/// Returns the text with what no reader of JSON takes made harmless: a number beyond what a
/// computer holds becomes a text, a byte that is no UTF-8 the mark for one, a byte order mark goes.
///
/// `None` where there is nothing of the kind. Slow: for texts that could not be read.
#[must_use]
pub fn tamed(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '"' => text_length(rest),
            '-' | '0'..='9' => number_length(rest),
            other => other.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        let endless = token.parse().is_ok_and(|number: f64| number.is_infinite());
        if endless && next != '"' {
            out.extend(["\"", token, "\""]);
        } else {
            out.push_str(token);
        }
        rest = after;
    }
    (out.as_bytes() != bytes).then(|| out.into_bytes())
}

/// Length of a JSON text with its quotes, in bytes.
fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn number_length(rest: &str) -> usize {
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
    rest.find(|c: char| !in_number(c)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_read_is_changed() {
        let text = r#"{"a":1e400,"b":"1e400 \" 2e999","c":[-1E+999,12.5e3,7]}"#;
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err());
        let tame = tamed(text.as_bytes()).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&tame).unwrap();
        assert_eq!(
            read,
            serde_json::json!({"a": "1e400", "b": "1e400 \" 2e999", "c": ["-1E+999", 12.5e3, 7]})
        );
        assert_eq!(tamed(&tame), None);
        assert_eq!(
            tamed(b"\xef\xbb\xbf[\"\xe6\"]").unwrap(),
            "[\"\u{fffd}\"]".as_bytes()
        );
    }
}
