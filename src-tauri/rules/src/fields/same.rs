//! Equality of two values of a field, as people see it. Pure.

use serde_json::Value;

use super::{FieldDef, Kind, Limit, is_blank};
use crate::dates::stored_day;
use crate::phone::same_phone;

/// Returns true where a stored value and a wanted one are the same: nothing and an empty text are,
/// a whole number and one with `.0`, a day in two forms, a bare day and a moment of it, a phone
/// number with and without its country's code.
#[must_use]
pub fn same(field: &FieldDef, stored: &Value, wanted: &Value) -> bool {
    if is_blank(stored) || is_blank(wanted) {
        return is_blank(stored) && is_blank(wanted);
    }
    match field.kind {
        Kind::Number | Kind::Whole => stored.as_f64() == wanted.as_f64(),
        Kind::Date => match (day(stored), day(wanted)) {
            (Some(stored), Some(wanted)) => stored == wanted,
            _ => stored == wanted,
        },
        Kind::Instant => same_instant(stored, wanted),
        Kind::Text => match (stored.as_str(), wanted.as_str()) {
            (Some(stored), Some(wanted)) if field.limit == Limit::Phone => {
                same_phone(stored.trim(), wanted.trim())
            }
            (Some(stored), Some(wanted)) => lines(stored) == lines(wanted),
            _ => stored == wanted,
        },
        Kind::Supervisors => supervisors(stored) == supervisors(wanted),
        Kind::Bool(_) | Kind::Choice(_) | Kind::Tags | Kind::Opaque => stored == wanted,
    }
}

/// A text as a spreadsheet gives it back: trimmed, line breaks in one form.
fn lines(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
}

fn day(value: &Value) -> Option<chrono::NaiveDate> {
    let text = value.as_str()?;
    stored_day(text.split('T').next()?)
}

fn same_instant(stored: &Value, wanted: &Value) -> bool {
    let (Some(one), Some(other)) = (stored.as_str(), wanted.as_str()) else {
        return stored == wanted;
    };
    // A bare day in a sheet cannot say the time, so it does not change it.
    if !other.contains('T') {
        return day(stored).is_some() && day(stored) == day(wanted);
    }
    let parse = |text: &str| text.parse::<fielddesk_model::Instant>().ok();
    match (parse(one), parse(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Returns ids and primary flags, sorted.
fn supervisors(value: &Value) -> Option<Vec<(String, bool)>> {
    let mut all: Vec<_> = value
        .as_array()?
        .iter()
        .map(|entry| {
            let id = entry.get("supervisorId").and_then(Value::as_str);
            let primary = entry.get("primary").and_then(Value::as_bool);
            (
                id.unwrap_or_default().to_owned(),
                primary.unwrap_or_default(),
            )
        })
        .collect();
    all.sort();
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};
    use serde_json::json;

    #[test]
    fn what_is_the_same_to_a_person_is_no_change() {
        let table = MACHINE_FIELDS;
        for (name, stored, wanted, expected) in [
            ("name", json!(null), json!(""), true),
            ("name", json!("Grus "), json!("Grus"), true),
            ("name", json!("Grus"), json!("grus"), false),
            ("note", json!("a\r\nb"), json!("a\nb"), true),
            ("weight", json!(12), json!(12.0), true),
            ("weight", json!(12), json!(null), false),
            ("weight", json!(0), json!(null), false),
            (
                "serviceDate",
                json!("2026-09-14T08:30:00Z"),
                json!("2026-09-14"),
                true,
            ),
            (
                "serviceDate",
                json!("2026-09-14T08:30:00Z"),
                json!("2026-09-14T08:30:00.000Z"),
                true,
            ),
            (
                "serviceDate",
                json!("2026-09-14T08:30:00Z"),
                json!("2026-09-14T00:00:00Z"),
                false,
            ),
            ("active", json!(false), json!(true), false),
            ("fuelType", json!(7), json!(7), true),
        ] {
            let field = field(table, name).unwrap();
            assert_eq!(
                same(field, &stored, &wanted),
                expected,
                "{name} {stored} {wanted}"
            );
        }
        let table = USER_FIELDS;
        let birth = field(table, "birthDate").unwrap();
        assert!(same(birth, &json!("20.11.1980"), &json!("1980-11-20")));
        let phone = field(table, "mobileWork").unwrap();
        let stored = json!("+47 912 34 567");
        assert!(same(phone, &stored, &json!("+4791234567")));
        assert!(!same(phone, &stored, &json!("+4791234568")));
        let supervisors = field(table, "immediateSupervisors").unwrap();
        let one = json!([{"supervisorId":"1","primary":true},{"supervisorId":"2"}]);
        let other =
            json!([{"supervisorId":"2","primary":false},{"supervisorId":"1","primary":true}]);
        assert!(same(supervisors, &one, &other));
    }
}
