//! The computer's region, which decides how dates and numbers are written, and the language
//! that a person uses.

use fielddesk_core::{fields, settings};

/// A BCP 47 tag such as `nb-NO`; a computer that names no region gets `en-GB`.
pub(crate) fn of_the_computer() -> String {
    sys_locale::get_locale()
        .filter(|tag| tag.contains('-'))
        .unwrap_or_else(|| "en-GB".to_owned())
}

/// The language whose decimal sign and words a person uses.
pub(crate) fn spoken(language: settings::Language) -> fields::Language {
    match language {
        settings::Language::System => {
            let locale = of_the_computer().to_lowercase();
            match locale.get(..2) {
                Some("nb" | "nn" | "no") => fields::Language::Nb,
                Some("sv") => fields::Language::Sv,
                _ => fields::Language::En,
            }
        }
        settings::Language::En => fields::Language::En,
        settings::Language::Nb => fields::Language::Nb,
        settings::Language::Sv => fields::Language::Sv,
    }
}
