//! Instants as they travel: ISO 8601, written with Z.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveDateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant of the wire.
///
/// Reads ISO 8601 with an offset, without one (then it is UTC) and as a bare date (its
/// midnight, UTC); writes it with Z, and with milliseconds only where there are any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Instant(pub DateTime<Utc>);

impl Instant {
    /// Makes an instant from milliseconds since 1970; `None` beyond the range of dates.
    #[must_use]
    pub fn from_millis(ms: i64) -> Option<Self> {
        DateTime::from_timestamp_millis(ms).map(Self)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0.timestamp_millis()
    }
}

impl From<DateTime<Utc>> for Instant {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at)
    }
}

impl From<Instant> for DateTime<Utc> {
    fn from(at: Instant) -> Self {
        at.0
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = if self.0.timestamp_subsec_millis() == 0 {
            SecondsFormat::Secs
        } else {
            SecondsFormat::Millis
        };
        f.write_str(&self.0.to_rfc3339_opts(form, true))
    }
}

/// The text is no ISO 8601 date or instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnInstant;

impl fmt::Display for NotAnInstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an ISO 8601 date or instant")
    }
}

impl std::error::Error for NotAnInstant {}

impl FromStr for Instant {
    type Err = NotAnInstant;

    fn from_str(text: &str) -> Result<Self, NotAnInstant> {
        let text = text.trim();
        if let Ok(at) = DateTime::parse_from_rfc3339(text) {
            return Ok(Self(at.to_utc()));
        }
        if let Ok(at) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f") {
            return Ok(Self(at.and_utc()));
        }
        if let Ok(at) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M") {
            return Ok(Self(at.and_utc()));
        }
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| NotAnInstant)?;
        Ok(Self(date.and_time(chrono::NaiveTime::MIN).and_utc()))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_form_is_read_and_one_is_written() {
        for (text, written) in [
            ("2026-03-01T10:30:00Z", "2026-03-01T10:30:00Z"),
            ("2026-03-01T10:30:00.000Z", "2026-03-01T10:30:00Z"),
            ("2026-03-01T10:30:00.250Z", "2026-03-01T10:30:00.250Z"),
            ("2026-03-01T12:30:00+02:00", "2026-03-01T10:30:00Z"),
            ("2026-03-01T10:30:00", "2026-03-01T10:30:00Z"),
            ("2026-03-01T10:30", "2026-03-01T10:30:00Z"),
            ("2026-03-01", "2026-03-01T00:00:00Z"),
        ] {
            assert_eq!(text.parse::<Instant>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn what_is_no_instant_is_refused() {
        for text in [
            "",
            "soon",
            "01.03.2026",
            "2026-02-30",
            "2026-13-01T00:00:00Z",
        ] {
            assert_eq!(text.parse::<Instant>(), Err(NotAnInstant), "{text}");
        }
    }
}
