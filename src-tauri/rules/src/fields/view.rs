//! A field as the window gets it.

use serde::Serialize;

use super::{Emptying, FieldDef, Kind, Limit, Reference};
use crate::language::Language;

/// The kind of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FieldKind {
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
    /// A number of a list of numbers with words.
    Choice,
    /// A machine type, by its id.
    MachineType,
    /// A user, by employee number.
    Person,
    /// A machine, by its id.
    Machine,
}

impl From<&FieldDef> for FieldKind {
    fn from(field: &FieldDef) -> Self {
        match field.refers {
            Some(Reference::MachineType) => return Self::MachineType,
            Some(Reference::Person) => return Self::Person,
            Some(Reference::Machine) => return Self::Machine,
            None => {}
        }
        match field.kind {
            Kind::Opaque => Self::Id,
            Kind::Text if field.is_long => Self::LongText,
            Kind::Text | Kind::Tags | Kind::Supervisors => Self::Text,
            Kind::Number => Self::Number,
            Kind::Whole => Self::Whole,
            Kind::Bool(_) => Self::Bool,
            Kind::Date | Kind::Instant => Self::Instant,
            Kind::Choice(_) => Self::Choice,
        }
    }
}

/// A value of a field that has few, and its word: numbered values, 1 and 0 for yes and no.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldChoice {
    /// The number on the wire; 1 for yes, 0 for no.
    pub number: i64,
    /// The word in the language.
    pub word: &'static str,
}

/// A field, with its words in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldView {
    /// Name in the specification.
    pub name: &'static str,
    /// Title in the window's language.
    pub title: &'static str,
    /// Kind of its values.
    pub kind: FieldKind,
    /// Unit; `None` where there is none or it varies.
    pub unit: Option<&'static str>,
    /// Valid choices, of fields with a short list of them.
    pub choices: Vec<FieldChoice>,
    /// False for fields that keep a value once they have one.
    pub can_be_emptied: bool,
    /// False for read-only fields.
    pub can_be_written: bool,
    /// True where a new record needs it.
    pub required: bool,
    /// True where equipment does not have it.
    pub machines_only: bool,
    /// The longest text, in characters.
    pub longest: Option<usize>,
}

impl FieldDef {
    /// Returns the field with its words in a language.
    #[must_use]
    pub fn view(&self, language: Language) -> FieldView {
        let word = |number, word| FieldChoice { number, word };
        let choices = match self.kind {
            Kind::Choice(choices) => {
                let all = choices.iter();
                all.map(|one| word(one.number, self.choice_word(one, language)))
                    .collect()
            }
            Kind::Bool(_) => [(1, true), (0, false)]
                .map(|(number, yes)| word(number, self.answer(yes, language)))
                .into(),
            _ => Vec::new(),
        };
        FieldView {
            name: self.name,
            title: self.title(language),
            kind: self.into(),
            unit: self.unit,
            choices,
            can_be_emptied: matches!(
                self.emptying,
                Emptying::Text | Emptying::Null | Emptying::List
            ),
            can_be_written: self.read_only.is_none(),
            required: self.required,
            machines_only: self.is_machines_only,
            longest: match self.limit {
                Limit::Longest(longest) => Some(longest),
                _ => None,
            },
        }
    }
}
