//! Dates that people and scripts give.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use fielddesk_model::Instant;
use fielddesk_rules::dates::{DayOrder, Days, Meaning, NoDay};
use fielddesk_rules::file_name::shown;

use crate::{Failure, FailureKind};

/// Reads a bound of a window: a day or a moment as people or ISO 8601 write it. A bare day is
/// its local midnight, and a moment without an offset is local; without its year it is the last
/// one.
///
/// Fails with `refused`, the field named, for anything else, and for a time that its day has not.
pub fn bound<Z: TimeZone>(field: &str, text: &str, zone: &Z) -> Result<Instant, Failure> {
    moment(field, text, zone, Meaning::Past, Utc::now())
}

/// Reads a time to come, as [`bound`] reads one; without its year it is the next one.
///
/// Fails as [`bound`] does, and with `usage` for a time that is over.
pub fn coming<Z: TimeZone>(
    field: &str,
    text: &str,
    zone: &Z,
    now: DateTime<Utc>,
) -> Result<Instant, Failure> {
    let at = moment(field, text, zone, Meaning::Coming, now)?;
    if at.0 > now {
        return Ok(at);
    }
    let text = shown(text.trim());
    Err(Failure::usage(
        field,
        format!("{text} is over already."),
        "Choose a later time.",
    ))
}

fn moment<Z: TimeZone>(
    field: &str,
    text: &str,
    zone: &Z,
    meaning: Meaning,
    now: DateTime<Utc>,
) -> Result<Instant, Failure> {
    let days = Days {
        today: now.with_timezone(zone).date_naive(),
        order: DayOrder::Unknown,
        meaning,
    };
    let read = days.moment(text).map_err(|why| match why {
        NoDay::TwoDays(one, other) => Failure::new(
            FailureKind::Refused,
            format!("{} can be {one} or {other}.", shown(text.trim())),
            "Write the year first.",
        )
        .about(field),
        _ => no_date(field, text.trim()),
    })?;
    if let Some(at) = read.exact() {
        return Ok(Instant(at));
    }
    let Some(time) = read.time else {
        return midnight(read.day, zone).ok_or_else(|| no_date(field, text));
    };
    // Of an hour that comes twice the first one is meant.
    let at = zone
        .from_local_datetime(&read.day.and_time(time))
        .earliest();
    at.map(|at| Instant(at.to_utc())).ok_or_else(|| {
        let (time, day) = (time.format("%H:%M"), read.day);
        Failure::new(
            FailureKind::Refused,
            format!("There is no {time} on {day}: the clocks go forward over it."),
            "Choose an earlier or a later time.",
        )
        .about(field)
    })
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
        let day = day.and_then(|day| day.checked_add_days(chrono::Days::new(days)));
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
        format!("{} is no date.", shown(text)),
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
    fn a_moment_is_read_as_people_write_it() {
        let now = "2026-11-29T12:00:00Z".parse().unwrap();
        for (text, instant) in [
            ("2027-12-31 07:00", "2027-12-31T06:00:00Z"),
            ("31.12.2027", "2027-12-30T23:00:00Z"),
            ("31.12.2027 07.00", "2027-12-31T06:00:00Z"),
            ("2027-12-31T02:30+01:00", "2027-12-31T01:30:00Z"),
            ("31 des", "2026-12-30T23:00:00Z"),
            ("1.3", "2027-02-28T23:00:00Z"),
        ] {
            let read = coming("until", text, &oslo(), now).unwrap();
            assert_eq!(read.to_string(), instant, "{text}");
        }
    }

    #[test]
    fn a_time_that_is_over_or_that_its_day_has_not_is_refused_with_the_reason() {
        let now = "2026-11-29T12:00:00Z".parse().unwrap();
        let zone = chrono_tz::Europe::Oslo;
        for (text, kind, words) in [
            (
                "2026-01-01",
                FailureKind::Usage,
                "2026-01-01 is over already.",
            ),
            ("29.11.2026", FailureKind::Usage, "over already"),
            ("29.11 12:59", FailureKind::Usage, "over already"),
            (
                "2027-03-28T02:30",
                FailureKind::Refused,
                "There is no 02:30 on 2027-03-28: the clocks go forward over it.",
            ),
            (
                "28.03.2027 02:00",
                FailureKind::Refused,
                "There is no 02:00",
            ),
            ("3/4/2027", FailureKind::Refused, "2027-04-03 or 2027-03-04"),
            ("31.02.2027", FailureKind::Refused, "is no date"),
        ] {
            let failure = coming("until", text, &zone, now).unwrap_err();
            assert_eq!(failure.kind, kind, "{text}");
            assert_eq!(failure.field.as_deref(), Some("until"));
            assert!(failure.message.contains(words), "{failure:?}");
        }
        for text in [
            "29.11 13:01",
            "28.03.2027 03:00",
            "2027-03-28T02:30+01:00",
            "31.10.2027 02:30",
        ] {
            assert!(coming("until", text, &zone, now).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_and_what_is_no_window_is_refused() {
        for text in ["", "yesterday", "2026-02-30", "30.02.2026", "2026"] {
            let failure = bound("from", text, &oslo()).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Refused, "{text}");
            assert_eq!(failure.field.as_deref(), Some("from"));
        }
        let at: Instant = "2026-03-01".parse().unwrap();
        assert_eq!(between(at, at).unwrap_err().kind, FailureKind::Refused);
    }
}
