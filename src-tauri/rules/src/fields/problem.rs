//! Reasons why a value cannot be in a cell, of the grid or of a file, and the limits of the field
//! tables. Pure. The code decides the words of the window; the sentence is for the command line and
//! for files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{FieldDef, Kind, Limit};
use crate::phone;

/// Years that a machine can have been built, bought or serviced in.
pub const YEARS: std::ops::RangeInclusive<i64> = 1900..=2200;

/// Texts of fields with a higher limit can have several lines.
const LONGEST_LINE: usize = 1_000;

/// A value refused in a cell: code and sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CellProblem")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Problem {
    /// Kind of problem.
    pub code: ProblemCode,
    /// A sentence in English.
    pub message: String,
    /// Values for a translated sentence: text, longest, number, name, id, row, known,
    /// companies, nearest, one, other.
    pub params: BTreeMap<String, String>,
}

impl Problem {
    /// Makes a problem with its sentence.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            params: BTreeMap::new(),
        }
    }

    /// Adds a value for a translated sentence.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// Kinds of problems of a value in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CellProblemCode")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ProblemCode {
    /// Not a text.
    NotText,
    /// Not a number.
    NotNumber,
    /// Readable as two numbers.
    AmbiguousNumber,
    /// A number with decimals in a field of whole numbers.
    NotWhole,
    /// Neither yes nor no.
    NotYesNo,
    /// Not a date.
    NotDate,
    /// Readable as two dates.
    AmbiguousDate,
    /// A date without the year that its field needs.
    YearMissing,
    /// A date outside the believable range.
    UnbelievableDate,
    /// A year outside the believable range.
    UnbelievableYear,
    /// Not a valid choice.
    NotChoice,
    /// Below zero.
    Negative,
    /// Longer than the service takes.
    TooLong,
    /// Every machine has one.
    EmptyRequired,
    /// A number stays once it is set.
    EmptyNumber,
    /// A date stays once it is set.
    EmptyDate,
    /// Fuel values stay once they are set.
    EmptyFuel,
    /// A yes-or-no field cannot be empty.
    EmptyFlag,
    /// The field is never written.
    ReadOnly,
    /// Not a phone number in international form.
    NotPhone,
    /// Another user logs in with this phone number.
    PhoneTaken,
    /// Earlier than the first day of the employment.
    EndBeforeStart,
    /// More than one supervisor is the primary one.
    SeveralPrimary,
    /// Equipment has no check-in.
    EquipmentHasNoCheckIn,
    /// The company has no such type.
    UnknownType,
    /// No user has this number or name.
    UnknownPerson,
    /// More than one user has this name.
    SeveralPersons,
    /// Another machine of the company has this number.
    NumberTaken,
    /// Equipment can belong to a machine of its company alone.
    NotAMachine,
    /// Another row of the file has the same number.
    NumberTwice,
    /// No machine has this number, and none shall be created.
    UnknownNumber,
    /// No machine has this number, but one that differs by letters that look like digits.
    LookalikeNumber,
    /// The number is one of another company.
    OtherCompany,
    /// The company of the record is ambiguous.
    UnknownCompany,
    /// A new record needs it.
    NeededForNew,
    /// The formula of the cell gave an error.
    FormulaFailed,
    /// The formula of the cell has no stored result.
    FormulaWithoutResult,
    /// The cell is a date, a time, or yes or no, and the field is a text.
    NotTyped,
    /// A spreadsheet program shortened a number: digits are missing.
    ShortenedNumber,
    /// A spreadsheet program made a date of a number.
    DateForNumber,
    /// The text has a line break, and the field one line.
    LineBreak,
    /// Another record has a number that differs in leading zeros or in the form of its characters.
    SameNumberOtherwise,
    /// The heading names another unit than the record has.
    OtherUnit,
    /// Name and birth date are those of another person.
    AnotherPerson,
    /// The text is no e-mail address.
    NotEmail,
}

impl ProblemCode {
    /// Returns the problem of a value that is not of a kind.
    #[must_use]
    pub const fn not(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::NotNumber,
            Kind::Whole => Self::NotWhole,
            Kind::Bool(_) => Self::NotYesNo,
            Kind::Date | Kind::Instant => Self::NotDate,
            Kind::Choice(_) => Self::NotChoice,
            Kind::Text | Kind::Tags | Kind::Supervisors => Self::NotText,
            Kind::Opaque => Self::ReadOnly,
        }
    }
}

/// Refuses what the field cannot hold, however the value came: typed into the grid, read from a
/// file.
///
/// The specification names no bounds, and the service takes any number. What is measured is not
/// below zero; prices are the company's own business.
pub fn check_limits(field: &FieldDef, value: &Value) -> Result<(), Problem> {
    let shown = || crate::file_name::shown(value.as_str().unwrap_or(&value.to_string()));
    let refused = |code, message: String| Err(Problem::new(code, message).with("text", shown()));
    let has_line_break = |text: &str| text.contains(['\n', '\r']);
    match field.limit {
        _ if field.has_one_line() && value.as_str().is_some_and(has_line_break) => {
            let message = "It has a line break; the field holds one line.";
            refused(ProblemCode::LineBreak, message.to_owned())
        }
        Limit::Longest(longest)
            if value
                .as_str()
                .is_some_and(|text| text.chars().count() > longest) =>
        {
            let message = format!("It is longer than {longest} characters.");
            Err(Problem::new(ProblemCode::TooLong, message).with("longest", longest))
        }
        Limit::NotNegative if value.as_f64().is_some_and(|number| number < 0.0) => {
            refused(ProblemCode::Negative, format!("{} is below zero.", shown()))
        }
        Limit::Year if value.as_i64().is_some_and(|year| !YEARS.contains(&year)) => {
            let message = format!("{} cannot be the year.", shown());
            refused(ProblemCode::UnbelievableYear, message)
        }
        Limit::Date => {
            let year = value.as_str().and_then(|text| text.get(..4)?.parse().ok());
            // 1899 and 1900 are what spreadsheets make of nothing.
            if year.is_some_and(|year: i64| year > *YEARS.start() && YEARS.contains(&year)) {
                return Ok(());
            }
            let message = format!("{} cannot be right.", shown());
            refused(ProblemCode::UnbelievableDate, message)
        }
        Limit::Phone
            if value
                .as_str()
                .is_some_and(|text| phone::read(text, None).is_err()) =>
        {
            let message = format!(
                "{} is no phone number in international form, such as +47 911 04 772.",
                shown()
            );
            refused(ProblemCode::NotPhone, message)
        }
        Limit::Email if value.as_str().is_some_and(|text| !is_email(text)) => {
            let message = format!("{} is no e-mail address.", shown());
            refused(ProblemCode::NotEmail, message)
        }
        _ => Ok(()),
    }
}

impl FieldDef {
    /// True for a text that has no line breaks.
    fn has_one_line(&self) -> bool {
        let is_longer = matches!(self.limit, Limit::Longest(longest) if longest > LONGEST_LINE);
        self.kind == Kind::Text && !self.is_long && !is_longer
    }
}

/// True for what can be an e-mail address; an empty text is none and no problem.
fn is_email(text: &str) -> bool {
    let Some((before, host)) = text.trim().rsplit_once('@') else {
        return text.trim().is_empty();
    };
    let plain =
        |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '@');
    plain(before)
        && plain(host)
        && host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
}
