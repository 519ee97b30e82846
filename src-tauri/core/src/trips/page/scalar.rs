//! Single values of a trip, read as leniently as the model reads them, without building texts.

use std::fmt;

use fielddesk_model::{Field, Instant, Lenient, Raw};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;

/// What stands for an unset date in some services.
const PLACEHOLDER_DATE: &str = "0001-01-01";

/// What was read for a text.
pub(super) enum TextValue {
    Null,
    Appended,
    /// A list or an object.
    Odd(Json),
}

/// Appends a text, or a scalar as text.
pub(super) struct Text<'a>(pub(super) &'a mut String);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = TextValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<TextValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Text<'_> {
    fn append(self, value: impl fmt::Display) -> TextValue {
        self.0.push_str(&value.to_string());
        TextValue::Appended
    }
}

impl<'de> Visitor<'de> for Text<'_> {
    type Value = TextValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a single value")
    }

    fn visit_unit<E>(self) -> Result<TextValue, E> {
        Ok(TextValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<TextValue, E> {
        Ok(self.append(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<TextValue, E> {
        Ok(self.append(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<TextValue, E> {
        Ok(self.append(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<TextValue, E> {
        Ok(self.append(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<TextValue, E> {
        if text.starts_with(PLACEHOLDER_DATE) {
            return Ok(TextValue::Null);
        }
        self.0.push_str(text);
        Ok(TextValue::Appended)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<TextValue, A::Error> {
        Raw::read(SeqAccessDeserializer::new(list)).map(|raw| TextValue::Odd(raw.into_value()))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<TextValue, A::Error> {
        Raw::read(MapAccessDeserializer::new(object)).map(|raw| TextValue::Odd(raw.into_value()))
    }
}

macro_rules! lenient {
    ($($(#[$doc:meta])* $name:ident $value:ty;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl<'de> DeserializeSeed<'de> for $name {
            type Value = Field<Option<$value>>;

            fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
                Lenient::read(d)
            }
        }
    )*};
}

lenient! {
    /// Reads a number.
    Number f64;
    /// Reads a whole number.
    Whole i64;
    /// Reads yes or no.
    Flag bool;
    /// Reads `[latitude, longitude]`.
    Pair [f64; 2];
}

/// Reads an instant as milliseconds since 1970.
pub(super) struct Timestamp;

impl<'de> DeserializeSeed<'de> for Timestamp {
    type Value = Field<Option<i64>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let raw = Raw::read(deserializer)?;
        if let Raw::Text(text) = &raw
            && let Some(ms) = usual(text.as_bytes())
        {
            return Ok(Field::Value(Some(ms)));
        }
        Ok(match Option::<Instant>::accept(raw) {
            Ok(at) => Field::Value(at.map(Instant::millis)),
            Err(odd) => Field::Odd(odd),
        })
    }
}

/// The one form in which services write nearly every instant, `2026-03-01T10:30:00Z` with or
/// without milliseconds; none for any other, also for what is no date.
fn usual(text: &[u8]) -> Option<i64> {
    let (head, ms) = match text {
        [head @ .., b'Z'] if head.len() == 19 => (head, 0),
        [head @ .., b'.', a, b, c, b'Z'] if head.len() == 19 => (head, digits(&[*a, *b, *c])?),
        _ => return None,
    };
    let &[
        y1,
        y2,
        y3,
        y4,
        b'-',
        m1,
        m2,
        b'-',
        d1,
        d2,
        b'T',
        h1,
        h2,
        b':',
        n1,
        n2,
        b':',
        s1,
        s2,
    ] = head
    else {
        return None;
    };
    let year = digits(&[y1, y2, y3, y4])?;
    let (month, day) = (digits(&[m1, m2])?, digits(&[d1, d2])?);
    let (hour, minute, second) = (digits(&[h1, h2])?, digits(&[n1, n2])?, digits(&[s1, s2])?);
    if year < 1970 || !(1..=12).contains(&month) || !(1..=28).contains(&day) {
        // The last days of a month are left to the library, which knows how many there are.
        let month = u32::try_from(month).ok()?;
        let date = chrono::NaiveDate::from_ymd_opt(
            i32::try_from(year).ok()?,
            month,
            u32::try_from(day).ok()?,
        )?;
        let time = chrono::NaiveTime::from_hms_opt(
            u32::try_from(hour).ok()?,
            u32::try_from(minute).ok()?,
            u32::try_from(second).ok()?,
        )?;
        if year <= 1 {
            return None;
        }
        return Some(date.and_time(time).and_utc().timestamp_millis() + ms);
    }
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // Days since 1970 of the civil calendar, years begun in March.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469;
    Some(((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + ms)
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + i64::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_usual_form_is_read_as_the_model_reads_it(
            year in 2i64..9999, month in 0i64..14, day in 0i64..33, hour in 0i64..26, minute in 0i64..62,
            second in 0i64..60, ms in proptest::option::of(0i64..1000),
        ) {
            let fraction = ms.map_or(String::new(), |ms| format!(".{ms:03}"));
            let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z");
            let model = text.parse::<Instant>().ok().map(Instant::millis);
            prop_assert_eq!(usual(text.as_bytes()), model, "{}", text);
        }
    }

    #[test]
    fn other_forms_are_left_to_the_model() {
        for text in [
            "",
            "2026-03-01",
            "2026-03-01T10:30:00+02:00",
            "2026-03-01T10:30:00.1Z",
            "0001-01-01T00:00:00Z",
        ] {
            assert_eq!(usual(text.as_bytes()), None, "{text}");
        }
    }
}
