//! JSON of any shape, alone or within other text.

use fielddesk_model::Environment;
use serde_json::{Map, Value};

use super::Found;
use super::labels::{Label, assign, assign_bare, label};

/// What the first JSON object in the text says, if there is one with anything to say.
pub(super) fn read(text: &str) -> Option<Found> {
    let value = object_in(text)?;
    let mut found = Found::default();
    walk(&mut found, None, "", &value);
    found
        .groups
        .iter()
        .any(|group| group.richness() > 0)
        .then_some(found)
}

/// The whole text, a line of it, or what stands between the first and the last brace.
fn object_in(text: &str) -> Option<Value> {
    let object = |text: &str| {
        let value: Value = serde_json::from_str(text.trim()).ok()?;
        (value.is_object() || value.is_array()).then_some(value)
    };
    object(text)
        .or_else(|| {
            let lines = text.lines().map(str::trim);
            lines.filter(|line| line.starts_with('{')).find_map(object)
        })
        .or_else(|| {
            let (from, to) = (text.find('{')?, text.rfind('}')?);
            object(text.get(from..=to)?)
        })
}

/// `under` is the name of the object that is walked: in `{"client":{"id":…}}` the id is the
/// client's.
fn walk(found: &mut Found, environment: Option<Environment>, under: &str, value: &Value) {
    match value {
        Value::Object(object) => walk_object(found, environment, under, object),
        Value::Array(items) => {
            for item in items {
                walk(found, environment, under, item);
            }
        }
        _ => {}
    }
}

fn walk_object(
    found: &mut Found,
    environment: Option<Environment>,
    under: &str,
    object: &Map<String, Value>,
) {
    let environment = stated(object).or(environment);
    for (name, value) in object {
        if let Value::String(text) = value {
            let known = match label(name) {
                // A bare id is the client's only where a client is described.
                Some(Label::ClientId) if name.eq_ignore_ascii_case("id") && under != "client" => {
                    None
                }
                known => known,
            };
            let group = match text.contains("://") {
                true => found.of_address(environment, text),
                false => found.of(environment),
            };
            let taken = known
                .is_some_and(|known| known != Label::Environment && assign(group, known, text));
            if !taken && text.starts_with("http") {
                assign_bare(group, name, text);
            }
        }
    }
    for (name, value) in object.iter().filter(|(_, value)| !value.is_string()) {
        let lower = name.to_lowercase();
        if lower == "environments" {
            both(found, value);
        } else if lower == "clients" {
            walk(found, environment, "client", likeliest_client(value));
        } else {
            let within = name.parse().ok().or(environment);
            walk(found, within, &lower, value);
        }
    }
}

/// The environments of a ready line, test before production: of equals the first is taken.
fn both(found: &mut Found, value: &Value) {
    for environment in Environment::ALL {
        if let Some(value) = value.get(environment.as_str()) {
            walk(found, Some(environment), "", value);
        }
    }
}

/// Of several clients the administrator's, else the first.
fn likeliest_client(clients: &Value) -> &Value {
    let first = match clients {
        Value::Object(object) => object.values().next(),
        Value::Array(items) => items.first(),
        _ => None,
    };
    clients.get("admin").or(first).unwrap_or(&Value::Null)
}

/// The environment that an object says it is about.
fn stated(object: &Map<String, Value>) -> Option<Environment> {
    object.iter().find_map(|(name, value)| {
        let text = value.as_str()?;
        let named = label(name) == Some(Label::Environment);
        named.then(|| super::labels::heading(text)).flatten()
    })
}
