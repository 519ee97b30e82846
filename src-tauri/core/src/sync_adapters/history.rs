//! What the history knows of synced folders.

use async_trait::async_trait;
use fielddesk_documents::history::OwnerHistory;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::{Owner, Version};
use fielddesk_sync::state::{Marks, SqliteState};

use crate::Failure;
use crate::history::History;

/// The versions of a synced folder, or of everything, newest first.
///
/// # Errors
/// When they cannot be read.
pub async fn versions(
    history: &History,
    mapping: Option<&MappingId>,
) -> Result<Vec<Version>, Failure> {
    let mut versions = history.versions().await?;
    versions.retain(|version| mapping.is_none_or(|id| version.mapping.as_ref() == Some(id)));
    Ok(versions)
}

/// The history of a synced folder whose state is at hand: how far that has come is noted with
/// each version.
#[must_use]
pub fn history_with_state(history: &History, owner: Owner, state: SqliteState) -> OwnerHistory {
    let history = history.store().of_owner(owner);
    history.with_mark(move || state.last_commit())
}

/// The marks of states, kept with the history.
#[derive(Debug, Clone)]
pub struct HistoryMarks(pub History);

#[async_trait]
impl Marks for HistoryMarks {
    async fn highest(&self, mapping: &MappingId) -> Result<i64, String> {
        let highest = self.0.store().highest_mark(mapping).await;
        highest.map_err(|error| error.to_string())
    }

    async fn raise(&self, mapping: &MappingId, number: i64) -> Result<(), String> {
        let raised = self.0.store().raise_mark(mapping, number).await;
        raised.map_err(|error| error.to_string())
    }
}
