//! The journal of changes that began and did not end, kept by the caller so that it is there after
//! a crash.

use async_trait::async_trait;

use super::error::StateError;
use crate::intent::{Intent, IntentId, Source};

/// The open intents of one caller.
#[async_trait]
pub trait Journal<S: Source>: Send + Sync {
    /// An id for a new intent, larger than every one before.
    fn new_intent(&self) -> IntentId;

    /// Returns the open intents, oldest first.
    fn open_intents(&self) -> Vec<Intent<S>>;

    /// Stores an intent, or what more is known of it; durable when this answers.
    async fn record(&self, intent: Intent<S>) -> Result<(), StateError>;
}
