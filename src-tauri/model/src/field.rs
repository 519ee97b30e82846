//! A field of a body: left out, emptied, set, or set to something that it cannot be.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A field of a body: left out, null, a value or an odd value.
///
/// Use with `#[serde(default, skip_serializing_if = "Field::is_omitted")]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Field<T> {
    /// Not in the body; the stored value stays.
    #[default]
    Omitted,
    /// An explicit `null`.
    Null,
    /// A value.
    Value(T),
    /// A value of a record that the field cannot have, as it came. It is never written.
    Odd(Value),
}

impl<T> Field<T> {
    /// Returns true when the field is not to be written at all.
    #[must_use]
    pub const fn is_omitted(&self) -> bool {
        matches!(self, Self::Omitted | Self::Odd(_))
    }

    /// Returns the value, if one is set.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Omitted | Self::Null | Self::Odd(_) => None,
        }
    }
}

impl<T: Serialize> Serialize for Field<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Omitted | Self::Null | Self::Odd(_) => serializer.serialize_none(),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Patch {
        #[serde(default, skip_serializing_if = "Field::is_omitted")]
        name: Field<String>,
    }

    #[test]
    fn the_three_states_survive_the_wire() {
        for (state, text) in [
            (Field::Omitted, "{}"),
            (Field::Null, r#"{"name":null}"#),
            (Field::Value("Grus".to_owned()), r#"{"name":"Grus"}"#),
        ] {
            let patch = Patch { name: state };
            assert_eq!(serde_json::to_string(&patch).unwrap(), text);
            assert_eq!(serde_json::from_str::<Patch>(text).unwrap(), patch);
        }
    }

    #[test]
    fn an_odd_value_is_never_written() {
        let patch = Patch {
            name: Field::Odd(serde_json::json!({"first": "Grus"})),
        };
        assert_eq!(serde_json::to_string(&patch).unwrap(), "{}");
        assert_eq!(patch.name.value(), None);
    }
}
