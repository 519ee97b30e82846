//! Values of a record that its fields cannot have, as they came. Pure.

use fielddesk_model::Record;
use serde::Serialize;
use serde_json::Value;

use fielddesk_rules::fields::{FieldDef, FieldKind};

/// The longest text that is shown of such a value, in characters.
const LONGEST: usize = 200;

/// A value that a column's field cannot have. It counts as missing and is never written back.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "OddValue")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OddCell {
    /// The field.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub field: &'static FieldDef,
    /// The value as it came: a text without its quotes, everything else as JSON.
    pub raw: String,
    /// What was expected in its place.
    pub expected: FieldKind,
}

/// The odd values of a record, in the order of these fields.
pub fn odd_cells(
    fields: impl Iterator<Item = &'static FieldDef>,
    record: &impl Record,
) -> Vec<OddCell> {
    if record.odd().is_empty() {
        return Vec::new();
    }
    let of = |field: &'static FieldDef| {
        let raw = raw_text(record.odd().get(field.name)?);
        Some(OddCell {
            field,
            raw,
            expected: field.into(),
        })
    };
    fields.filter_map(of).collect()
}

fn raw_text(value: &Value) -> String {
    let text = match value {
        Value::String(text) => fielddesk_rules::file_name::shown(text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            fielddesk_rules::file_name::shown(&value.to_string())
        }
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use fielddesk_model::Machine;
    use fielddesk_rules::fields::MACHINE_FIELDS;

    use super::*;

    fn raw(value: Value) -> Vec<(&'static str, String)> {
        let machine: Machine = serde_json::from_value(value).unwrap();
        let cells = odd_cells(MACHINE_FIELDS.iter(), &machine).into_iter();
        cells.map(|cell| (cell.field.name, cell.raw)).collect()
    }

    #[test]
    fn an_odd_value_stands_as_it_came() {
        assert_eq!(
            raw(json!({
                "id": "a", "serviceDate": "neste uke", "active": 2, "name": {"no": "Grus"},
                "weight": "heavy\u{202e}", "hourMeter": 12
            })),
            [
                ("name", r#"{"no":"Grus"}"#.to_owned()),
                ("active", "2".to_owned()),
                ("weight", "heavy␦".to_owned()),
                ("serviceDate", "neste uke".to_owned()),
            ]
        );
        assert_eq!(raw(json!({"id": "a", "weight": 12})), []);
    }

    #[test]
    fn a_long_value_is_shortened() {
        let (_, text) = raw(json!({"id": "a", "weight": "é".repeat(500)})).remove(0);
        assert_eq!(text.chars().count(), LONGEST);
        assert!(text.ends_with('…'));
    }
}
