//! A count of bytes that one side adds to and the other reads when it likes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes moved so far. Clones count together.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// Starts at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds bytes that were moved.
    pub fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Bytes moved so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Starts over, because the bytes are moved again.
    pub fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
