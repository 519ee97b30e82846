//! The check that is going on: one at a time, and it can be stopped.

use std::sync::Mutex;

use tokio_util::sync::CancellationToken;

/// The token of the check that is going on.
#[derive(Default)]
pub(crate) struct CheckHandle {
    current: Mutex<CancellationToken>,
}

impl CheckHandle {
    /// Begins a check; one that was going on is stopped.
    pub(crate) fn begin(&self) -> CancellationToken {
        let token = CancellationToken::new();
        let mut current = self
            .current
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::replace(&mut *current, token.clone()).cancel();
        token
    }

    /// Stops it.
    pub(crate) fn cancel(&self) {
        self.current
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .cancel();
    }
}
