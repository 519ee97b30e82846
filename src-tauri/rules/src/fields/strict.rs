//! Values as the specification writes them: what `--set FIELD=VALUE` takes. Pure.

use fielddesk_model::Instant;
use serde_json::{Number, Value, json};

use super::choice::Choice;
use super::{FieldDef, Kind, ProblemCode as Code, Reading};

impl FieldDef {
    /// Reads a value in the form of the specification, days and phone numbers as people write
    /// them; an empty text empties the field.
    ///
    /// # Errors
    /// A sentence that names the field and what is expected.
    pub fn parse_strict(&self, text: &str, reading: &Reading) -> Result<Value, String> {
        let name = self.name;
        if let Some(why) = self.read_only {
            return Err(format!("{name} cannot be set: {why}."));
        }
        if text.is_empty() {
            return self
                .emptied()
                .map_err(|why| format!("{name} cannot be emptied: {why}."));
        }
        let not = || {
            let text = crate::file_name::shown(text);
            format!("{name} is {text}; expected is {}.", self.expected())
        };
        match self.day_or_phone(text, reading) {
            Some(Err(problem)) if problem.code != Code::NotDate => {
                return Err(format!("{name}: {}", problem.message));
            }
            Some(read) => return read.map(|value| self.moment(value)).map_err(|_| not()),
            None => {}
        }
        let value = match self.kind {
            Kind::Text => Some(Value::from(text)),
            Kind::Number => decimal(text),
            Kind::Whole => text.parse::<i64>().ok().map(Value::from),
            Kind::Bool(_) => match text {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Kind::Choice(choices) => choices
                .iter()
                .find(|choice| spelled(choice, text))
                .map(|choice| Value::from(choice.number)),
            Kind::Tags => tags(text),
            Kind::Supervisors => supervisors(text),
            Kind::Date | Kind::Instant | Kind::Opaque => None,
        };
        value.ok_or_else(not)
    }

    /// Returns the value of a moment in the one form that is written; others as they are.
    #[must_use]
    pub fn moment(&self, value: Value) -> Value {
        let parsed = match (self.kind, value.as_str()) {
            (Kind::Instant, Some(text)) => text.parse::<Instant>().ok(),
            _ => None,
        };
        parsed.map_or(value, |at| Value::from(at.to_string()))
    }

    /// Describes a valid value of the field, for a message.
    #[must_use]
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Text | Kind::Opaque => "a text".to_owned(),
            Kind::Number => "a number such as 14.2".to_owned(),
            Kind::Whole => "a whole number".to_owned(),
            Kind::Bool(_) => "true or false".to_owned(),
            Kind::Date => "a date as 2026-11-20 or 20.11.2026".to_owned(),
            Kind::Instant => "a date as 2026-11-20 or a time as 2026-11-20T07:30:00Z".to_owned(),
            Kind::Choice(choices) => {
                let words: Vec<String> = choices
                    .iter()
                    .map(|choice| format!("{} ({})", choice.word, choice.number))
                    .collect();
                format!("one of {}", words.join(", "))
            }
            Kind::Tags => {
                "tags with commas between them, those to take off with a leading -".to_owned()
            }
            Kind::Supervisors => {
                "employee numbers with commas between them, the primary one with a trailing *"
                    .to_owned()
            }
        }
    }
}

fn spelled(choice: &Choice, text: &str) -> bool {
    choice.number.to_string() == text || choice.word.eq_ignore_ascii_case(text.trim())
}

/// A number as JSON writes one, as an integer where it is whole.
fn decimal(text: &str) -> Option<Value> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    if !text.chars().all(plain) {
        return None;
    }
    number(text.parse().ok()?)
}

/// A finite number as a JSON value.
pub(super) fn number(value: f64) -> Option<Value> {
    Number::from_f64(value).map(Value::Number)
}

/// Tags from a text with commas, semicolons or line breaks.
pub(super) fn tags(text: &str) -> Option<Value> {
    let mut entries = Vec::new();
    for part in parts(text) {
        let (name, enabled) = match part.strip_prefix('-') {
            Some(name) => (name.trim(), false),
            None => (part, true),
        };
        if name.is_empty() {
            return None;
        }
        entries.push(json!({"name": name, "enabled": enabled}));
    }
    (!entries.is_empty()).then_some(Value::Array(entries))
}

/// Supervisors from a text with commas, semicolons or line breaks; at most one is primary.
pub(super) fn supervisors(text: &str) -> Option<Value> {
    let mut entries = Vec::new();
    let mut primaries = 0;
    for part in parts(text) {
        let (id, primary) = match part.strip_suffix('*') {
            Some(id) => (id.trim(), true),
            None => (part, false),
        };
        primaries += usize::from(primary);
        if id.is_empty() || primaries > 1 {
            return None;
        }
        entries.push(json!({"supervisorId": id, "primary": primary}));
    }
    (!entries.is_empty()).then_some(Value::Array(entries))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '\n'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};

    fn reading() -> Reading {
        Reading::of_no_region("2026-11-29".parse().unwrap(), None)
    }

    fn machine(name: &str, text: &str) -> Result<Value, String> {
        field(MACHINE_FIELDS, name)
            .unwrap()
            .parse_strict(text, &reading())
    }

    fn user(name: &str, text: &str) -> Result<Value, String> {
        field(USER_FIELDS, name)
            .unwrap()
            .parse_strict(text, &reading())
    }

    #[test]
    fn values_are_taken_in_the_forms_of_the_specification() {
        for (name, text, expected) in [
            ("name", "Grus & stein", json!("Grus & stein")),
            ("name", "", json!("")),
            ("weight", "21500.5", json!(21500.5)),
            ("weight", "-1e3", json!(-1000.0)),
            ("buildYear", "2019", json!(2019)),
            ("active", "true", json!(true)),
            ("serviceDate", "2026-09-14", json!("2026-09-14T00:00:00Z")),
            (
                "serviceDate",
                "2026-09-14T08:30:00+02:00",
                json!("2026-09-14T06:30:00Z"),
            ),
            ("fuelType", "dyed diesel", json!(7)),
            ("fuelType", "4", json!(4)),
            ("fuelConsumptionUnit", "l/HOUR", json!(0)),
        ] {
            assert_eq!(machine(name, text).as_ref(), Ok(&expected), "{name}={text}");
        }
        for (name, text, expected) in [
            ("birthDate", "20.11.1980", json!("1980-11-20")),
            ("birthDate", "1.2.80", json!("1980-02-01")),
            ("employmentStartDate", "1. des 2026", json!("2026-12-01")),
            ("mobileWork", "0047 91234005", json!("+47 912 34 005")),
            ("mobileWork", "91234005", json!("91234005")),
            ("email", "", Value::Null),
            (
                "tags",
                "kran, -lift",
                json!([{"name":"kran","enabled":true},{"name":"lift","enabled":false}]),
            ),
            (
                "immediateSupervisors",
                "1001*,1002",
                json!([{"supervisorId":"1001","primary":true},{"supervisorId":"1002","primary":false}]),
            ),
            ("immediateSupervisors", "", json!([])),
        ] {
            assert_eq!(user(name, text).as_ref(), Ok(&expected), "{name}={text}");
        }
    }

    #[test]
    fn anything_else_names_the_field_and_what_is_expected() {
        for (name, text, words) in [
            (
                "weight",
                "14,2",
                "weight is 14,2; expected is a number such as 14.2.",
            ),
            ("weight", "NaN", "weight is NaN"),
            ("weight", "1e999", "weight is 1e999"),
            ("weight", "", "weight cannot be emptied"),
            ("buildYear", "2019.5", "a whole number"),
            ("active", "ja", "active is ja; expected is true or false."),
            ("fuelType", "anleggsdiesel", "one of none (0), diesel (1)"),
            ("serviceDate", "soon", "serviceDate is soon"),
            ("id", "1", "id cannot be set"),
            ("machineNumber", "", "machineNumber cannot be emptied"),
        ] {
            let message = machine(name, text).unwrap_err();
            assert!(message.contains(words), "{message}");
        }
        assert!(
            user("birthDate", "soon")
                .unwrap_err()
                .contains("2026-11-20")
        );
        assert_eq!(
            user("birthDate", "3.11").unwrap_err(),
            "birthDate: “3.11” has no year; write it, too."
        );
        assert!(user("immediateSupervisors", "1*,2*").is_err());
        assert!(
            user("identityId", "x")
                .unwrap_err()
                .contains("cannot be set")
        );
    }
}
