//! Why a value cannot be in a cell of the grid, of a form or of a file.

use std::collections::BTreeMap;

use fielddesk_core::fields;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::mirror::mirror;

/// Why a value cannot be in a cell: the code decides the words, the parameters fill them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellProblem {
    /// What kind of reason.
    pub code: CellProblemCode,
    /// A sentence in English, the fall-back.
    pub message: String,
    /// Values for the words: text, longest, number, name, machineId, row,
    /// companies, nearest.
    pub params: BTreeMap<String, String>,
}

impl From<fields::Problem> for CellProblem {
    fn from(problem: fields::Problem) -> Self {
        Self {
            code: problem.code.into(),
            message: problem.message,
            params: problem.params,
        }
    }
}

/// Why a value cannot be in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CellProblemCode {
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

mirror!(
    fields::ProblemCode,
    CellProblemCode {
        NotText,
        NotNumber,
        AmbiguousNumber,
        NotWhole,
        NotYesNo,
        NotDate,
        UnbelievableDate,
        UnbelievableYear,
        NotChoice,
        Negative,
        TooLong,
        EmptyRequired,
        EmptyNumber,
        EmptyDate,
        EmptyFuel,
        EmptyFlag,
        ReadOnly,
        EquipmentHasNoCheckIn,
        UnknownType,
        UnknownPerson,
        NumberTaken,
        NotAMachine,
        NumberTwice,
        UnknownNumber,
        OtherCompany,
        UnknownCompany,
        NeededForNew,
        FormulaFailed,
    }
);
