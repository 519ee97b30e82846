//! Values as people write them in spreadsheets: decimal comma, `ja`, dates with dots. Pure.
//!
//! Where a text can mean two things it is refused with both: a wrong guess would be stored.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime};
use serde_json::Value;

use super::decimals::{Decimals, read_number};
use super::strict::{date, number, supervisors, tags};
use super::{FieldDef, Kind};
use crate::language::Language;

/// A cell of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Loose<'a> {
    /// Text.
    Text(&'a str),
    /// A number of a workbook.
    Number(f64),
    /// True or false of a workbook.
    Bool(bool),
    /// A date of a workbook.
    Timestamp(NaiveDateTime),
}

impl FieldDef {
    /// Reads a cell that is not empty.
    ///
    /// # Errors
    /// What is wrong with it and what is expected, without the field's name.
    pub fn parse_loose(&self, cell: &Loose<'_>, decimals: Decimals) -> Result<Value, String> {
        match cell {
            Loose::Text(text) => self.loose_text(text.trim(), decimals),
            Loose::Number(value) => self.loose_number(*value),
            Loose::Bool(value) => match self.kind {
                Kind::Bool(_) => Ok(Value::Bool(*value)),
                Kind::Text => Ok(Value::from(if *value { "true" } else { "false" })),
                _ => Err(self.not(if *value { "true" } else { "false" })),
            },
            Loose::Timestamp(at) => self.loose_moment(*at),
        }
    }

    fn loose_text(&self, text: &str, decimals: Decimals) -> Result<Value, String> {
        match self.kind {
            Kind::Text => Ok(Value::from(text)),
            Kind::Number => {
                let text = self.without_unit(text);
                read_number(text, decimals)
                    .map_err(|ambiguous| ambiguous.unwrap_or_else(|| self.not(text)))
                    .and_then(|value| number(value).ok_or_else(|| self.not(text)))
            }
            Kind::Whole => {
                let text = self.without_unit(text);
                let value = read_number(text, decimals)
                    .map_err(|ambiguous| ambiguous.unwrap_or_else(|| self.not(text)))?;
                whole(value).ok_or_else(|| self.not(text))
            }
            Kind::Bool(_) => self.yes_or_no(text).ok_or_else(|| self.not(text)),
            Kind::Date => {
                let day = loose_date(text.split(['T', ' ']).next().unwrap_or_default())
                    .ok_or_else(|| self.not(text))?;
                believable(day)?;
                Ok(Value::from(day.to_string()))
            }
            Kind::Instant => self.loose_instant(text),
            Kind::Choice(choices) => {
                let key = squeezed(text);
                let found = choices.iter().find(|choice| {
                    choice.number.to_string() == key
                        || self
                            .all_choice_words(choice)
                            .any(|word| squeezed(word) == key)
                });
                found
                    .map(|choice| Value::from(choice.number))
                    .ok_or_else(|| self.not(text))
            }
            Kind::Tags => tags(text).ok_or_else(|| self.not(text)),
            Kind::Supervisors => supervisors(text).ok_or_else(|| self.not(text)),
            Kind::Opaque => Err("it is written by the service alone".to_owned()),
        }
    }

    fn loose_number(&self, value: f64) -> Result<Value, String> {
        let plain = plain_number(value);
        match self.kind {
            Kind::Number => number(value).ok_or_else(|| self.not(&plain)),
            Kind::Whole => whole(value).ok_or_else(|| self.not(&plain)),
            Kind::Text => Ok(Value::from(plain)),
            _ => self.loose_text(&plain, Decimals::Point),
        }
    }

    fn loose_moment(&self, at: NaiveDateTime) -> Result<Value, String> {
        match self.kind {
            Kind::Date | Kind::Instant => {
                believable(at.date())?;
                let midnight = at.time() == chrono::NaiveTime::MIN;
                Ok(Value::from(if midnight || self.kind == Kind::Date {
                    at.date().to_string()
                } else {
                    fielddesk_model::Instant(at.and_utc()).to_string()
                }))
            }
            Kind::Text => Ok(Value::from(at.date().to_string())),
            _ => Err(self.not(&at.to_string())),
        }
    }

    /// ISO 8601, or a date and perhaps a time as people write them; a bare day stays one.
    fn loose_instant(&self, text: &str) -> Result<Value, String> {
        let (day, time) = match text.split_once(' ') {
            Some((day, time)) => (day, Some(time.trim())),
            None => (text, None),
        };
        if let Some(day) = loose_date(day) {
            believable(day)?;
            let Some(time) = time else {
                return Ok(Value::from(day.to_string()));
            };
            let time = time.replace('.', ":");
            let time = ["%H:%M:%S", "%H:%M"]
                .iter()
                .find_map(|form| chrono::NaiveTime::parse_from_str(&time, form).ok())
                .ok_or_else(|| self.not(text))?;
            let at = fielddesk_model::Instant(day.and_time(time).and_utc());
            return Ok(Value::from(at.to_string()));
        }
        let at: fielddesk_model::Instant = text.parse().map_err(|_| self.not(text))?;
        believable(at.0.date_naive())?;
        Ok(Value::from(at.to_string()))
    }

    /// Yes or no in the field's own words, or the plain ones, of any language.
    fn yes_or_no(&self, text: &str) -> Option<Value> {
        let key = squeezed(text);
        let is = |answer: bool| {
            Language::ALL.into_iter().any(|language| {
                squeezed(self.answer(answer, language)) == key
                    || language.answers(answer).contains(&key)
            })
        };
        let yes = is(true);
        (yes != is(false)).then_some(Value::Bool(yes))
    }

    /// The text without the field's own unit behind it.
    pub(super) fn without_unit<'a>(&self, text: &'a str) -> &'a str {
        let stripped = self.unit.and_then(|unit| text.strip_suffix(unit));
        stripped.unwrap_or(text).trim_end()
    }

    fn not(&self, text: &str) -> String {
        let text = crate::file_name::shown(text);
        let expected = match self.kind {
            Kind::Number => "a number such as 14,2 or 14.2".to_owned(),
            Kind::Bool(_) => {
                let own = Language::ALL
                    .map(|language| [true, false].map(|yes| self.answer(yes, language).to_owned()));
                let plain = Language::ALL.map(|language| {
                    [true, false]
                        .map(|yes| language.answers(yes).first().cloned().unwrap_or_default())
                });
                let mut forms = [own, plain].concat();
                forms.dedup();
                let forms: Vec<String> = forms.iter().map(|form| form.join("/")).collect();
                format!("one of {}", forms.join(", "))
            }
            _ => self.expected(),
        };
        format!("“{text}” is not {expected}")
    }
}

/// Whether a refusal of [`FieldDef::parse_loose`] is about a value that was understood, but
/// cannot be or can mean two things.
pub(super) fn was_understood(refusal: &str) -> bool {
    !refusal.starts_with('“')
}

/// A number of a workbook as a person would type it.
fn plain_number(value: f64) -> String {
    // Up to 2^53 whole numbers are exact, and identifiers typed as numbers are below it.
    if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        format!("{value:.0}")
    } else {
        format!("{value}")
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "it is whole and within range"
)]
fn whole(value: f64) -> Option<Value> {
    (value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0)
        .then(|| Value::from(value as i64))
}

/// Letters and digits in lower case: how words are compared.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

fn loose_date(text: &str) -> Option<NaiveDate> {
    date(text.trim_end_matches('.'))
}

/// Dates before 1901 are what spreadsheets make of nothing and of small numbers.
fn believable(day: NaiveDate) -> Result<(), String> {
    if (1901..=2200).contains(&day.year()) {
        Ok(())
    } else {
        Err(format!("{} cannot be right", day.format("%d.%m.%Y")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};
    use serde_json::json;

    fn read(name: &str, cell: &Loose<'_>) -> Result<Value, String> {
        field(MACHINE_FIELDS, name)
            .or_else(|| field(USER_FIELDS, name))
            .unwrap()
            .parse_loose(cell, Decimals::Unknown)
    }

    #[test]
    fn numbers_are_read_with_either_decimal_sign() {
        for (text, expected) in [
            ("14,2", 14.2),
            ("14.2", 14.2),
            ("-3", -3.0),
            ("−3,5", -3.5),
            ("6 412", 6412.0),
            ("6\u{a0}412,5", 6412.5),
            ("6\u{202f}412", 6412.0),
            ("1.234.567", 1_234_567.0),
            ("1,234,567", 1_234_567.0),
            ("1.234,5", 1234.5),
            ("1,234.5", 1234.5),
            ("1.234", 1.234),
            ("0,234", 0.234),
            ("1'234", 1234.0),
            ("21500 kg", 21500.0),
        ] {
            let value = read("weight", &Loose::Text(text)).unwrap();
            assert_eq!(value.as_f64(), Some(expected), "{text}");
        }
        for text in [
            "1,234",
            "12,34,5",
            "1.23,456.7",
            "1.234.56",
            "4 15O",
            "l2",
            "",
            "1,2,3",
            "--1",
            " 5kg2",
        ] {
            assert!(read("weight", &Loose::Text(text)).is_err(), "{text}");
        }
        let message = read("weight", &Loose::Text("6,412")).unwrap_err();
        assert_eq!(
            message,
            "“6,412” can be 6.412 or 6412; write it without the comma"
        );
        let weight = field(MACHINE_FIELDS, "weight").unwrap();
        for (decimals, expected) in [(Decimals::Comma, 6.412), (Decimals::Point, 6412.0)] {
            let value = weight.parse_loose(&Loose::Text("6,412"), decimals).unwrap();
            assert_eq!(value.as_f64(), Some(expected));
        }
    }

    #[test]
    fn words_of_three_languages_are_read() {
        for (name, text, expected) in [
            ("active", "Ja", json!(true)),
            ("active", "nei", json!(false)),
            ("active", "NEJ", json!(false)),
            ("active", "yes", json!(true)),
            ("blockCheckIn", "Sperret", json!(true)),
            ("blockCheckIn", "Öppen", json!(false)),
            ("fuelType", "Anleggsdiesel", json!(7)),
            ("fuelType", "färgad  diesel", json!(7)),
            ("fuelType", "el", json!(4)),
            ("fuelConsumptionUnit", "L / time", json!(0)),
            ("fuelConsumptionUnit", "kWh/h", json!(2)),
            ("fuelType", "1", json!(1)),
        ] {
            assert_eq!(read(name, &Loose::Text(text)), Ok(expected), "{text}");
        }
        let message = read("active", &Loose::Text("kanskje")).unwrap_err();
        assert!(
            message.contains("ja/nei") && message.contains("kanskje"),
            "{message}"
        );
        assert!(
            read("fuelType", &Loose::Text("kull"))
                .unwrap_err()
                .contains("diesel (1)")
        );
    }

    #[test]
    fn dates_are_read_in_both_forms_and_impossible_ones_refused() {
        for (name, text, expected) in [
            ("birthDate", "01.02.1980", "1980-02-01"),
            ("birthDate", "1.2.1980", "1980-02-01"),
            ("birthDate", "1980-02-01", "1980-02-01"),
            ("serviceDate", "14.09.2026", "2026-09-14"),
            ("serviceDate", "14.09.2026 08:30", "2026-09-14T08:30:00Z"),
            (
                "serviceDate",
                "2026-09-14T08:30:00+02:00",
                "2026-09-14T06:30:00Z",
            ),
        ] {
            assert_eq!(
                read(name, &Loose::Text(text)),
                Ok(json!(expected)),
                "{text}"
            );
        }
        for text in ["01.01.1900", "31.02.2026", "14/09/2026", "1.2.80", "soon"] {
            assert!(read("serviceDate", &Loose::Text(text)).is_err(), "{text}");
        }
        let message = read("serviceDate", &Loose::Text("01.01.1900")).unwrap_err();
        assert_eq!(message, "01.01.1900 cannot be right");
    }

    #[test]
    fn cells_of_workbooks_keep_what_they_are() {
        let at = |h| {
            NaiveDate::from_ymd_opt(2026, 9, 14)
                .unwrap()
                .and_hms_opt(h, 0, 0)
                .unwrap()
        };
        for (name, cell, expected) in [
            ("machineNumber", Loose::Number(1021.0), json!("1021")),
            ("weight", Loose::Number(14.2), json!(14.2)),
            ("buildYear", Loose::Number(2019.0), json!(2019)),
            ("active", Loose::Number(1.0), json!(true)),
            ("active", Loose::Bool(false), json!(false)),
            ("fuelType", Loose::Number(7.0), json!(7)),
            ("serviceDate", Loose::Timestamp(at(0)), json!("2026-09-14")),
            (
                "serviceDate",
                Loose::Timestamp(at(8)),
                json!("2026-09-14T08:00:00Z"),
            ),
            ("birthDate", Loose::Timestamp(at(8)), json!("2026-09-14")),
        ] {
            assert_eq!(read(name, &cell), Ok(expected), "{name}");
        }
        assert!(read("buildYear", &Loose::Number(2019.5)).is_err());
        assert!(read("weight", &Loose::Bool(true)).is_err());
        assert!(read("weight", &Loose::Timestamp(at(0))).is_err());
        assert!(read("serviceDate", &Loose::Number(44000.0)).is_err());
    }
}
