//! The place where a JSON text cannot be read: its path, the expected value and the value found.

use std::fmt;

use crate::LeftOut;

/// A place in a JSON text that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// As in `[17].serviceDate`; empty for the whole text.
    path: String,
    expected: String,
    /// At most 80 characters from the place on.
    found: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "at {}: ", self.path)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl Place {
    /// Returns the place of a reader's error.
    #[must_use]
    pub fn of(error: &serde_json::Error, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let offset = offset(&text, error.line(), error.column());
        let (path, start) = locate(&text, offset);
        let found = text.get(start..).unwrap_or_default().trim_start();
        let found: String = found.chars().take(LeftOut::EXCERPT).collect();
        Self {
            path,
            expected: expected(error),
            found: match found.as_str() {
                "" => "nothing".to_owned(),
                _ => found,
            },
        }
    }
}

/// The reader's own word for what it wanted; its whole sentence would repeat what it read.
fn expected(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    match error.classify() {
        Category::Data => {
            let said = error.to_string();
            let wanted = said.split_once("expected ").map(|(_, wanted)| wanted);
            let wanted = wanted.map(|wanted| wanted.split(" at line ").next().unwrap_or(wanted));
            wanted.unwrap_or("something else").to_owned()
        }
        Category::Eof => "more of it".to_owned(),
        Category::Syntax | Category::Io => "JSON".to_owned(),
    }
}

/// The byte that a line and a column, both from 1, mean.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    lines.map(str::len).sum::<usize>() + column
}

/// A list or an object that is open.
enum Open {
    List(usize),
    Object { key: String, in_value: bool },
}

/// The path of the value at an offset, and where it begins.
fn locate(text: &str, offset: usize) -> (String, usize) {
    let mut open: Vec<Open> = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let mut length = next.len_utf8();
        match next {
            ',' => match open.last_mut() {
                Some(Open::List(index)) => *index += 1,
                Some(Open::Object { in_value, .. }) => *in_value = false,
                None => {}
            },
            ':' => {
                if let Some(Open::Object { in_value, .. }) = open.last_mut() {
                    *in_value = true;
                }
            }
            ']' | '}' => {
                open.pop();
            }
            ' ' | '\t' | '\r' | '\n' => {}
            _ => {
                length = token(rest);
                let name = match open.last_mut() {
                    Some(Open::Object {
                        key,
                        in_value: false,
                    }) => {
                        *key = rest
                            .get(..length)
                            .unwrap_or_default()
                            .trim_matches('"')
                            .to_owned();
                        true
                    }
                    _ => false,
                };
                if !name {
                    start = at;
                    if at + length >= offset {
                        break;
                    }
                    match next {
                        '[' => open.push(Open::List(0)),
                        '{' => open.push(Open::Object {
                            key: String::new(),
                            in_value: false,
                        }),
                        _ => {}
                    }
                }
            }
        }
        at += length;
        if at >= offset {
            break;
        }
    }
    (path(&open), start)
}

/// Length of a bracket, a text or a word, in bytes.
fn token(rest: &str) -> usize {
    match rest.chars().next() {
        Some('[' | '{') => 1,
        Some('"') => {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, c)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |(end, _)| end + 1)
        }
        _ => {
            let ends = |c: char| c.is_whitespace() || ",:[]{}\"".contains(c);
            rest.find(ends).unwrap_or(rest.len()).max(1)
        }
    }
}

fn path(open: &[Open]) -> String {
    let mut path = String::new();
    for one in open {
        match one {
            Open::List(index) => path.push_str(&format!("[{index}]")),
            Open::Object { key, .. } if key.is_empty() => {}
            Open::Object { key, .. } if path.is_empty() => path.push_str(key),
            Open::Object { key, .. } => path.push_str(&format!(".{key}")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use crate::{Listed, Machine, Page, Trip, UploadResponse};

    use super::*;

    fn place<T: serde::de::DeserializeOwned>(text: &str) -> String {
        let error = crate::from_slice::<T>(text.as_bytes()).err().unwrap();
        Place::of(&error, text.as_bytes()).to_string()
    }

    #[test]
    fn the_path_what_was_expected_and_what_was_found_are_told() {
        assert_eq!(
            place::<Listed<Machine>>(r#"{"items": []}"#),
            r#"expected a list of records, found {"items": []}"#
        );
        assert_eq!(
            place::<Page<Trip>>(r#"{"data": "none", "continuationToken": ""}"#),
            r#"at data: expected a list of records, found "none", "continuationToken": ""}"#
        );
        assert_eq!(
            place::<Listed<Machine>>("[{\"id\":\"a\"},\n {\"id\": \"b\", \"name\": nonsense}]"),
            "at [1].name: expected JSON, found nonsense}]"
        );
        assert_eq!(
            place::<Listed<Machine>>(r#"[{"id":"a","serviceDate":"2026-"#),
            r#"at [0].serviceDate: expected more of it, found "2026-"#
        );
        assert_eq!(
            place::<UploadResponse>("It works!"),
            "expected JSON, found It works!"
        );
        assert_eq!(place::<Machine>(""), "expected more of it, found nothing");
        assert_eq!(place::<Machine>(&"x".repeat(200)).chars().count(), 21 + 80);
    }
}
