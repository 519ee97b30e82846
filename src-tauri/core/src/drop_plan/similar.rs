//! Names that are revisions of one another, and prefixes that a section uses. Pure.

use fielddesk_rules::name_key::NameKey;

/// A name without its extension, its revision and its separators. Equal stems are the same
/// drawing in another revision.
pub(crate) fn stem(name: &str) -> String {
    let key = NameKey::of(name);
    let key = key.as_str();
    let base = match key.rfind('.') {
        Some(dot) if dot > 0 => key.get(..dot).unwrap_or(key),
        _ => key,
    };
    let words: Vec<&str> = base
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut kept = words.as_slice();
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
    kept.join(" ")
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
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let marked = ["revisjon", "revision", "rev", "ver", "v"]
        .iter()
        .any(|mark| {
            word.strip_prefix(mark).is_some_and(|value| {
                digits(value) && value.len() <= 3 || value.chars().count() == 1
            })
        });
    let date = digits(word) && letters == 8;
    let single_letter = letters == 1 && word.chars().all(char::is_alphabetic);
    let last_words = matches!(
        word,
        "copy" | "kopi" | "kopia" | "ny" | "final" | "endelig" | "signert"
    );
    marked || date || single_letter || last_words
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
    fn a_prefix_is_letters_before_a_number() {
        assert_eq!(prefix("HA-203.pdf").as_deref(), Some("HA-"));
        assert_eq!(prefix("RIB_10_4.pdf").as_deref(), Some("RIB_"));
        assert_eq!(prefix("2026-11-20.pdf"), None);
        assert_eq!(prefix("Riggplan-Hoveveien.pdf"), None);
        assert_eq!(prefix("Plan.pdf"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_name_has_a_stem(name in "\\PC{0,40}") {
            stem(&name);
            prefix(&name);
        }
    }
}
