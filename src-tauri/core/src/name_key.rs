//! When two file names are one name: Unicode composed, case ignored. The spelling is kept.

use unicode_normalization::UnicodeNormalization as _;

/// The key of a name: equal keys are one name to a person.
pub(crate) fn name_key(name: &str) -> String {
    name.nfc()
        .map(|letter| {
            let mut lower = letter.to_lowercase();
            // One to one only: a letter that becomes two would make names of other lengths equal.
            match (lower.next(), lower.next()) {
                (Some(one), None) => one,
                _ => letter,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_composition_do_not_make_another_name() {
        assert_eq!(name_key("PLAN Ö.pdf"), name_key("plan o\u{308}.PDF"));
        assert_ne!(name_key("plan.pdf"), name_key("plan .pdf"));
        assert_ne!(name_key("strasse.pdf"), name_key("straße.pdf"));
    }
}
