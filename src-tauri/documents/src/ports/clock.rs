//! Time.

use std::time::Duration;

use async_trait::async_trait;

use crate::timestamp::Timestamp;

/// Time, which tests set by hand.
#[async_trait]
pub trait Clock: Send + Sync {
    /// The time of day. It can be wrong and can be set back.
    fn now(&self) -> Timestamp;

    /// Waits, by a clock that counts the sleep of the computer.
    async fn sleep(&self, duration: Duration);
}
