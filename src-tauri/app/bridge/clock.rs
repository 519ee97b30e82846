//! A clock that the journey puts forward: some states come after minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::Json;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_core::{Clock, SystemClock};
use serde::Deserialize;

/// Seconds that the clock of this process is ahead of the computer's.
static AHEAD: AtomicU32 = AtomicU32::new(0);

/// How far the clock goes forward, in seconds.
#[derive(Deserialize)]
pub(super) struct Forward {
    seconds: u32,
}

/// Puts the clock forward. Waits that began before take their time.
pub(super) async fn put_forward(Json(forward): Json<Forward>) -> StatusCode {
    AHEAD.fetch_add(forward.seconds, Ordering::Relaxed);
    StatusCode::NO_CONTENT
}

/// Returns the clock of this computer, as far ahead as the journey put it.
pub(crate) fn of_this_computer() -> Arc<dyn Clock> {
    Arc::new(Ahead)
}

struct Ahead;

#[async_trait]
impl Clock for Ahead {
    fn now(&self) -> DateTime<Utc> {
        SystemClock.now() + TimeDelta::seconds(AHEAD.load(Ordering::Relaxed).into())
    }

    async fn sleep(&self, duration: Duration) {
        SystemClock.sleep(duration).await;
    }
}
