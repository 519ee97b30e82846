//! The texts that repeat and the dimensions made of them: each has a number.
//!
//! The one process that syncs gives numbers out; readers follow. It knows no trips.

use std::sync::Arc;

use foldhash::HashMap;

/// Texts beyond this many that are no part of a dimension stay in their trips, so that a
/// service with a million different names does not fill the memory.
const MOST_WORDS: usize = 100_000;
/// Longer texts stay in their trips.
const LONGEST_WORD_BYTES: usize = 200;

/// Numbered texts; 0 is none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// By number.
    texts: Vec<Option<Arc<str>>>,
    numbers: HashMap<Arc<str>, u32>,
    last: u32,
}

impl Words {
    /// The text of a number.
    pub(crate) fn text(&self, word: u32) -> Option<&str> {
        self.texts.get(word as usize)?.as_deref()
    }

    /// The number of a text that has one.
    pub(crate) fn number(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// The highest number given so far.
    pub(crate) const fn last(&self) -> u32 {
        self.last
    }

    /// Makes sure that no number up to this one is given again.
    pub(crate) fn skip_to(&mut self, last: u32) {
        self.last = self.last.max(last);
    }

    /// Takes in a text that was numbered before.
    pub(crate) fn learn(&mut self, word: u32, text: &str) {
        let text: Arc<str> = text.into();
        let at = word as usize;
        if self.texts.len() <= at {
            self.texts.resize(at + 1, None);
        }
        if let Some(place) = self.texts.get_mut(at) {
            *place = Some(Arc::clone(&text));
        }
        self.numbers.insert(text, word);
        self.last = self.last.max(word);
    }

    /// The number of a text, a new one where there is room for it.
    pub(crate) fn number_or_new(
        &mut self,
        text: &str,
        new: &mut Vec<(u32, String)>,
    ) -> Option<u32> {
        if let Some(word) = self.number(text) {
            return Some(word);
        }
        if self.numbers.len() >= MOST_WORDS || text.len() > LONGEST_WORD_BYTES {
            return None;
        }
        Some(self.add(text, new))
    }

    /// The number of a part of a dimension: always one.
    pub(crate) fn part(&mut self, text: &str, new: &mut Vec<(u32, String)>) -> u32 {
        self.number(text).unwrap_or_else(|| self.add(text, new))
    }

    fn add(&mut self, text: &str, new: &mut Vec<(u32, String)>) -> u32 {
        let word = self.last + 1;
        self.learn(word, text);
        new.push((word, text.to_owned()));
        word
    }

    /// Every numbered text.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        let numbered = (0..).zip(&self.texts);
        numbered.filter_map(|(word, text)| Some((word, text.as_deref()?)))
    }
}

/// What trips are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DimensionKind {
    Project = 1,
    MassType = 2,
    Machine = 3,
    Location = 4,
}

/// A dimension by its parts, which are words; 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Dimension {
    pub(crate) kind: i64,
    pub(crate) id: u32,
    pub(crate) number: u32,
    pub(crate) name: u32,
}

impl Dimension {
    /// Whether nothing is known of it.
    pub(crate) const fn is_none(self) -> bool {
        self.id == 0 && self.number == 0 && self.name == 0
    }
}

/// Numbered dimensions; 0 is none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dimensions {
    numbers: HashMap<Dimension, u32>,
    last: u32,
}

impl Dimensions {
    /// Makes sure that no number up to this one is given again.
    pub(crate) fn skip_to(&mut self, last: u32) {
        self.last = self.last.max(last);
    }

    /// Takes in one that was numbered before.
    pub(crate) fn learn(&mut self, number: u32, dimension: Dimension) {
        self.numbers.insert(dimension, number);
        self.last = self.last.max(number);
    }

    /// The number, a new one where it has none.
    pub(crate) fn number_or_new(
        &mut self,
        dimension: Dimension,
        new: &mut Vec<(u32, Dimension)>,
    ) -> u32 {
        if dimension.is_none() {
            return 0;
        }
        if let Some(number) = self.numbers.get(&dimension) {
            return *number;
        }
        let number = self.last + 1;
        self.learn(number, dimension);
        new.push((number, dimension));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_number_and_numbers_are_never_given_again() {
        let (mut words, mut new) = (Words::default(), Vec::new());
        words.skip_to(7);
        let sand = words.number_or_new("Sand", &mut new);
        assert_eq!(sand, Some(8));
        assert_eq!(words.number_or_new("Sand", &mut new), sand);
        assert_eq!(new, [(8, "Sand".to_owned())]);
        assert_eq!(words.number_or_new(&"x".repeat(500), &mut new), None);
        assert_eq!(words.part(&"x".repeat(500), &mut new), 9);
    }
}
