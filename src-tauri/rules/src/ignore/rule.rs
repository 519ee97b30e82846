//! What a fixed rule is: plain comparisons of a name, because a scan asks them of every file.

use std::borrow::Cow;

/// A name, ready to be compared.
pub(super) struct Name<'a> {
    /// As spelled.
    pub(super) spelled: &'a str,
    /// In ASCII lower case.
    pub(super) lower: Cow<'a, str>,
}

impl<'a> Name<'a> {
    pub(super) fn new(name: &'a str) -> Self {
        let lower = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        };
        Self {
            spelled: name,
            lower,
        }
    }

    /// What comes before the last dot.
    pub(super) fn stem(&self) -> &str {
        self.lower
            .rsplit_once('.')
            .map_or(&self.lower, |(stem, _)| stem)
    }

    /// What comes after the last dot; nothing without one.
    pub(super) fn extension(&self) -> &str {
        self.lower.rsplit_once('.').map_or("", |(_, ext)| ext)
    }

    pub(super) fn starts(&self, prefix: &str) -> bool {
        self.lower.starts_with(prefix)
    }
}

/// One fixed rule.
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    /// Whether it hides a file of that name.
    pub(super) file: fn(&Name<'_>) -> bool,
    /// Whether it hides a folder of that name.
    pub(super) folder: fn(&Name<'_>) -> bool,
}

pub(super) const fn files(
    id: &'static str,
    name: &'static str,
    file: fn(&Name<'_>) -> bool,
) -> Rule {
    Rule {
        id,
        name,
        file,
        folder: never,
    }
}

pub(super) fn never(_: &Name<'_>) -> bool {
    false
}
