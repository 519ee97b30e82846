//! The fields of machines and users: kind, unit, limits, headings, ways to write and empty them,
//! values in a record. Pure.
//!
//! `machines.rs` and `users.rs` are the tables. The rest reads them: arguments of a command,
//! headings and cells of a file, what is typed into a grid, cells of an export. Values travel
//! as JSON in the form of the wire; `null` means that the field is emptied.

mod altered;
mod choice;
mod creation;
mod decimals;
mod falls;
mod heading;
mod loose;
mod machines;
mod near;
mod problem;
mod reading;
mod record;
mod resource;
mod same;
mod show;
mod strict;
mod typed;
mod users;
mod view;
mod wording;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::dates::Meaning;

pub use altered::{check_number, is_shortened, shortened};
pub use choice::{Choice, YesNo};
pub use creation::changed_since_creation;
pub use decimals::{Decimals, Numbers, SeenNumbers};
pub use falls::falls;
pub use heading::{HeadingUnit, heading_key};
pub use loose::Loose;
pub use machines::{ESG_FIELDS, FUEL_SOURCE, MACHINE_FIELDS};
pub use near::{clean_number, nearest, number_key, shape};
pub use problem::{Problem, ProblemCode, YEARS, check_limits};
pub use reading::Reading;
pub use record::{TableRecord, record_values};
pub use resource::Resource;
pub use same::same;
pub use show::shown;
pub use typed::Writing;
pub use users::{LONGEST_USER_LINE, MANDATORY_USER_FIELDS, USER_FIELDS};
pub use view::{FieldKind, FieldView};

/// Values of fields by their spec names.
pub type Values = serde_json::Map<String, Value>;

/// The kind of a field's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Text.
    Text,
    /// A number, perhaps with decimals.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no, with its own English words for them.
    Bool(YesNo),
    /// A day.
    Date,
    /// A moment; a bare day is its midnight, UTC.
    Instant,
    /// A value of a numbered list.
    Choice(&'static [Choice]),
    /// Tags to attach; with a leading `-` to detach. Write-only.
    Tags,
    /// Supervisors, the primary one with a trailing `*`.
    Supervisors,
    /// Anything the service adds; never written.
    Opaque,
}

const fn yes_no(yes: &'static str, no: &'static str) -> Kind {
    Kind::Bool(YesNo { yes, no })
}

/// The record that a text refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// A machine type of the company, by its id.
    MachineType,
    /// A user, by employee number.
    Person,
    /// A machine, by its id.
    Machine,
}

/// Values that a field refuses, from any source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Anything of its kind.
    None,
    /// A text of more characters.
    Longest(usize),
    /// Below zero: it is measured.
    NotNegative,
    /// A year in which no machine was built.
    Year,
    /// A moment of such a year.
    Date,
    /// Anything but a phone number.
    Phone,
    /// Anything but an e-mail address.
    Email,
}

/// The way a field is emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emptying {
    /// With an empty text.
    Text,
    /// With null, in PUT alone.
    Null,
    /// With an empty list.
    List,
    /// Never: every record has one.
    Required,
    /// Never: a number of a machine stays once it is set.
    Number,
    /// Never: so does a date.
    Date,
    /// Never: so do fuel values.
    Fuel,
    /// Never: it is always yes or no.
    Always,
    /// Never: it is not written.
    ReadOnly,
    /// Never; why completes "… cannot be emptied: …".
    Never(&'static str),
}

/// A field of a resource.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldDef {
    /// Resource of the field.
    pub resource: Resource,
    /// Name in the specification and on the wire.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: Kind,
    /// Record that its text refers to; `None` for a plain text.
    pub refers: Option<Reference>,
    /// Unit; `None` where there is none or it varies.
    pub unit: Option<&'static str>,
    /// Values that are refused.
    pub limit: Limit,
    /// The event that its days are of.
    pub days: Meaning,
    /// True for a text of several lines.
    pub is_long: bool,
    /// True where equipment does not have it.
    pub is_machines_only: bool,
    /// True where a new record needs it.
    pub required: bool,
    /// Way to empty it.
    pub emptying: Emptying,
    /// Reason against writing; `None` for a field that is written.
    pub read_only: Option<&'static str>,
    /// English heading.
    heading: &'static str,
    /// English title on screens, where it differs from the heading.
    title: Option<&'static str>,
    /// Further English headings that are understood in files.
    also: &'static [&'static str],
}

/// In what is shown, a field is its name.
impl Serialize for FieldDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl FieldDef {
    /// A field that can be written and left out.
    const fn new(
        resource: Resource,
        name: &'static str,
        kind: Kind,
        emptying: Emptying,
        heading: &'static str,
    ) -> Self {
        Self {
            resource,
            name,
            kind,
            refers: None,
            unit: None,
            limit: Limit::None,
            days: Meaning::Near,
            is_long: false,
            is_machines_only: false,
            required: false,
            emptying,
            read_only: None,
            heading,
            title: None,
            also: &[],
        }
    }

    const fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    const fn also(mut self, also: &'static [&'static str]) -> Self {
        self.also = also;
        self
    }

    const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = Some(unit);
        self
    }

    const fn limit(mut self, limit: Limit) -> Self {
        self.limit = limit;
        self
    }

    const fn days(mut self, meaning: Meaning) -> Self {
        self.days = meaning;
        self
    }

    const fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    const fn refers(mut self, to: Reference) -> Self {
        self.refers = Some(to);
        self
    }

    const fn machines_only(mut self) -> Self {
        self.is_machines_only = true;
        self
    }

    const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Marks the field as never written; `why` completes "… cannot be set: …".
    const fn read_only(mut self, why: &'static str) -> Self {
        self.read_only = Some(why);
        self
    }

    /// Returns `true` for the number by which people name a record.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.name == self.resource.key()
    }

    /// Returns the value that empties the field.
    pub const fn emptied(&self) -> Result<Value, &'static str> {
        Err(match self.emptying {
            Emptying::Text => return Ok(Value::String(String::new())),
            Emptying::Null => return Ok(Value::Null),
            Emptying::List => return Ok(Value::Array(Vec::new())),
            Emptying::Required => match self.resource {
                Resource::Machines => "every machine has one",
                Resource::Users => "every user has one",
            },
            Emptying::Number => "a number of a machine stays once it is set",
            Emptying::Date => "a date of a machine stays once it is set",
            Emptying::Fuel => "fuel values stay once they are set",
            Emptying::Always => "it is always yes or no",
            Emptying::ReadOnly => "it is not written",
            Emptying::Never(why) => why,
        })
    }
}

/// Returns the field of a name, whatever its case.
#[must_use]
pub fn field(table: &'static [FieldDef], name: &str) -> Option<&'static FieldDef> {
    table
        .iter()
        .find(|field| field.name.eq_ignore_ascii_case(name.trim()))
}

/// Returns true for null, an empty list, and a text without anything but white space.
#[must_use]
pub fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_whole(table: &[FieldDef]) {
        let mut keys = std::collections::HashMap::new();
        for field in table {
            for heading in field
                .all_headings()
                // What is never written gives way to what is.
                .chain(field.read_only.is_none().then_some(field.name))
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
                assert_eq!(field.emptying, Emptying::Required, "{}", field.name);
            }
        }
    }

    #[test]
    fn no_heading_means_two_fields() {
        is_whole(MACHINE_FIELDS);
        is_whole(USER_FIELDS);
    }

    #[test]
    fn the_tables_have_every_field_of_the_records_and_of_the_changes() {
        use fielddesk_model::{EsgChange, Machine, MachineChange, User, UserChange};
        let names = |table: &'static [FieldDef]| -> Vec<_> {
            table.iter().map(|field| field.name).collect()
        };
        assert_eq!(names(MACHINE_FIELDS), Machine::FIELDS);
        assert_eq!(names(USER_FIELDS), User::FIELDS);
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
        assert_eq!(writable(MACHINE_FIELDS), machine.concat());
        let mut user = without(UserChange::FIELDS, &["identityId", "companyProfileId"]);
        user.sort_unstable();
        let mut ours = writable(USER_FIELDS);
        ours.sort_unstable();
        assert_eq!(ours, user);
    }
}
