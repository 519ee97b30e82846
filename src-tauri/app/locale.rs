//! The computer's region, which decides how dates and numbers are written.

/// A BCP 47 tag such as `nb-NO`; a computer that names no region gets `en-GB`.
pub(crate) fn of_the_computer() -> String {
    sys_locale::get_locale()
        .filter(|tag| tag.contains('-'))
        .unwrap_or_else(|| "en-GB".to_owned())
}
