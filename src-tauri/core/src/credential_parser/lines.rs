//! Text line by line: labels with values, addresses anywhere.

use fielddesk_model::Environment;

use super::Found;
use super::labels::{Label, assign, assign_bare, heading, label};

/// Characters around a line or a value that are not part of it.
const BULLETS: [char; 8] = ['-', '*', '•', '–', '>', '·', '|', '#'];
const QUOTES: [(char, char); 6] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('«', '»'),
    ('<', '>'),
];

pub(super) fn read(text: &str) -> Found {
    let mut found = Found::default();
    let mut environment = None;
    let mut waiting = None;
    for line in text.lines() {
        let line = unadorned(line);
        if line.is_empty() {
            continue;
        }
        if let Some(label) = waiting.take()
            && take(&mut found, &mut environment, label, line)
        {
            continue;
        }
        waiting = read_line(&mut found, &mut environment, line);
    }
    found
}

/// Reads one line. Returns the label that waits for its value on the next one.
fn read_line(
    found: &mut Found,
    environment: &mut Option<Environment>,
    line: &str,
) -> Option<Label> {
    if line.contains("client_id=") || line.contains("client_secret=") {
        for (name, value) in url::form_urlencoded::parse(form_part(line).as_bytes()) {
            if let Some(label @ (Label::ClientId | Label::Secret)) = label(&name) {
                assign(found.of(*environment), label, &value);
            }
        }
    }
    addresses(found, *environment, line);
    let Some(at) = line.find([':', '=', '\t']) else {
        if let Some(named) = heading(line) {
            *environment = Some(named);
        }
        return None;
    };
    let (name, value) = (line[..at].trim(), line[at + 1..].trim());
    let Some(known) = label(name) else {
        if value.is_empty()
            && let Some(named) = heading(name)
        {
            *environment = Some(named);
        }
        client_within(found, *environment, line);
        return None;
    };
    if value.is_empty() {
        return Some(known);
    }
    if !take(found, environment, known, value) {
        client_within(found, *environment, line);
    }
    None
}

/// A client id and its secret in the words of one line: `Client ID: c-42, client secret: s`.
/// Only where it has both: a value that ends at a blank is a guess.
fn client_within(found: &mut Found, environment: Option<Environment>, line: &str) {
    let mut from = 0;
    let (mut id, mut secret) = (None, None);
    while let Some(at) = line[from..].find([':', '=']).map(|at| from + at) {
        let before: Vec<&str> = line[from..at].split_whitespace().collect();
        let rest = line[at + 1..].trim_start();
        let value = rest.split_whitespace().next().unwrap_or_default();
        // The longest label first: `secret` alone would take the `client` of `client secret`.
        let named = (1..=before.len().min(3))
            .rev()
            .find_map(|words| label(&before[before.len() - words..].join(" ")));
        let place = match named {
            Some(Label::ClientId) => &mut id,
            Some(Label::Secret) => &mut secret,
            _ => {
                from = at + 1;
                continue;
            }
        };
        place.get_or_insert(unquoted(value).trim_end_matches([',', ';', '.']));
        from = line.len() - rest.len() + value.len();
    }
    if let (Some(id), Some(secret)) = (id, secret) {
        assign(found.of(environment), Label::ClientId, id);
        assign(found.of(environment), Label::Secret, secret);
    }
}

fn take(
    found: &mut Found,
    environment: &mut Option<Environment>,
    label: Label,
    value: &str,
) -> bool {
    let value = unquoted(value);
    if label == Label::Environment {
        let named = heading(value);
        if named.is_some() {
            *environment = named;
        }
        return named.is_some();
    }
    // A remark behind an address does not belong to it.
    let value = match label {
        Label::Address(_) => value.split_whitespace().next().unwrap_or_default(),
        _ => value,
    };
    let value = match label {
        Label::Address(_) => value.trim_end_matches([',', ';', '.']),
        _ => value,
    };
    let group = match label {
        Label::Address(_) => found.of_address(*environment, value),
        _ => found.of(*environment),
    };
    assign(group, label, value)
}

/// Every address in the line, with the words before it.
fn addresses(found: &mut Found, environment: Option<Environment>, line: &str) {
    let mut from = 0;
    while let Some(at) = next_address(line, from) {
        let rest = &line[at..];
        let end = rest
            .find(|c: char| {
                c.is_whitespace()
                    || matches!(c, '"' | '\'' | '`' | '<' | '>' | '”' | '»' | ')' | '|')
            })
            .unwrap_or(rest.len());
        let address = rest[..end].trim_end_matches([',', ';', '.', ':']);
        assign_bare(
            found.of_address(environment, address),
            &line[from..at],
            address,
        );
        from = at + end;
    }
}

fn next_address(line: &str, from: usize) -> Option<usize> {
    let rest = &line[from..];
    let at = [rest.find("https://"), rest.find("http://")]
        .into_iter()
        .flatten()
        .min()?;
    Some(from + at)
}

/// The part of a line that looks like a form: from the first word that holds the client.
fn form_part(line: &str) -> &str {
    line.split_whitespace()
        .find(|word| word.contains("client_id=") || word.contains("client_secret="))
        .map_or(line, |word| {
            unquoted(word.rsplit('?').next().unwrap_or(word))
        })
}

/// A line without bullets and the words with which shells set variables.
fn unadorned(line: &str) -> &str {
    let mut line = line.trim().trim_start_matches(BULLETS).trim();
    for word in ["export ", "set ", "$env:", "setx "] {
        line = line.strip_prefix(word).unwrap_or(line).trim_start();
    }
    line
}

/// A value without the quotes around it. What is inside stays as it is: it may be a secret.
fn unquoted(value: &str) -> &str {
    let mut value = value.trim();
    for (open, close) in QUOTES {
        let ended = value.trim_end_matches([',', ';']);
        if let Some(inner) = ended
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
        {
            value = inner;
        }
    }
    value
}
