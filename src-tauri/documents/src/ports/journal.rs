//! What was begun and not ended: written down before each change of a page.

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
