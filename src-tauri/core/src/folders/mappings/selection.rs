//! The mappings that a run, a query or a request is about.

use fielddesk_sync::mapping::MappingId;
use serde::{Deserialize, Serialize};

/// Which mappings are meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MappingSelection {
    /// All of them.
    All,
    /// That one.
    One(MappingId),
}
