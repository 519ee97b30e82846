//! One trip as bytes: a bit for each field that is set, then the values in order.
//!
//! Numbers that are whole thousandths (coordinates: millionths) take one to four bytes; every
//! number comes back as it was, bit by bit. It knows no files and no JSON.

use super::field::{COUNT, FieldKind, TripField};

/// Bit of the fields that we do not know, kept as one JSON object.
const OTHER: u64 = 1 << 63;

/// Whether a record has fields that we do not know.
pub(crate) fn has_other(record: &[u8]) -> bool {
    record
        .first_chunk()
        .is_some_and(|present| u64::from_le_bytes(*present) & OTHER != 0)
}

/// A stored value.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Value<'a> {
    #[default]
    Null,
    /// A word by its number.
    Word(u32),
    Text(&'a str),
    Number(f64),
    Whole(i64),
    Flag(bool),
    /// Milliseconds since 1970.
    Instant(i64),
    Coordinates([f64; 2]),
}

/// All values of a trip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Values<'a> {
    pub(crate) fields: [Value<'a>; COUNT],
    /// The fields that we do not know, as a JSON object.
    pub(crate) other: Option<&'a str>,
}

impl Default for Values<'_> {
    fn default() -> Self {
        Self {
            fields: [Value::Null; COUNT],
            other: None,
        }
    }
}

impl<'a> Values<'a> {
    pub(crate) fn get(&self, field: TripField) -> Value<'a> {
        self.fields[field as usize]
    }

    pub(crate) fn number(&self, field: TripField) -> Option<f64> {
        match self.get(field) {
            Value::Number(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn instant(&self, field: TripField) -> Option<i64> {
        match self.get(field) {
            Value::Instant(ms) => Some(ms),
            _ => None,
        }
    }

    /// Appends the bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut present = 0u64;
        for (at, value) in self.fields.iter().enumerate() {
            if *value != Value::Null {
                present |= 1 << at;
            }
        }
        if self.other.is_some() {
            present |= OTHER;
        }
        out.extend_from_slice(&present.to_le_bytes());
        for (value, field) in self.fields.iter().zip(TripField::ALL) {
            match *value {
                Value::Null => {}
                Value::Word(word) => put(out, u64::from(word)),
                Value::Text(text) => {
                    if field.kind() == FieldKind::Word {
                        put(out, 0);
                    }
                    put_text(out, text);
                }
                Value::Number(value) => put_number(out, value, 1e3),
                Value::Whole(value) | Value::Instant(value) => put(out, zigzag(value)),
                Value::Flag(value) => out.push(u8::from(value)),
                Value::Coordinates(pair) => {
                    put_number(out, pair[0], 1e6);
                    put_number(out, pair[1], 1e6);
                }
            }
        }
        if let Some(other) = self.other {
            put_text(out, other);
        }
    }

    /// Reads what [`Values::write`] wrote; none where the bytes are something else.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut present = u64::from_le_bytes(*take_array(&mut rest)?);
        let has_other = present & OTHER != 0;
        present &= !OTHER;
        let mut values = Self::default();
        while present != 0 {
            let at = present.trailing_zeros() as usize;
            present &= present - 1;
            let value = match TripField::ALL.get(at)?.kind() {
                FieldKind::Word => match take(&mut rest)? {
                    0 => Value::Text(take_text(&mut rest)?),
                    word => Value::Word(u32::try_from(word).ok()?),
                },
                FieldKind::Text => Value::Text(take_text(&mut rest)?),
                FieldKind::Number => Value::Number(take_number(&mut rest, 1e3)?),
                FieldKind::Whole => Value::Whole(unzigzag(take(&mut rest)?)),
                FieldKind::Instant => Value::Instant(unzigzag(take(&mut rest)?)),
                FieldKind::Flag => Value::Flag(take_array::<1>(&mut rest)?[0] != 0),
                FieldKind::Coordinates => {
                    Value::Coordinates([take_number(&mut rest, 1e6)?, take_number(&mut rest, 1e6)?])
                }
            };
            values.fields[at] = value;
        }
        if has_other {
            values.other = Some(take_text(&mut rest)?);
        }
        Some(values)
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// A number as whole steps of `1 / scale` where that is exactly it, else its eight bytes.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "only taken where it gives back the same bits"
)]
fn put_number(out: &mut Vec<u8>, value: f64, scale: f64) {
    let steps = (value * scale).round();
    if steps.abs() < 1e15 && (steps as i64 as f64 / scale).to_bits() == value.to_bits() {
        put(out, (zigzag(steps as i64) << 1) | 1);
    } else {
        put(out, 0);
        out.extend_from_slice(&value.to_le_bytes());
    }
}

fn take(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(take(rest)?).ok()?;
    let (text, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    std::str::from_utf8(text).ok()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "whole steps are well under 2^53"
)]
fn take_number(rest: &mut &[u8], scale: f64) -> Option<f64> {
    match take(rest)? {
        0 => Some(f64::from_le_bytes(*take_array(rest)?)),
        steps => Some(unzigzag(steps >> 1) as f64 / scale),
    }
}

fn take_array<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (head, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(values: &Values<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        values.write(&mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn every_value_comes_back_as_it_was(
            id in ".{0,30}", word in 1u32.., number in any::<f64>(), tenths in -100_000i32..100_000,
            whole in any::<i64>(), flag in any::<bool>(), latitude in -90.0..90.0f64,
        ) {
            prop_assume!(!number.is_nan());
            let mut values = Values::default();
            values.fields[TripField::Id as usize] = Value::Text(&id);
            values.fields[TripField::MassType as usize] = Value::Word(word);
            values.fields[TripField::MassTypeId as usize] = Value::Text("not a word");
            values.fields[TripField::Quantity as usize] = Value::Number(number);
            values.fields[TripField::QuantityM3 as usize] = Value::Number(f64::from(tenths) / 10.0);
            values.fields[TripField::TotalCycleTimeSeconds as usize] = Value::Whole(whole);
            values.fields[TripField::DumpDateTime as usize] = Value::Instant(whole);
            values.fields[TripField::Verified as usize] = Value::Flag(flag);
            values.fields[TripField::LoadCoordinates as usize] = Value::Coordinates([latitude, 18.956_25]);
            values.other = Some(r#"{"breaks":[]}"#);
            let bytes = written(&values);
            prop_assert_eq!(Values::read(&bytes), Some(values));
        }

        #[test]
        fn bytes_that_are_no_trip_are_not_read_as_one_and_break_nothing(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            // That it returns at all is what is tested; some noise is a trip.
            let _read_or_not = Values::read(&bytes);
        }
    }

    #[test]
    fn a_number_of_few_decimals_is_short_and_minus_zero_stays() {
        let mut bytes = Vec::new();
        put_number(&mut bytes, 17.25, 1e3);
        assert!(bytes.len() <= 3, "{bytes:?}");
        bytes.clear();
        put_number(&mut bytes, -0.0, 1e3);
        let read = take_number(&mut bytes.as_slice(), 1e3).unwrap();
        assert_eq!(read.to_bits(), (-0.0f64).to_bits());
    }
}
