//! Keys that names are compared by.

/// A person's name: lower case, single blanks.
pub(crate) fn name_key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// A tag's name: lower case, no white space.
pub(crate) fn tag_key(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace());
    letters.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_differ_by_neither_case_nor_white_space() {
        assert_eq!(tag_key(" HMS  Kort\u{a0}"), tag_key("hmskort"));
        assert_eq!(tag_key("ÅSANE"), tag_key("åsane"));
        assert_ne!(tag_key("HMS-kort"), tag_key("HMS kort"));
    }

    #[test]
    fn names_keep_the_blank_between_first_and_last() {
        assert_eq!(name_key("  Åse  ØDEGÅRD "), "åse ødegård");
    }
}
