//! Keys of names: two names with equal keys are one name.
//!
//! One key function for every comparison: Unicode composed (NFC), then simple one-to-one case
//! folding without a locale. The spelling is kept beside the key. No name is refused here:
//! whether a disk or the server takes it is theirs to say.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization as _, is_nfc_quick};

/// The key of a file name: equal keys are one name to a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NameKey(Arc<str>);

impl NameKey {
    /// Returns the key of a name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        if name.is_ascii() {
            return Self(name.to_ascii_lowercase().into());
        }
        // Folding can undo the composition and the other way round, so it is composed twice.
        let folded: String = name.nfc().map(fold).collect();
        Self(composed(&folded).into())
    }

    /// Returns the key of what a person or a machine is called: blanks count once, and none at
    /// either end. `None` for a name of blanks alone, which says nothing.
    #[must_use]
    pub fn of_words(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split_whitespace().collect();
        (!words.is_empty()).then(|| Self::of(&words.join(" ")))
    }

    /// Makes a key from a stored one.
    pub const fn from_key(key: Arc<str>) -> Self {
        Self(key)
    }

    /// Returns the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Decides whether two section names mean one page on the server: case and outer white space do
/// not matter (specification: Documents).
#[must_use]
pub fn section_key(section: &str) -> String {
    section.trim().to_lowercase()
}

/// The key of a section: case, composition and outer white space do not make another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SectionKey(Arc<str>);

impl SectionKey {
    /// Returns the key of a section's name.
    #[must_use]
    pub fn of(section: &str) -> Self {
        Self(section_key(&composed(section)).into())
    }

    /// Makes a key from a stored one.
    pub const fn from_key(key: Arc<str>) -> Self {
        Self(key)
    }

    /// Returns the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SectionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The key of a file of a mapping on both sides: section and name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileKey {
    /// Key of the page.
    pub section: SectionKey,
    /// The name on it.
    pub name: NameKey,
}

impl FileKey {
    /// Returns the key of a name in a section.
    #[must_use]
    pub fn of(section: &str, name: &str) -> Self {
        Self {
            section: SectionKey::of(section),
            name: NameKey::of(name),
        }
    }
}

impl fmt::Display for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.section, self.name)
    }
}

/// Returns a name as it is sent: composed, otherwise as it is spelled.
#[must_use]
pub fn composed(name: &str) -> String {
    if name.is_ascii() || is_nfc_quick(name.chars()) == unicode_normalization::IsNormalized::Yes {
        return name.to_owned();
    }
    name.nfc().collect()
}

fn fold(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => match one {
            // Greek has two small sigmas; they are one letter.
            'ς' => 'σ',
            other => other,
        },
        // One to one only: a letter that becomes two would make names of other lengths equal.
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn case_and_composition_do_not_make_another_name() {
        assert_eq!(NameKey::of("PLAN Ö.pdf"), NameKey::of("plan o\u{308}.PDF"));
        assert_eq!(NameKey::of("ΟΔΟΣ.dwg"), NameKey::of("οδος.dwg"));
        // Composed there is the small letter alone.
        assert_eq!(NameKey::of("J\u{30c}.pdf"), NameKey::of("ǰ.pdf"));
        assert_ne!(NameKey::of("plan.pdf"), NameKey::of("plan .pdf"));
        assert_ne!(NameKey::of("strasse.pdf"), NameKey::of("straße.pdf"));
    }

    #[test]
    fn blanks_count_once_in_what_somebody_is_called() {
        let key = NameKey::of_words("Åse Ødegård");
        assert_eq!(NameKey::of_words(" A\u{30a}se \u{a0} ØDEGÅRD\t"), key);
        assert_ne!(NameKey::of_words("ÅseØdegård"), key);
        assert_eq!(NameKey::of_words(" \u{a0}"), None);
    }

    #[test]
    fn a_section_is_known_whatever_its_case_composition_and_outer_space() {
        assert_eq!(
            SectionKey::of(" Tegninger BÆR\u{41}\u{30a}"),
            SectionKey::of("tegninger bærå ")
        );
        assert_ne!(SectionKey::of("VA  1"), SectionKey::of("VA 1"));
    }

    #[test]
    fn the_server_ignores_case_and_outer_space_of_a_section() {
        assert_eq!(section_key("  Tegninger VA "), section_key("TEGNINGER va"));
        assert_ne!(section_key("Tegninger  VA"), section_key("Tegninger VA"));
    }

    #[test]
    fn the_spelling_is_kept_but_composed() {
        assert_eq!(composed("Plan O\u{308}.PDF"), "Plan Ö.PDF");
    }

    proptest! {
        #[test]
        fn the_key_of_a_key_is_itself(name in "\\PC{0,12}") {
            let key = NameKey::of(&name);
            prop_assert_eq!(NameKey::of(key.as_str()), key);
        }

        #[test]
        fn both_forms_of_a_name_have_one_key(name in "\\PC{0,12}") {
            let apart: String = name.nfd().collect();
            let together: String = name.nfc().collect();
            prop_assert_eq!(NameKey::of(&apart), NameKey::of(&together));
        }
    }
}
