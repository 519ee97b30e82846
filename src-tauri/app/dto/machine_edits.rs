//! Pending edits: what a person changed in the grid and did not save yet.

use fielddesk_core::fields::Language as CoreLanguage;
use fielddesk_core::fleet as core;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CellProblem, CellValue, Failure, FleetState, Language};

/// A cell that is changed and not saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PendingEdit {
    /// The machine.
    pub machine_id: String,
    /// The field.
    pub field: String,
    /// The stored value that it is based on.
    pub base: CellValue,
    /// The value that will be sent.
    pub value: CellValue,
    /// What was typed, where it is not understood or cannot be; nothing is sent then.
    pub text: Option<String>,
    /// Why it cannot be sent.
    pub problem: Option<CellProblem>,
    /// Somebody else changed the cell meanwhile.
    pub changed: bool,
    /// What it holds on the service now, where somebody else changed it.
    pub theirs: CellValue,
    /// Why the service refused it last.
    pub failure: Option<Failure>,
}

impl From<core::Edit> for PendingEdit {
    fn from(edit: core::Edit) -> Self {
        let cell = |value| CellValue::from(core::Cell::from(value));
        Self {
            machine_id: edit.machine.as_str().to_owned(),
            field: edit.field.name.to_owned(),
            base: cell(&edit.base),
            value: cell(&edit.said.value),
            text: edit.said.text,
            problem: edit.said.problem.map(Into::into),
            changed: edit.said.changed,
            theirs: cell(&edit.said.theirs),
            failure: edit.said.failure.map(Into::into),
        }
    }
}

/// A cell by its names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellName {
    /// The machine.
    pub machine_id: String,
    /// The field.
    pub field: String,
}

impl From<core::CellName> for CellName {
    fn from(cell: core::CellName) -> Self {
        Self {
            machine_id: cell.machine.as_str().to_owned(),
            field: cell.field,
        }
    }
}

impl From<CellName> for core::CellName {
    fn from(cell: CellName) -> Self {
        Self {
            machine: cell.machine_id.into(),
            field: cell.field,
        }
    }
}

/// What is put into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum CellInput {
    /// As typed or pasted, with the words of any language.
    Text {
        /// What was typed.
        text: String,
    },
    /// In the form of the wire.
    Value {
        /// The value.
        value: CellValue,
    },
    /// What is stored: the edit is taken back.
    None,
}

impl From<CellInput> for core::CellInput {
    fn from(input: CellInput) -> Self {
        match input {
            CellInput::Text { text } => Self::Text(text),
            CellInput::Value { value } => Self::Value(value.into()),
            CellInput::None => Self::Stored,
        }
    }
}

impl From<core::CellInput> for CellInput {
    fn from(input: core::CellInput) -> Self {
        match input {
            core::CellInput::Text(text) => Self::Text { text },
            core::CellInput::Value(value) => Self::Value {
                value: value.into(),
            },
            core::CellInput::Stored => Self::None,
        }
    }
}

/// Something to be put into a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellEdit {
    /// The machine.
    pub machine_id: String,
    /// The field.
    pub field: String,
    /// What.
    pub input: CellInput,
}

impl From<CellEdit> for core::CellEdit {
    fn from(edit: CellEdit) -> Self {
        Self {
            cell: core::CellName {
                machine: edit.machine_id.into(),
                field: edit.field,
            },
            input: edit.input.into(),
        }
    }
}

impl From<core::CellEdit> for CellEdit {
    fn from(edit: core::CellEdit) -> Self {
        Self {
            machine_id: edit.cell.machine.as_str().to_owned(),
            field: edit.cell.field,
            input: edit.input.into(),
        }
    }
}

/// Whose value of a cell stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EditKeep {
    /// Ours is to be sent all the same.
    Mine,
    /// Theirs stays, the edit is taken back.
    Theirs,
}

/// A person's word on a cell that somebody else changed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditDecision {
    /// The machine.
    pub machine_id: String,
    /// The field.
    pub field: String,
    /// Whose value stays.
    pub keep: EditKeep,
}

impl From<EditDecision> for core::Decision {
    fn from(decision: EditDecision) -> Self {
        Self {
            cell: core::CellName {
                machine: decision.machine_id.into(),
                field: decision.field,
            },
            keep_mine: decision.keep == EditKeep::Mine,
        }
    }
}

/// What became of edits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditResult {
    /// How the fleet stands.
    pub state: FleetState,
    /// The cells that are pending now.
    pub cells: Vec<PendingEdit>,
    /// The cells that are as stored now.
    pub cleared: Vec<CellName>,
    /// Edits that bring the state before back.
    pub before: Vec<CellEdit>,
}

impl From<core::EditResult> for EditResult {
    fn from(result: core::EditResult) -> Self {
        Self {
            state: result.state.into(),
            cells: result.cells.into_iter().map(Into::into).collect(),
            cleared: result.cleared.into_iter().map(Into::into).collect(),
            before: result.before.into_iter().map(Into::into).collect(),
        }
    }
}

/// The language whose decimal sign and words a person uses.
pub(crate) fn core_language(language: Language) -> CoreLanguage {
    match language {
        Language::System => {
            let locale = crate::locale::of_the_computer().to_lowercase();
            match locale.get(..2) {
                Some("nb" | "nn" | "no") => CoreLanguage::Nb,
                Some("sv") => CoreLanguage::Sv,
                _ => CoreLanguage::En,
            }
        }
        Language::En => CoreLanguage::En,
        Language::Nb => CoreLanguage::Nb,
        Language::Sv => CoreLanguage::Sv,
    }
}
