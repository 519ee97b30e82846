//! The form of a fixed rule: plain comparisons of a name, because a scan checks every file.

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

    /// Returns the part before the last dot.
    pub(super) fn stem(&self) -> &str {
        self.lower
            .rsplit_once('.')
            .map_or(&self.lower, |(stem, _)| stem)
    }

    /// Returns the part after the last dot; empty without a dot.
    pub(super) fn extension(&self) -> &str {
        self.lower.rsplit_once('.').map_or("", |(_, ext)| ext)
    }

    pub(super) fn starts(&self, prefix: &str) -> bool {
        self.lower.starts_with(prefix)
    }
}

/// A fixed rule.
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    /// Returns true for names of files that it hides.
    pub(super) file: fn(&Name<'_>) -> bool,
    /// Returns true for names of folders that it hides.
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
