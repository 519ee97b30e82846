//! Words that somebody looks for: all of them have to be there, whatever the case.

/// The words of a search.
#[derive(Debug)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn new(search: &str) -> Self {
        let search = search.to_lowercase();
        Self(search.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each word is in one of the texts.
    pub(super) fn are_in(&self, texts: &[&str]) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let all = texts.join(" ").to_lowercase();
        self.0.iter().all(|word| all.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_be_somewhere() {
        let texts = ["P-2026-001", "Skole Østby"];
        for (search, found) in [
            ("", true),
            ("  ", true),
            ("østby", true),
            ("SKOLE 2026", true),
            ("skole vest", false),
            ("002", false),
        ] {
            assert_eq!(Words::new(search).are_in(&texts), found, "{search}");
        }
    }
}
