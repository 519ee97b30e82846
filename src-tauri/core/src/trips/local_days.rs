//! Local days of instants, for SQL and for us: the offsets of a time zone from UTC.

use chrono::{DateTime, Offset as _, TimeZone};

/// Milliseconds of a day without a change of clocks.
pub(crate) const DAY_MS: i64 = 86_400_000;
/// 1970 and 2100: outside, the first and the last offset hold.
const SPAN_MS: (i64, i64) = (0, 4_102_444_800_000);
/// No zone changes its offset twice within a week.
const STEP_MS: i64 = 7 * DAY_MS;
/// Keeps what is divided positive.
const SHIFT_DAYS: i64 = 1_000_000;

/// The local days of a time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocalDays {
    /// From when on an offset holds, and the offset, both in milliseconds; the first holds before, too.
    offsets: Vec<(i64, i64)>,
}

impl LocalDays {
    pub(crate) fn of<Z: TimeZone>(zone: &Z) -> Self {
        Self::with_offsets(|ms| {
            let at = DateTime::from_timestamp_millis(ms).unwrap_or_default();
            let offset = zone.offset_from_utc_datetime(&at.naive_utc()).fix();
            i64::from(offset.local_minus_utc()) * 1000
        })
    }

    fn with_offsets(offset: impl Fn(i64) -> i64) -> Self {
        let (first, end) = SPAN_MS;
        let mut offsets = vec![(first, offset(first))];
        let mut before = first;
        while before < end {
            let next = before + STEP_MS;
            let (old, new) = (offset(before), offset(next));
            if old != new {
                let (mut low, mut high) = (before, next);
                while high - low > 1000 {
                    let middle = (low + high) / 2000 * 1000;
                    match offset(middle) == old {
                        true => low = middle,
                        false => high = middle,
                    }
                }
                offsets.push((high, new));
            }
            before = next;
        }
        Self { offsets }
    }

    /// A text that no zone with other days has.
    pub(crate) fn zone(&self) -> String {
        let offsets = self.offsets.iter();
        let texts: Vec<String> = offsets
            .map(|(from, offset)| format!("{from}:{offset}"))
            .collect();
        texts.join(" ")
    }

    /// The day of an instant, counted from 1970.
    pub(crate) fn day(&self, ms: i64) -> i64 {
        let after = self.offsets.partition_point(|(from, _)| *from <= ms);
        let offset = self.offsets.get(after.saturating_sub(1));
        ms.saturating_add(offset.map_or(0, |(_, offset)| *offset))
            .div_euclid(DAY_MS)
    }

    /// Whether a day begins at this instant.
    pub(crate) fn is_midnight(&self, ms: i64) -> bool {
        self.day(ms.saturating_sub(1)) < self.day(ms)
    }

    /// SQL for the day of `t.time_ms`, for trips between two instants.
    pub(crate) fn sql(&self, first_ms: i64, last_ms: i64) -> String {
        let mut cases = String::new();
        let mut holds = self.offsets.first().map_or(0, |(_, offset)| *offset);
        for (from, offset) in self.offsets.iter().skip(1) {
            if *from > last_ms {
                break;
            }
            if *from > first_ms {
                cases.push_str(&format!("WHEN t.time_ms < {from} THEN {holds} "));
            }
            holds = *offset;
        }
        let offset = match cases.is_empty() {
            true => holds.to_string(),
            false => format!("CASE {cases}ELSE {holds} END"),
        };
        let shift = SHIFT_DAYS * DAY_MS;
        format!("((t.time_ms + {offset} + {shift}) / {DAY_MS} - {SHIFT_DAYS})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::FixedOffset;

    #[test]
    fn an_offset_moves_the_day() {
        let days = LocalDays::of(&FixedOffset::east_opt(3600).unwrap());
        assert_eq!((days.day(-1), days.day(DAY_MS - 1)), (0, 1));
        assert!(days.is_midnight(-3_600_000) && !days.is_midnight(0));
        assert_eq!(
            days.sql(0, 0),
            "((t.time_ms + 3600000 + 86400000000000) / 86400000 - 1000000)"
        );
    }

    #[test]
    fn days_have_23_and_25_hours_where_clocks_change() {
        // Central European Time in 2026: summer time from 29 March to 25 October, 01:00 UTC.
        let at = |text: &str| {
            DateTime::parse_from_rfc3339(text)
                .unwrap()
                .timestamp_millis()
        };
        let (summer, winter) = (at("2026-03-29T01:00:00Z"), at("2026-10-25T01:00:00Z"));
        let days = LocalDays::with_offsets(|ms| match (summer..winter).contains(&ms) {
            true => 7_200_000,
            false => 3_600_000,
        });
        let offsets = [(0, 3_600_000), (summer, 7_200_000), (winter, 3_600_000)];
        assert_eq!(days.offsets, offsets);
        let hours = |day: &str, end: &str| (at(end) - at(day)) / 3_600_000;
        for (begin, end, length) in [
            ("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23),
            ("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25),
        ] {
            assert!(days.is_midnight(at(begin)) && days.is_midnight(at(end)));
            assert_eq!(days.day(at(end)) - days.day(at(begin)), 1);
            assert_eq!(hours(begin, end), length);
        }
        let sql = days.sql(summer, winter);
        assert!(
            sql.contains(&format!(
                "CASE WHEN t.time_ms < {winter} THEN 7200000 ELSE 3600000 END"
            )),
            "{sql}"
        );
    }
}
