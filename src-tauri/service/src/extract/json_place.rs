//! The path of a position in a JSON text, as `tags[0].enabled`, and the depth of its nesting.
//!
//! Looks at the structure alone: whether the text is JSON at all is the reader's business.

/// An open level of nesting.
enum Level<'a> {
    Object { key: &'a str, at_key: bool },
    Array { index: usize },
}

/// True when objects and arrays lie deeper within each other than the limit.
pub(super) fn is_deeper_than(text: &str, limit: usize) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth > limit {
                    return true;
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// The names and indexes that lead to a place given by line and column, both from one;
/// empty at the top.
pub(super) fn at(text: &str, line: usize, column: usize) -> String {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let end = text.len().min(start + column);
    written(&levels(text, end))
}

/// The levels open at a byte of the text.
fn levels(text: &str, end: usize) -> Vec<Level<'_>> {
    let mut levels = Vec::new();
    let bytes = text.as_bytes();
    let mut position = 0;
    // The last byte is the one the reader stumbled over: a bracket there closes what is meant.
    while position < end {
        match bytes.get(position) {
            Some(b'"') => {
                let close = string_end(bytes, position + 1);
                if let Some(Level::Object { key, at_key: true }) = levels.last_mut() {
                    *key = text.get(position + 1..close).unwrap_or_default();
                }
                position = close;
            }
            Some(b'{') => levels.push(Level::Object {
                key: "",
                at_key: true,
            }),
            Some(b'[') => levels.push(Level::Array { index: 0 }),
            Some(b'}' | b']') if position + 1 < end => {
                levels.pop();
            }
            Some(b':') => {
                if let Some(Level::Object { at_key, .. }) = levels.last_mut() {
                    *at_key = false;
                }
            }
            Some(b',') => match levels.last_mut() {
                Some(Level::Object { at_key, .. }) => *at_key = true,
                Some(Level::Array { index }) => *index += 1,
                None => {}
            },
            _ => {}
        }
        position += 1;
    }
    levels
}

/// The position of the quote that ends a string, or the end of the text.
fn string_end(bytes: &[u8], mut position: usize) -> usize {
    while let Some(byte) = bytes.get(position) {
        match byte {
            b'"' => break,
            b'\\' => position += 2,
            _ => position += 1,
        }
    }
    position.min(bytes.len())
}

fn written(levels: &[Level<'_>]) -> String {
    let mut place = String::new();
    for level in levels {
        match level {
            Level::Object { key: "", .. } => {}
            Level::Object { key, .. } => {
                if !place.is_empty() {
                    place.push('.');
                }
                place.extend(key.chars().take(60));
            }
            Level::Array { index } => place.push_str(&format!("[{index}]")),
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_by_its_keys_and_indexes() {
        let text = "{\"a\":\"x,]}\",\n \"tags\":[{\"name\":\"b\"},{\"name\":5}]}";
        let place = |needle: &str| {
            let offset = text.find(needle).unwrap() + needle.len();
            let line = text[..offset].matches('\n').count() + 1;
            let column = offset - text[..offset].rfind('\n').map_or(0, |at| at + 1);
            at(text, line, column)
        };
        assert_eq!(place("\"x,]}\""), "a");
        assert_eq!(place("\"b\""), "tags[0].name");
        assert_eq!(place("5"), "tags[1].name");
        assert_eq!(at(text, 1, 1), "");
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        assert!(!is_deeper_than(r#"{"a":"[[[[\"[["}"#, 1));
        assert!(is_deeper_than("[[1]]", 1));
        assert!(!is_deeper_than("[1],[2]", 1), "beside each other");
    }

    #[test]
    fn a_broken_text_does_not_matter() {
        for text in ["\"", "{\"a", "}}}", "{\"\\", "å{\"ø\":"] {
            at(text, 1, 99);
            at(text, 7, 1);
        }
    }
}
