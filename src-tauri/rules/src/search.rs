//! Text search: what is typed finds a name whatever its case and Unicode form.

use crate::name_key::NameKey;

/// A text that is searched for in names. Outer white space is ignored.
#[derive(Debug, Clone)]
pub struct Search(NameKey);

impl Search {
    /// The search for a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(NameKey::of(text.trim()))
    }

    /// Whether the text is empty, so that it finds everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.as_str().is_empty()
    }

    /// Whether a name contains the text.
    #[must_use]
    pub fn finds(&self, name: &str) -> bool {
        self.is_empty() || NameKey::of(name).as_str().contains(self.0.as_str())
    }

    /// Whether the text is the whole name.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        NameKey::of(name) == self.0
    }
}

/// Words that are searched for in a record: every one must be in one of its texts.
#[derive(Debug, Clone)]
pub struct Words(Vec<NameKey>);

impl Words {
    /// The words of a text; an empty text finds everything.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(NameKey::of).collect())
    }

    /// Whether each word is in one of the texts.
    #[must_use]
    pub fn are_in(&self, texts: &[&str]) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let all = NameKey::of(&texts.join(" "));
        self.0
            .iter()
            .all(|word| all.as_str().contains(word.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_form_and_outer_space_do_not_matter() {
        for (text, name, found) in [
            ("", "Plan.pdf", true),
            (" plan ", "VA-PLAN 3.pdf", true),
            ("o\u{308}st", "Plan ÖST.pdf", true),
            ("öst", "Plan O\u{308}ST.pdf", true),
            ("plan b", "Plan A.pdf", false),
        ] {
            assert_eq!(Search::new(text).finds(name), found, "{text} in {name}");
        }
        assert!(Search::new(" PLAN.pdf ").is("plan.PDF"));
        assert!(!Search::new("plan").is("plan.pdf"));
    }

    #[test]
    fn every_word_must_be_somewhere() {
        let texts = ["P-2026-001", "Skole Østby"];
        for (text, found) in [
            ("", true),
            ("  ", true),
            ("østby", true),
            ("SKOLE 2026", true),
            ("skole vest", false),
            ("002", false),
        ] {
            assert_eq!(Words::new(text).are_in(&texts), found, "{text}");
        }
    }
}
