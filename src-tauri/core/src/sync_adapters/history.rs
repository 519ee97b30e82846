//! The history of synced folders: versions with the state that they were kept at.

use async_trait::async_trait;
use fielddesk_documents::history::{OwnerHistory, Store};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::Owner;
use fielddesk_sync::state::{Marks, SqliteState};

/// The history of a synced folder whose state is at hand: how far that has come is noted with
/// each version.
#[must_use]
pub fn history_with_state(history: &Store, owner: Owner, state: SqliteState) -> OwnerHistory {
    let history = history.of_owner(owner);
    history.with_mark(move || state.last_commit())
}

/// The marks of states, kept with the history.
#[derive(Debug, Clone)]
pub struct HistoryMarks(pub Store);

#[async_trait]
impl Marks for HistoryMarks {
    async fn highest(&self, mapping: &MappingId) -> Result<i64, String> {
        let highest = self.0.highest_mark(mapping).await;
        highest.map_err(|error| error.to_string())
    }

    async fn raise(&self, mapping: &MappingId, number: i64) -> Result<(), String> {
        let raised = self.0.raise_mark(mapping, number).await;
        raised.map_err(|error| error.to_string())
    }
}
