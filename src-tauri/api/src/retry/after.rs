//! Reads `Retry-After`: seconds or a date.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// Reads the wait that the service asks for. A date is compared with the answer's own `Date`, so
/// that a wrong clock here does not matter, and with `now` where there is none.
pub(crate) fn read_retry_after(
    value: &str,
    date: Option<&str>,
    now: DateTime<Utc>,
) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // A number too large to read is a wait too long to wait.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until = http_date(value)?;
    let from = date.and_then(http_date).unwrap_or(now);
    Some((until - from).to_std().unwrap_or(Duration::ZERO))
}

fn http_date(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc2822(text.trim())
        .ok()
        .map(|at| at.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read_and_the_rest_is_not() {
        let now = "2026-11-20T12:00:00Z".parse().unwrap();
        let s = |seconds| Some(Duration::from_secs(seconds));
        for (value, date, expected) in [
            ("120", None, s(120)),
            (" 0 ", None, s(0)),
            ("99999999999999999999999", None, s(u64::MAX)),
            ("Fri, 20 Nov 2026 12:00:30 GMT", None, s(30)),
            ("Fri, 20 Nov 2026 11:00:00 GMT", None, s(0)),
            (
                "Fri, 20 Nov 2026 12:00:30 GMT",
                Some("Fri, 20 Nov 2026 12:00:20 GMT"),
                s(10),
            ),
            ("Fri, 20 Nov 2026 12:00:30 GMT", Some("nonsense"), s(30)),
            ("-5", None, None),
            ("1.5", None, None),
            ("soon", None, None),
            ("", None, None),
        ] {
            assert_eq!(
                read_retry_after(value, date, now),
                expected,
                "{value:?} {date:?}"
            );
        }
    }
}
