//! Text search in names: what a person types finds a name whatever its case and Unicode form.

use crate::name_key::NameKey;

/// A text that is searched for. Outer white space is ignored; an empty text finds everything.
#[derive(Debug, Clone)]
pub struct Search(NameKey);

impl Search {
    /// The search for a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(NameKey::of(text.trim()))
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.as_str().is_empty()
    }

    /// Whether a name contains the text.
    #[must_use]
    pub fn finds(&self, name: &str) -> bool {
        self.is_empty() || NameKey::of(name).as_str().contains(self.0.as_str())
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
    }
}
