//! Numbers that a spreadsheet program altered when it opened or saved them. Pure.

use super::{Problem, ProblemCode};
use crate::dates::month_of;
use crate::file_name::shown;

/// Returns true for a number as spreadsheet programs shorten it, such as `3,56938E+14`.
#[must_use]
pub fn is_shortened(text: &str) -> bool {
    let Some((digits, power)) = text.trim().split_once(['E', 'e']) else {
        return false;
    };
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let (whole, rest) = digits.split_once([',', '.']).unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let power = power.strip_prefix(['+', '-']);
    whole.len() == 1
        && is_digits(whole)
        && is_digits(rest)
        && power.is_some_and(|power| power.len() >= 2 && is_digits(power))
}

/// Returns true for a day and a month, or a month and a year, as spreadsheet programs make them of
/// numbers such as `10-12`: `10.des`, `12-Oct`, `Mar-01`.
fn is_made_date(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let Some((one, other)) = text.split_once(['.', '-']) else {
        return false;
    };
    let is_number = |text: &str| {
        (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Programs write them in three or four letters.
    let is_month = |text: &str| text.chars().count() <= 4 && month_of(text).is_some();
    (is_number(one) && is_month(other)) || (is_month(one) && is_number(other))
}

/// Returns the problem of a number whose last digits are missing.
#[must_use]
pub fn shortened(text: &str) -> Problem {
    let text = shown(text);
    let message = format!(
        "“{text}” is a number that the spreadsheet program shortened; format the column as text and type it again."
    );
    Problem::new(ProblemCode::ShortenedNumber, message).with("text", text)
}

/// Refuses the number of a record that was shortened or made a date of.
pub fn check_number(number: &str) -> Result<(), Problem> {
    if is_shortened(number) {
        return Err(shortened(number));
    }
    if is_made_date(number) {
        let shown = shown(number);
        let message = format!(
            "“{shown}” is a date that the spreadsheet program made of a number; format the column as text and type it again."
        );
        return Err(Problem::new(ProblemCode::DateForNumber, message).with("text", shown));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_spreadsheet_shortened_or_made_a_date_of_are_known_by_their_form() {
        for text in [
            "3,56938E+14",
            "3.56938E+14",
            "1,20E+05",
            "1E+20",
            "-1,5E-07",
        ] {
            assert!(is_shortened(text), "{text}");
        }
        for text in [
            "12E4", "E14", "3,5", "1E5", "12,5E+14", "1E+5", "AE+14", "1,E+14", "2E-rom",
        ] {
            assert!(!is_shortened(text), "{text}");
        }
        for text in ["10.des", "12-Oct", "12.okt.", "Mar-01", "jan.26", "5-mai"] {
            assert!(is_made_date(text), "{text}");
        }
        for text in [
            "10-12",
            "MAR 1",
            "A-1",
            "Z.701",
            "dec",
            "10.desember 2",
            "1-ABC",
        ] {
            assert!(!is_made_date(text), "{text}");
        }
    }
}
