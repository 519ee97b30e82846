//! Records of a list that cannot be used, named so that somebody can look for them.

use fielddesk_core::model::LeftOut;
use fielddesk_rules::file_name::shown;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::saturated;

/// So many are named.
const MOST_NAMED: usize = 20;

/// Records that a list could not show.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UnlistedRecords {
    /// How many.
    pub count: u32,
    /// The first of them.
    pub named: Vec<UnlistedRecord>,
}

/// A record that a list could not show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
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
            count: saturated(left_out.len() as u64),
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
