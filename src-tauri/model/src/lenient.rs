//! Reads values as live services of this family write them: numbers as strings, numbers
//! for texts, placeholder dates for nothing.
//!
//! Only records that the client reads use this; what the service reads is strict.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};
use serde_json::Value;

use crate::{CompanyId, Instant, ProjectId, WorkOrderId};

/// A value of a record, read leniently.
pub trait Lenient: Sized + Default {
    /// Reads the value; what cannot be this value at all is an error.
    ///
    /// # Errors
    /// Those of the JSON text, and a value of another kind.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// What stands for an unset date in some services.
const PLACEHOLDER_DATE: &str = "0001-01-01";

/// Any JSON scalar as it came.
enum Scalar<'de> {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(std::borrow::Cow<'de, str>),
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a single value")
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Scalar<'de>, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Integer(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar<'de>, E> {
        i64::try_from(value).map_or_else(
            |_| Ok(Scalar::Text(value.to_string().into())),
            |value| Ok(Scalar::Integer(value)),
        )
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Float(value))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(value.into()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(value.to_owned().into()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(value.into()))
    }
}

fn scalar<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scalar<'de>, D::Error> {
    deserializer.deserialize_any(ScalarVisitor)
}

fn wrong<E: Error>(what: &str, found: &dyn fmt::Display) -> E {
    E::custom(format_args!("expected {what}, found `{found:.40}`"))
}

impl Lenient for Option<String> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match scalar(deserializer)? {
            Scalar::Null => None,
            Scalar::Bool(value) => Some(value.to_string()),
            Scalar::Integer(value) => Some(value.to_string()),
            Scalar::Float(value) => Some(value.to_string()),
            Scalar::Text(text) if text.starts_with(PLACEHOLDER_DATE) => None,
            Scalar::Text(text) => Some(text.into_owned()),
        })
    }
}

impl Lenient for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Self>::read(deserializer)?.unwrap_or_default())
    }
}

impl Lenient for Option<f64> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a quantity beyond 2^53 does not occur"
        )]
        match scalar(deserializer)? {
            Scalar::Null => Ok(None),
            Scalar::Integer(value) => Ok(Some(value as f64)),
            Scalar::Float(value) => Ok(Some(value)),
            Scalar::Text(text) if text.trim().is_empty() => Ok(None),
            Scalar::Text(text) => match text.trim().parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Some(value)),
                _ => Err(wrong("a number", &text)),
            },
            Scalar::Bool(value) => Err(wrong("a number", &value)),
        }
    }
}

impl Lenient for Option<i64> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the guard keeps to whole numbers that fit"
        )]
        match scalar(deserializer)? {
            Scalar::Null => Ok(None),
            Scalar::Integer(value) => Ok(Some(value)),
            Scalar::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                Ok(Some(value as i64))
            }
            Scalar::Float(value) => Err(wrong("a whole number", &value)),
            Scalar::Text(text) if text.trim().is_empty() => Ok(None),
            Scalar::Text(text) => text
                .trim()
                .parse()
                .map(Some)
                .map_err(|_| wrong("a whole number", &text)),
            Scalar::Bool(value) => Err(wrong("a whole number", &value)),
        }
    }
}

impl Lenient for Option<bool> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match scalar(deserializer)? {
            Scalar::Null => Ok(None),
            Scalar::Bool(value) => Ok(Some(value)),
            Scalar::Integer(value @ (0 | 1)) => Ok(Some(value == 1)),
            Scalar::Integer(value) => Err(wrong("true or false", &value)),
            Scalar::Float(value) => Err(wrong("true or false", &value)),
            Scalar::Text(text) => match text.trim() {
                "" => Ok(None),
                "1" => Ok(Some(true)),
                "0" => Ok(Some(false)),
                word if word.eq_ignore_ascii_case("true") => Ok(Some(true)),
                word if word.eq_ignore_ascii_case("false") => Ok(Some(false)),
                _ => Err(wrong("true or false", &text)),
            },
        }
    }
}

impl Lenient for bool {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Self>::read(deserializer)?.unwrap_or_default())
    }
}

impl Lenient for Option<Instant> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::read(deserializer)? else {
            return Ok(None);
        };
        if text.trim().is_empty() {
            return Ok(None);
        }
        text.parse()
            .map(Some)
            .map_err(|_| wrong("an ISO 8601 instant", &text))
    }
}

/// Two numbers, `[latitude, longitude]`; anything of another length is nothing.
impl Lenient for Option<[f64; 2]> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list: Option<Vec<One<Option<f64>>>> = serde::Deserialize::deserialize(deserializer)?;
        Ok(match list.as_deref() {
            Some([One(Some(latitude)), One(Some(longitude))]) => Some([*latitude, *longitude]),
            _ => None,
        })
    }
}

/// An element read leniently.
struct One<T>(T);

impl<'de, T: Lenient> serde::Deserialize<'de> for One<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(One)
    }
}

/// Null and nothing are an empty list.
impl<T: DeserializeOwned> Lenient for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Self>::read(deserializer)?.unwrap_or_default())
    }
}

impl<T: DeserializeOwned> Lenient for Option<Vec<T>> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

impl Lenient for Value {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

macro_rules! lenient_id {
    ($($id:ty),*) => {$(
        impl Lenient for $id {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Self::new(String::read(deserializer)?))
            }
        }

        impl Lenient for Option<$id> {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Option::<String>::read(deserializer)?.map(<$id>::new))
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
    crate::TripId
);

/// Reads one field's value in a record's own reading.
pub(crate) struct Seed<T>(pub(crate) PhantomData<T>);

impl<'de, T: Lenient> serde::de::DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}
