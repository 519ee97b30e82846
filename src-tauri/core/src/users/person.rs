//! The judgement of a person's values, in the form as in an import. Pure.

use serde_json::Value;

use fielddesk_rules::dates::stored_day;
use fielddesk_rules::fields::{Problem, ProblemCode as Code, Values};
use fielddesk_rules::file_name::shown;

const ENDS: &str = "employmentEndDate";
const STARTS: &str = "employmentStartDate";

/// Returns what is wrong with the days of an employment, and the field; `now` has the stored values.
pub(crate) fn employment(values: &Values, now: &Values) -> Option<(&'static str, Problem)> {
    if !values.contains_key(ENDS) && !values.contains_key(STARTS) {
        return None;
    }
    let day = |name: &str| {
        let value = values.get(name).or_else(|| now.get(name))?;
        // A date in either form becomes one of one form, which compares.
        stored_day(value.as_str()?).map(|day| day.to_string())
    };
    let (starts, ends) = (day(STARTS)?, day(ENDS)?);
    (ends < starts).then(|| {
        let message = format!("It is before the employment starts on {starts}.");
        let problem = Problem::new(Code::EndBeforeStart, message);
        (ENDS, problem.with("text", ends).with("start", starts))
    })
}

/// Returns the problem of a number or phone that another user has.
pub(crate) fn taken(code: Code, text: &str, number: &str, name: &str) -> Problem {
    let (text, name) = (shown(text), shown(name));
    let message = format!("{text} is {name} already.");
    Problem::new(code, message)
        .with("text", text)
        .with("number", shown(number))
        .with("name", name)
}

/// Returns the problem of values that make a person another one: the name changes, and the birth
/// date. `now` has the stored values.
pub(crate) fn another_person(now: &Values, values: &Values, name: &str) -> Option<Problem> {
    let changes = |field: &str| {
        let text = |value: Option<&Value>| {
            value
                .and_then(Value::as_str)
                .map(str::trim)
                .map(str::to_lowercase)
        };
        let (old, new) = (text(now.get(field)), text(values.get(field)));
        matches!((old, new), (Some(old), Some(new)) if !old.is_empty() && old != new)
    };
    let renamed = changes("firstName") || changes("lastName");
    (renamed && changes("birthDate")).then(|| {
        let name = shown(name);
        let message = format!(
            "The number belongs to {name}, whose name and birth date differ: another person?"
        );
        Problem::new(Code::AnotherPerson, message).with("name", name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn values(pairs: Value) -> Values {
        pairs.as_object().cloned().unwrap()
    }

    #[test]
    fn a_person_whose_name_and_birth_date_change_is_another_one() {
        let now =
            values(json!({"firstName": "Ingrid", "lastName": "Åsen", "birthDate": "1980-02-01"}));
        for (new, is_another) in [
            (
                json!({"firstName": "Nils", "lastName": "Lund", "birthDate": "1990-05-17"}),
                true,
            ),
            (json!({"lastName": "Lund", "birthDate": "1990-05-17"}), true),
            (json!({"firstName": "Ingrid", "lastName": "Lund"}), false),
            (
                json!({"firstName": "Ingrid", "lastName": "Lund", "birthDate": "1980-02-01"}),
                false,
            ),
            (json!({"birthDate": "1980-01-02"}), false),
            (
                json!({"firstName": "INGRID ", "birthDate": "1980-01-02"}),
                false,
            ),
        ] {
            let problem = another_person(&now, &values(new.clone()), "Ingrid Åsen");
            assert_eq!(problem.is_some(), is_another, "{new}");
        }
    }
}
