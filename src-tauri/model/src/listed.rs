//! Lists of records: what can be read of them, and what had to be left out.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::raw::Raw;
use crate::{Location, Machine, MachineType, MassType, Project, Trip, User, WorkOrder};

/// A record of a list: an id to act on it, and a name for people.
pub trait Record {
    /// The name of the field that holds the id.
    const KEY: &'static str;
    /// The id; without one nothing can be done with the record.
    fn key(&self) -> &str;
    /// The number or name, where it has one.
    fn name(&self) -> &str;
    /// The values that its fields cannot have.
    fn odd(&self) -> &Map<String, Value>;
}

macro_rules! records {
    ($($record:ident $wire:literal: $key:expr, $name:expr;)*) => {$(
        impl Record for $record {
            const KEY: &'static str = $wire;

            fn key(&self) -> &str {
                let key: fn(&Self) -> &str = $key;
                key(self)
            }

            fn name(&self) -> &str {
                let name: fn(&Self) -> &str = $name;
                name(self)
            }

            fn odd(&self) -> &Map<String, Value> {
                &self.odd
            }
        }
    )*};
}

records! {
    Machine "id": |it| it.id.as_str(), |it| &it.machine_number;
    MachineType "typeId": |it| &it.type_id, |it| text(it.name.as_ref());
    Project "id": |it| it.id.as_str(), |it| &it.project_number;
    WorkOrder "id": |it| it.id.as_str(), |it| text(it.external_id.as_ref());
    User "companyProfileId": user_key, |it| &it.employee_number;
    Trip "id": |it| it.id.as_str(), |it| text(it.receipt_number.as_ref());
    Location "id": |it| &it.id, |it| text(it.name.as_ref());
    MassType "id": |it| &it.id, |it| text(it.name.as_ref());
}

fn text(field: Option<&String>) -> &str {
    field.map_or("", String::as_str)
}

/// Some calls name a user by one of the two ids, some by the other.
fn user_key(user: &User) -> &str {
    match user.company_profile_id.as_str() {
        "" => user.identity_id.as_str(),
        id => id,
    }
}

/// A record that could not be listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// JSON path, as in `[17]` or `[17].id`.
    pub path: String,
    /// Name for people; empty where the record has none.
    pub name: String,
    /// Expected kind of value.
    pub expected: &'static str,
    /// Value found, cut to 80 characters.
    pub found: String,
}

impl LeftOut {
    /// The longest text that is repeated of what was found, in characters.
    pub const EXCERPT: usize = 80;

    /// Makes the entry of an element that is no object.
    #[must_use]
    pub fn no_object(path: String, found: &Value) -> Self {
        Self {
            path,
            name: String::new(),
            expected: "an object",
            found: found.to_string().chars().take(Self::EXCERPT).collect(),
        }
    }

    /// Makes the entry of a record without an id; `found` is the value in its place.
    #[must_use]
    pub fn without_id(path: String, name: &str, found: Option<&Value>) -> Self {
        let found = found.unwrap_or(&Value::Null).to_string();
        Self {
            path,
            name: name.to_owned(),
            expected: "an id",
            found: found.chars().take(Self::EXCERPT).collect(),
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            name,
            expected,
            found,
        } = self;
        if !name.is_empty() {
            write!(f, "{name}: ")?;
        }
        write!(f, "{path}: expected {expected}, found {found}")
    }
}

/// A list as it came. It stands for its records; what was left out is beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed<T> {
    /// The records, in the order of the list.
    pub records: Vec<T>,
    /// Entries that could not be read.
    pub left_out: Vec<LeftOut>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

impl<T> From<Vec<T>> for Listed<T> {
    fn from(records: Vec<T>) -> Self {
        Self {
            records,
            left_out: Vec::new(),
        }
    }
}

impl<T> Deref for Listed<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.records
    }
}

impl<T> DerefMut for Listed<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.records
    }
}

impl<T> IntoIterator for Listed<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Listed<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Listed<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.records.iter_mut()
    }
}

impl<T: Serialize> Serialize for Listed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.records.serialize(serializer)
    }
}

impl<'de, T: Record + Deserialize<'de>> Deserialize<'de> for Listed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Record + Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = Listed<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Listed<T>, A::Error> {
        let mut listed = Listed::default();
        let mut place = 0;
        while let Some(entry) = list.next_element::<Entry<T>>()? {
            match entry {
                Entry::Record(record) if record.key().is_empty() => {
                    let path = format!("[{place}].{}", T::KEY);
                    let id = record.odd().get(T::KEY);
                    let left_out = LeftOut::without_id(path, record.name(), id);
                    listed.left_out.push(left_out);
                }
                Entry::Record(record) => listed.records.push(record),
                Entry::Other(found) => {
                    let path = format!("[{place}]");
                    listed.left_out.push(LeftOut::no_object(path, &found));
                }
            }
            place += 1;
        }
        Ok(listed)
    }
}

/// A record, or what stands in its place.
enum Entry<T> {
    Record(T),
    Other(Value),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct One<T>(PhantomData<T>);

        macro_rules! other {
            ($($method:ident: $type:ty),*) => {$(
                fn $method<E>(self, value: $type) -> Result<Entry<T>, E> {
                    Ok(Entry::Other(value.into()))
                }
            )*};
        }

        impl<'de, T: Deserialize<'de>> Visitor<'de> for One<T> {
            type Value = Entry<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record")
            }

            fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Entry<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(object)).map(Entry::Record)
            }

            fn visit_unit<E>(self) -> Result<Entry<T>, E> {
                Ok(Entry::Other(Value::Null))
            }

            other! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Entry<T>, A::Error> {
                let list = serde::de::value::SeqAccessDeserializer::new(list);
                Raw::read(list).map(|raw| Entry::Other(raw.into_value()))
            }
        }

        deserializer.deserialize_any(One(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_listed_is_named_and_hides_nothing() {
        let listed: Listed<Machine> = crate::from_slice(
            br#"[null,{"Id":"a","machineNumber":"1"},{"machineNumber":"2"},"x",7,[1],
                {"id":{"a":1},"machineNumber":"3"},{"id":"b","weight":"heavy"}]"#,
        )
        .unwrap();
        let ids: Vec<&str> = listed.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["a", "b"]);
        let told: Vec<String> = listed.left_out.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "[0]: expected an object, found null",
                "2: [2].id: expected an id, found null",
                "[3]: expected an object, found \"x\"",
                "[4]: expected an object, found 7",
                "[5]: expected an object, found [1]",
                "3: [6].id: expected an id, found {\"a\":1}",
            ]
        );
    }

    #[test]
    fn what_is_no_list_is_not_taken_for_an_empty_one() {
        for text in ["null", "{}", "7", "\"\""] {
            assert!(
                crate::from_slice::<Listed<User>>(text.as_bytes()).is_err(),
                "{text}"
            );
        }
    }
}
