//! The apostrophe that keeps a spreadsheet program from running a cell, and its removal.
//!
//! A CSV cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return may be run as a
//! formula by the program that opens the file. Such a cell gets a leading `'`; numbers and
//! phone numbers stay as they are. It knows single cells, not files.

use std::borrow::Cow;

/// Characters that make a spreadsheet program read a cell as more than text.
const TRIGGERS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// The cell as a file for people may hold it: with a leading `'` where it would be run.
///
/// [`unguard`] gives back exactly what was passed, whatever it was: a text that looks guarded
/// already is guarded once more.
#[must_use]
pub fn guard(cell: &str) -> Cow<'_, str> {
    let bare = cell.trim_start_matches('\'');
    let quoted = bare.len() < cell.len();
    if bare.starts_with(TRIGGERS) && (quoted || !(is_number(bare) || is_phone(bare))) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The cell without the `'` that [`guard`] put before it.
///
/// An apostrophe before anything else belongs to the text and stays.
#[must_use]
pub fn unguard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(TRIGGERS) => rest,
        _ => cell,
    }
}

/// A sign, digits with at most one decimal point or comma, perhaps an exponent: nothing that
/// could be computed with.
fn is_number(cell: &str) -> bool {
    let unsigned = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = match mantissa.split_once(['.', ',']) {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(mantissa),
    };
    whole && exponent.is_none_or(|text| digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

/// A phone number in international format: `+`, then 6 to 20 digits with blanks, hyphens and
/// brackets between them.
fn is_phone(cell: &str) -> bool {
    let Some(rest) = cell.strip_prefix('+') else {
        return false;
    };
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    (6..=20).contains(&digits)
        && rest.starts_with(|first: char| first.is_ascii_digit() || first == '(')
        && rest.ends_with(|last: char| last.is_ascii_digit())
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'(' | b')'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_would_be_run_gets_an_apostrophe() {
        for cell in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "-",
            "+",
            "--5",
            "-1,2,3",
            "+47-cmd",
            "+1+1+1+1+1+1",
            "-1e",
            "- remember the key",
        ] {
            assert_eq!(guard(cell), format!("'{cell}"), "{cell:?} would be run");
        }
    }

    #[test]
    fn numbers_phones_and_plain_text_stay_as_they_are() {
        for cell in [
            "",
            "Dumper 7",
            "-12",
            "+3",
            "-12.5",
            "-12,5",
            "-1.5e-7",
            "+47 900 00 000",
            "+4790000000",
            "+47 (0)22-33-44-55",
            "'quoted'",
            "a=b",
            "1-2",
        ] {
            assert_eq!(guard(cell), cell);
            assert_eq!(unguard(cell), cell);
        }
    }

    #[test]
    fn a_guard_put_on_by_somebody_else_comes_off_too() {
        assert_eq!(unguard("'+4790000000"), "+4790000000");
        assert_eq!(unguard("'-12"), "-12");
        assert_eq!(unguard("'n Roll"), "'n Roll");
    }

    proptest! {
        #[test]
        fn a_guard_that_is_taken_off_gives_back_the_cell(cell in "['=+\\-@\t\r0-9a-c., ]{0,9}") {
            let guarded = guard(&cell);
            prop_assert_eq!(unguard(&guarded), cell.as_str());
        }

        #[test]
        fn a_guarded_cell_runs_only_if_it_is_a_number_or_a_phone(cell in "['=+\\-@\t\r0-9a-c., ]{0,9}") {
            let guarded = guard(&cell);
            if guarded.starts_with(TRIGGERS) {
                prop_assert!(guarded.bytes().all(|byte| byte.is_ascii_digit() || b"+-., ()eE".contains(&byte)));
            }
        }
    }
}
