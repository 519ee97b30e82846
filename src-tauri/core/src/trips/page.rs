//! Reads a page of the trip stream straight into what is stored: no trip is built on the way.
//!
//! It reads as leniently as the model's record does (a test compares the two); the envelope is
//! that of every extraction endpoint. It runs beside the network and the disk.

mod scalar;

use std::fmt;

use fielddesk_model::{Field, LeftOut, Place};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    Deserialize as _, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};
use serde_json::{Map, Value as Json};

use super::block::IdKey;
use super::facts::{Fact, New};
use super::field::{COUNT, FieldKind, TripField};
use super::record::{Value, Values};
use super::words::{Dimensions, Words};
use crate::{Failure, FailureKind};
use scalar::{Flag, Number, Pair, Text, TextValue, Timestamp, Whole};

/// A trip of a page: to be stored, or to be removed.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: IdKey,
    /// None for a deleted one.
    pub(crate) row: Option<Row>,
}

/// A trip as it is stored.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) fact: Fact,
    start: usize,
    end: usize,
}

/// A page, ready to be stored.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) entries: Vec<Entry>,
    records: Vec<u8>,
    pub(crate) new: New,
    /// Empty at the end of the stream.
    pub(crate) token: String,
    /// The highest `modifiedDateTime` of the page.
    pub(crate) highest_ms: Option<i64>,
    /// Trips that cannot be stored.
    pub(crate) left_out: Vec<LeftOut>,
}

impl Batch {
    pub(crate) fn record(&self, row: &Row) -> &[u8] {
        self.records.get(row.start..row.end).unwrap_or_default()
    }
}

/// Reads pages, giving numbers to what it has not seen before.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub(crate) words: Words,
    pub(crate) dimensions: Dimensions,
    scratch: Scratch,
    /// The word that each field had last: trips that follow each other have much in common.
    last: Last,
}

#[derive(Debug)]
struct Last([u32; COUNT]);

impl Default for Last {
    fn default() -> Self {
        Self([0; COUNT])
    }
}

/// The trip that is being read.
#[derive(Debug)]
struct Scratch {
    fields: [Slot; COUNT],
    texts: String,
    other: Map<String, Json>,
    other_text: String,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            fields: [Slot::Null; COUNT],
            texts: String::new(),
            other: Map::new(),
            other_text: String::new(),
        }
    }
}

/// As [`Value`], with texts by their place in the scratch.
#[derive(Debug, Clone, Copy)]
enum Slot {
    Null,
    Text(usize, usize),
    Ready(Value<'static>),
}

impl Reader {
    /// Reads a page.
    ///
    /// Fails with `unreadableAnswer` where it is none. A trip without an id is left out.
    pub(crate) fn read(&mut self, body: &[u8]) -> Result<Batch, Failure> {
        let mut batch = Batch::default();
        let Err(error) = self.read_into(&mut batch, body) else {
            return Ok(batch);
        };
        let Some(tame) = fielddesk_model::tamed(body) else {
            return Err(unreadable(&error, body));
        };
        // Numbers of words that were given out stay given out.
        let mut again = Batch {
            new: batch.new,
            ..Batch::default()
        };
        match self.read_into(&mut again, &tame) {
            Ok(()) => Ok(again),
            Err(error) => Err(unreadable(&error, &tame)),
        }
    }

    fn read_into(&mut self, batch: &mut Batch, body: &[u8]) -> Result<(), serde_json::Error> {
        // Checked as a whole, which is much faster than text by text.
        let body = std::str::from_utf8(body).map_err(serde_json::Error::custom)?;
        let mut json = serde_json::Deserializer::from_str(body);
        let seed = Envelope {
            reader: self,
            batch,
        };
        seed.deserialize(&mut json)?;
        json.end()
    }

    /// Keeps the trip at a place of the page.
    fn keep(&mut self, place: usize, batch: &mut Batch) {
        let scratch = &mut self.scratch;
        let mut values = Values::default();
        let slots = scratch.fields.iter().zip(TripField::ALL);
        for (value, (slot, field)) in values.fields.iter_mut().zip(slots) {
            *value = match *slot {
                Slot::Null => Value::Null,
                Slot::Ready(value) => value,
                Slot::Text(start, end) => {
                    let text = scratch.texts.get(start..end).unwrap_or_default();
                    let word = match field.kind() {
                        FieldKind::Word => {
                            let last = &mut self.last.0[*field as usize];
                            if self.words.text(*last) != Some(text) {
                                let number = self.words.number_or_new(text, &mut batch.new.words);
                                *last = number.unwrap_or(0);
                            }
                            Some(*last).filter(|word| *word != 0)
                        }
                        _ => None,
                    };
                    word.map_or(Value::Text(text), Value::Word)
                }
            };
        }
        let id = match values.get(TripField::Id) {
            Value::Text(id) if !id.is_empty() => id,
            _ => {
                let id = scratch.other.get(TripField::Id.name());
                let receipt = match values.get(TripField::ReceiptNumber) {
                    Value::Text(receipt) => receipt,
                    _ => "",
                };
                batch.left_out.push(LeftOut::without_id(
                    format!("data[{place}].id"),
                    receipt,
                    id,
                ));
                return;
            }
        };
        let modified = values.instant(TripField::ModifiedDateTime);
        batch.highest_ms = batch.highest_ms.max(modified);
        let key = IdKey::of(id);
        if values.get(TripField::IsDeleted) == Value::Flag(true) {
            // A deletion may come without the time of a change.
            let deleted = values.instant(TripField::DeletedDateTime);
            batch.highest_ms = batch.highest_ms.max(deleted.filter(|_| modified.is_none()));
            batch.entries.push(Entry { key, row: None });
            return;
        }
        if !scratch.other.is_empty() {
            scratch.other_text = Json::Object(std::mem::take(&mut scratch.other)).to_string();
            values.other = Some(&scratch.other_text);
        }
        let fact = Fact::of(
            &values,
            &mut self.words,
            &mut self.dimensions,
            &mut batch.new,
        );
        let start = batch.records.len();
        values.write(&mut batch.records);
        let end = batch.records.len();
        batch.entries.push(Entry {
            key,
            row: Some(Row { fact, start, end }),
        });
    }
}

fn unreadable(error: &serde_json::Error, body: &[u8]) -> Failure {
    let place = fielddesk_rules::file_name::shown(&Place::of(error, body).to_string());
    Failure::new(
        FailureKind::UnreadableAnswer,
        format!("A page of trips from the service cannot be read ({place})."),
        "Try again. If it comes back, send the diagnostics to support.",
    )
}

/// The slot of a value; an odd one goes to the fields that we do not know, as it came.
fn ready<T>(
    read: Field<Option<T>>,
    value: impl FnOnce(T) -> Value<'static>,
    field: TripField,
    other: &mut Map<String, Json>,
) -> Slot {
    match read {
        Field::Value(Some(read)) => Slot::Ready(value(read)),
        Field::Odd(odd) => {
            other.insert(field.name().to_owned(), odd);
            Slot::Null
        }
        Field::Value(None) | Field::Null | Field::Omitted => Slot::Null,
    }
}

struct Envelope<'a> {
    reader: &'a mut Reader,
    batch: &'a mut Batch,
}

impl<'de> DeserializeSeed<'de> for Envelope<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Envelope<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a page")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { reader, batch } = self;
        while let Some(key) = map.next_key::<String>()? {
            if key.eq_ignore_ascii_case("data") {
                map.next_value_seed(Trips {
                    reader: &mut *reader,
                    batch: &mut *batch,
                })?;
            } else if key.eq_ignore_ascii_case("continuationToken") {
                batch.token = map.next_value::<Option<String>>()?.unwrap_or_default();
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct Trips<'a> {
    reader: &'a mut Reader,
    batch: &'a mut Batch,
}

impl<'de> DeserializeSeed<'de> for Trips<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Trips<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of trips")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { reader, batch } = self;
        let mut place = 0;
        while let Some(found) = sequence.next_element_seed(Trip(&mut *reader))? {
            match found {
                None => reader.keep(place, &mut *batch),
                Some(found) => {
                    let path = format!("data[{place}]");
                    batch.left_out.push(LeftOut::no_object(path, &found));
                }
            }
            place += 1;
        }
        Ok(())
    }
}

/// Fills the scratch; gives what is no trip.
struct Trip<'a>(&'a mut Reader);

impl<'de> DeserializeSeed<'de> for Trip<'_> {
    type Value = Option<Json>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Json>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! no_trip {
    ($($method:ident: $type:ty),*) => {$(
        fn $method<E>(self, value: $type) -> Result<Option<Json>, E> {
            Ok(Some(value.into()))
        }
    )*};
}

impl<'de> Visitor<'de> for Trip<'_> {
    type Value = Option<Json>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a trip")
    }

    no_trip! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }

    fn visit_unit<E>(self) -> Result<Option<Json>, E> {
        Ok(Some(Json::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Option<Json>, A::Error> {
        Json::deserialize(SeqAccessDeserializer::new(list)).map(Some)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<Json>, A::Error> {
        let scratch = &mut self.0.scratch;
        scratch.fields = [Slot::Null; COUNT];
        scratch.texts.clear();
        scratch.other.clear();
        let mut expected = 0;
        while let Some(name) = map.next_key_seed(Name { expected })? {
            let field = match name {
                Known::Field(field) => field,
                Known::Other(name) => {
                    scratch.other.insert(name, map.next_value()?);
                    continue;
                }
            };
            expected = field as usize + 1;
            let slot = match field.kind() {
                FieldKind::Word | FieldKind::Text => {
                    let start = scratch.texts.len();
                    match map.next_value_seed(Text(&mut scratch.texts))? {
                        TextValue::Null => Slot::Null,
                        TextValue::Appended => Slot::Text(start, scratch.texts.len()),
                        TextValue::Odd(odd) => {
                            scratch.other.insert(field.name().to_owned(), odd);
                            Slot::Null
                        }
                    }
                }
                FieldKind::Number => {
                    let read = map.next_value_seed(Number)?;
                    ready(read, Value::Number, field, &mut scratch.other)
                }
                FieldKind::Whole => {
                    let read = map.next_value_seed(Whole)?;
                    ready(read, Value::Whole, field, &mut scratch.other)
                }
                FieldKind::Flag => {
                    let read = map.next_value_seed(Flag)?;
                    ready(read, Value::Flag, field, &mut scratch.other)
                }
                FieldKind::Instant => {
                    let read = map.next_value_seed(Timestamp)?;
                    ready(read, Value::Instant, field, &mut scratch.other)
                }
                FieldKind::Coordinates => {
                    let read = map.next_value_seed(Pair)?;
                    ready(read, Value::Coordinates, field, &mut scratch.other)
                }
            };
            scratch.fields[field as usize] = slot;
        }
        Ok(None)
    }
}

/// The name of a property.
enum Known {
    Field(TripField),
    Other(String),
}

/// Reads a property's name; services write them in one order, so the next is tried first.
struct Name {
    expected: usize,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Known;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Known, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Known;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a property name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Known, E> {
        let next = TripField::ALL.get(self.expected);
        if let Some(field) = next.filter(|field| field.name() == name) {
            return Ok(Known::Field(*field));
        }
        Ok(TripField::of_name(name).map_or_else(
            || Known::Other(fielddesk_model::small_first(name)),
            Known::Field,
        ))
    }
}

#[cfg(test)]
mod tests;
