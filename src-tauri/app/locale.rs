//! The computer's region, which decides how dates and numbers are written, and the language
//! that a person uses.

use fielddesk_core::settings::LanguageChoice;
use fielddesk_rules::language::Language;

/// A BCP 47 tag such as `nb-NO`; a computer that names no region gets `en-GB`.
pub(crate) fn of_the_computer() -> String {
    sys_locale::get_locale()
        .filter(|tag| tag.contains('-'))
        .unwrap_or_else(|| "en-GB".to_owned())
}

/// The language that a person uses.
pub(crate) fn spoken(choice: LanguageChoice) -> Language {
    match choice {
        LanguageChoice::Fixed(language) => language,
        LanguageChoice::System(_) => of_the_system(),
    }
}

/// The language of the computer; English where there are no words in it.
pub(crate) fn of_the_system() -> Language {
    Language::of_region(&of_the_computer())
}
