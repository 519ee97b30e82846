//! The fixed rules: the union of what sync programs of the field ignore, each with an id and a name.

use super::rule::{Rule, files};
use super::{cad, office, system};

/// Prefix of our temporary files.
pub const OUR_PREFIX: &str = ".fielddesk-";
/// Suffix of our temporary files.
pub const OUR_SUFFIX: &str = ".tmp";

/// Returns true for names of our temporary files.
#[must_use]
pub fn is_ours(name: &str) -> bool {
    name.starts_with(OUR_PREFIX) && name.ends_with(OUR_SUFFIX)
}

pub(super) static OURS: Rule = files("fielddesk", "Fielddesk's own temporary files", |name| {
    is_ours(&name.lower)
});

/// Every rule; the first that hides a name gives the reason.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    [&OURS].into_iter().chain(
        [cad::RULES, office::RULES, system::RULES]
            .into_iter()
            .flatten(),
    )
}
