//! A record for people: a line for each field that holds something.

use serde::Serialize;
use serde_json::Value;

use crate::context::Context;
use crate::output::table::{Kind, Table};

/// Says that characters of a number were left out.
pub(super) fn remark_on_number(context: &Context) {
    context
        .output
        .remark("Invisible characters were removed from the number.");
}

/// The fields under the names of the service, empty ones left out.
pub(super) fn table(record: &impl Serialize) -> Table {
    let mut table = Table::new(&[("FIELD", Kind::Id), ("VALUE", Kind::Name)]);
    let Ok(Value::Object(fields)) = serde_json::to_value(record) else {
        return table;
    };
    for (name, value) in &fields {
        match value {
            Value::Null => {}
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => table.row([name, text]),
            Value::Array(items) => {
                for item in items {
                    table.row([name, &short(item)]);
                }
            }
            other => table.row([name, &other.to_string()]),
        }
    }
    table
}

/// An entry of a list in one line: what tells it apart.
fn short(item: &Value) -> String {
    let Some(object) = item.as_object() else {
        return item
            .as_str()
            .map_or_else(|| item.to_string(), str::to_owned);
    };
    let told = ["machineNumber", "employeeNumber", "name", "primary"];
    let words: Vec<String> = told
        .iter()
        .filter_map(|name| match object.get(*name) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Bool(true)) => Some(format!("({name})")),
            _ => None,
        })
        .collect();
    if words.is_empty() {
        item.to_string()
    } else {
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn empty_fields_are_left_out_and_lists_take_a_line_an_entry() {
        let record = json!({"machineNumber": "701", "name": null, "note": "", "active": false,
            "equipment": [{"machineNumber": "801", "name": "Bucket", "weight": 3.5}, "x"]});
        let text = table(&record).render(None);
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|l| l.split_whitespace().collect())
            .collect();
        assert_eq!(lines.len(), 5, "{text}");
        assert!(lines.contains(&vec!["active", "false"]));
        assert!(lines.contains(&vec!["equipment", "801", "Bucket"]));
    }
}
