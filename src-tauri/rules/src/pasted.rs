//! Values that come from a file, a chat or a clipboard with something invisible around them.

use crate::file_name::is_invisible;

/// Returns the value alone, without blanks, line breaks, byte order marks and other invisible
/// characters around it.
#[must_use]
pub fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Returns true for a character that stands for a hyphen.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns true for a value with a character in it that cannot be seen.
#[must_use]
pub fn has_invisible(text: &str) -> bool {
    text.chars().any(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_around_a_value_is_no_part_of_it() {
        for text in [
            "s3cret",
            "\u{feff}s3cret",
            "\u{feff}s3cret\r\n",
            " \t\u{a0}s3cret\u{200b}",
            "\u{200e}s3cret\u{200f}\u{2060}",
            "\u{200d}s3cret\u{0}",
        ] {
            assert_eq!(bare(text), "s3cret", "{text:?}");
        }
        for text in ["", "\u{feff}", " \r\n\u{feff}"] {
            assert_eq!(bare(text), "", "{text:?}");
        }
        assert_eq!(bare("a\u{200b}b c"), "a\u{200b}b c", "the inside stays");
        assert!(has_invisible("a\u{200b}b") && !has_invisible("æ ø-å"));
    }
}
