//! Values as people write them in spreadsheets: decimal comma, `ja`, dates with dots. Pure.
//!
//! Where a text can mean two things it is refused with both: a wrong guess would be stored.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime};
use serde_json::Value;

use super::decimals::{Decimals, Numbers, read_number};
use super::strict::{number, supervisors, tags};
use super::{FieldDef, Kind, Problem, ProblemCode};
use crate::language::Language;

/// The unit of fields that count hours.
const HOURS: &str = "h";
/// Workbooks keep numbers below this digit by digit.
const MOST_EXACT: f64 = 1e15;

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
    /// A length of time of a workbook, in days.
    Duration(f64),
}

impl FieldDef {
    /// Reads a cell that is not empty; a text with a day or a phone number is for
    /// [`parse_cell`](Self::parse_cell).
    ///
    /// # Errors
    /// What is wrong with it and what is expected, without the field's name.
    pub fn parse_loose(
        &self,
        cell: &Loose<'_>,
        numbers: impl Into<Numbers>,
    ) -> Result<Value, Problem> {
        match cell {
            Loose::Text(text) => self.loose_text(text.trim(), numbers.into()),
            Loose::Number(value) => self.loose_number(*value),
            Loose::Bool(value) => {
                let word = if *value { "true" } else { "false" };
                match self.kind {
                    Kind::Bool(_) => Ok(Value::Bool(*value)),
                    Kind::Text => Err(self.not_typed(word, "yes or no")),
                    _ => Err(self.not(word)),
                }
            }
            Loose::Timestamp(at) => self.loose_moment(*at),
            Loose::Duration(days) => self.loose_duration(*days),
        }
    }

    fn loose_text(&self, text: &str, numbers: Numbers) -> Result<Value, Problem> {
        match self.kind {
            Kind::Text => Ok(Value::from(text)),
            Kind::Number => {
                let value = self.read(text, numbers)?;
                number(value).ok_or_else(|| self.not(text))
            }
            Kind::Whole => whole(self.read(text, numbers)?).ok_or_else(|| self.not(text)),
            Kind::Bool(_) => self.yes_or_no(text).ok_or_else(|| self.not(text)),
            // Days are read by the parser of them, before this.
            Kind::Date | Kind::Instant => Err(self.not(text)),
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
            Kind::Opaque => {
                let message = "It is written by the service alone.";
                Err(Problem::new(ProblemCode::ReadOnly, message))
            }
        }
    }

    fn read(&self, text: &str, numbers: Numbers) -> Result<f64, Problem> {
        let text = self.without_unit(text);
        read_number(text, numbers).map_err(|readings| match readings {
            None => self.not(text),
            Some([one, other]) => {
                let text = crate::file_name::shown(text);
                let message =
                    format!("“{text}” can be {one} or {other}; write it without the sign.");
                Problem::new(ProblemCode::AmbiguousNumber, message)
                    .with("text", text)
                    .with("one", one)
                    .with("other", other)
            }
        })
    }

    fn loose_number(&self, value: f64) -> Result<Value, Problem> {
        let plain = plain_number(value);
        match self.kind {
            Kind::Number => number(value).ok_or_else(|| self.not(&plain)),
            Kind::Whole => whole(value).ok_or_else(|| self.not(&plain)),
            // A workbook keeps fifteen digits; those behind were lost when it was saved.
            Kind::Text if value.abs() >= MOST_EXACT => Err(shortened(&plain)),
            Kind::Text => Ok(Value::from(plain)),
            _ => self.loose_text(&plain, Decimals::Point.into()),
        }
    }

    fn loose_moment(&self, at: NaiveDateTime) -> Result<Value, Problem> {
        // A time without a day is one of the day before the first in workbooks.
        let shown = match at.year() {
            ..=1899 => at.time().to_string(),
            _ if at.time() == chrono::NaiveTime::MIN => at.date().to_string(),
            _ => at.to_string(),
        };
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
            Kind::Text if at.year() > 1899 => Err(self.not_typed(&shown, "a date")),
            Kind::Text => Err(self.not_typed(&shown, "a time")),
            _ => Err(self.not(&shown)),
        }
    }

    /// A length of time is a number where the field counts hours, and nothing else.
    fn loose_duration(&self, days: f64) -> Result<Value, Problem> {
        let seconds = (days * 86_400.0).round();
        let shown = format!(
            "{:.0}:{:02.0}",
            (seconds / 3600.0).trunc(),
            (seconds / 60.0).abs() % 60.0
        );
        match self.kind {
            Kind::Number if self.unit == Some(HOURS) => {
                number(seconds / 3600.0).ok_or_else(|| self.not(&shown))
            }
            Kind::Text => Err(self.not_typed(&shown, "a length of time")),
            _ => Err(self.not(&shown)),
        }
    }

    /// A cell that a spreadsheet program keeps as another thing than a text.
    fn not_typed(&self, text: &str, kind: &str) -> Problem {
        let message =
            format!("“{text}” is {kind} in the file; format the column as text and type it again.");
        Problem::new(ProblemCode::NotTyped, message).with("text", text)
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

    fn not(&self, text: &str) -> Problem {
        let text = crate::file_name::shown(text);
        let expected = match self.kind {
            Kind::Number => "a number such as 14,2 or 14.2".to_owned(),
            // Nobody writes the clock time of the specification into a sheet.
            Kind::Date | Kind::Instant => "a date, for example 20.11.2026 or 2026-11-20".to_owned(),
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
        let message = format!("“{text}” is not {expected}.");
        Problem::new(ProblemCode::not(self.kind), message).with("text", text)
    }
}

/// True for a number as spreadsheet programs shorten it, such as `3,56938E+14`.
#[must_use]
pub fn is_shortened(text: &str) -> bool {
    let Some((digits, power)) = text.trim().split_once(['E', 'e']) else {
        return false;
    };
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let (whole, rest) = digits.split_once([',', '.']).unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let power = power.strip_prefix(['+', '-']);
    whole.len() == 1
        && is_digits(whole)
        && is_digits(rest)
        && power.is_some_and(|power| power.len() >= 2 && is_digits(power))
}

/// True for a day and a month, or a month and a year, as spreadsheet programs make them of
/// numbers such as `10-12`: `10.des`, `12-Oct`, `Mar-01`.
#[must_use]
pub fn is_made_date(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let Some((one, other)) = text.split_once(['.', '-']) else {
        return false;
    };
    let is_number = |text: &str| {
        (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    const MONTHS: [&str; 17] = [
        "jan", "feb", "mar", "mars", "apr", "mai", "maj", "may", "jun", "jul", "aug", "sep", "okt",
        "oct", "nov", "des", "dec",
    ];
    let is_month = |text: &str| MONTHS.contains(&text);
    (is_number(one) && is_month(other)) || (is_month(one) && is_number(other))
}

/// A number whose last digits are missing.
pub fn shortened(text: &str) -> Problem {
    let text = crate::file_name::shown(text);
    let message = format!(
        "“{text}” is a number that the spreadsheet program shortened; format the column as text and type it again."
    );
    Problem::new(ProblemCode::ShortenedNumber, message).with("text", text)
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

/// Dates before 1901 are what spreadsheets make of nothing and of small numbers.
fn believable(day: NaiveDate) -> Result<(), Problem> {
    if crate::dates::DAY_YEARS.contains(&day.year()) {
        return Ok(());
    }
    let day = day.format("%d.%m.%Y");
    let message = format!("{day} cannot be right.");
    Err(Problem::new(ProblemCode::UnbelievableDate, message).with("text", day))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, USER_FIELDS, field};
    use serde_json::json;

    fn read(name: &str, cell: &Loose<'_>) -> Result<Value, Problem> {
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
            ("0,234", 0.234),
            ("0.234", 0.234),
            ("1'234", 1234.0),
            ("21500 kg", 21500.0),
        ] {
            let value = read("weight", &Loose::Text(text)).unwrap();
            assert_eq!(value.as_f64(), Some(expected), "{text}");
        }
        for text in [
            "1,234",
            "1.234",
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
        let problem = read("weight", &Loose::Text("6,412")).unwrap_err();
        assert_eq!(problem.code, ProblemCode::AmbiguousNumber);
        assert_eq!(
            problem.message,
            "“6,412” can be 6.412 or 6412; write it without the sign."
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
        let message = read("active", &Loose::Text("kanskje")).unwrap_err().message;
        assert!(
            message.contains("ja/nei") && message.contains("kanskje"),
            "{message}"
        );
        assert!(
            read("fuelType", &Loose::Text("kull"))
                .unwrap_err()
                .message
                .contains("diesel (1)")
        );
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

    #[test]
    fn a_date_a_time_and_a_truth_are_no_text_and_a_length_of_time_is_hours_alone() {
        let day = NaiveDate::from_ymd_opt(2026, 12, 10).unwrap();
        let nothing = NaiveDate::from_ymd_opt(1899, 12, 31).unwrap();
        let half_past_12 = 12.5 / 24.0;
        for name in [
            "machineNumber",
            "serialNumber",
            "registrationNumber",
            "note",
            "department",
        ] {
            for cell in [
                Loose::Timestamp(day.and_hms_opt(0, 0, 0).unwrap()),
                Loose::Timestamp(nothing.and_hms_opt(18, 0, 0).unwrap()),
                Loose::Bool(true),
                Loose::Duration(half_past_12),
            ] {
                let problem = read(name, &cell).unwrap_err();
                assert_eq!(problem.code, ProblemCode::NotTyped, "{name} {cell:?}");
            }
        }
        let hours = |days| read("hourMeter", &Loose::Duration(days));
        assert_eq!(hours(1234.5 / 24.0), Ok(json!(1234.5)));
        assert_eq!(hours(51.4375), Ok(json!(1234.5)));
        for name in [
            "fuelConsumptionRate",
            "weight",
            "buildYear",
            "active",
            "serviceDate",
        ] {
            let problem = read(name, &Loose::Duration(half_past_12)).unwrap_err();
            assert!(
                problem.message.contains("“12:30”"),
                "{name} {}",
                problem.message
            );
        }
        let time = Loose::Timestamp(nothing.and_hms_opt(18, 0, 0).unwrap());
        let problem = read("hourMeter", &time).unwrap_err();
        assert!(
            problem.message.starts_with("“18:00:00” is not a number"),
            "{}",
            problem.message
        );
    }

    #[test]
    fn numbers_that_a_spreadsheet_shortened_or_made_a_date_of_are_known_by_their_form() {
        for text in [
            "3,56938E+14",
            "3.56938E+14",
            "1,20E+05",
            "1E+20",
            "-1,5E-07",
        ] {
            assert!(is_shortened(text), "{text}");
        }
        for text in [
            "12E4", "E14", "3,5", "1E5", "12,5E+14", "1E+5", "AE+14", "1,E+14", "2E-rom",
        ] {
            assert!(!is_shortened(text), "{text}");
        }
        let long = Loose::Number(12_345_678_901_234_567_000.0);
        assert_eq!(
            read("serialNumber", &long).unwrap_err().code,
            ProblemCode::ShortenedNumber
        );
        let exact = Loose::Number(999_999_999_999_999.0);
        assert_eq!(read("serialNumber", &exact), Ok(json!("999999999999999")));
        for text in ["10.des", "12-Oct", "12.okt.", "Mar-01", "jan.26", "5-mai"] {
            assert!(is_made_date(text), "{text}");
        }
        for text in [
            "10-12",
            "MAR 1",
            "A-1",
            "Z.701",
            "dec",
            "10.desember 2",
            "1-ABC",
        ] {
            assert!(!is_made_date(text), "{text}");
        }
    }
}
