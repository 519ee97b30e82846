//! The values of fields, as people write them. Pure.

use chrono::{NaiveDate, NaiveTime};
use fielddesk_rules::dates::{DayOrder, Days, Meaning, NoDay};
use fielddesk_rules::pasted::bare;
use serde_json::{Value, json};

/// The most characters of a number and of a machine type's id, as in machines.
const LONGEST_NUMBER: usize = 200;
/// The most characters of a name or a line.
const LONGEST_LINE: usize = 1_000;
/// The most characters of a description.
const LONGEST_TEXT: usize = 10_000;
/// The word for a company that is below no other.
const NO_PARENT: &str = "none";

/// A line, such as an address.
pub(super) const LINE: Form = Form::Text(LONGEST_LINE);
/// A description.
pub(super) const TEXT: Form = Form::Text(LONGEST_TEXT);

/// Forms of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A part of the key.
    Key,
    /// A name, which a record always has.
    Name,
    /// A text of at most so many characters; a blank one empties the field.
    Text(usize),
    /// A day; a blank text empties the field.
    Day,
    /// The calling code of a country.
    CallingCode,
    /// The company above.
    Parent,
    /// True or false.
    State,
}

impl Form {
    /// Reads a value.
    ///
    /// # Errors
    /// A sentence without its beginning, the name of the field.
    pub(super) fn read(self, text: &str, today: NaiveDate) -> Result<Value, String> {
        if text.contains('\0') {
            return Err("the value holds the character U+0000; remove it".to_owned());
        }
        let text = bare(text);
        match self {
            Self::Key => filled(text, LONGEST_NUMBER),
            Self::Name => filled(text, LONGEST_LINE),
            Self::Text(_) | Self::Day if text.is_empty() => Ok(Value::Null),
            Self::Text(longest) => filled(text, longest),
            Self::Day => day(text, today),
            Self::CallingCode => calling_code(text),
            Self::Parent if text == NO_PARENT => Ok(Value::Null),
            Self::Parent => filled(text, LONGEST_NUMBER),
            Self::State if text.eq_ignore_ascii_case("true") => Ok(json!(true)),
            Self::State if text.eq_ignore_ascii_case("false") => Ok(json!(false)),
            Self::State => Err(format!("`{text}` is neither true nor false")),
        }
    }
}

fn filled(text: &str, longest: usize) -> Result<Value, String> {
    let length = text.chars().count();
    if length == 0 {
        return Err("the value is blank; give one".to_owned());
    }
    if length > longest {
        return Err(format!(
            "the value has {length} characters; at most {longest} are taken"
        ));
    }
    Ok(json!(text))
}

/// The beginning of a day in UTC, as seeded projects have it.
fn day(text: &str, today: NaiveDate) -> Result<Value, String> {
    let days = Days {
        today,
        order: DayOrder::Unknown,
        meaning: Meaning::Near,
    };
    let written = days.moment(text).map_err(|reason| match reason {
        NoDay::TwoDays(one, other) => {
            format!("`{text}` is {one} or {other}; write it as {one} or {other}")
        }
        NoDay::Unread | NoDay::NoYear | NoDay::Unbelievable(_) => {
            format!("`{text}` is no day from 1901 to 2200; write it as 2026-01-31")
        }
    })?;
    let at = match (written.time, written.exact()) {
        (_, Some(at)) => at,
        (None, None) => written.day.and_time(NaiveTime::MIN).and_utc(),
        (Some(_), None) => {
            return Err(format!(
                "`{text}` has a time without a zone; write the day alone"
            ));
        }
    };
    Ok(json!(at.format("%Y-%m-%dT%H:%M:%SZ").to_string()))
}

fn calling_code(text: &str) -> Result<Value, String> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_code = (1..=3).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if is_code {
        return Ok(json!(digits));
    }
    Err(format!(
        "`{text}` is no calling code of a country; write one such as 47"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::fields::fields;
    use super::*;
    use crate::store::RecordKind;

    #[test]
    fn a_value_is_read_as_its_field_asks_or_refused_in_a_sentence() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 29).unwrap();
        let long = "x".repeat(LONGEST_LINE + 1);
        let project = fields(RecordKind::Project);
        let company = fields(RecordKind::Company);
        for (of, name, text, expected) in [
            (project, "projectNumber", " P-1\u{a0}", Ok(json!("P-1"))),
            (project, "projectNumber", " ", Err("blank")),
            (project, "projectNumber", "P\0", Err("U+0000")),
            (project, "name", "\0", Err("U+0000")),
            (project, "name", long.as_str(), Err("1001 characters")),
            (project, "description", " ", Ok(Value::Null)),
            (project, "description", long.as_str(), Ok(json!(long))),
            (
                project,
                "projectAddress",
                long.as_str(),
                Err("at most 1000"),
            ),
            (
                project,
                "startDate",
                "12.01.2026",
                Ok(json!("2026-01-12T00:00:00Z")),
            ),
            (
                project,
                "startDate",
                "2026-01-12T00:00:00Z",
                Ok(json!("2026-01-12T00:00:00Z")),
            ),
            (
                project,
                "startDate",
                "2026-01-12 10:00",
                Err("without a zone"),
            ),
            (project, "startDate", "3/4/2026", Err("2026-04-03")),
            (project, "startDate", "soon", Err("no day")),
            (project, "startDate", "", Ok(Value::Null)),
            (project, "active", "FALSE", Ok(json!(false))),
            (project, "active", "no", Err("neither true nor false")),
            (company, "countryCode", "+46", Ok(json!("46"))),
            (company, "countryCode", "046", Err("no calling code")),
            (company, "countryCode", "", Err("no calling code")),
            (company, "parentId", "none", Ok(Value::Null)),
            (company, "parentId", "", Err("blank")),
        ] {
            let field = of.iter().find(|field| field.name == name).unwrap();
            match (field.read(text, today), expected) {
                (Ok(value), Ok(expected)) => assert_eq!(value, expected, "{name} {text:?}"),
                (Err(sentence), Err(part)) => {
                    assert!(sentence.contains(part), "{sentence}");
                    assert!(sentence.starts_with(name), "{sentence}");
                }
                (is, expected) => panic!("{name} {text:?}: {is:?}, not {expected:?}"),
            }
        }
    }
}
