//! One stored trip as callers see it: the specification's fields, look-ups joined in.

use std::fmt;
use std::sync::Arc;

use fielddesk_model::{Instant, Location, MassType, Trip};
use foldhash::HashMap;
use serde::ser::{Error as _, Serialize, SerializeMap as _, Serializer};
use serde_json::value::RawValue;

use super::field::TripField;
use super::record::{Value, Values};
use super::words::Words;
use crate::Failure;

/// Names and coordinates of the look-up streams.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lookups {
    locations: HashMap<String, (Option<String>, Option<[f64; 2]>)>,
    mass_types: HashMap<String, String>,
}

impl Lookups {
    pub(crate) fn add_location(&mut self, location: Location) {
        let known = (location.name, location.coordinates);
        self.locations.insert(location.id, known);
    }

    pub(crate) fn add_mass_type(&mut self, mass_type: MassType) {
        if let Some(name) = mass_type.name {
            self.mass_types.insert(mass_type.id, name);
        }
    }

    pub(crate) fn location_name(&self, id: &str) -> Option<&str> {
        self.locations.get(id)?.0.as_deref()
    }

    pub(crate) fn mass_type_name(&self, id: &str) -> Option<&str> {
        self.mass_types.get(id).map(String::as_str)
    }
}

/// What the numbers in stored trips stand for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    pub(crate) words: Arc<Words>,
    pub(crate) lookups: Lookups,
}

impl Context {
    /// The value as it was sent, a word as its text; where nothing was sent, what the look-ups
    /// know.
    pub(crate) fn value<'a>(&'a self, values: &Values<'a>, field: TripField) -> Value<'a> {
        match values.get(field) {
            Value::Word(word) => self.words.text(word).map_or(Value::Null, Value::Text),
            Value::Null => self.joined(values, field).unwrap_or_default(),
            value => value,
        }
    }

    fn joined<'a>(&'a self, values: &Values<'a>, field: TripField) -> Option<Value<'a>> {
        use TripField as F;
        let id = |field| match self.value(values, field) {
            Value::Text(id) => Some(id),
            _ => None,
        };
        let location = |field| self.lookups.locations.get(id(field)?);
        match field {
            F::MassType => self
                .lookups
                .mass_type_name(id(F::MassTypeId)?)
                .map(Value::Text),
            F::LoadLocationName => location(F::LoadLocationId)?.0.as_deref().map(Value::Text),
            F::DumpLocationName => location(F::DumpLocationId)?.0.as_deref().map(Value::Text),
            F::LoadCoordinates => location(F::LoadLocationId)?.1.map(Value::Coordinates),
            F::DumpCoordinates => location(F::DumpLocationId)?.1.map(Value::Coordinates),
            _ => None,
        }
    }

    #[cfg(test)]
    pub(crate) fn of_words(words: &Words) -> Self {
        Self {
            words: Arc::new(words.clone()),
            lookups: Lookups::default(),
        }
    }
}

/// A stored trip. It serialises as the specification writes a trip: every field under its
/// exact name, null where nothing is set, then the fields that we do not know.
#[derive(Clone)]
pub struct TripRow {
    pub(crate) record: Box<[u8]>,
    pub(crate) context: Arc<Context>,
}

impl TripRow {
    /// A text field, joined from the look-ups where the trip lacks it.
    #[must_use]
    pub fn text(&self, field: TripField) -> Option<String> {
        let values = Values::read(&self.record)?;
        match self.context.value(&values, field) {
            Value::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }

    /// The trip as the model's record.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub fn to_trip(&self) -> Result<Trip, Failure> {
        let text = serde_json::to_vec(self).map_err(|_| damaged())?;
        serde_json::from_slice(&text).map_err(|_| damaged())
    }
}

impl fmt::Debug for TripRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TripRow")
            .field("id", &self.text(TripField::Id))
            .finish_non_exhaustive()
    }
}

impl Serialize for TripRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = Values::read(&self.record).ok_or_else(|| S::Error::custom("damaged trip"))?;
        Shown {
            values: &values,
            context: &self.context,
        }
        .serialize(serializer)
    }
}

/// A trip's values with what they stand for.
pub(crate) struct Shown<'a> {
    pub(crate) values: &'a Values<'a>,
    pub(crate) context: &'a Context,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let other: std::collections::BTreeMap<&str, &RawValue> = match self.values.other {
            Some(other) => serde_json::from_str(other).map_err(S::Error::custom)?,
            None => std::collections::BTreeMap::new(),
        };
        for field in TripField::ALL {
            let name = field.name();
            // A value that the field cannot have is among those that we do not know.
            if let Some(odd) = other.get(name) {
                map.serialize_entry(name, odd)?;
                continue;
            }
            match self.context.value(self.values, *field) {
                Value::Null | Value::Word(_) => map.serialize_entry(name, &())?,
                Value::Text(text) => map.serialize_entry(name, text)?,
                Value::Number(number) => map.serialize_entry(name, &number)?,
                Value::Whole(number) => map.serialize_entry(name, &number)?,
                Value::Flag(flag) => map.serialize_entry(name, &flag)?,
                Value::Instant(ms) => map.serialize_entry(name, &Instant::from_millis(ms))?,
                Value::Coordinates(pair) => map.serialize_entry(name, &pair)?,
            }
        }
        for (name, value) in other {
            if TripField::of_name(name).is_none_or(|field| field.name() != name) {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

/// The store cannot be read as what it should hold.
pub(crate) fn damaged() -> Failure {
    tracing::error!("the store of trips holds something that cannot be read");
    Failure::new(
        crate::FailureKind::LocalFile,
        "The trips kept on this computer cannot be read.",
        "Remove the file trips.sqlite from the data folder and sync again.",
    )
}

#[cfg(test)]
pub(crate) fn json(values: &Values<'_>, context: &Context) -> serde_json::Value {
    serde_json::to_value(Shown { values, context }).unwrap()
}
