//! Why a value cannot be in a cell, of the grid or of a file: plain data. The code decides the
//! words of the window; the sentence is for the command line and for files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Kind, was_understood};

/// Why a value cannot be in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CellProblem")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Problem {
    /// What kind of reason.
    pub code: ProblemCode,
    /// A sentence in English.
    pub message: String,
    /// Values for a translated sentence: text, longest, number, name, machineId, row,
    /// companies, nearest.
    pub params: BTreeMap<String, String>,
}

impl Problem {
    pub(crate) fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            params: BTreeMap::new(),
        }
    }

    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// What a refusal of [`FieldDef::parse_loose`](super::FieldDef::parse_loose) means.
    pub(crate) fn unread(kind: Kind, refusal: String, text: &str) -> Self {
        let code = match kind {
            Kind::Number | Kind::Whole if was_understood(&refusal) => ProblemCode::AmbiguousNumber,
            Kind::Date | Kind::Instant if was_understood(&refusal) => ProblemCode::UnbelievableDate,
            kind => ProblemCode::not(kind),
        };
        Self::new(code, refusal).with("text", fielddesk_rules::file_name::shown(text))
    }
}

/// Why a value cannot be in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename = "CellProblemCode")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ProblemCode {
    /// It is no text.
    NotText,
    /// It is no number.
    NotNumber,
    /// It can be read as two numbers.
    AmbiguousNumber,
    /// It has decimals.
    NotWhole,
    /// It is neither yes nor no.
    NotYesNo,
    /// It is no date.
    NotDate,
    /// It is a date that cannot be right.
    UnbelievableDate,
    /// It is a year that cannot be right.
    UnbelievableYear,
    /// It is none of the values that there are.
    NotChoice,
    /// It is below zero.
    Negative,
    /// It is longer than the service takes.
    TooLong,
    /// Every machine has one.
    EmptyRequired,
    /// A number stays once it is set.
    EmptyNumber,
    /// A date stays once it is set.
    EmptyDate,
    /// Fuel values stay once they are set.
    EmptyFuel,
    /// It is always yes or no.
    EmptyFlag,
    /// The field is never written.
    ReadOnly,
    /// Equipment has no check-in.
    EquipmentHasNoCheckIn,
    /// The company has no such type.
    UnknownType,
    /// Nobody has this number or name.
    UnknownPerson,
    /// Another machine of the company has this number.
    NumberTaken,
    /// Equipment can belong to a machine of its company alone.
    NotAMachine,
    /// Another row of the file has the same number.
    NumberTwice,
    /// No machine has this number, and none shall be created.
    UnknownNumber,
    /// The number is one of another company.
    OtherCompany,
    /// It cannot be told which company is meant.
    UnknownCompany,
    /// A new record needs it.
    NeededForNew,
    /// The formula of the cell gave an error.
    FormulaFailed,
}

impl ProblemCode {
    /// That a value is not of a kind.
    pub(crate) const fn not(kind: Kind) -> Self {
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
