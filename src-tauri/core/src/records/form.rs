//! The form of one record: what is put in, what is wrong with it, what became of it.

use serde::{Deserialize, Serialize};

use super::CellInput;
use super::batches::BatchReport;
use fielddesk_rules::fields::Problem;

/// What became of the form of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "CreateResult")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Created {
    /// The act; none where the form has problems.
    pub report: Option<BatchReport>,
    /// What is wrong in the form, by field.
    pub problems: Vec<FieldProblem>,
    /// True where invisible characters were left out of the number.
    pub cleaned: bool,
}

/// A field of the form of a record.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldInput {
    /// The field's spec name.
    pub field: String,
    /// What was put in.
    pub input: CellInput,
}

/// What is wrong with a field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldProblem {
    /// The field's spec name.
    pub field: &'static str,
    /// What is wrong.
    pub problem: Problem,
}

/// Whether a record can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DeleteCheck {
    /// It can.
    pub deletable: bool,
    /// Why not, as far as it is known here.
    pub reason: Option<String>,
}
