//! Text search: what is typed finds a name whatever its case and Unicode form.

use memchr::memchr2_iter;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::name_key::NameKey;

/// The characters outside of ASCII whose keys have ASCII characters: the Kelvin sign, the Greek grave
/// accent and question mark.
const FOLDED_TO_ASCII: [char; 3] = ['\u{212A}', '\u{1FEF}', '\u{37E}'];

/// A text that is searched for in names. Outer white space is ignored.
#[derive(Debug, Clone)]
pub struct Search(NameKey);

impl Search {
    /// Makes the search for a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(NameKey::of(text.trim()))
    }

    /// Returns true for an empty text, which finds everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.as_str().is_empty()
    }

    /// Returns true where a name contains the text.
    #[must_use]
    pub fn finds(&self, name: &str) -> bool {
        // The keys of most names need not be made: a million of them are searched at once.
        let key = self.0.as_str();
        if key.is_ascii() && !name.contains(FOLDED_TO_ASCII) && !is_in(key, name) {
            return false;
        }
        name.is_ascii() && key.is_ascii() || NameKey::of(name).as_str().contains(key)
    }

    /// Returns true where the text is the whole name.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        NameKey::of(name) == self.0
    }
}

/// A pattern of whole names: `*` stands for any characters, `?` for one.
#[derive(Debug, Clone)]
pub struct NamePattern(NameKey);

impl NamePattern {
    /// Makes the pattern of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(NameKey::of(text.trim()))
    }

    /// Returns `true` where a name matches the pattern.
    #[must_use]
    pub fn fits(&self, name: &str) -> bool {
        let pattern: Vec<char> = self.0.as_str().chars().collect();
        let name: Vec<char> = NameKey::of(name).as_str().chars().collect();
        is_of(&pattern, &name)
    }
}

fn is_of(pattern: &[char], name: &[char]) -> bool {
    // Where the last `*` stands, and up to where it reaches: only there is more to be tried.
    let (mut at, mut in_name) = (0, 0);
    let mut star = None;
    while let Some(letter) = name.get(in_name) {
        match (pattern.get(at), star) {
            (Some('*'), _) => {
                star = Some((at, in_name));
                at += 1;
            }
            (Some(wanted), _) if *wanted == '?' || wanted == letter => {
                at += 1;
                in_name += 1;
            }
            (_, Some((before, reached))) => {
                star = Some((before, reached + 1));
                at = before + 1;
                in_name = reached + 1;
            }
            (_, None) => return false,
        }
    }
    pattern
        .get(at..)
        .is_some_and(|rest| rest.iter().all(|left| *left == '*'))
}

/// Returns true where a text has the bytes of an ASCII key in small or capital letters.
fn is_in(key: &str, text: &str) -> bool {
    let (key, text) = (key.as_bytes(), text.as_bytes());
    let Some(&first) = key.first() else {
        return true;
    };
    memchr2_iter(first, first.to_ascii_uppercase(), text).any(|at| {
        text.get(at..at + key.len())
            .is_some_and(|part| part.eq_ignore_ascii_case(key))
    })
}

/// Words that are searched for in a record: every one must be in one of its texts.
#[derive(Debug, Clone)]
pub struct Words(Vec<NameKey>);

impl Words {
    /// Makes the words of a text; an empty text finds everything.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(NameKey::of).collect())
    }

    /// Returns true where each word is in some text.
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

/// Words that are searched for without regard to case and accents: `sor` finds `Sør`.
#[derive(Debug, Clone)]
pub struct LooseWords {
    text: String,
    words: Vec<String>,
}

impl LooseWords {
    /// Makes the words of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = plain(text.trim());
        let words = text.split_whitespace().map(ToOwned::to_owned).collect();
        Self { text, words }
    }

    /// Returns true without a word, so that nothing is searched for.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Ranks texts that hold each word: 0 where a text is the whole search, 1 where one begins with
    /// it, 2 where words of theirs begin with its words, else 3. `None` where a word is missing.
    #[must_use]
    pub fn rank_in(&self, texts: &[&str]) -> Option<u8> {
        let texts: Vec<String> = texts.iter().map(|text| plain(text)).collect();
        let found = |word: &String| texts.iter().any(|text| text.contains(word.as_str()));
        if !self.words.iter().all(found) {
            return None;
        }
        if texts.contains(&self.text) {
            return Some(0);
        }
        if texts.iter().any(|text| text.starts_with(&self.text)) {
            return Some(1);
        }
        let own = |text: &String, word: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            words.any(|one| one.starts_with(word))
        };
        let begin = |word: &String| texts.iter().any(|text| own(text, word));
        Some(if self.words.iter().all(begin) { 2 } else { 3 })
    }
}

/// A text in small letters without accents.
fn plain(text: &str) -> String {
    let key = NameKey::of(text);
    if key.as_str().is_ascii() {
        return key.as_str().to_owned();
    }
    let bare = key.as_str().nfd().filter(|c| !is_combining_mark(*c));
    let mut plain = String::with_capacity(key.as_str().len());
    for c in bare {
        match c {
            'ø' => plain.push('o'),
            'æ' => plain.push_str("ae"),
            c => plain.push(c),
        }
    }
    plain
}

/// Returns the best matches, in the order they were found at the same rank, and the number of all.
#[must_use]
pub fn best<T>(found: impl Iterator<Item = (u8, T)>, most: usize) -> (Vec<T>, usize) {
    let mut found: Vec<(u8, T)> = found.collect();
    found.sort_by_key(|(rank, _)| *rank);
    let total = found.len();
    let best = found.into_iter().take(most).map(|(_, one)| one);
    (best.collect(), total)
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
            ("a.pdf", "PLAN A.PDF", true),
            ("aab", "Aaab", true),
            ("pdf.", "plan.pdf", false),
            ("ø", "plan.pdf", false),
            ("o", "O\u{308}st", false),
            ("kelvin", "\u{212A}elvin", true),
        ] {
            assert_eq!(Search::new(text).finds(name), found, "{text} in {name}");
        }
        assert!(Search::new(" PLAN.pdf ").is("plan.PDF"));
        assert!(!Search::new("plan").is("plan.pdf"));
    }

    #[test]
    fn a_pattern_is_of_whole_names() {
        for (pattern, name, fits) in [
            ("*.pdf", "Plan A.PDF", true),
            ("*.pdf", "Plan A.pdf.bak", false),
            ("plan*a*", "PLAN 3 a.dwg", true),
            ("hb-1?1.pdf", "HB-101.pdf", true),
            ("hb-1?1.pdf", "HB-11.pdf", false),
            ("*ab", "aab", true),
            ("plan", "plan.pdf", false),
            ("*", "", true),
        ] {
            assert_eq!(
                NamePattern::new(pattern).fits(name),
                fits,
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn few_characters_outside_of_ascii_have_keys_within() {
        let folded: Vec<char> = ('\u{80}'..=char::MAX)
            .filter(|c| {
                NameKey::of(&c.to_string())
                    .as_str()
                    .contains(|c: char| c.is_ascii())
            })
            .collect();
        let mut expected = FOLDED_TO_ASCII;
        expected.sort_unstable();
        assert_eq!(folded, expected);
    }

    #[test]
    fn accents_do_not_matter_to_a_loose_search_and_whole_names_come_first() {
        for (text, expected) in [
            ("sor", Some(2)),
            ("SØR va", Some(2)),
            ("SØR ndne", Some(3)),
            ("ndne", Some(3)),
            ("va sandnes", Some(1)),
            ("VA Sandnes sör", Some(0)),
            ("p-2026", Some(1)),
            ("nord", None),
            ("va nord", None),
        ] {
            let rank = LooseWords::new(text).rank_in(&["VA Sandnes sør", "P-2026-004"]);
            assert_eq!(rank, expected, "{text}");
        }
        assert!(LooseWords::new("  ").is_empty());
        assert_eq!(LooseWords::new("aero").rank_in(&["Ærø"]), Some(0));
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
