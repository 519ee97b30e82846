//! A clock that the environment moves.

use std::time::Duration;

use async_trait::async_trait;

use super::SimEnv;
use crate::ports::Clock;
use crate::timestamp::Timestamp;

/// The environment's clock; a sleep moves it by its length.
#[derive(Debug, Clone)]
pub struct FakeClock(pub SimEnv);

#[async_trait]
impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    async fn sleep(&self, duration: Duration) {
        self.0.advance(duration);
        self.0.step("sleep").await;
    }
}
