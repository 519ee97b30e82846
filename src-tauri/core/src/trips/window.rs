//! Dates that people and scripts give.

use chrono::{Days, NaiveDate, NaiveTime, TimeZone};
use fielddesk_model::Instant;

use crate::{Failure, FailureKind};

/// Reads a bound of a window: an ISO 8601 instant, or a bare date, which is its local midnight.
///
/// Fails with `refused`, the field named, for anything else.
pub fn bound<Z: TimeZone>(field: &str, text: &str, zone: &Z) -> Result<Instant, Failure> {
    let text = text.trim();
    if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return midnight(date, zone).ok_or_else(|| no_date(field, text));
    }
    if text.len() < 11 {
        return Err(no_date(field, text));
    }
    // Without an offset it is local, as a bare date is.
    for form in ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"] {
        if let Ok(at) = chrono::NaiveDateTime::parse_from_str(text, form) {
            return zone
                .from_local_datetime(&at)
                .earliest()
                .map(|at| Instant(at.to_utc()))
                .ok_or_else(|| no_date(field, text));
        }
    }
    text.parse().map_err(|_| no_date(field, text))
}

/// The instants between a first and a last day, each where it is given: the first moment of the
/// one, and the first after the other.
///
/// Fails with `refused`, the field named, for what is no date; and where the last day is before
/// the first.
pub fn span<Z: TimeZone>(
    from: Option<&str>,
    to: Option<&str>,
    zone: &Z,
) -> Result<(Option<Instant>, Option<Instant>), Failure> {
    let begin = |field: &str, text: &str, days: u64| {
        let day = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").ok();
        let day = day.and_then(|day| day.checked_add_days(Days::new(days)));
        day.and_then(|day| midnight(day, zone))
            .ok_or_else(|| no_date(field, text))
    };
    let from = from.map(|text| begin("from", text, 0)).transpose()?;
    let to = to.map(|text| begin("to", text, 1)).transpose()?;
    if let (Some(from), Some(to)) = (from, to) {
        between(from, to)?;
    }
    Ok((from, to))
}

/// The window between two bounds.
///
/// Fails with `refused` where it would hold nothing.
pub fn between(from: Instant, to: Instant) -> Result<(Instant, Instant), Failure> {
    if from < to {
        return Ok((from, to));
    }
    let failure = Failure::new(
        FailureKind::Refused,
        format!("The window from {from} to {to} cannot be: it ends before it begins."),
        "Give an end that is later than the beginning.",
    );
    Err(failure.about("to"))
}

fn no_date(field: &str, text: &str) -> Failure {
    Failure::new(
        FailureKind::Refused,
        format!("{} is no date.", fielddesk_rules::file_name::shown(text)),
        "Write it as 2026-03-01 or 2026-03-01T06:00:00Z.",
    )
    .about(field)
}

/// The first instant of a day; where clocks skip midnight, the first after it.
fn midnight<Z: TimeZone>(date: NaiveDate, zone: &Z) -> Option<Instant> {
    (0..=24).find_map(|quarter| {
        let time = NaiveTime::from_num_seconds_from_midnight_opt(quarter * 900, 0)?;
        let at = zone.from_local_datetime(&date.and_time(time)).earliest()?;
        Some(Instant(at.to_utc()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::FixedOffset;

    fn oslo() -> FixedOffset {
        FixedOffset::east_opt(3600).unwrap()
    }

    #[test]
    fn a_bare_date_is_local_midnight() {
        for (text, instant) in [
            ("2026-03-01", "2026-02-28T23:00:00Z"),
            (" 2026-03-01T06:00 ", "2026-03-01T05:00:00Z"),
            ("2026-03-01T06:00:00.5", "2026-03-01T05:00:00.500Z"),
            ("2026-03-01T06:00:00Z", "2026-03-01T06:00:00Z"),
            ("2026-03-01T06:00:00+02:00", "2026-03-01T04:00:00Z"),
        ] {
            assert_eq!(bound("from", text, &oslo()).unwrap().to_string(), instant);
        }
    }

    #[test]
    fn what_is_no_date_and_what_is_no_window_is_refused() {
        for text in ["", "yesterday", "2026-02-30", "01.03.2026", "2026"] {
            let failure = bound("from", text, &oslo()).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Refused, "{text}");
            assert_eq!(failure.field.as_deref(), Some("from"));
        }
        let at: Instant = "2026-03-01".parse().unwrap();
        assert_eq!(between(at, at).unwrap_err().kind, FailureKind::Refused);
    }
}
