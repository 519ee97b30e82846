//! Why a value cannot be in a cell: plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Why a value cannot be in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// What kind of reason.
    pub code: ProblemCode,
    /// A sentence in English.
    pub message: String,
    /// Values for a translated sentence: text, longest, number, name, machine.
    pub params: BTreeMap<String, String>,
}

impl Problem {
    pub(in crate::fleet) fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            params: BTreeMap::new(),
        }
    }

    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// Why a value cannot be in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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
}
