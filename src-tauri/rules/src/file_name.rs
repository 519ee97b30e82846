//! Names from outside: how they are shown and what they are called on disk. Pure.
//!
//! A name is data. It may hold anything, so it is never shown as it came and never used as a
//! path before it went through here.

/// The longest name that file systems take, in UTF-8 bytes. Windows counts 255 UTF-16 units, which
/// are never more than the UTF-8 bytes.
const NAME_LIMIT_BYTES: usize = 255;

/// An ending longer than this is not an extension that anybody relies on.
const EXTENSION_LIMIT_BYTES: usize = 32;

/// Returns the name with control characters, bidi controls and other invisible characters as
/// visible symbols, so that a terminal, a screen or a reader is not deceived.
#[must_use]
pub fn shown(name: &str) -> String {
    name.chars().map(|c| symbol(c).unwrap_or(c)).collect()
}

/// The symbol for a character that must not reach a screen as it is.
fn symbol(c: char) -> Option<char> {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7f}' => Some('␡'),
        '\u{2028}' | '\u{2029}' => Some('␤'),
        c if is_deceptive(c) => Some('␦'),
        _ => None,
    }
}

/// Control and invisible characters that change how the rest of a name looks. The joiners
/// U+200C and U+200D stay: scripts and pictures need them.
fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Characters that cannot be seen, the joiners among them.
pub(crate) fn is_invisible(c: char) -> bool {
    is_deceptive(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// A name that Windows and Unix can store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SafeName {
    /// The name to store under.
    pub name: String,
    /// True where it differs from the name given, which the user should see.
    pub changed: bool,
}

/// Makes a single path component of at most 255 bytes from any text, keeping the extension.
///
/// What cannot be stored becomes `_`: separators, the characters and device names that
/// Windows reserves, streams, control and invisible characters, dots and blanks at the end.
/// A safe name comes back as it is.
#[must_use]
pub fn safe_file_name(name: &str) -> SafeName {
    let mut safe: String = name
        .chars()
        .map(|c| if storable(c) { c } else { '_' })
        .collect();
    end_storable(&mut safe);
    if safe.is_empty() {
        safe.push('_');
    }
    if is_device(&safe) {
        let stem = safe.find('.').unwrap_or(safe.len());
        safe.insert(stem, '_');
    }
    if safe.len() > NAME_LIMIT_BYTES {
        safe = with_suffix(&safe, "");
        end_storable(&mut safe);
    }
    let changed = safe != name;
    SafeName {
        name: safe,
        changed,
    }
}

/// Returns the same name with a number for one that is taken: `Plan (2).pdf`. Within 255 bytes,
/// too.
#[must_use]
pub fn numbered(safe_name: &str, number: u32) -> String {
    with_suffix(safe_name, &format!(" ({number})"))
}

/// Returns the name without the number that [`numbered`] gave it, and the number to go on with:
/// `Plan (2).pdf` goes on as `Plan.pdf` with 3. From 100 on it is a year or a drawing number.
#[must_use]
pub fn next_number(safe_name: &str) -> (String, u32) {
    let (stem, extension) = split_extension(safe_name);
    let parts = stem
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("))
        .and_then(|(base, digits)| Some((base, digits.parse::<u32>().ok()?)));
    match parts {
        Some((base, number)) if !base.is_empty() && (1..100).contains(&number) => {
            (format!("{base}{extension}"), number + 1)
        }
        _ => (safe_name.to_owned(), 2),
    }
}

/// Puts a suffix before the extension and cuts the stem so that all fits: `Plan (theirs).pdf`.
#[must_use]
pub fn with_suffix(name: &str, suffix: &str) -> String {
    let (stem, extension) = split_extension(name);
    let room = NAME_LIMIT_BYTES.saturating_sub(suffix.len() + extension.len());
    format!("{}{suffix}{extension}", cut(stem, room))
}

/// Stem and extension with its dot. A name that only begins with a dot has no extension.
fn split_extension(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 && name.len() - dot <= EXTENSION_LIMIT_BYTES => name.split_at(dot),
        _ => (name, ""),
    }
}

fn cut(text: &str, room: usize) -> &str {
    let mut end = room.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn storable(c: char) -> bool {
    !c.is_control()
        && !is_deceptive(c)
        && !matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
}

/// Windows drops dots and blanks at the end, so `a.exe.` would become another file.
fn end_storable(name: &mut String) {
    let kept = name.trim_end_matches(['.', ' ']).len();
    let dropped = name.len() - kept;
    name.truncate(kept);
    name.extend(std::iter::repeat_n('_', dropped));
}

/// Returns true for names of Windows devices, whatever follows the first dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_uppercase();
    match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$" => true,
        stem => ["COM", "LPT"].iter().any(|device| {
            stem.strip_prefix(device).is_some_and(|port| {
                let mut port = port.chars();
                matches!(port.next(), Some('0'..='9' | '¹' | '²' | '³')) && port.next().is_none()
            })
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_could_deceive_is_shown_as_a_symbol() {
        for (name, expected) in [
            ("Plan æøå.pdf", "Plan æøå.pdf"),
            ("a\u{1b}[2J", "a␛[2J"),
            ("line\nbreak\0", "line␊break␀"),
            ("invoice\u{202e}fdp.exe", "invoice␦fdp.exe"),
            ("c1\u{9b}31m", "c1␦31m"),
            ("para\u{2029}graph", "para␤graph"),
            ("del\u{7f}", "del␡"),
            ("خطة.pdf", "خطة.pdf"),
        ] {
            assert_eq!(shown(name), expected);
        }
    }

    #[test]
    fn names_are_stored_as_they_are_where_that_is_possible() {
        for name in [
            "Plan A.pdf",
            "Täckning rev B.dwg",
            ".hidden",
            "a",
            "COM10.txt",
            "CONSOLE",
            "..a",
        ] {
            let safe = safe_file_name(name);
            assert_eq!((safe.name.as_str(), safe.changed), (name, false));
        }
    }

    #[test]
    fn what_no_system_can_store_becomes_an_underscore() {
        for (name, expected) in [
            ("", "_"),
            (".", "_"),
            ("..", "__"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("C:\\temp\\x.txt", "C__temp_x.txt"),
            ("plan.pdf:evil.exe", "plan.pdf_evil.exe"),
            ("what? \"this\" <one>|*", "what_ _this_ _one___"),
            ("con", "con_"),
            ("NUL.tar.gz", "NUL_.tar.gz"),
            ("com¹.txt", "com¹_.txt"),
            ("LPT9 .txt", "LPT9 _.txt"),
            ("trailing. .", "trailing___"),
            ("a\u{202e}fdp.exe", "a_fdp.exe"),
            ("tab\there", "tab_here"),
        ] {
            let safe = safe_file_name(name);
            assert_eq!(
                (safe.name.as_str(), safe.changed),
                (expected, true),
                "{name}"
            );
        }
    }

    #[test]
    fn a_long_name_loses_its_middle_and_keeps_its_extension() {
        let safe = safe_file_name(&format!("{}.pdf", "ø".repeat(200))).name;
        assert_eq!(safe.len(), 254, "a letter of two bytes is not cut in half");
        assert!(safe.ends_with("ø.pdf"));
        let blank_at_the_cut = format!("{} rev", "a".repeat(254));
        assert!(safe_file_name(&blank_at_the_cut).name.ends_with("a_"));
        let numbered = numbered(&safe, 12);
        assert!(numbered.len() <= 255 && numbered.ends_with("ø (12).pdf"));
        assert_eq!(super::numbered("Plan.pdf", 2), "Plan (2).pdf");
        assert_eq!(super::numbered("Plan", 2), "Plan (2)");
    }

    #[test]
    fn a_numbered_name_goes_on_with_the_next_number() {
        for (name, base, number) in [
            ("Plan.pdf", "Plan.pdf", 2),
            ("Plan (2).pdf", "Plan.pdf", 3),
            ("Plan (9)", "Plan", 10),
            ("Plan (2024).pdf", "Plan (2024).pdf", 2),
            ("Plan (rev B).pdf", "Plan (rev B).pdf", 2),
            (" (2).pdf", " (2).pdf", 2),
        ] {
            assert_eq!(next_number(name), (base.to_owned(), number), "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_text_becomes_one_storable_component(name in "(?s).{0,300}|[./\\\\: A-C*]{0,12}|(con|NUL|lpt)[0-9. :]{0,4}") {
            let safe = safe_file_name(&name);
            let path = Path::new(&safe.name);
            let components: Vec<_> = path.components().collect();
            prop_assert_eq!(components, [Component::Normal(path.as_os_str())]);
            prop_assert!(safe.name.len() <= 255);
            prop_assert!(!safe.name.ends_with(['.', ' ']));
            prop_assert!(safe.name.chars().all(storable));
            prop_assert!(!is_device(&safe.name));
            prop_assert_eq!(safe.changed, safe.name != name);
            prop_assert!(!safe_file_name(&safe.name).changed, "{:?} is not stable", safe.name);
            prop_assert_eq!(shown(&safe.name), safe.name);
        }

        #[test]
        fn an_ordinary_extension_survives(stem in "[^.]{1,400}", extension in "[a-z0-9]{1,8}") {
            let safe = safe_file_name(&format!("{stem}.{extension}"));
            let dotted = format!(".{extension}");
            prop_assert!(safe.name.ends_with(&dotted));
        }

        #[test]
        fn shown_text_is_free_of_controls_and_is_shown_as_it_is(name in "(?s).{0,80}") {
            let once = shown(&name);
            prop_assert!(!once.chars().any(|c| c.is_control() || is_deceptive(c)));
            prop_assert_eq!(shown(&once), once);
        }
    }
}
