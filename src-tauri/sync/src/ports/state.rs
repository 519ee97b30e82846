//! Storage of a mapping's state between runs.

use async_trait::async_trait;
use fielddesk_documents::ports::StateError;

use crate::mapping_state::{Change, Saved};

/// The state of one mapping.
#[async_trait]
pub trait State: Send + Sync {
    /// Reads everything.
    ///
    /// # Errors
    /// `Failed`; a damaged store is put aside and answers as empty.
    async fn load(&self) -> Result<Saved, StateError>;

    /// Stores changes, all or none, durable when this answers.
    ///
    /// # Errors
    /// `Failed`: nothing of it was stored.
    async fn commit(&self, changes: &[Change]) -> Result<(), StateError>;
}
