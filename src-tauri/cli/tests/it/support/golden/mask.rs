//! The one place that hides what differs from run to run: ids, moments, durations, ports, folders.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::lines::in_few_lines;

/// Members whose texts are ids of any form.
const IDS: [&str; 3] = ["mapping", "plan", "act"];

/// Members that are secrets.
const SECRETS: [&str; 2] = ["clientSecret", "access_token"];

/// Members whose numbers are moments or durations.
const TIMES: [&str; 3] = ["seconds", "sent", "verified"];

/// A list of more elements is cut: the first ones show their shape.
const SHOWN: usize = 2;

/// Documents in more lines than this are cut as well.
const LINES: usize = 10;

/// A document in more lines is shown by the names of its members.
const LONG: usize = 200;

const LOOPBACK: &str = "127.0.0.1:";

/// The ids that were hidden so far. Each keeps its number, so that a later line can name it.
#[derive(Default)]
pub(crate) struct Mask {
    folder: Option<String>,
    ids: Vec<String>,
}

impl Mask {
    /// Returns a mask that also hides where the folder of a test lies.
    pub(crate) fn of_folder(folder: &Path) -> Self {
        let folder = folder.components().collect::<PathBuf>();
        Self {
            folder: Some(folder.to_str().unwrap().to_owned()),
            ids: Vec::new(),
        }
    }

    /// An argument of a golden file with the ids of this run.
    pub(crate) fn shown_back(&self, argument: &str) -> String {
        let ids = self.ids.iter().enumerate().rev();
        ids.fold(argument.to_owned(), |text, (at, id)| {
            text.replace(&stands_for(at), id)
        })
    }

    /// Returns the output of a program, each document in lines, with nothing that differs.
    pub(crate) fn hide(&mut self, written: &str) -> String {
        if let Ok(document) = serde_json::from_str(written) {
            return self.document(document);
        }
        let lines: Result<Vec<Value>, _> = written.lines().map(serde_json::from_str).collect();
        let Ok(mut lines) = lines else {
            return self.text(written) + "\n";
        };
        let more = lines.len().saturating_sub(LINES);
        if more > 0 {
            lines.truncate(SHOWN);
        }
        let mut text: String = lines.into_iter().map(|line| self.document(line)).collect();
        if more > 0 {
            text.push_str(&format!("… {} more lines\n", more + LINES - SHOWN));
        }
        text
    }

    fn document(&mut self, document: Value) -> String {
        self.learn("", &document);
        let document = self.value("", document);
        let text = in_few_lines(&document);
        match document {
            Value::Object(members) if text.lines().count() > LONG => {
                let names: Vec<&String> = members.keys().collect();
                format!("a document of {names:?}\n")
            }
            _ => text,
        }
    }

    /// Numbers the ids of a document.
    fn learn(&mut self, name: &str, value: &Value) {
        match value {
            Value::String(text) if IDS.contains(&name) => self.remember(text),
            Value::String(text) => {
                let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                words
                    .filter(|word| is_id(word))
                    .for_each(|word| self.remember(word));
            }
            Value::Array(values) => {
                let shown = values.iter().take(SHOWN);
                shown.for_each(|one| self.learn(name, one));
            }
            Value::Object(members) => members.iter().for_each(|(name, one)| self.learn(name, one)),
            _ => {}
        }
    }

    fn value(&self, name: &str, value: Value) -> Value {
        match value {
            Value::Number(_) if TIMES.contains(&name) => Value::from("TIME"),
            Value::String(_) if SECRETS.contains(&name) => Value::from("SECRET"),
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(mut values) => {
                let more = values.len().saturating_sub(SHOWN);
                values.truncate(SHOWN);
                let shown = values.into_iter().map(|one| self.value(name, one));
                let more = (more > 0).then(|| Value::from(format!("… {more} more")));
                Value::Array(shown.chain(more).collect())
            }
            Value::Object(members) => members
                .into_iter()
                .map(|(name, value)| (name.clone(), self.value(&name, value)))
                .collect(),
            other => other,
        }
    }

    fn remember(&mut self, id: &str) {
        if !id.is_empty() && !self.ids.iter().any(|known| known == id) {
            self.ids.push(id.to_owned());
        }
    }

    /// The first line of a text, with nothing that differs.
    fn text(&self, text: &str) -> String {
        let (first, more) = match text.trim_end().split_once('\n') {
            Some((first, rest)) => (first, format!(" … {} more lines", rest.lines().count())),
            None => (text, String::new()),
        };
        let mut text = without_moments(&without_ports(first));
        if let Some(folder) = &self.folder {
            text = text.replace(folder, "FOLDER");
        }
        for (at, id) in self.ids.iter().enumerate() {
            text = text.replace(id, &stands_for(at));
        }
        text + &more
    }
}

fn stands_for(at: usize) -> String {
    format!("ID-{}", at + 1)
}

/// An id of the service has 24 hexadecimal digits, one of ours is a UUID, and some words end in an id.
fn is_id(word: &str) -> bool {
    if word.starts_with("unstored-") || word.starts_with("fielddesk-demo-") {
        return true;
    }
    let digits = word.bytes().filter(u8::is_ascii_hexdigit).count();
    let hyphens = word.bytes().filter(|byte| *byte == b'-').count();
    matches!((word.len(), digits, hyphens), (24, 24, 0) | (36, 32, 4))
}

/// A text with `HOST` for each address of this computer.
fn without_ports(text: &str) -> String {
    let mut parts = text.split(LOOPBACK);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("HOST");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// A text with `TIME` for each moment, in any of the forms in which one is written.
fn without_moments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = FORMS.iter().find_map(|form| moment(rest, form));
        match length {
            Some(length) => {
                out.push_str("TIME");
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

/// Forms in which moments are written; a 0 is any digit. What follows a second stands in any of them.
const FORMS: [&str; 4] = [
    "0000-00-00T00:00:00",
    "0000-00-00 00:00",
    "0000-00-00 00.00.00",
    "00000000-000000",
];

fn moment(text: &str, form: &str) -> Option<usize> {
    let head = text.get(..form.len())?;
    let fits = |(byte, wanted): (u8, u8)| match wanted {
        b'0' => byte.is_ascii_digit(),
        _ => byte == wanted,
    };
    head.bytes().zip(form.bytes()).all(fits).then_some(())?;
    let rest = &text[form.len()..];
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | '+' | 'Z');
    let more = rest.find(|c| !part(c)).unwrap_or(rest.len());
    // A full stop after a moment ends a sentence.
    Some(form.len() + rest[..more].trim_end_matches(['.', ':']).len())
}
