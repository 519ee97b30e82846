//! Time as a port: what expires and what waits asks here, so that tests need no real sleep.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// The present moment, and waiting.
#[async_trait]
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> DateTime<Utc>;

    /// Returns when `duration` has passed.
    async fn sleep(&self, duration: Duration);
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
