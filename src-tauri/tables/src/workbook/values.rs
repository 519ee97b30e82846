//! Values of workbooks: what a number format makes of a number, days as numbers, ISO texts.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

use crate::Cell;

/// The kind of a number, by its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum NumberForm {
    /// A number.
    #[default]
    Number,
    /// A whole number with zeros before it, up to so many digits.
    Padded(u8),
    /// A day, a time of day, or both.
    Moment,
    /// A length of time.
    Duration,
}

impl NumberForm {
    /// Returns the kind that a format code means. Only its first section counts: what stands behind
    /// a semicolon is for other numbers.
    pub(super) fn of_code(code: &str) -> Self {
        let first = code.split(';').next().unwrap_or_default();
        if first.len() > 1 && first.bytes().all(|sign| sign == b'0') {
            return u8::try_from(first.len()).map_or(Self::Number, Self::Padded);
        }
        let mut signs = code.chars();
        while let Some(sign) = signs.next() {
            match sign {
                ';' => break,
                '"' => {
                    signs.by_ref().find(|sign| *sign == '"');
                }
                // The next sign is shown, left as room, or repeated.
                '\\' | '_' | '*' => {
                    signs.next();
                }
                '[' => {
                    let inner: String = signs.by_ref().take_while(|sign| *sign != ']').collect();
                    let mut inner = inner.chars().map(|sign| sign.to_ascii_lowercase());
                    let first = inner.next();
                    if matches!(first, Some('h' | 'm' | 's'))
                        && inner.all(|sign| Some(sign) == first)
                    {
                        return Self::Duration;
                    }
                }
                'd' | 'm' | 'y' | 'h' | 's' | 'D' | 'M' | 'Y' | 'H' | 'S' => return Self::Moment,
                _ => {}
            }
        }
        Self::Number
    }

    /// Returns the kind of a format that every program knows by its number. Those of East Asia
    /// from 27 on are days and times.
    pub(super) const fn of_number(number: u32) -> Self {
        match number {
            14..=22 | 27..=36 | 45 | 47 | 50..=58 => Self::Moment,
            46 => Self::Duration,
            _ => Self::Number,
        }
    }

    /// Returns a number of this form.
    pub(super) fn cell(self, value: f64, from_1904: bool) -> Cell {
        match self {
            Self::Number => Cell::Number(value),
            Self::Padded(digits) => padded(
                value,
                &format!("{value:0>width$.0}", width = usize::from(digits)),
            ),
            Self::Moment => moment(value, from_1904).map_or(Cell::Number(value), Cell::Timestamp),
            Self::Duration => Cell::Duration(value),
        }
    }
}

/// Returns a number, or the text that is `shown` for it where that is the number with zeros before
/// it: the zeros belong to an employee number of `00456`.
pub(super) fn padded(value: f64, shown: &str) -> Cell {
    let is_padded = shown.len() > 1 && shown.starts_with('0');
    let is_whole = shown.bytes().all(|sign| sign.is_ascii_digit());
    if is_padded && is_whole && number(shown) == Some(value) {
        Cell::Text(shown.to_owned())
    } else {
        Cell::Number(value)
    }
}

/// Returns the moment of a number of days. Day 60 of those who count from 1900 is 29 February of
/// that year, which there was not.
fn moment(days: f64, from_1904: bool) -> Option<NaiveDateTime> {
    const DAYS_FROM_1900_TO_1904: f64 = 1_462.0;
    const FIRST_OF_10_000: f64 = 2_958_466.0;
    let days = if from_1904 {
        days + DAYS_FROM_1900_TO_1904
    } else {
        days
    };
    let days = if days >= 60.0 { days } else { days + 1.0 };
    if !(0.0..FIRST_OF_10_000).contains(&days) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the milliseconds of 10,000 years fit"
    )]
    let after = TimeDelta::try_milliseconds((days * 86_400_000.0).round() as i64)?;
    let first = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    first.and_time(NaiveTime::MIN).checked_add_signed(after)
}

/// Returns the cell of a day or a moment such as `2026-11-29T07:30:00`.
pub(super) fn iso_moment(text: &str) -> Cell {
    let text = text.trim();
    let bare = text.strip_suffix('Z').unwrap_or(text);
    let moment = bare.parse::<NaiveDateTime>().ok();
    let day = || bare.parse::<NaiveDate>().ok();
    let moment = moment.or_else(|| Some(day()?.and_time(NaiveTime::MIN)));
    moment.map_or_else(|| Cell::of_text(text), Cell::Timestamp)
}

/// Returns the cell of a length of time such as `PT1234H30M00S`.
pub(super) fn iso_duration(text: &str) -> Cell {
    let days = || {
        let (sign, rest) = match text.trim().strip_prefix('-') {
            Some(rest) => (-1.0, rest),
            None => (1.0, text.trim()),
        };
        let mut days: Option<f64> = None;
        let mut number = String::new();
        let mut in_time = false;
        for letter in rest.strip_prefix('P')?.chars() {
            let unit = match letter {
                'T' => {
                    in_time = true;
                    continue;
                }
                '0'..='9' | '.' => {
                    number.push(letter);
                    continue;
                }
                'D' => 1.0,
                'H' if in_time => 24.0,
                'M' if in_time => 1_440.0,
                'S' if in_time => 86_400.0,
                _ => return None,
            };
            days = Some(days.unwrap_or_default() + number.parse::<f64>().ok()? / unit);
            number.clear();
        }
        let days = days.filter(|days| number.is_empty() && days.is_finite());
        Some(sign * days?)
    };
    days().map_or_else(|| Cell::of_text(text), Cell::Duration)
}

/// Returns a number that is written in a file.
pub(super) fn number(text: &str) -> Option<f64> {
    let value = text.trim().parse::<f64>().ok();
    value.filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_makes_a_number_a_day_or_a_length_of_time() {
        for (code, expected) in [
            ("General", NumberForm::Number),
            ("0.00E+00", NumberForm::Number),
            ("#,##0 \"days\"", NumberForm::Number),
            ("#,##0\\ [$kr-414];[Red]-m", NumberForm::Number),
            ("0_m", NumberForm::Number),
            ("#,##0*y", NumberForm::Number),
            ("[>=100][Magenta]0", NumberForm::Number),
            ("@", NumberForm::Number),
            ("0", NumberForm::Number),
            ("00.0", NumberForm::Number),
            ("00000", NumberForm::Padded(5)),
            ("000;-000", NumberForm::Padded(3)),
            ("dd.mm.yyyy", NumberForm::Moment),
            ("[$-414]d. mmmm yyyy", NumberForm::Moment),
            ("h:mm AM/PM", NumberForm::Moment),
            ("*-yyyy", NumberForm::Moment),
            ("[h]:mm", NumberForm::Duration),
            ("[Blue]\\+[hh]:mm", NumberForm::Duration),
            ("[SS].000", NumberForm::Duration),
        ] {
            assert_eq!(NumberForm::of_code(code), expected, "{code}");
        }
    }

    #[test]
    fn zeros_before_a_number_are_kept_where_the_format_shows_them() {
        let form = NumberForm::of_code("00000");
        for (value, expected) in [
            (456.0, Cell::Text("00456".to_owned())),
            (0.0, Cell::Text("00000".to_owned())),
            (123_456.0, Cell::Number(123_456.0)),
            (12_345.0, Cell::Number(12_345.0)),
            (4.5, Cell::Number(4.5)),
            (-456.0, Cell::Number(-456.0)),
            (1e300, Cell::Number(1e300)),
        ] {
            assert_eq!(form.cell(value, false), expected, "{value}");
        }
    }

    #[test]
    fn a_number_of_days_is_a_moment_where_there_is_one() {
        let text = |value, from_1904| NumberForm::Moment.cell(value, from_1904).text();
        assert_eq!(text(46_355.25, false), "2026-11-29 06:00:00");
        assert_eq!(text(46_355.25 - 1_462.0, true), "2026-11-29 06:00:00");
        assert_eq!(text(1.0, false), "1900-01-01");
        assert_eq!(text(0.5, false), "1899-12-31 12:00:00");
        for odd in [-1e300, 1e300, f64::MAX, 2_958_466.0] {
            assert_eq!(NumberForm::Moment.cell(odd, false), Cell::Number(odd));
        }
    }

    #[test]
    fn texts_of_open_documents_are_days_and_lengths_of_time() {
        for (text, expected) in [
            ("2026-11-29", "2026-11-29"),
            ("2026-11-29T07:30:00", "2026-11-29 07:30:00"),
            ("2026-11-29T07:30:00.5Z", "2026-11-29 07:30:00.500"),
            ("tomorrow", "tomorrow"),
        ] {
            assert_eq!(iso_moment(text).text(), expected);
        }
        assert_eq!(iso_duration("PT1234H30M00S"), Cell::Duration(1234.5 / 24.0));
        assert_eq!(iso_duration("-P1DT12H"), Cell::Duration(-1.5));
        for odd in ["PT", "P1M", "PT1", "1H", ""] {
            assert!(!matches!(iso_duration(odd), Cell::Duration(_)), "{odd}");
        }
    }
}
