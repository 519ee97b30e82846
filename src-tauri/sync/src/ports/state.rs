//! What is remembered between runs.

use async_trait::async_trait;

use crate::saved::{Change, Saved};

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
