//! What there is to know of the fields of a resource: kind, unit, headings in three languages,
//! whether they can be written and emptied. Pure.
//!
//! The tables are in `machines/fields.rs` and `users/fields.rs`. Here is what reads them: the
//! arguments of a command, the headings and cells of a file, the cells of an export. Values
//! travel as JSON in the form of the wire; `null` means that the field is emptied.

mod assign;
mod choice;
mod creation;
mod decimals;
mod loose;
mod near;
mod problem;
mod same;
mod show;
mod strict;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

pub use assign::{assign, from_json};
pub use choice::{Choice, Words, YES_NO};
pub(crate) use choice::{FUELS, UNITS};
pub(crate) use creation::changed_since_creation;
pub use decimals::Decimals;
pub use loose::Loose;
use loose::was_understood;
pub use near::nearest;
pub use problem::{Problem, ProblemCode};
pub use same::same;
pub use show::shown;

/// Values of fields by their spec names.
pub type Values = serde_json::Map<String, Value>;

/// A language of headings and words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    /// English.
    En,
    /// Norwegian bokmål.
    Nb,
    /// Swedish.
    Sv,
}

impl Language {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::En, Self::Nb, Self::Sv];
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Text.
    Text,
    /// A number, perhaps with decimals.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no, with the words that screens use for them.
    Bool(&'static Words),
    /// A day.
    Date,
    /// A moment; a bare day is its midnight, UTC.
    Instant,
    /// One of the specification's numbered values.
    Choice(&'static [Choice]),
    /// Tags to attach; with a leading `-` to detach. Write-only.
    Tags,
    /// Supervisors, the primary one with a trailing `*`.
    Supervisors,
    /// Anything the service adds; never written.
    Opaque,
}

/// How a field is emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emptying {
    /// With an empty text.
    Text,
    /// With null, in PUT alone.
    Null,
    /// With an empty list.
    List,
    /// It cannot be; why completes "… cannot be emptied: …".
    Never(&'static str),
}

/// One field of a resource.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldDef {
    /// Its name in the specification and on the wire.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its unit, where it always has the same.
    pub unit: Option<&'static str>,
    /// Its heading in English, Norwegian and Swedish, as on the screens.
    pub headings: [&'static str; 3],
    /// Further headings that are understood in files.
    pub also: &'static [&'static str],
    /// Whether a new record needs it.
    pub required: bool,
    /// How it is emptied.
    pub emptying: Emptying,
    /// Why it is never written, where it is not.
    pub read_only: Option<&'static str>,
}

/// In what is shown, a field is its name.
impl Serialize for FieldDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl FieldDef {
    /// A field that can be written and left out.
    pub(crate) const fn new(
        name: &'static str,
        kind: Kind,
        emptying: Emptying,
        headings: [&'static str; 3],
    ) -> Self {
        Self {
            name,
            kind,
            unit: None,
            headings,
            also: &[],
            required: false,
            emptying,
            read_only: None,
        }
    }

    /// Further headings.
    pub(crate) const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// Its unit.
    pub(crate) const fn unit(self, unit: &'static str) -> Self {
        Self {
            unit: Some(unit),
            ..self
        }
    }

    /// A new record needs it.
    pub(crate) const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// It is never written; why completes "… cannot be set: …".
    pub(crate) const fn read_only(self, why: &'static str) -> Self {
        Self {
            read_only: Some(why),
            ..self
        }
    }

    /// The heading in a language.
    #[must_use]
    pub const fn heading(&self, language: Language) -> &'static str {
        self.headings[language as usize]
    }

    /// Whether a heading of a file means this field: its name or a heading in any language,
    /// whatever the case, with or without a unit in brackets.
    #[must_use]
    pub fn is_headed(&self, heading: &str) -> bool {
        let heading = heading_key(heading);
        heading_key(self.name) == heading
            || self
                .headings
                .iter()
                .chain(self.also)
                .any(|known| heading_key(known) == heading)
    }

    /// The value that empties the field.
    ///
    /// # Errors
    /// Why it cannot be emptied.
    pub fn emptied(&self) -> Result<Value, &'static str> {
        match self.emptying {
            Emptying::Text => Ok(Value::String(String::new())),
            Emptying::Null => Ok(Value::Null),
            Emptying::List => Ok(Value::Array(Vec::new())),
            Emptying::Never(why) => Err(why),
        }
    }
}

/// The field of a name, whatever its case.
#[must_use]
pub fn field(table: &'static [FieldDef], name: &str) -> Option<&'static FieldDef> {
    table
        .iter()
        .find(|field| field.name.eq_ignore_ascii_case(name.trim()))
}

/// Whether a value holds nothing.
#[must_use]
pub fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// A heading reduced to what counts: letters and digits in lower case, nothing in brackets.
pub(crate) fn heading_key(heading: &str) -> String {
    let mut depth = 0_usize;
    let mut key = String::new();
    for c in heading.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && c.is_alphanumeric() => key.extend(c.to_lowercase()),
            _ => {}
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_known_by_what_counts_in_it() {
        for heading in [
            "Machine number",
            "machineNumber",
            "MACHINE_NUMBER",
            " machine-number (no.)",
        ] {
            assert_eq!(heading_key(heading), "machinenumber", "{heading}");
        }
        assert_eq!(heading_key("Kjøpt"), "kjøpt");
        assert_eq!(heading_key("(kg)"), "");
    }

    fn is_whole(table: &[FieldDef]) {
        let mut keys = std::collections::HashMap::new();
        for field in table {
            for heading in field
                .headings
                .iter()
                .chain(field.also) // What is never written gives way to what is.
                .chain(field.read_only.is_none().then_some(&field.name))
            {
                let key = heading_key(heading);
                assert!(!key.is_empty(), "{} has an empty heading", field.name);
                let other = keys.insert(key, field.name);
                assert!(
                    other.is_none_or(|other| other == field.name),
                    "{heading} heads {} and {other:?}",
                    field.name
                );
            }
            if field.required {
                assert!(
                    matches!(field.emptying, Emptying::Never(_)),
                    "{}",
                    field.name
                );
            }
        }
    }

    #[test]
    fn no_heading_means_two_fields() {
        is_whole(crate::machines::FIELDS);
        is_whole(crate::users::FIELDS);
    }

    #[test]
    fn the_tables_have_every_field_of_the_records_and_of_the_changes() {
        use fielddesk_model::{EsgChange, Machine, MachineChange, User, UserChange};
        let names = |table: &'static [FieldDef]| -> Vec<_> {
            table.iter().map(|field| field.name).collect()
        };
        assert_eq!(names(crate::machines::FIELDS), Machine::FIELDS);
        assert_eq!(names(crate::users::FIELDS), User::FIELDS);
        let writable = |table: &'static [FieldDef]| -> Vec<_> {
            let all = table.iter().filter(|field| field.read_only.is_none());
            all.map(|field| field.name).collect()
        };
        let without = |names: &[&'static str], out: &[&str]| -> Vec<_> {
            let all = names.iter().copied();
            all.filter(|name| !out.contains(name)).collect()
        };
        let machine = [
            without(MachineChange::FIELDS, &["id"]),
            EsgChange::FIELDS.to_vec(),
        ];
        assert_eq!(writable(crate::machines::FIELDS), machine.concat());
        let mut user = without(UserChange::FIELDS, &["identityId", "companyProfileId"]);
        user.sort_unstable();
        let mut ours = writable(crate::users::FIELDS);
        ours.sort_unstable();
        assert_eq!(ours, user);
    }
}
