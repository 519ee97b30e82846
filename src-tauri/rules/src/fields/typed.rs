//! Numbers, days and phone numbers as people of a region type them into a grid. Pure.
//!
//! What is read so is meant so: `1.234` is a thousand where the comma is the decimal sign, and
//! `3/4` is a day of March where the month comes first. Everything else is read as cells of
//! files are.

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::Value;

use super::decimals::{Decimals, Numbers, grouped, read_number};
use super::{FieldDef, Kind, Loose, Problem, Reading};
use crate::dates::DayOrder;
use crate::language::Language;
use crate::phone::code_of;

/// A person's way of writing: the language of words, the region's form of numbers and days, and
/// the country of phone numbers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Writing {
    /// The language of words.
    pub language: Language,
    /// True where the region's decimal sign is a comma.
    pub decimal_comma: bool,
    /// True where the region writes the month before the day.
    pub month_first: bool,
    /// Two letters of the country of phone numbers in national form, where no stored numbers
    /// say it; the program sets it.
    #[serde(skip)]
    pub country: Option<String>,
}

impl Writing {
    /// Returns the forms of the countries where the language is spoken.
    #[must_use]
    pub fn of(language: Language) -> Self {
        Self {
            language,
            decimal_comma: language.has_decimal_comma(),
            month_first: false,
            country: None,
        }
    }

    /// Returns the reading of days and phone numbers; `code` is the one that stored numbers have.
    #[must_use]
    pub fn reading(&self, today: NaiveDate, code: Option<&'static str>) -> Reading {
        let order = match self.month_first {
            true => DayOrder::MonthFirst,
            false => DayOrder::DayFirst,
        };
        Reading {
            today,
            order,
            code: code.or_else(|| code_of(self.country.as_deref()?)),
        }
    }

    /// Reads a number as the region writes it; `None` for other texts.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<f64> {
        let sign = match (text.matches('.').count(), text.matches(',').count()) {
            (1, 0) => '.',
            (0, 1) => ',',
            // With both, or several, there is one way to read it.
            _ => return read_number(text, Numbers::default()).ok(),
        };
        // One sign and three digits after it could be either: the region decides.
        let is_own = (sign == ',') == self.decimal_comma;
        let plain = if !is_own && grouped(text, sign) {
            text.replace(sign, "")
        } else {
            text.replace(sign, ".")
        };
        read_number(&plain, Decimals::Point.into()).ok()
    }
}

impl FieldDef {
    /// Reads a text that was typed and is not empty; `stored` is the value that is there.
    pub fn parse_typed(
        &self,
        text: &str,
        writing: &Writing,
        stored: &Value,
        reading: &Reading,
    ) -> Result<Value, Problem> {
        if let Some(value) = self.number_in_region(text, writing) {
            return Ok(value);
        }
        let decimals = match writing.language.has_decimal_comma() {
            true => Decimals::Comma,
            false => Decimals::Point,
        };
        let value = self.parse_cell(&Loose::Text(text), decimals, reading)?;
        let day = |value: &Value| Some(value.as_str()?.get(..10)?.to_owned());
        let is_bare_day = value.as_str().is_some_and(|text| text.len() == 10);
        // The clock time of a stored moment is not lost by typing its day again.
        Ok(match self.kind == Kind::Instant && is_bare_day {
            true if day(stored) == day(&value) => stored.clone(),
            true => self.moment(value),
            false => value,
        })
    }

    fn number_in_region(&self, text: &str, writing: &Writing) -> Option<Value> {
        if !matches!(self.kind, Kind::Number | Kind::Whole) {
            return None;
        }
        let value = writing.number(self.without_unit(text))?;
        // What is refused is refused with the words of files.
        let is_plain = self.kind == Kind::Number || value.fract() == 0.0;
        let number = Loose::Number(value);
        let read = (is_plain && value >= 0.0).then(|| self.parse_loose(&number, Decimals::Point));
        read?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};

    const COMMA: Writing = Writing {
        language: Language::Nb,
        decimal_comma: true,
        month_first: false,
        country: None,
    };
    const POINT: Writing = Writing {
        language: Language::En,
        decimal_comma: false,
        month_first: true,
        country: None,
    };

    #[test]
    fn a_number_is_read_as_the_region_writes_it() {
        let hours = field(MACHINE_FIELDS, "hourMeter").unwrap();
        for (text, writing, value) in [
            ("4163", COMMA, Some(4163.0)),
            ("4 163", COMMA, Some(4163.0)),
            ("4\u{a0}163,5", COMMA, Some(4163.5)),
            ("1.234,5", COMMA, Some(1234.5)),
            ("1,234.5", POINT, Some(1234.5)),
            ("1,234", POINT, Some(1234.0)),
            ("1,234", COMMA, Some(1.234)),
            ("1.234", COMMA, Some(1234.0)),
            ("14,2", POINT, Some(14.2)),
            ("14.2", COMMA, Some(14.2)),
            ("1.234.567", COMMA, Some(1_234_567.0)),
            ("-3", COMMA, Some(-3.0)),
            ("4 150 h", COMMA, Some(4150.0)),
            ("12,3,4", COMMA, None),
            ("elleve", COMMA, None),
            ("", COMMA, None),
            ("80h66", COMMA, None),
            ("1e5", COMMA, None),
        ] {
            assert_eq!(writing.number(hours.without_unit(text)), value, "{text}");
        }
    }

    #[test]
    fn a_day_is_read_as_the_region_writes_it() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let service = field(MACHINE_FIELDS, "serviceDate").unwrap();
        for (text, writing, day) in [
            ("3.11", COMMA, Some("2026-11-03")),
            ("0311", COMMA, Some("2026-11-03")),
            ("3 nov", COMMA, Some("2026-11-03")),
            ("3. mai 2025", COMMA, Some("2025-05-03")),
            ("3/11/26", COMMA, Some("2026-11-03")),
            ("11/03/2026", POINT, Some("2026-11-03")),
            ("3.11.2026", POINT, Some("2026-11-03")),
            ("31.12.1899", COMMA, None),
            ("i går", COMMA, None),
        ] {
            let reading = writing.reading(today, None);
            let read = service.parse_typed(text, &writing, &Value::Null, &reading);
            let expected = day.map(|day| Value::from(format!("{day}T00:00:00Z")));
            assert_eq!(read.ok(), expected, "{text}");
        }
    }

    #[test]
    fn the_country_of_a_phone_number_is_that_of_the_stored_ones_else_the_one_of_the_person() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let phone = field(USER_FIELDS, "mobileWork").unwrap();
        let of = |country: Option<&str>| Writing {
            country: country.map(str::to_owned),
            ..COMMA
        };
        for (country, code, expected) in [
            (Some("DK"), Some("47"), "+47 912 34 567"),
            (Some("DK"), None, "+45 91 23 45 67"),
            (None, None, "91234567"),
        ] {
            let writing = of(country);
            let reading = writing.reading(today, code);
            let read = phone.parse_typed("91234567", &writing, &Value::Null, &reading);
            assert_eq!(read, Ok(Value::from(expected)));
        }
    }

    #[test]
    fn typing_the_day_of_a_stored_moment_keeps_its_time() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let service = field(MACHINE_FIELDS, "serviceDate").unwrap();
        let stored = Value::from("2026-09-14T08:30:00Z");
        for (text, value) in [
            ("14.9", "2026-09-14T08:30:00Z"),
            ("15.9", "2026-09-15T00:00:00Z"),
            ("15.9.2026 07:30", "2026-09-15T07:30:00Z"),
        ] {
            let read = service
                .parse_typed(text, &COMMA, &stored, &COMMA.reading(today, None))
                .unwrap();
            assert_eq!(read, value);
        }
    }
}
