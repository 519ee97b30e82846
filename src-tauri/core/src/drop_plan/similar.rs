//! Names that are revisions of one another, and prefixes that a section uses. Pure.

use fielddesk_rules::name_key::NameKey;

/// The fewest letters beside its numbers by which a name is one of a series.
const SERIES_LETTERS: usize = 3;

/// A name without its extension, its revision and its separators. Equal stems are the same
/// drawing in another revision.
pub(crate) fn stem(name: &str) -> String {
    let key = NameKey::of(name);
    let words = base_words(&key);
    without_revision(&words).join(" ")
}

/// Whether one name is a later revision than another of its stem, as `rev C` than `rev B` and `v10`
/// than `v9`. Letters behind no mark and dates tell nothing: houses and meetings have them too.
pub(crate) fn is_later_revision(one: &str, other: &str) -> bool {
    let (one, other) = (NameKey::of(one), NameKey::of(other));
    let (one, other) = (base_words(&one), base_words(&other));
    let letters = |value: &str| !value.contains(|letter: char| letter.is_ascii_digit());
    match (revision(&one), revision(&other)) {
        (Some(one), Some(other)) if letters(one) == letters(other) => {
            let ordered = |value: &str| {
                let value = value.trim_start_matches('0').to_owned();
                (value.chars().count(), value)
            };
            ordered(one) > ordered(other)
        }
        _ => false,
    }
}

/// The words of a text: what stands between anything that is neither letter nor digit.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// The words of a name without its extension.
fn base_words(key: &NameKey) -> Vec<&str> {
    let key = key.as_str();
    let base = match key.rfind('.') {
        Some(dot) if dot > 0 => key.get(..dot).unwrap_or(key),
        _ => key,
    };
    words(base).collect()
}

/// The first value behind a mark among the words at the end that tell a revision: `c` of `rev c`
/// and of `revc`.
fn revision<'a>(words: &[&'a str]) -> Option<&'a str> {
    let (_, told) = words.split_at_checked(without_revision(words).len())?;
    let behind_mark = told.windows(2).find_map(|pair| match pair {
        [mark, value] if is_mark(mark) && is_value(value) => Some(*value),
        _ => None,
    });
    behind_mark.or_else(|| told.iter().find_map(|word| marked(word)))
}

/// The words before those that tell a revision.
fn without_revision<'w, 'a>(words: &'w [&'a str]) -> &'w [&'a str] {
    let mut kept = words;
    while let Some((last, rest)) = kept.split_last() {
        if rest.is_empty() {
            break;
        }
        let after_mark = rest.len() > 1 && rest.last().is_some_and(|word| is_mark(word));
        if after_mark && is_value(last) {
            kept = rest.get(..rest.len() - 1).unwrap_or(rest);
        } else if is_revision(last) {
            kept = rest;
        } else {
            break;
        }
    }
    kept
}

/// `rev`, `v`, `index`: what comes after it is a revision.
fn is_mark(word: &str) -> bool {
    matches!(
        word,
        "rev"
            | "revisjon"
            | "revision"
            | "v"
            | "ver"
            | "versjon"
            | "version"
            | "index"
            | "indeks"
            | "utg"
    )
}

/// `b`, `03`: a revision behind its mark.
fn is_value(word: &str) -> bool {
    word.chars().count() <= 3
}

/// `revb`, `v3`, `rev`, `2`: a copy's number; `20261120`: a date; `b`: a revision letter.
fn is_revision(word: &str) -> bool {
    if is_mark(word) {
        return true;
    }
    let letters = word.chars().count();
    let date = are_digits(word) && letters == 8;
    let single_letter = letters == 1 && word.chars().all(char::is_alphabetic);
    let last_words = matches!(
        word,
        "copy" | "kopi" | "kopia" | "ny" | "final" | "endelig" | "signert"
    );
    marked(word).is_some() || date || single_letter || last_words
}

/// The value of a mark that it is written together with: `3` of `v3`.
fn marked(word: &str) -> Option<&str> {
    let marks = ["revisjon", "revision", "rev", "ver", "v"];
    let mut values = marks.iter().filter_map(|mark| word.strip_prefix(mark));
    values.find(|value| are_digits(value) && value.len() <= 3 || value.chars().count() == 1)
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}

/// What the name begins with and others may too: letters before a dash or underscore and a
/// digit, as `HA-` in `HA-203.pdf`.
pub(crate) fn prefix(name: &str) -> Option<String> {
    let end = name.find(['-', '_'])?;
    let (head, tail) = name.split_at(end);
    let letters = head.chars().count();
    let sound = (1..=6).contains(&letters)
        && head.chars().all(char::is_alphanumeric)
        && head.chars().any(char::is_alphabetic)
        && tail.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    sound.then(|| format!("{}{}", head, tail.chars().next().unwrap_or('-')))
}

/// A name without its extension and its numbers, where it has both words and numbers. Equal
/// series are parts of one delivery, as `punktsky 2.las` and `punktsky 4.las`.
pub(crate) fn series(name: &str) -> Option<String> {
    let key = NameKey::of(name);
    let words = base_words(&key);
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| are_digits(word));
    let letters = words.iter().map(|word| word.chars().count()).sum::<usize>();
    (!numbers.is_empty() && letters >= SERIES_LETTERS).then(|| words.join(" "))
}

/// The type of a file: its extension in lower case.
pub(crate) fn file_type(name: &str) -> String {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_of_a_drawing_have_one_stem() {
        for (one, other) in [
            (
                "Riggplan Hoveveien rev C.pdf",
                "Riggplan Hoveveien rev B.pdf",
            ),
            ("VA-101_revA.pdf", "VA-101 rev B.pdf"),
            ("Plan v2.dwg", "Plan.pdf"),
            ("Plan 2026-11-20.pdf", "Plan 2026-11-20 kopi.pdf"),
            ("HMS-plan_20261120.docx", "hms plan 20261001.docx"),
            ("Tegning B.pdf", "Tegning A.pdf"),
        ] {
            assert_eq!(stem(one), stem(other), "{one} | {other}");
        }
    }

    #[test]
    fn other_drawings_have_other_stems() {
        for (one, other) in [
            ("VA-101.pdf", "VA-102.pdf"),
            ("Plan 1 etasje.pdf", "Plan 2 etasje.pdf"),
            ("Riggplan.pdf", "Riggplan Hoveveien.pdf"),
            ("A.pdf", "B.pdf"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} | {other}");
        }
    }

    #[test]
    fn a_later_revision_is_told_by_what_stands_behind_its_mark() {
        for (later, earlier) in [
            ("Riggplan rev C.pdf", "riggplan REV B.pdf"),
            ("VA-101_revB.pdf", "VA-101 rev A.pdf"),
            ("Plan v10.dwg", "Plan v9.pdf"),
            ("Plan rev 10.pdf", "Plan rev 09.pdf"),
            ("Plan rev AA.pdf", "Plan rev Z.pdf"),
            ("Plan rev C kopi.pdf", "Plan rev B 20261120.pdf"),
        ] {
            assert!(is_later_revision(later, earlier), "{later} | {earlier}");
            assert!(!is_later_revision(earlier, later), "{earlier} | {later}");
        }
        for (one, other) in [
            ("Hus B.pdf", "Hus A.pdf"),
            ("Referat 20261120.docx", "Referat 20261001.docx"),
            ("Plan rev B.pdf", "Plan rev B kopi.pdf"),
            ("Plan rev 2.pdf", "Plan rev B.pdf"),
            ("Plan rev B.pdf", "Plan.pdf"),
            ("Plan rev.pdf", "Plan.pdf"),
        ] {
            assert!(!is_later_revision(one, other), "{one} | {other}");
            assert!(!is_later_revision(other, one), "{other} | {one}");
        }
    }

    #[test]
    fn parts_of_a_series_differ_in_their_numbers_alone() {
        for (one, other, same) in [
            ("punktsky 4.las", "Punktsky 2.las", true),
            ("Plan 1 etasje.pdf", "Plan 2 etasje.dwg", true),
            ("Plan 1 etasje.pdf", "Plan 2 kjeller.pdf", false),
        ] {
            assert_eq!(series(one) == series(other), same, "{one} | {other}");
        }
        for name in ["2026-11-20.pdf", "A 1.pdf", "Riggplan.pdf"] {
            assert_eq!(series(name), None, "{name}");
        }
    }

    #[test]
    fn a_prefix_is_letters_before_a_number() {
        assert_eq!(prefix("HA-203.pdf").as_deref(), Some("HA-"));
        assert_eq!(prefix("RIB_10_4.pdf").as_deref(), Some("RIB_"));
        assert_eq!(prefix("2026-11-20.pdf"), None);
        assert_eq!(prefix("Riggplan-Hoveveien.pdf"), None);
        assert_eq!(prefix("Plan.pdf"), None);
    }

    use proptest::prop_assert;

    proptest::proptest! {
        #[test]
        fn any_name_has_a_stem(name in "\\PC{0,40}") {
            stem(&name);
            prefix(&name);
            series(&name);
            prop_assert!(!is_later_revision(&name, &name));
        }
    }
}
