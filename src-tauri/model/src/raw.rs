//! Any JSON value, before it is known whether its field can have it.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// A value as it came; single ones without a detour.
#[derive(Debug)]
pub enum Raw<'de> {
    /// Nothing.
    Null,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(Cow<'de, str>),
    /// A list or an object.
    Compound(Value),
}

impl<'de> Raw<'de> {
    /// Reads a value.
    pub fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }

    /// Wraps a value that was read before.
    #[must_use]
    pub fn of(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Flag(value),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(value), _) => Self::Whole(value),
                (None, Some(value)) => Self::Number(value),
                (None, None) => Self::Text(number.to_string().into()),
            },
            Value::String(text) => Self::Text(text.into()),
            compound @ (Value::Array(_) | Value::Object(_)) => Self::Compound(compound),
        }
    }

    /// Returns the value, to be kept as it came.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Flag(value) => value.into(),
            Self::Whole(value) => value.into(),
            Self::Number(value) => value.into(),
            Self::Text(text) => text.into(),
            Self::Compound(value) => value,
        }
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Raw<'de>, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw<'de>, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Raw<'de>, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw<'de>, E> {
        Ok(Raw::Flag(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw<'de>, E> {
        Ok(Raw::Whole(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw<'de>, E> {
        // As a text no digit of an id is lost.
        Ok(i64::try_from(value).map_or_else(|_| Raw::Text(value.to_string().into()), Raw::Whole))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Raw<'de>, E> {
        Ok(Raw::Number(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(value.to_owned().into()))
    }

    fn visit_string<E>(self, value: String) -> Result<Raw<'de>, E> {
        Ok(Raw::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Raw<'de>, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(list)).map(Raw::Compound)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Raw<'de>, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(object)).map(Raw::Compound)
    }
}
