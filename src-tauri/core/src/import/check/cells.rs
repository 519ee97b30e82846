//! The cells of a row as values. Pure.

use super::super::source::{Cell, Row};
use super::{Check, Filled, Reason};
use chrono::{Days, NaiveDate};
use fielddesk_rules::fields::{
    FieldDef, Kind, Loose, Problem, ProblemCode as Code, Values, check_limits, shape,
};
use fielddesk_rules::language::Language;
use serde_json::Value;

impl Check<'_> {
    /// The values of the cells that are not empty.
    pub(super) fn values(&self, row: &Row, bad: &mut Vec<Reason>) -> Values {
        let mut values = Values::new();
        for column in &self.columns {
            let field = column.field;
            let cell = row.cells.get(column.index).unwrap_or(&Cell::Empty);
            if field.name == "blockCheckIn" && says_no_check_in(cell) {
                continue;
            }
            match self.value(column, cell) {
                None => {}
                Some(Ok(value)) => {
                    values.insert(field.name.to_owned(), value);
                }
                Some(Err(problem)) => {
                    let mut reason = self.reason(field.name, problem);
                    let suggested = self.with_digits(field, cell);
                    reason.suggestion = suggested.or_else(|| self.day_of_number(field, cell));
                    bad.push(reason);
                }
            }
        }
        values
    }

    /// The value of a cell; `None` where it is empty.
    fn value(&self, column: &Filled, cell: &Cell) -> Option<Result<Value, Problem>> {
        let field = column.field;
        let Some(loose) = cell.loose() else {
            return match cell {
                Cell::Error(error) => {
                    let shown = fielddesk_rules::file_name::shown(error);
                    let message = format!("The formula of the cell failed: {shown}.");
                    Some(Err(
                        Problem::new(Code::FormulaFailed, message).with("text", shown)
                    ))
                }
                Cell::Formula => {
                    let message = "The formula of the cell has no stored result: open the file in a spreadsheet program and save it.";
                    Some(Err(Problem::new(Code::FormulaWithoutResult, message)))
                }
                _ => None,
            };
        };
        let (numbers, reading) = (self.facts.first_pass.numbers, &self.facts.reading);
        let read = field.parse_cell(&loose, numbers, reading);
        let read = read.map(|value| match value.as_f64() {
            Some(number) if column.factor != 1.0 => Value::from(number * column.factor),
            _ => value,
        });
        // A number is judged here: it is gone from the values before they are accepted.
        Some(
            read.and_then(|value| match field.name == self.resource.key() {
                true => check_limits(field, &value).map(|()| value),
                false => Ok(value),
            }),
        )
    }

    /// The day that a spreadsheet program stores as this number of five digits, where it can be that
    /// of the field. A number alone is no day: the person says so.
    fn day_of_number(&self, field: &FieldDef, cell: &Cell) -> Option<String> {
        if !matches!(field.kind, Kind::Date | Kind::Instant) {
            return None;
        }
        let text = cell.text();
        let digits = text.trim();
        let is_number = digits.len() == 5 && digits.bytes().all(|digit| digit.is_ascii_digit());
        let after = digits.parse().ok().filter(|_| is_number)?;
        let first = NaiveDate::from_ymd_opt(1899, 12, 30)?;
        let day = first.checked_add_days(Days::new(after))?.to_string();
        let (numbers, reading) = (self.facts.first_pass.numbers, &self.facts.reading);
        let read = field.parse_cell(&Loose::Text(&day), numbers, reading);
        read.is_ok().then_some(day)
    }

    /// The text of a number with digits in the place of letters that look like them.
    fn with_digits(&self, field: &FieldDef, cell: &Cell) -> Option<String> {
        let Cell::Text(text) = cell else { return None };
        let is_number = matches!(field.kind, Kind::Number | Kind::Whole);
        if !is_number || !text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let digits = shape(text);
        let read = field.parse_loose(&Loose::Text(&digits), self.facts.first_pass.numbers);
        read.is_ok().then_some(digits)
    }
}

/// What an export writes for equipment.
fn says_no_check_in(cell: &Cell) -> bool {
    let text = cell.text().trim().to_lowercase();
    let mut languages = Language::ALL.into_iter();
    languages.any(|language| language.no_check_in().to_lowercase() == text)
}
