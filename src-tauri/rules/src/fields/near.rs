//! The nearest of some known words, for a typing error, and numbers that look alike. Pure.

use unicode_normalization::UnicodeNormalization as _;

use crate::file_name::is_invisible;
use crate::pasted::is_dash;

/// Returns the known word that is at most a third of its letters away; the first of equals.
#[must_use]
pub fn nearest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text: Vec<char> = letters(text);
    let mut best: Option<(usize, &str)> = None;
    for word in known {
        let other = letters(word);
        let most = (other.len().max(text.len()) / 3).max(1);
        let distance = distance(&text, &other);
        let closer = best.is_none_or(|(least, _)| distance < least);
        if distance <= most && distance < other.len().max(1) && closer {
            best = Some((distance, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Returns a number as the eye sees it: the letters O, I and L as the digits that they look like.
/// Numbers of the same shape are easily taken for each other.
#[must_use]
pub fn shape(number: &str) -> String {
    let digit = |letter: char| match letter {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    number.trim().to_lowercase().chars().map(digit).collect()
}

/// Returns the number of a record as it is sent: without outer blanks and invisible characters.
#[must_use]
pub fn clean_number(text: &str) -> String {
    let seen: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    seen.trim().to_owned()
}

/// Returns the key of a number: numbers with one key look the same to a person.
/// Composed form, nothing that cannot be seen, one form of digits and hyphens, no leading zeros.
#[must_use]
pub fn number_key(number: &str) -> String {
    let plain = clean_number(number);
    let folded = plain.nfkc().map(|c| if is_dash(c) { '-' } else { c });
    let folded: String = folded.collect();
    let bare = folded.trim_start_matches('0');
    match bare.is_empty() && !folded.is_empty() {
        true => "0".to_owned(),
        false => bare.to_owned(),
    }
}

/// At most 64 letters: nothing longer is a typing error worth its time.
fn letters(text: &str) -> Vec<char> {
    text.trim().to_lowercase().chars().take(64).collect()
}

/// Levenshtein's distance, in one row.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (b, cell) in other.iter().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            left = (above + 1)
                .min(left + 1)
                .min(diagonal + usize::from(a != b));
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_look_alike_have_one_key() {
        for (one, other) in [
            ("0042", "42"),
            ("00815", "815"),
            ("Z701", "Z701\u{200b}"),
            ("Z701", "\u{feff}Z701"),
            ("Z701", "Z\u{ad}701"),
            ("Z701", "Z7\u{2060}01\u{200e}"),
            ("Z-701", "Z\u{2011}701"),
            ("Z-701", "Z–701"),
            ("Z701", "Z７０１"),
            ("Å12", "A\u{30a}12"),
            ("0", "000\u{200b}"),
        ] {
            let key = number_key(one);
            assert_eq!(key, number_key(other), "{one} {other:?}");
        }
        for (one, other) in [
            ("42", "420"),
            ("Z0701", "Z701"),
            ("A12", "Å12"),
            ("1-2", "12"),
        ] {
            assert_ne!(number_key(one), number_key(other), "{one} {other}");
        }
        assert_eq!(clean_number(" \u{feff}Z\u{200b}0701 "), "Z0701");
        assert_eq!(clean_number("０0７"), "０0７");
    }

    #[test]
    fn a_typing_error_finds_its_word() {
        let known = ["machineNumber", "name", "Roller", "1207"];
        for (text, expected) in [
            ("machinNumber", Some("machineNumber")),
            ("12O7", Some("1207")),
            ("nmae", None),
            ("nam", Some("name")),
            ("Rolller", Some("Roller")),
            ("", None),
            ("wheel loader", None),
        ] {
            assert_eq!(nearest(text, known), expected, "{text}");
        }
    }

    #[test]
    fn letters_that_look_like_digits_have_their_shape() {
        assert_eq!(shape("12O7"), shape("1207"));
        assert_eq!(shape("E-l0"), shape("e-1O"));
        assert_ne!(shape("1207"), shape("1208"));
    }

    #[test]
    fn the_distance_counts_edits() {
        let of = |a: &str, b: &str| {
            distance(
                &a.chars().collect::<Vec<_>>(),
                &b.chars().collect::<Vec<_>>(),
            )
        };
        assert_eq!(of("kitten", "sitting"), 3);
        assert_eq!(of("", "abc"), 3);
        assert_eq!(of("abc", ""), 3);
        assert_eq!(of("same", "same"), 0);
    }
}
