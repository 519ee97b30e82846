//! The stored state, in memory and in the store, never one without the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use fielddesk_documents::ports::Journal;

use crate::intent::{Intent, IntentId, LocalSource};
use crate::mapping_state::{Change, Saved};
use crate::ports::{State, StateError};

/// The state of a mapping while the engine lives.
pub(crate) struct StateWriter {
    state: Arc<dyn State>,
    saved: Mutex<Saved>,
    next_intent: Mutex<i64>,
}

impl StateWriter {
    pub(crate) async fn open(state: Arc<dyn State>) -> Result<Self, StateError> {
        let saved = state.load().await?;
        let last = saved.intents.keys().next_back().map_or(0, |id| id.0);
        Ok(Self {
            state,
            saved: Mutex::new(saved),
            next_intent: Mutex::new(last + 1),
        })
    }

    /// Stores changes, then takes them as true.
    pub(crate) async fn commit(&self, changes: Vec<Change>) -> Result<(), StateError> {
        if changes.is_empty() {
            return Ok(());
        }
        self.state.commit(&changes).await?;
        let mut saved = self.saved();
        for change in &changes {
            saved.apply(change);
        }
        Ok(())
    }

    /// Looks at what is remembered; never held while waiting.
    pub(crate) fn saved(&self) -> MutexGuard<'_, Saved> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Journal<LocalSource> for StateWriter {
    fn new_intent(&self) -> IntentId {
        let mut next = self
            .next_intent
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let id = IntentId(*next);
        *next += 1;
        id
    }
    fn open_intents(&self) -> Vec<Intent> {
        self.saved().intents.values().cloned().collect()
    }

    async fn record(&self, intent: Intent) -> Result<(), StateError> {
        self.commit(vec![Change::Intent(intent)]).await
    }
}
