//! JSON in few lines that a difference reads well in: what is short stands on one line.

use serde_json::Value;

const WIDTH: usize = 150;

/// A document in lines.
pub(super) fn in_few_lines(document: &Value) -> String {
    let mut out = String::new();
    write(document, 0, &mut out);
    out + "\n"
}

fn write(value: &Value, indent: usize, out: &mut String) {
    let short = value.to_string();
    let elements: Vec<(String, &Value)> = match value {
        _ if indent + short.chars().count() <= WIDTH => return out.push_str(&short),
        Value::Array(values) => values.iter().map(|one| (String::new(), one)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, one)| (format!("{}: ", Value::from(name.as_str())), one))
            .collect(),
        _ => return out.push_str(&short),
    };
    let (open, close) = if value.is_array() {
        ('[', ']')
    } else {
        ('{', '}')
    };
    out.push(open);
    let mut room = 0;
    let last = elements.len().saturating_sub(1);
    for (at, (name, element)) in elements.into_iter().enumerate() {
        let length = name.chars().count() + element.to_string().chars().count() + 2;
        if length > room {
            out.push_str(&format!("\n{}", " ".repeat(indent + 2)));
            room = WIDTH.saturating_sub(indent + 2);
        } else {
            out.push(' ');
        }
        room = room.saturating_sub(length);
        out.push_str(&name);
        write(element, indent + 2, out);
        if at < last {
            out.push(',');
        }
    }
    out.push_str(&format!("\n{}{close}", " ".repeat(indent)));
}
