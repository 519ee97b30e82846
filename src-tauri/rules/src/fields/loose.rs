//! Values as people write them in spreadsheets: decimal comma, `ja`, dates with dots. Pure.
//!
//! Where a text can mean two things it is refused with both: a wrong guess would be stored.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime};
use serde_json::Value;

use super::altered::shortened;
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
mod tests;
