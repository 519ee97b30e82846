//! Phone numbers: as people write them, as they are stored, and as keys, which log a user in
//! and find a supervisor. Pure.

mod countries;
mod reading;

pub use countries::{code_of, countries, country_of};
pub use reading::{NotAPhone, commonest_code, read, same_phone};

/// Fewer digits are an extension or a slip; more do not exist.
const DIGITS: std::ops::RangeInclusive<usize> = 3..=18;
/// Numbers without the country's code have fewer digits than this where they begin with
/// the same digits as that code.
const LEAST_DIGITS_AFTER_CODE: usize = 8;

/// Returns true for texts that can be phone numbers: digits, blanks and `+ - ( )` alone.
#[must_use]
pub fn is_phone(text: &str) -> bool {
    let allowed =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | '+' | '-' | '(' | ')');
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.chars().all(allowed)
        && DIGITS.contains(&digits)
        && !text.trim().trim_start_matches('+').contains('+')
}

/// Returns the digits of a number that is written in international form, with `+` or `00`; `None`
/// for every other text.
#[must_use]
pub fn international(text: &str) -> Option<String> {
    if !is_phone(text) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if text.trim_start().starts_with('+') {
        return Some(digits);
    }
    digits.strip_prefix("00").map(str::to_owned)
}

/// Returns the number in international form, digits alone; `None` for other texts.
///
/// `+` and `00` mark the international form. A local number gets the code of the company's
/// country in the place of a leading zero. Digits that already begin with the code and are
/// long enough to hold a whole number after it are taken as international without a plus.
#[must_use]
pub fn login_number(text: &str, country_code: &str) -> Option<String> {
    if let Some(digits) = international(text) {
        return Some(digits);
    }
    if !is_phone(text) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let after_code = digits.strip_prefix(country_code);
    if after_code.is_some_and(|rest| rest.len() >= LEAST_DIGITS_AFTER_CODE) {
        return Some(digits);
    }
    let local = digits.strip_prefix('0').unwrap_or(&digits);
    Some(format!("{country_code}{local}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_and_international_forms_of_a_number_are_one() {
        for (text, code, expected) in [
            ("+47 912 34 567", "47", "4791234567"),
            ("0047 91234567", "47", "4791234567"),
            ("912 34 567", "47", "4791234567"),
            ("4791234567", "47", "4791234567"),
            ("47 12 34 56", "47", "4747123456"),
            ("(070) 123-45 67", "46", "46701234567"),
            ("+46 70 123 45 67", "46", "46701234567"),
            ("+46 70 123 45 67", "47", "46701234567"),
        ] {
            assert_eq!(
                login_number(text, code).as_deref(),
                Some(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_number_has_no_key() {
        for text in [
            "",
            "+",
            "12",
            "Kari",
            "91234567x",
            "91+234567",
            "1234567890123456789",
            "٣٤٥٦",
        ] {
            assert_eq!(login_number(text, "47"), None, "{text}");
        }
    }
}
