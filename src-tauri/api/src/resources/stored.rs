//! Whether a stored record is the one that was sent: values compared by what they mean, since
//! services trim texts and write dates and phone numbers their own way. Pure.

use chrono::{NaiveDate, NaiveDateTime};
use fielddesk_model::Instant;
use serde::Serialize;
use serde_json::Value;

/// What reads do not give back, or give back as something else than was sent.
const NOT_COMPARED: [&str; 5] = [
    "id",
    "identityId",
    "companyProfileId",
    "tags",
    "immediateSupervisors",
];
/// Ignored for equipment.
const MACHINES_ONLY: [&str; 2] = ["blockCheckIn", "blockCheckInMessage"];
const PHONES: [&str; 2] = ["mobileWork", "mobilePrivate"];
const ANY_CASE: [&str; 1] = ["email"];

/// Whether every value that was sent is stored. Two values that cannot be told apart on reads
/// count as the same.
pub(crate) fn holds(stored: &impl Serialize, sent: &impl Serialize) -> bool {
    let (Ok(Value::Object(stored)), Ok(Value::Object(sent))) =
        (serde_json::to_value(stored), serde_json::to_value(sent))
    else {
        return false;
    };
    let equipment = sent.get("isEquipment") == Some(&Value::Bool(true));
    sent.iter()
        .filter(|(field, _)| !NOT_COMPARED.contains(&field.as_str()))
        .filter(|(field, _)| !(equipment && MACHINES_ONLY.contains(&field.as_str())))
        .all(|(field, value)| same(field, value, stored.get(field).unwrap_or(&Value::Null)))
}

/// Whether two values of a field mean the same.
pub(crate) fn same(field: &str, one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::String(one), Value::String(other)) => same_text(field, one, other),
        (Value::Null, Value::String(text)) | (Value::String(text), Value::Null) => {
            text.trim().is_empty()
        }
        (one, other) => one == other,
    }
}

fn same_text(field: &str, one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one == other
        || (PHONES.contains(&field) && same_phone(one, other))
        || (ANY_CASE.contains(&field) && one.to_lowercase() == other.to_lowercase())
        || (field.ends_with("Date") && moment(one).is_some_and(|at| Some(at) == moment(other)))
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
    use super::*;
    use serde_json::json;

    #[test]
    fn values_that_mean_the_same_are_the_same() {
        for (field, one, other, expected) in [
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
            assert_eq!(same(field, &one, &other), expected, "{field} {one} {other}");
        }
    }

    #[test]
    fn all_that_was_sent_must_be_stored_and_nothing_else_counts() {
        let stored = json!({"number": "7", "name": "Crane", "note": "other", "tags": null,
                            "blockCheckIn": false, "isEquipment": true});
        for (sent, expected) in [
            (json!({"number": "7", "name": "Crane"}), true),
            (
                json!({"number": "7", "tags": [{"name": "a", "enabled": true}]}),
                true,
            ),
            (json!({"number": "7", "note": ""}), false),
            (json!({"number": "7", "unheard": "of"}), false),
            (json!({"number": "7", "blockCheckIn": true}), false),
            (
                json!({"number": "7", "blockCheckIn": true, "isEquipment": true}),
                true,
            ),
        ] {
            assert_eq!(holds(&stored, &sent), expected, "{sent}");
        }
    }
}
