//! The columns of the grid: what each holds and whether it can be emptied.

use fielddesk_core::fields::{Emptying, FieldDef, Kind};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::saturated;

/// What a field of a machine holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum MachineFieldKind {
    /// An id that people do not write.
    Id,
    /// A text of one line.
    Text,
    /// A text of several lines.
    LongText,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no.
    Bool,
    /// A moment; a bare day is its midnight.
    Instant,
    /// One of some numbers that have words.
    Choice,
}

impl From<&'static FieldDef> for MachineFieldKind {
    fn from(field: &'static FieldDef) -> Self {
        match field.kind {
            Kind::Opaque => Self::Id,
            Kind::Text if matches!(field.name, "note" | "blockCheckInMessage") => Self::LongText,
            Kind::Text | Kind::Tags | Kind::Supervisors => Self::Text,
            Kind::Number => Self::Number,
            Kind::Whole => Self::Whole,
            Kind::Bool(_) => Self::Bool,
            Kind::Date | Kind::Instant => Self::Instant,
            Kind::Choice(_) => Self::Choice,
        }
    }
}

/// Whether a field can be emptied, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum MachineFieldEmptying {
    /// It can, as every text.
    Text,
    /// Every machine has one.
    Required,
    /// A number stays once it is set.
    Number,
    /// A date stays once it is set.
    Date,
    /// Fuel values stay once they are set.
    Fuel,
    /// It is always yes or no.
    Always,
    /// It is never written.
    ReadOnly,
}

/// A column of the grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MachineField {
    /// Its name in the specification.
    pub name: String,
    /// What it holds.
    pub kind: MachineFieldKind,
    /// Its unit, where it always has the same.
    pub unit: Option<String>,
    /// The numbers it can be, for a choice.
    pub choices: Vec<i32>,
    /// Whether it can be emptied.
    pub emptying: MachineFieldEmptying,
    /// The longest text, in characters.
    pub longest: Option<u32>,
}

impl From<&'static FieldDef> for MachineField {
    fn from(field: &'static FieldDef) -> Self {
        let esg = fielddesk_core::machines::ESG_FIELDS.contains(&field.name);
        let kind = MachineFieldKind::from(field);
        let emptying = match (field.emptying, kind) {
            _ if field.read_only.is_some() => MachineFieldEmptying::ReadOnly,
            (Emptying::Text | Emptying::Null | Emptying::List, _) => MachineFieldEmptying::Text,
            (Emptying::Never(_), _) if field.required => MachineFieldEmptying::Required,
            (Emptying::Never(_), _) if esg => MachineFieldEmptying::Fuel,
            (Emptying::Never(_), MachineFieldKind::Instant) => MachineFieldEmptying::Date,
            (Emptying::Never(_), MachineFieldKind::Bool) => MachineFieldEmptying::Always,
            (Emptying::Never(_), _) => MachineFieldEmptying::Number,
        };
        let choices = match field.kind {
            Kind::Choice(choices) => choices
                .iter()
                .filter_map(|choice| i32::try_from(choice.number).ok())
                .collect(),
            _ => Vec::new(),
        };
        Self {
            name: field.name.to_owned(),
            kind,
            unit: field.unit.map(str::to_owned),
            choices,
            emptying,
            longest: fielddesk_core::machines::longest(field)
                .map(|longest| saturated(longest as u64)),
        }
    }
}
