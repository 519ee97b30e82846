//! Working days of the seeded sites: Norwegian weekdays without holidays, in local hours.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};

/// Milliseconds since 1970 of an hour and minute on a day, Norwegian time.
pub(super) fn local_ms(day: NaiveDate, minutes: i64) -> i64 {
    let midnight = day.and_time(chrono::NaiveTime::MIN).and_utc();
    midnight.timestamp_millis() + (minutes - offset_minutes(day)) * 60_000
}

/// Summer time begins and ends at night, so a working day has one offset.
fn offset_minutes(day: NaiveDate) -> i64 {
    let changes = |month| last_sunday(day.year(), month);
    let summer =
        changes(3).is_some_and(|begin| day >= begin) && changes(10).is_some_and(|end| day < end);
    if summer { 120 } else { 60 }
}

fn last_sunday(year: i32, month: u32) -> Option<NaiveDate> {
    let last = NaiveDate::from_ymd_opt(year, month, 31)?;
    last.checked_sub_days(Days::new(u64::from(last.weekday().num_days_from_sunday())))
}

/// Returns true for days on which the sites work: neither weekend nor holiday, the three weeks of
/// the general summer holiday and the days from Christmas to New Year left out.
pub(super) fn is_working(day: NaiveDate) -> bool {
    if matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
        return false;
    }
    let fixed = match (day.month(), day.day()) {
        (1, 1) | (5, 1 | 17) => true,
        (7, date) => (13..=31).contains(&date),
        (12, date) => date >= 23,
        _ => false,
    };
    let from_easter = easter(day.year()).map(|easter| (day - easter).num_days());
    !fixed && !matches!(from_easter, Some(-6..=1 | 39 | 50))
}

/// Easter Sunday (the anonymous Gregorian computus).
fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let sum = h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
    NaiveDate::from_ymd_opt(
        year,
        u32::try_from(sum / 31).ok()?,
        u32::try_from(sum % 31 + 1).ok()?,
    )
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
