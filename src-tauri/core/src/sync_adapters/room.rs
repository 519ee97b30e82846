//! Room for the upload requests of the program, whichever connections they go through.

use std::sync::Arc;

use fielddesk_api::CancellationToken;
use fielddesk_rules::concurrency;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Room for the upload requests of the program: a request waits until it is let in, in the order
/// in which they came, so that no connection waits for the end of another's queue. Cheap to clone.
#[derive(Debug, Clone)]
pub struct UploadRoom(Arc<Semaphore>);

impl UploadRoom {
    /// Room for that many requests.
    #[must_use]
    pub fn new(requests: usize) -> Self {
        Self(Arc::new(Semaphore::new(requests)))
    }

    /// Waits for room; `None` where the request is not wanted any more.
    pub(super) async fn enter(&self, cancel: &CancellationToken) -> Option<SemaphorePermit<'_>> {
        tokio::select! {
            () = cancel.cancelled() => None,
            room = self.0.acquire() => room.ok(),
        }
    }
}

impl Default for UploadRoom {
    fn default() -> Self {
        Self::new(concurrency::UPLOADS)
    }
}
