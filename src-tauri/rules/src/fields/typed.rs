//! Numbers and days as people of a region type them into a grid. Pure.
//!
//! What is read so is meant so: `1.234` is a thousand where the comma is the decimal sign, and
//! `3.11` is a day of this year. Everything else is read as cells of files are.

use chrono::{Datelike as _, NaiveDate};
use serde::Deserialize;
use serde_json::Value;

use super::decimals::{Decimals, Numbers, grouped, read_number};
use super::{FieldDef, Kind, Loose, Problem};
use crate::language::Language;

/// Before this no machine was bought or serviced; spreadsheets write 1899 and 1900 for an empty
/// cell.
const FIRST_YEAR: i32 = 1950;
/// Nor later than so many years from now.
const YEARS_AHEAD: i32 = 20;

/// Beginnings of the names of months, in order; each in English, Norwegian and Swedish.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb"],
    &["mar"],
    &["apr"],
    &["mai", "maj", "may"],
    &["jun"],
    &["jul"],
    &["aug"],
    &["sep"],
    &["okt", "oct"],
    &["nov"],
    &["des", "dec"],
];

/// How a person writes: the language of words, and the region's form of numbers and days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Writing {
    /// The language of words.
    pub language: Language,
    /// Whether the region's decimal sign is a comma.
    pub decimal_comma: bool,
    /// Whether the region writes the month before the day.
    pub month_first: bool,
}

impl Writing {
    /// As in the countries where the language is spoken.
    #[must_use]
    pub fn of(language: Language) -> Self {
        Self {
            language,
            decimal_comma: language.has_decimal_comma(),
            month_first: false,
        }
    }

    /// A number as the region writes it; none where the text is no such number.
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

    /// A day as the region writes it, whole or in short; none for one that cannot be right.
    #[must_use]
    pub fn day(&self, text: &str, today: NaiveDate) -> Option<NaiveDate> {
        let (year, month, day) = self.parts(&text.trim().to_lowercase(), today.year())?;
        let day = NaiveDate::from_ymd_opt(year, month, day)?;
        (FIRST_YEAR..=today.year() + YEARS_AHEAD)
            .contains(&day.year())
            .then_some(day)
    }

    fn parts(&self, text: &str, this_year: i32) -> Option<(i32, u32, u32)> {
        if let Some((year, rest)) = text.split_once('-') {
            let date = rest.split(['t', ' ']).next().unwrap_or_default();
            let (month, day) = date.split_once('-')?;
            return Some((digits(year, 4..=4)?, number(month)?, number(day)?));
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let year = year_of(text.get(4..)?, this_year)?;
            return Some((year, number(text.get(2..4)?)?, number(text.get(..2)?)?));
        }
        let end = text.find(|c: char| !c.is_ascii_digit())?;
        let (first, rest) = (number(text.get(..end)?)?, text.get(end..)?);
        if let Some(rest) = rest.strip_prefix(['.', '/'])
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            let (second, year) = rest.split_once(['.', '/']).unwrap_or((rest, ""));
            let second = number(second)?;
            let (day, month) = match self.month_first {
                true => (second, first),
                false => (first, second),
            };
            return Some((year_of(year, this_year)?, month, day));
        }
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let (month, year) = rest.split_once(' ').unwrap_or((rest, ""));
        let month = month.strip_suffix('.').unwrap_or(month);
        let is = |starts: &&[&str]| starts.iter().any(|start| month.starts_with(start));
        let month = MONTHS.iter().position(is)?;
        Some((
            year_of(year, this_year)?,
            u32::try_from(month).ok()? + 1,
            first,
        ))
    }
}

/// One or two digits.
fn number(text: &str) -> Option<u32> {
    u32::try_from(digits(text, 1..=2)?).ok()
}

fn digits(text: &str, length: std::ops::RangeInclusive<usize>) -> Option<i32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    (plain && length.contains(&text.len()))
        .then(|| text.parse().ok())
        .flatten()
}

/// A year of four digits or two; this year for none.
fn year_of(text: &str, this_year: i32) -> Option<i32> {
    match text.len() {
        0 => Some(this_year),
        2 => digits(text, 2..=2).map(|year| if year > 70 { 1900 + year } else { 2000 + year }),
        _ => digits(text, 4..=4),
    }
}

impl FieldDef {
    /// Reads a text that was typed and is not empty; `stored` is the value that is there.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_typed(
        &self,
        text: &str,
        writing: &Writing,
        stored: &Value,
        today: NaiveDate,
    ) -> Result<Value, Problem> {
        if let Some(value) = self.in_region(text, writing, stored, today) {
            return Ok(value);
        }
        let decimals = match writing.language.has_decimal_comma() {
            true => Decimals::Comma,
            false => Decimals::Point,
        };
        self.parse_loose(&Loose::Text(text), decimals)
    }

    fn in_region(
        &self,
        text: &str,
        writing: &Writing,
        stored: &Value,
        today: NaiveDate,
    ) -> Option<Value> {
        match self.kind {
            Kind::Number | Kind::Whole => {
                let value = writing.number(self.without_unit(text))?;
                // What is refused is refused with the words of files.
                let is_plain = self.kind == Kind::Number || value.fract() == 0.0;
                let plain = is_plain && value >= 0.0;
                plain.then(|| {
                    self.parse_loose(&Loose::Number(value), Decimals::Point)
                        .ok()
                })?
            }
            Kind::Instant => {
                let day = writing.day(text, today)?.to_string();
                let same = stored.as_str().is_some_and(|at| at.get(..10) == Some(&day));
                // The clock time of a stored moment is not lost by typing its day again.
                Some(if same {
                    stored.clone()
                } else {
                    Value::from(format!("{day}T00:00:00Z"))
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, field};

    const COMMA: Writing = Writing {
        language: Language::Nb,
        decimal_comma: true,
        month_first: false,
    };
    const POINT: Writing = Writing {
        language: Language::En,
        decimal_comma: false,
        month_first: true,
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
    fn a_day_is_read_in_full_and_in_short() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        for (text, writing, day) in [
            ("3.11", COMMA, Some("2026-11-03")),
            ("0311", COMMA, Some("2026-11-03")),
            ("3 nov", COMMA, Some("2026-11-03")),
            ("3. mai 2025", COMMA, Some("2025-05-03")),
            ("03.11.2026", COMMA, Some("2026-11-03")),
            ("3/11/26", COMMA, Some("2026-11-03")),
            ("2026-11-03", COMMA, Some("2026-11-03")),
            ("2026-11-03T10:00:00Z", COMMA, Some("2026-11-03")),
            ("31.12.1899", COMMA, None),
            ("01.01.1900", COMMA, None),
            ("31.02.2026", COMMA, None),
            ("13.13.2026", COMMA, None),
            ("i går", COMMA, None),
            ("11/03/2026", POINT, Some("2026-11-03")),
        ] {
            let read = writing.day(text, today).map(|day| day.to_string());
            assert_eq!(read.as_deref(), day, "{text}");
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
        ] {
            let read = service.parse_typed(text, &COMMA, &stored, today).unwrap();
            assert_eq!(read, value);
        }
    }
}
