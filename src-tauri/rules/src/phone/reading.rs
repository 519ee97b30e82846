//! A phone number as it is stored: in international form, whichever way it was written. Pure.

use std::collections::HashMap;

use super::countries::{code_in, digits_of, has_zero_in_front};
use super::{international, is_phone};
use crate::file_name::is_invisible;
use crate::pasted::is_dash;

/// Fewer stored numbers do not show the company's country.
const LEAST_STORED: usize = 5;
/// Digits of an international number with its code (ITU E.164).
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// The text is no phone number, or a national one of an unknown country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAPhone;

/// Returns the number as it is stored, such as `+47 912 34 567`; `code` is that of the country of
/// numbers in national form.
///
/// A number with its `+` stays as it is written, so that no stored one changes.
///
/// # Errors
/// For anything else, and for a national number that is longer or shorter than those of the
/// country.
pub fn read(text: &str, code: Option<&str>) -> Result<String, NotAPhone> {
    // The zero of `+46 (0)70 123 45 67` is for calls inside the country.
    let text = plain(text).replace("(0)", "");
    let text = text.trim();
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '(' | ')' | '.');
    let digits = digits(text);
    let inner = text.trim_start_matches(['(', '+']);
    if digits.is_empty() || !text.chars().all(allowed) || inner.contains('+') {
        return Err(NotAPhone);
    }
    let has_plus = text.trim_start_matches('(').starts_with('+');
    if has_plus || digits.starts_with("00") {
        let digits = if has_plus { &*digits } else { &digits[2..] };
        let code = code_in(digits).ok_or(NotAPhone)?;
        if !DIGITS.contains(&digits.len()) {
            return Err(NotAPhone);
        }
        let is_plain = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+');
        return Ok(match text.starts_with('+') && text.chars().all(is_plain) {
            true => text.to_owned(),
            false => stored(code, digits.strip_prefix(code).unwrap_or(digits)),
        });
    }
    let code = code.ok_or(NotAPhone)?;
    let known = code_in(code).filter(|known| *known == code);
    national(known.ok_or(NotAPhone)?, &digits).ok_or(NotAPhone)
}

/// A number without `+` and `00`, of the country with the code.
fn national(code: &'static str, digits: &str) -> Option<String> {
    let lengths = digits_of(code);
    let bare = match has_zero_in_front(code) {
        true => digits.strip_prefix('0').unwrap_or(digits),
        false => digits,
    };
    // What is as long as a whole number behind the code has the code.
    let behind = digits
        .strip_prefix(code)
        .filter(|rest| lengths.contains(&rest.len()));
    let bare = match behind {
        Some(rest)
            if !lengths.contains(&bare.len()) || rest.len() >= super::LEAST_DIGITS_AFTER_CODE =>
        {
            rest
        }
        _ => bare,
    };
    lengths.contains(&bare.len()).then(|| stored(code, bare))
}

/// The form in which numbers are stored that were written otherwise.
fn stored(code: &str, rest: &str) -> String {
    let parts = match (code, rest.len(), rest.chars().next()) {
        ("47", 8, Some('4' | '8' | '9')) => vec![&rest[..3], &rest[3..5], &rest[5..]],
        ("45" | "47", 8, _) => vec![&rest[..2], &rest[2..4], &rest[4..6], &rest[6..]],
        _ => vec![rest],
    };
    format!("+{code} {}", parts.join(" "))
}

/// The text with plain blanks, hyphens and digits, without what cannot be seen.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        c if is_invisible(c) => None,
        c if is_dash(c) => Some('-'),
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        '＋' => Some('+'),
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    };
    text.chars().filter_map(plain).collect()
}

/// Returns true where both texts are one number: in international form, or one of them without the
/// country's code.
#[must_use]
pub fn same_phone(one: &str, other: &str) -> bool {
    if !is_phone(one) || !is_phone(other) {
        return one == other;
    }
    match (international(one), international(other)) {
        (Some(one), Some(other)) => one == other,
        (Some(whole), None) => is_local_form(&whole, other),
        (None, Some(whole)) => is_local_form(&whole, one),
        (None, None) => local(one) == local(other),
    }
}

fn is_local_form(whole: &str, text: &str) -> bool {
    let behind = || code_in(whole).and_then(|code| whole.strip_prefix(code));
    digits(text) == whole || behind() == Some(&*local(text))
}

/// The digits that follow the country's code.
fn local(text: &str) -> String {
    let digits = digits(text);
    digits.strip_prefix('0').unwrap_or(&digits).to_owned()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the code that most of the stored numbers have; `None` with fewer than five numbers.
#[must_use]
pub fn commonest_code<'a>(stored: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let mut counts: HashMap<&'static str, usize> = HashMap::new();
    let codes = stored.into_iter().filter_map(international);
    for code in codes.filter_map(|digits| code_in(&digits)) {
        *counts.entry(code).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    // Of two that are as common the lower one is taken, so that it is always the same.
    let most = counts
        .into_iter()
        .max_by_key(|(code, count)| (*count, std::cmp::Reverse(*code)));
    most.filter(|_| all >= LEAST_STORED).map(|(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_stored_in_international_form_whichever_way_it_is_written() {
        for (text, code, expected) in [
            ("91234567", Some("47"), "+47 912 34 567"),
            ("912 34 004", Some("47"), "+47 912 34 004"),
            ("912.34.004", Some("47"), "+47 912 34 004"),
            ("4791234002", Some("47"), "+47 912 34 002"),
            ("47 12 34 56", Some("47"), "+47 471 23 456"),
            ("22 12 34 56", Some("47"), "+47 22 12 34 56"),
            ("0047 91234005", None, "+47 912 34 005"),
            ("(+47) 91234005", None, "+47 912 34 005"),
            ("+47\u{a0}912\u{202f}34\u{a0}005", None, "+47 912 34 005"),
            ("\u{202a}+4791234005\u{202c}", None, "+4791234005"),
            ("+47 91234005", Some("46"), "+47 91234005"),
            ("+46 70-123 45 67", Some("47"), "+46 701234567"),
            ("070-123 45 67", Some("46"), "+46 701234567"),
            ("46701234567", Some("46"), "+46 701234567"),
            ("20 12 34 56", Some("45"), "+45 20 12 34 56"),
            ("９１２３４５６７", Some("47"), "+47 912 34 567"),
            ("+46 (0)70 123 45 67", None, "+46 70 123 45 67"),
            ("0171 2345678", Some("49"), "+49 1712345678"),
            ("06 1234 5678", Some("39"), "+39 0612345678"),
        ] {
            let read = read(text, code);
            assert_eq!(read.unwrap_or_default(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_of_the_country_is_refused() {
        for (text, code) in [
            ("", Some("47")),
            ("Kari", Some("47")),
            ("91234567 (mob)", Some("47")),
            ("91234567 / 92234567", Some("47")),
            ("+47 91234567 +47", Some("47")),
            ("+0 91234567", Some("47")),
            ("+4791234567891234567", None),
            ("3.56938E+14", Some("47")),
            ("91234567", None),
            ("9123456", Some("47")),
            ("070-123 45 67", Some("47")),
            ("912345678", Some("45")),
        ] {
            assert_eq!(read(text, code), Err(NotAPhone), "{text}");
        }
    }

    #[test]
    fn what_was_read_once_is_read_the_same_again() {
        for text in ["91234567", "004791234567", "+47 912-34-567", "+4791234567"] {
            let stored = read(text, Some("47")).unwrap();
            assert_eq!(read(&stored, Some("46")), Ok(stored.clone()));
            assert!(same_phone(&stored, "+47 912 34 567"), "{text}");
        }
        for (one, other, expected) in [
            ("91234567", "+47 912 34 567", true),
            ("070-123 45 67", "+46 701234567", true),
            ("0047 91234567", "4791234567", true),
            ("91234567", "912 34 567", true),
            ("91234567", "+47 912 34 568", false),
            ("1234567", "+47 912 34 567", false),
            ("Kari", "Kari", true),
            ("", "+47 912 34 567", false),
        ] {
            assert_eq!(same_phone(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn five_stored_numbers_say_the_country() {
        let five = [
            "+47 911",
            "+4791234567",
            "0047 912",
            "+46 701234567",
            "+46 701234568",
        ];
        assert_eq!(commonest_code(five), Some("47"));
        assert_eq!(commonest_code(five.into_iter().take(4)), None);
        let bare = five.into_iter().take(4).chain(["91234567", "", "x"]);
        assert_eq!(commonest_code(bare), None, "they do not say their country");
    }

    #[test]
    fn a_region_says_its_country() {
        use crate::phone::{code_of, country_of};
        for (region, country) in [
            ("nb-NO", Some("NO")),
            ("en_GB.UTF-8", Some("GB")),
            ("zh-Hans-CN", Some("CN")),
            ("sr-Latn-RS@euro", Some("RS")),
            ("C", None),
            ("", None),
            ("no", None),
        ] {
            assert_eq!(country_of(region), country, "{region}");
        }
        assert_eq!(
            (code_of("no"), code_of(" SE "), code_of("XX")),
            (Some("47"), Some("46"), None)
        );
    }
}
