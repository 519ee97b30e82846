//! What was begun and not ended, kept by the caller so that it is there after a crash.

use async_trait::async_trait;

use crate::intent::{Intent, IntentId, Source};

/// Why the state could not be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The store is damaged, or older than the history: it was put aside and begins anew.
    #[error("the state was lost and begins anew")]
    Lost,
    /// The disk or the database failed. Nothing of the change was stored.
    #[error("the state could not be stored: {0}")]
    Failed(String),
}

/// The open intents of one caller.
#[async_trait]
pub trait Journal<S: Source>: Send + Sync {
    /// An id for a new intent, larger than every one before.
    fn new_intent(&self) -> IntentId;

    /// What is open, oldest first.
    fn open_intents(&self) -> Vec<Intent<S>>;

    /// Stores an intent, or what more is known of it; durable when this answers.
    ///
    /// # Errors
    /// When it could not be stored.
    async fn record(&self, intent: Intent<S>) -> Result<(), StateError>;
}
