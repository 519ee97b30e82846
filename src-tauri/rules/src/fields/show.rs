//! Values as an export writes them: in the specification's form or in a language. Pure.

use chrono::NaiveDate;
use serde_json::Value;

use super::{FieldDef, Kind};
use crate::language::Language;

/// Returns the text of a value: without a language as the specification writes it, else with the
/// words, dates and decimal sign of that language. An import reads each of them back.
#[must_use]
pub fn shown(field: &FieldDef, value: &Value, language: Option<Language>) -> String {
    match (value, field.kind) {
        (Value::Null, _) => String::new(),
        (_, Kind::Supervisors) => supervisors(value),
        (_, Kind::Tags) => tags(value),
        (Value::Bool(set), Kind::Bool(_)) => match language {
            Some(language) => field.answer(*set, language).to_owned(),
            None => set.to_string(),
        },
        (Value::Number(number), Kind::Choice(choices)) => {
            let choice = choices
                .iter()
                .find(|choice| Some(choice.number) == number.as_i64());
            match choice {
                Some(choice) => {
                    let language = language.unwrap_or(Language::En);
                    field.choice_word(choice, language).to_owned()
                }
                None => number.to_string(),
            }
        }
        (Value::Number(number), _) => decimal(number, language),
        (Value::String(text), Kind::Date | Kind::Instant) => moment(text, language),
        (Value::String(text), _) => text.clone(),
        (other, _) => other.to_string(),
    }
}

/// Tags with commas between them, those to take off with a leading `-`.
fn tags(value: &Value) -> String {
    let all = value.as_array().into_iter().flatten().filter_map(|tag| {
        let name = tag.get("name")?.as_str()?;
        let enabled = tag.get("enabled").and_then(Value::as_bool);
        let sign = if enabled == Some(false) { "-" } else { "" };
        Some(format!("{sign}{name}"))
    });
    all.collect::<Vec<_>>().join(", ")
}

fn decimal(number: &serde_json::Number, language: Option<Language>) -> String {
    let text = match number.as_f64() {
        Some(value) if !number.is_i64() && !number.is_u64() => format!("{value}"),
        _ => number.to_string(),
    };
    match language {
        Some(language) => language.written_decimal(&text),
        None => text,
    }
}

/// A day, or a midnight, as a day; any other moment stays ISO 8601 in every language.
fn moment(text: &str, language: Option<Language>) -> String {
    let Some(language) = language else {
        return text.to_owned();
    };
    let day = text.strip_suffix("T00:00:00Z").unwrap_or(text);
    match NaiveDate::parse_from_str(day, "%Y-%m-%d") {
        Ok(day) => language.written_day(day),
        Err(_) => text.to_owned(),
    }
}

/// Employee numbers, else ids, the primary one with a trailing `*`.
fn supervisors(value: &Value) -> String {
    let text = |entry: &Value, name: &str| {
        let text = entry.get(name).and_then(Value::as_str);
        text.map(str::to_owned).filter(|text| !text.is_empty())
    };
    let entries = value.as_array().into_iter().flatten().filter_map(|entry| {
        let id = text(entry, "supervisorId")
            .or_else(|| text(entry, "employeeNumber"))
            .or_else(|| text(entry, "userId"))?;
        let primary = entry.get("primary").and_then(Value::as_bool) == Some(true);
        Some(format!("{id}{}", if primary { "*" } else { "" }))
    });
    entries.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{Decimals, Loose, MACHINE_FIELDS, Reading, USER_FIELDS, field, same};
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn each_language_has_its_words_dates_and_decimal_sign() {
        let table = MACHINE_FIELDS;
        for (name, value, spec, nb) in [
            ("blockCheckIn", json!(true), "true", "Sperret"),
            ("active", json!(false), "false", "Inaktiv"),
            ("weight", json!(14.5), "14.5", "14,5"),
            ("weight", json!(12.0), "12", "12"),
            ("fuelType", json!(7), "dyed diesel", "anleggsdiesel"),
            ("fuelType", json!(99), "99", "99"),
            (
                "serviceDate",
                json!("2026-09-14T00:00:00Z"),
                "2026-09-14T00:00:00Z",
                "14.09.2026",
            ),
            (
                "serviceDate",
                json!("2026-09-14T08:30:00Z"),
                "2026-09-14T08:30:00Z",
                "2026-09-14T08:30:00Z",
            ),
            ("name", json!(null), "", ""),
        ] {
            let field = field(table, name).unwrap();
            assert_eq!(shown(field, &value, None), spec);
            assert_eq!(shown(field, &value, Some(Language::Nb)), nb);
        }
        let details = field(USER_FIELDS, "immediateSupervisors").unwrap();
        let stored = json!([{"employeeNumber":"7","primary":true},{"userId":"auth0|x","employeeNumber":null}]);
        assert_eq!(shown(details, &stored, None), "7*; auth0|x");
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read_back_the_same(
            number in -1.0e6..1.0e6_f64, whole in 1950..2100_i64, yes: bool, fuel in 0..8_i64, day in 0..40000_i64,
        ) {
            let day = NaiveDate::from_ymd_opt(1950, 1, 1).unwrap() + chrono::Duration::days(day);
            let reading = Reading::of_no_region(day, None);
            for language in [None, Some(Language::En), Some(Language::Nb), Some(Language::Sv)] {
                for (name, value) in [
                    ("weight", json!(number)),
                    ("buildYear", json!(whole)),
                    ("active", json!(yes)),
                    ("blockCheckIn", json!(yes)),
                    ("fuelType", json!(fuel)),
                    ("serviceDate", json!(format!("{day}T00:00:00Z"))),
                    ("serviceDate", json!(format!("{day}T08:30:00Z"))),
                ] {
                    let field = field(MACHINE_FIELDS, name).unwrap();
                    let text = shown(field, &value, language);
                    let decimals = match language {
                        Some(Language::Nb | Language::Sv) => Decimals::Comma,
                        _ => Decimals::Point,
                    };
                    let read = field.parse_cell(&Loose::Text(&text), decimals, &reading).unwrap();
                    prop_assert!(same(field, &value, &read), "{name} {value} {text} {read}");
                }
            }
        }
    }
}
