//! Names of fields and of their values in each language. Pure.

use super::{Choice, FieldDef, Kind, Resource};
use crate::language::{FieldWords, Language};

impl FieldDef {
    /// Returns the field's words in a language's file.
    fn words(&self, language: Language) -> Option<&'static FieldWords> {
        match self.resource {
            Resource::Machines => language.machine_field(self.name),
            Resource::Users => language.user_field(self.name),
        }
    }

    /// Returns the heading in files.
    #[must_use]
    pub fn heading(&self, language: Language) -> &'static str {
        let words = self.words(language);
        words.map_or(self.heading, |words| &words.heading)
    }

    /// Returns the title on screens.
    #[must_use]
    pub fn title(&self, language: Language) -> &'static str {
        match self.words(language) {
            Some(words) => words.title.as_deref().unwrap_or(&words.heading),
            None => self.title.unwrap_or(self.heading),
        }
    }

    /// Returns the headings in all languages, in their order.
    pub fn headings(&self) -> impl Iterator<Item = &'static str> {
        Language::ALL
            .into_iter()
            .map(|language| self.heading(language))
    }

    /// All headings that are understood.
    pub(super) fn all_headings(&self) -> impl Iterator<Item = &'static str> {
        let also = Language::ALL.into_iter().flat_map(|language| {
            let words = self.words(language);
            words.into_iter().flat_map(|words| &words.also)
        });
        let also = also.map(String::as_str);
        self.headings().chain(self.also.iter().copied()).chain(also)
    }

    /// Returns the word for yes or no; nothing for a field that is neither.
    #[must_use]
    pub fn answer(&self, yes: bool, language: Language) -> &'static str {
        let own = match self.words(language) {
            Some(words) if yes => words.yes.as_deref(),
            Some(words) => words.no.as_deref(),
            None => None,
        };
        match (own, self.kind) {
            (Some(own), _) => own,
            (None, Kind::Bool(words)) if yes => words.yes,
            (None, Kind::Bool(words)) => words.no,
            (None, _) => "",
        }
    }

    /// Returns the word of a numbered value.
    #[must_use]
    pub fn choice_word(&self, choice: &Choice, language: Language) -> &'static str {
        self.choice_words(choice, language)
            .next()
            .unwrap_or(choice.word)
    }

    /// All words of a numbered value that are understood.
    pub(super) fn all_choice_words(&self, choice: &Choice) -> impl Iterator<Item = &'static str> {
        let others = Language::ALL
            .into_iter()
            .flat_map(|language| self.choice_words(choice, language));
        std::iter::once(choice.word)
            .chain(choice.also.iter().copied())
            .chain(others)
    }

    /// The words of a numbered value in a language's file.
    fn choice_words(
        &self,
        choice: &Choice,
        language: Language,
    ) -> impl Iterator<Item = &'static str> {
        let words = self.words(language);
        let words = words.and_then(|words| words.choices.get(&choice.number));
        words.into_iter().flatten().map(String::as_str)
    }
}
