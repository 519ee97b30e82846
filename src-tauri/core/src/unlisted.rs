//! Records of a list that cannot be used, named so that they can be looked for.

use fielddesk_model::LeftOut;
use fielddesk_rules::file_name::shown;
use serde::Serialize;

/// So many are named.
const MOST_NAMED: usize = 20;

/// Records that a list could not show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UnlistedRecords {
    /// How many.
    pub count: usize,
    /// The first of them.
    pub named: Vec<UnlistedRecord>,
}

/// A record that a list could not show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UnlistedRecord {
    /// What people call it; empty where it has no name.
    pub name: String,
    /// Its place in the service's answer, as in `[17].id`.
    pub path: String,
    /// What stands there, shortened.
    pub found: String,
}

impl From<&[LeftOut]> for UnlistedRecords {
    fn from(left_out: &[LeftOut]) -> Self {
        let named = left_out.iter().take(MOST_NAMED);
        Self {
            count: left_out.len(),
            named: named
                .map(|one| UnlistedRecord {
                    name: shown(&one.name),
                    path: shown(&one.path),
                    found: shown(&one.found),
                })
                .collect(),
        }
    }
}
