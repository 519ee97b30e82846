//! Reads a page of the trip stream straight into what is stored: no trip is built on the way.
//!
//! It reads as leniently as the model's record does (a test compares the two); the envelope is
//! that of every extraction endpoint. It runs beside the network and the disk.

mod scalar;

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
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
    /// Fails with `unreadableAnswer` where it is none, or a trip in it has no id.
    pub(crate) fn read(&mut self, body: &[u8]) -> Result<Batch, Failure> {
        let mut batch = Batch::default();
        // Checked as a whole, which is much faster than text by text.
        let body = std::str::from_utf8(body).map_err(|error| {
            tracing::warn!(at = error.valid_up_to(), "a page of trips is no UTF-8");
            unreadable()
        })?;
        let mut json = serde_json::Deserializer::from_str(body);
        let seed = Envelope {
            reader: self,
            batch: &mut batch,
        };
        seed.deserialize(&mut json)
            .and_then(|()| json.end())
            .map_err(|error| {
                // What the service sent is not repeated; the place says enough for the log.
                let (line, column) = (error.line(), error.column());
                tracing::warn!(line, column, "a page of trips cannot be read");
                unreadable()
            })?;
        Ok(batch)
    }

    fn keep(&mut self, batch: &mut Batch) -> Result<(), &'static str> {
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
            _ => return Err("a trip has no id"),
        };
        let modified = values.instant(TripField::ModifiedDateTime);
        batch.highest_ms = batch.highest_ms.max(modified);
        let key = IdKey::of(id);
        if values.get(TripField::IsDeleted) == Value::Flag(true) {
            // A deletion may come without the time of a change.
            let deleted = values.instant(TripField::DeletedDateTime);
            batch.highest_ms = batch.highest_ms.max(deleted.filter(|_| modified.is_none()));
            batch.entries.push(Entry { key, row: None });
            return Ok(());
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
        Ok(())
    }
}

fn unreadable() -> Failure {
    Failure::new(
        FailureKind::UnreadableAnswer,
        "A page of trips from the service cannot be read.",
        "Try again. If it comes back, send the diagnostics to support.",
    )
}

fn ready(value: Option<Value<'static>>) -> Slot {
    value.map_or(Slot::Null, Slot::Ready)
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
        while sequence.next_element_seed(Trip(&mut *reader))?.is_some() {
            reader.keep(&mut *batch).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// Fills the scratch.
struct Trip<'a>(&'a mut Reader);

impl<'de> DeserializeSeed<'de> for Trip<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Trip<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a trip")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
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
                    }
                }
                FieldKind::Number => ready(map.next_value_seed(Number)?.map(Value::Number)),
                FieldKind::Whole => ready(map.next_value_seed(Whole)?.map(Value::Whole)),
                FieldKind::Flag => ready(map.next_value_seed(Flag)?.map(Value::Flag)),
                FieldKind::Instant => ready(map.next_value_seed(Timestamp)?.map(Value::Instant)),
                FieldKind::Coordinates => ready(map.next_value_seed(Pair)?.map(Value::Coordinates)),
            };
            scratch.fields[field as usize] = slot;
        }
        Ok(())
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
