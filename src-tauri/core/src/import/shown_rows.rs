//! Groups of a plan's rows that are shown together. Pure.

use serde::Deserialize;

use super::types::{Action, PlannedRow};

/// Which rows of a plan are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ImportShow {
    /// All.
    All,
    /// New records.
    Create,
    /// Records that change.
    Update,
    /// Records that are as the row says; those that changed since the export are not.
    Unchanged,
    /// Rows that stay out.
    Bad,
    /// Rows with cells that changed since the export.
    ChangedSince,
    /// Records that change in a value which only grows and is lower than before.
    Falls,
}

impl ImportShow {
    pub(super) fn has(self, row: &PlannedRow) -> bool {
        let since = row.changed_since.is_some();
        match (self, &row.action) {
            (Self::ChangedSince, _) => since,
            (Self::Falls, _) => !row.falls().is_empty(),
            (Self::Unchanged, Action::Unchanged) => !since,
            (Self::All, _)
            | (Self::Create, Action::Create { .. })
            | (Self::Update, Action::Update { .. })
            | (Self::Bad, Action::Bad { .. }) => true,
            _ => false,
        }
    }
}
