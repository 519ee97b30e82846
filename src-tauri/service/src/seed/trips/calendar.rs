//! Working days of the seeded sites: Norwegian weekdays without holidays, in local hours.

use chrono::{Datelike as _, NaiveDate, Weekday};

use super::data::TRIPS;

/// Milliseconds since 1970 of an hour and minute on a day, Norwegian time.
pub(super) fn local_ms(day: NaiveDate, minutes: i64) -> i64 {
    let midnight = day.and_time(chrono::NaiveTime::MIN).and_utc();
    midnight.timestamp_millis() + (minutes - offset_minutes(day)) * 60_000
}

/// Summer time begins and ends at night, so a working day has one offset.
fn offset_minutes(day: NaiveDate) -> i64 {
    let mut summers = TRIPS.summer_times.iter();
    let summer = summers.any(|[first, winter]| (first..winter).contains(&&day));
    if summer { 120 } else { 60 }
}

/// Returns true for days on which the sites work: neither weekend nor day off.
pub(super) fn is_working(day: NaiveDate) -> bool {
    let mut off = TRIPS.days_off.iter();
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
        && !off.any(|[first, last]| (first..=last).contains(&&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn holidays_and_weekends_are_off() {
        for off in [
            "2026-04-02",
            "2026-04-06",
            "2026-05-14",
            "2026-05-25",
            "2026-05-01",
            "2026-07-20",
            "2026-11-14",
            "2025-12-24",
        ] {
            assert!(!is_working(day(off)), "{off}");
        }
        for on in ["2026-04-07", "2026-05-15", "2026-08-03", "2026-11-13"] {
            assert!(is_working(day(on)), "{on}");
        }
    }

    #[test]
    fn seven_in_the_morning_is_five_in_summer_and_six_in_winter() {
        let hour = |text| local_ms(day(text), 7 * 60) / 3_600_000 % 24;
        assert_eq!((hour("2026-06-15"), hour("2026-11-13")), (5, 6));
        assert_eq!((hour("2026-03-27"), hour("2026-03-30")), (6, 5));
    }
}
