//! Valid names of a new section. The server sets no known limit (specification: Documents);
//! unreadable names and existing ones are refused.

use serde::Serialize;

use crate::name_key::SectionKey;

/// The most letters of a new section's name.
const MOST_LETTERS: usize = 200;

/// Reasons why a name is refused for a new section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SectionProblem {
    /// Empty, or white space alone.
    Empty,
    /// Longer than 200 letters.
    Long,
    /// Contains control characters.
    Characters,
    /// There is a section of that name.
    Taken,
}

/// Says why a name cannot be that of a new section beside the existing ones.
#[must_use]
pub fn section_problem(name: &str, existing: &[String]) -> Option<SectionProblem> {
    let key = SectionKey::of(name);
    if name.trim().is_empty() {
        Some(SectionProblem::Empty)
    } else if name.trim().chars().count() > MOST_LETTERS {
        Some(SectionProblem::Long)
    } else if name.trim().chars().any(char::is_control) {
        Some(SectionProblem::Characters)
    } else {
        let taken = existing.iter().any(|other| SectionKey::of(other) == key);
        taken.then_some(SectionProblem::Taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_section_has_a_readable_name_of_its_own() {
        use SectionProblem::{Characters, Empty, Long, Taken};
        let existing = ["HMS og rigg".to_owned(), "M\u{e5}ling".to_owned()];
        for (name, problem) in [
            ("Uke 48", None),
            ("  ", Some(Empty)),
            (" hms OG rigg ", Some(Taken)),
            ("Ma\u{30a}ling", Some(Taken)),
            ("a\u{0}b", Some(Characters)),
            (&*"\u{f8}".repeat(200), None),
            (&*"\u{f8}".repeat(201), Some(Long)),
        ] {
            assert_eq!(section_problem(name, &existing), problem, "{name:?}");
        }
    }
}
