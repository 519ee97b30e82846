//! Comparison of a stored record with the one sent, by the meaning of values, since services trim
//! texts and write dates and phone numbers their own way. Pure.

use chrono::{NaiveDate, NaiveDateTime};
use fielddesk_model::Instant;
use fielddesk_rules::fields::{FieldDef, Kind, TableRecord, Values, field};
use serde::Serialize;
use serde_json::Value;

/// Compared without their country code.
const PHONES: [&str; 2] = ["mobileWork", "mobilePrivate"];
const ANY_CASE: [&str; 1] = ["email"];

/// Returns true where every value sent is stored. Two values that look alike on reads count as the
/// same.
pub(crate) fn holds<R: TableRecord + Serialize>(stored: &R, sent: &impl Serialize) -> bool {
    match (serde_json::to_value(stored), serde_json::to_value(sent)) {
        (Ok(Value::Object(stored)), Ok(Value::Object(sent))) => {
            holds_values(R::RESOURCE.fields(), &stored, &sent)
        }
        _ => false,
    }
}

fn holds_values(fields: &'static [FieldDef], stored: &Values, sent: &Values) -> bool {
    let equipment = sent.get("isEquipment") == Some(&Value::Bool(true));
    sent.iter().all(|(name, value)| {
        let stored = stored.get(name).unwrap_or(&Value::Null);
        match field(fields, name) {
            Some(field) if is_hidden(field) || (equipment && field.is_machines_only) => true,
            Some(field) => same(field, stored, value),
            None => stored == value,
        }
    })
}

/// Returns true for fields that reads do not return, or return in another form than they were sent.
const fn is_hidden(field: &FieldDef) -> bool {
    field.read_only.is_some() || matches!(field.kind, Kind::Tags | Kind::Supervisors)
}

/// Returns true where two values of a field mean the same.
pub(crate) fn same(field: &FieldDef, one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::String(one), Value::String(other)) => same_text(field, one, other),
        (Value::Null, Value::String(text)) | (Value::String(text), Value::Null) => {
            text.trim().is_empty()
        }
        (one, other) => one == other,
    }
}

fn same_text(field: &FieldDef, one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one == other
        || (PHONES.contains(&field.name) && same_phone(one, other))
        || (ANY_CASE.contains(&field.name) && one.to_lowercase() == other.to_lowercase())
        || (matches!(field.kind, Kind::Date | Kind::Instant)
            && moment(one).is_some_and(|at| Some(at) == moment(other)))
}

/// A number without its country code is the number with it.
fn same_phone(one: &str, other: &str) -> bool {
    let digits = |text: &str| {
        let all: String = text.chars().filter(char::is_ascii_digit).collect();
        all.trim_start_matches('0').to_owned()
    };
    let (one, other) = (digits(one), digits(other));
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short.len() >= 5 && long.ends_with(&short) && long.len() - short.len() <= 3
}

/// A date of either form, or an instant; none where it is neither.
fn moment(text: &str) -> Option<NaiveDateTime> {
    let day = NaiveDate::parse_from_str(text, "%d.%m.%Y");
    day.map(|day| day.and_time(chrono::NaiveTime::MIN))
        .ok()
        .or_else(|| text.parse::<Instant>().ok().map(|at| at.0.naive_utc()))
}

#[cfg(test)]
mod tests {
    use fielddesk_rules::fields::{MACHINE_FIELDS, USER_FIELDS};
    use serde_json::json;

    use super::*;

    #[test]
    fn values_that_mean_the_same_are_the_same() {
        for (name, one, other, expected) in [
            ("lastName", json!("Moen "), json!("Moen"), true),
            ("lastName", json!("Moen"), json!("moen"), false),
            ("lastName", json!(""), json!(null), true),
            ("lastName", json!("x"), json!(null), false),
            ("birthDate", json!("01.02.1990"), json!("1990-02-01"), true),
            (
                "birthDate",
                json!("1990-02-01"),
                json!("1990-02-01T00:00:00"),
                true,
            ),
            ("birthDate", json!("01.02.1990"), json!("1990-01-02"), false),
            (
                "serviceDate",
                json!("2026-01-01T10:00:00Z"),
                json!("2026-01-01T11:00:00+01:00"),
                true,
            ),
            (
                "mobileWork",
                json!("+47 900 00 001"),
                json!("004790000001"),
                true,
            ),
            (
                "mobileWork",
                json!("900 00 001"),
                json!("+4790000001"),
                true,
            ),
            (
                "mobileWork",
                json!("900 00 001"),
                json!("+4790000002"),
                false,
            ),
            ("mobileWork", json!("1"), json!("+4790000001"), false),
            ("email", json!("A@b.no"), json!("a@b.no"), true),
            ("weight", json!(21500), json!(21500.0), true),
            ("weight", json!(1), json!(2), false),
            ("payroll", json!(true), json!(false), false),
            ("active", json!(null), json!(false), false),
        ] {
            let field = field(USER_FIELDS, name).or(field(MACHINE_FIELDS, name));
            let found = same(field.unwrap(), &one, &other);
            assert_eq!(found, expected, "{name} {one} {other}");
        }
    }

    #[test]
    fn all_that_was_sent_must_be_stored_and_nothing_else_counts() {
        let stored = json!({"machineNumber": "7", "name": "Crane", "note": "other",
                            "blockCheckIn": false, "isEquipment": true});
        for (sent, expected) in [
            (json!({"machineNumber": "7", "name": "Crane"}), true),
            (json!({"machineNumber": "7", "note": ""}), false),
            (json!({"machineNumber": "7", "unheard": "of"}), false),
            (json!({"machineNumber": "7", "blockCheckIn": true}), false),
            (
                json!({"machineNumber": "7", "blockCheckIn": true, "isEquipment": true}),
                true,
            ),
        ] {
            let [stored, values] = [&stored, &sent].map(|value| value.as_object().unwrap());
            assert_eq!(
                holds_values(MACHINE_FIELDS, stored, values),
                expected,
                "{sent}"
            );
        }
        let (stored, sent) = (json!({"tags": null}), json!({"tags": [{"name": "a"}]}));
        let [stored, sent] = [&stored, &sent].map(|value| value.as_object().unwrap());
        assert!(holds_values(USER_FIELDS, stored, sent), "never read back");
    }
}
