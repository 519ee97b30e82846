//! The cells of a row as values. Pure.

use super::super::source::{Cell, Row};
use super::{Check, Reason};
use fielddesk_rules::fields::{
    FieldDef, Kind, Loose, Problem, ProblemCode as Code, Values, check_limits, shape,
};
use fielddesk_rules::language::Language;

impl Check<'_> {
    /// The values of the cells that are not empty.
    pub(super) fn values(&self, row: &Row, bad: &mut Vec<Reason>) -> Values {
        let mut values = Values::new();
        for (index, field, _) in &self.columns {
            let cell = row.cells.get(*index).unwrap_or(&Cell::Empty);
            if let Cell::Error(error) = cell {
                let shown = fielddesk_rules::file_name::shown(error);
                let message = format!("The formula of the cell failed: {shown}.");
                let problem = Problem::new(Code::FormulaFailed, message).with("text", shown);
                bad.push(self.reason(field.name, problem));
                continue;
            }
            let Some(loose) = cell.loose() else { continue };
            if field.name == "blockCheckIn" && says_no_check_in(cell) {
                continue;
            }
            let read = field.parse_loose(&loose, self.decimals);
            let read = read.map_err(|refusal| unread(field, refusal, cell));
            // A number is judged here: it is gone from the values before they are accepted.
            let read = read.and_then(|value| match field.name == self.resource.key() {
                true => check_limits(field, &value).map(|()| value),
                false => Ok(value),
            });
            match read {
                Ok(value) => {
                    values.insert(field.name.to_owned(), value);
                }
                Err(problem) => {
                    let mut reason = self.reason(field.name, problem);
                    reason.suggestion = self.with_digits(field, cell);
                    bad.push(reason);
                }
            }
        }
        values
    }

    /// The text of a number with digits in the place of letters that look like them.
    fn with_digits(&self, field: &FieldDef, cell: &Cell) -> Option<String> {
        let Cell::Text(text) = cell else { return None };
        let is_number = matches!(field.kind, Kind::Number | Kind::Whole);
        if !is_number || !text.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let digits = shape(text);
        let read = field.parse_loose(&Loose::Text(&digits), self.decimals);
        read.is_ok().then_some(digits)
    }
}

/// Why a cell cannot be read.
fn unread(field: &FieldDef, refusal: String, cell: &Cell) -> Problem {
    let mut problem = Problem::unread(field.kind, refusal, cell.text().trim());
    if problem.code == Code::NotDate {
        // The forms of people: nobody writes the clock time of the specification into a sheet.
        let text = fielddesk_rules::file_name::shown(cell.text().trim());
        problem.message = format!("“{text}” is not a date, for example 20.11.2026 or 2026-11-20");
    }
    problem.message.push('.');
    problem
}

/// What an export writes for equipment.
fn says_no_check_in(cell: &Cell) -> bool {
    let text = cell.text().trim().to_lowercase();
    let mut languages = Language::ALL.into_iter();
    languages.any(|language| language.no_check_in().to_lowercase() == text)
}
