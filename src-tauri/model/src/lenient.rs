//! Reads values as live services of this family write them: numbers as strings, numbers
//! for texts, placeholder dates for nothing. What a field cannot have is given back as it came.
//!
//! Only records that the client reads use this; what the service reads is strict.

use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use crate::raw::Raw;
use crate::{CompanyId, Field, Instant, ProjectId, WorkOrderId};

/// The kind of value that a field is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A text or an id.
    Text,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// True or false.
    Flag,
    /// A moment.
    Instant,
    /// A number of a list of numbers with words.
    Choice,
    /// Two numbers, `[latitude, longitude]`.
    Coordinates,
    /// A list of records.
    List,
}

/// A value of a record, read leniently.
pub trait Lenient: Sized + Default {
    /// The kind of value that this type is read as.
    const SHAPE: Shape;

    /// Takes the value.
    ///
    /// # Errors
    /// The value as it came, where it cannot be this at all.
    fn accept(raw: Raw<'_>) -> Result<Self, Value>;

    /// Returns the readable part of an odd value: of a list, the entries that can be read.
    #[must_use]
    fn part(_odd: &Value) -> Self {
        Self::default()
    }

    /// Reads the value.
    ///
    /// # Errors
    /// Those of the JSON text; a value of another kind is odd.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Field<Self>, D::Error> {
        Ok(match Self::accept(Raw::read(deserializer)?) {
            Ok(value) => Field::Value(value),
            Err(odd) => Field::Odd(odd),
        })
    }
}

/// Reads a value of a struct that keeps no odd ones: what it cannot have counts as not set.
pub(crate) fn or_nothing<'de, T: Lenient, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::read(deserializer).map(|field| field.value().unwrap_or_default())
}

/// The date that some services send in place of an unset one.
const PLACEHOLDER_DATE: &str = "0001-01-01";

impl Lenient for Option<String> {
    const SHAPE: Shape = Shape::Text;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        match raw {
            Raw::Null => Ok(None),
            Raw::Flag(value) => Ok(Some(value.to_string())),
            Raw::Whole(value) => Ok(Some(value.to_string())),
            Raw::Number(value) => Ok(Some(value.to_string())),
            Raw::Text(text) if text.starts_with(PLACEHOLDER_DATE) => Ok(None),
            Raw::Text(text) => Ok(Some(text.into_owned())),
            Raw::Compound(value) => Err(value),
        }
    }
}

impl Lenient for String {
    const SHAPE: Shape = Shape::Text;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        Option::<Self>::accept(raw).map(Option::unwrap_or_default)
    }
}

impl Lenient for Option<f64> {
    const SHAPE: Shape = Shape::Number;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a quantity beyond 2^53 does not occur"
        )]
        match &raw {
            Raw::Null => return Ok(None),
            Raw::Whole(value) => return Ok(Some(*value as f64)),
            Raw::Number(value) => return Ok(Some(*value)),
            Raw::Text(text) if text.trim().is_empty() => return Ok(None),
            Raw::Text(text) => {
                if let Some(value) = text
                    .trim()
                    .parse()
                    .ok()
                    .filter(|value: &f64| value.is_finite())
                {
                    return Ok(Some(value));
                }
            }
            Raw::Flag(_) | Raw::Compound(_) => {}
        }
        Err(raw.into_value())
    }
}

impl Lenient for Option<i64> {
    const SHAPE: Shape = Shape::Whole;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the guard keeps to whole numbers that fit"
        )]
        match &raw {
            Raw::Null => return Ok(None),
            Raw::Whole(value) => return Ok(Some(*value)),
            Raw::Number(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                return Ok(Some(*value as i64));
            }
            Raw::Text(text) if text.trim().is_empty() => return Ok(None),
            Raw::Text(text) => {
                if let Ok(value) = text.trim().parse() {
                    return Ok(Some(value));
                }
            }
            Raw::Number(_) | Raw::Flag(_) | Raw::Compound(_) => {}
        }
        Err(raw.into_value())
    }
}

impl Lenient for Option<bool> {
    const SHAPE: Shape = Shape::Flag;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        match &raw {
            Raw::Null => return Ok(None),
            Raw::Flag(value) => return Ok(Some(*value)),
            Raw::Whole(value @ (0 | 1)) => return Ok(Some(*value == 1)),
            Raw::Text(text) => match text.trim() {
                "" => return Ok(None),
                "1" => return Ok(Some(true)),
                "0" => return Ok(Some(false)),
                word if word.eq_ignore_ascii_case("true") => return Ok(Some(true)),
                word if word.eq_ignore_ascii_case("false") => return Ok(Some(false)),
                _ => {}
            },
            Raw::Whole(_) | Raw::Number(_) | Raw::Compound(_) => {}
        }
        Err(raw.into_value())
    }
}

impl Lenient for bool {
    const SHAPE: Shape = Shape::Flag;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        Option::<Self>::accept(raw).map(Option::unwrap_or_default)
    }
}

impl Lenient for Option<Instant> {
    const SHAPE: Shape = Shape::Instant;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        match &raw {
            Raw::Null => return Ok(None),
            Raw::Text(text) if text.trim().is_empty() || text.starts_with(PLACEHOLDER_DATE) => {
                return Ok(None);
            }
            Raw::Text(text) => {
                if let Ok(at) = text.parse() {
                    return Ok(Some(at));
                }
            }
            Raw::Flag(_) | Raw::Whole(_) | Raw::Number(_) | Raw::Compound(_) => {}
        }
        Err(raw.into_value())
    }
}

/// Two numbers, `[latitude, longitude]`; a list of another length is nothing.
impl Lenient for Option<[f64; 2]> {
    const SHAPE: Shape = Shape::Coordinates;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        let list = match raw {
            Raw::Null => return Ok(None),
            Raw::Compound(Value::Array(list)) => list,
            other => return Err(other.into_value()),
        };
        let number = |value: &Value| Option::<f64>::accept(Raw::of(value.clone()));
        let read: Result<Vec<_>, Value> = list.iter().map(number).collect();
        match read.as_deref() {
            Ok([Some(latitude), Some(longitude)]) => Ok(Some([*latitude, *longitude])),
            Ok(_) => Ok(None),
            Err(_) => Err(Value::Array(list)),
        }
    }
}

/// Null and nothing are an empty list.
impl<T: DeserializeOwned> Lenient for Vec<T> {
    const SHAPE: Shape = Shape::List;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        Option::<Self>::accept(raw).map(Option::unwrap_or_default)
    }

    fn part(odd: &Value) -> Self {
        Option::<Self>::part(odd).unwrap_or_default()
    }
}

impl<T: DeserializeOwned> Lenient for Option<Vec<T>> {
    const SHAPE: Shape = Shape::List;

    fn accept(raw: Raw<'_>) -> Result<Self, Value> {
        let list = match raw {
            Raw::Null => return Ok(None),
            Raw::Compound(list @ Value::Array(_)) => list,
            other => return Err(other.into_value()),
        };
        let all = list.as_array().map_or(0, Vec::len);
        match Self::part(&list) {
            Some(read) if read.len() == all => Ok(Some(read)),
            _ => Err(list),
        }
    }

    fn part(odd: &Value) -> Self {
        let list = odd.as_array()?.iter();
        let read = list.filter_map(|entry| crate::from_value(entry.clone()).ok());
        let mut read: Vec<T> = read.collect();
        // Nothing is added to it, and of many thousands of records each would keep room for four.
        read.shrink_to_fit();
        Some(read)
    }
}

macro_rules! lenient_id {
    ($($id:ty),*) => {$(
        impl Lenient for $id {
            const SHAPE: Shape = Shape::Text;

            fn accept(raw: Raw<'_>) -> Result<Self, Value> {
                String::accept(raw).map(Self::new)
            }
        }

        impl Lenient for Option<$id> {
            const SHAPE: Shape = Shape::Text;

            fn accept(raw: Raw<'_>) -> Result<Self, Value> {
                Ok(Option::<String>::accept(raw)?.map(<$id>::new))
            }
        }
    )*};
}

lenient_id!(
    CompanyId,
    ProjectId,
    WorkOrderId,
    crate::MachineId,
    crate::IdentityId,
    crate::CompanyProfileId,
    crate::FileReferenceId,
    crate::TripId
);

/// Reads one field's value in a record's own reading.
pub(crate) struct Seed<T>(pub(crate) PhantomData<T>);

impl<'de, T: Lenient> serde::de::DeserializeSeed<'de> for Seed<T> {
    type Value = Field<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field<T>, D::Error> {
        T::read(deserializer)
    }
}
