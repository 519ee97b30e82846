//! Dates of users: read in both forms of the specification, kept and written as `yyyy-MM-dd`.

use chrono::{Datelike as _, NaiveDate};

/// Dates before this are placeholders of some system for "none".
const FIRST_YEAR: i32 = 1900;

/// A date given as `dd.MM.yyyy` or `yyyy-MM-dd`, as `yyyy-MM-dd`; none for anything else and
/// for days that are in no calendar.
pub(super) fn iso_date(text: &str) -> Option<String> {
    let text = text.trim();
    let (year, month, day) = match text.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _] => (text.get(..4)?, text.get(5..7)?, text.get(8..)?),
        [_, _, b'.', _, _, b'.', _, _, _, _] => (text.get(6..)?, text.get(3..5)?, text.get(..2)?),
        _ => return None,
    };
    let digits = [year, month, day].concat();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
    (date.year() >= FIRST_YEAR).then(|| date.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_one_is_written() {
        for (text, written) in [
            ("01.03.2026", "2026-03-01"),
            ("2026-03-01", "2026-03-01"),
            (" 31.12.1968 ", "1968-12-31"),
            ("29.02.2024", "2024-02-29"),
            ("9999-12-31", "9999-12-31"),
        ] {
            assert_eq!(iso_date(text).as_deref(), Some(written), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "soon",
            "31.02.2026",
            "29.02.2025",
            "2026-13-01",
            "2026-00-10",
            "1.3.2026",
            "2026-3-1",
            "01/03/2026",
            "03-01-2026",
            "2026-03-01T00:00:00Z",
            "26-03-01",
            "+026-03-01",
            "2026-+1-01",
            "0001-01-01",
            "1899-12-31",
            "å1.03.202",
            "20260301",
            "00.00.0000",
        ] {
            assert_eq!(iso_date(text), None, "{text}");
        }
    }
}
