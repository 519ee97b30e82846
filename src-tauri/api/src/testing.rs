//! Support for tests and benches: a clock that is set by hand, and the body of an upload.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::transfer::Multipart;
use crate::{Clock, Error, Upload};

/// The body of an upload as it is sent; to be asked for inside a Tokio runtime.
///
/// # Errors
/// `TooLarge` where its length cannot be counted.
pub fn upload_body(upload: &Upload) -> Result<reqwest::Body, Error> {
    let multipart = Multipart::new(upload, "frame an upload")?;
    Ok(multipart.open().0)
}

/// A clock that stands still until it is moved; a sleep moves it by its length at once and
/// is remembered.
#[derive(Debug)]
pub struct ManualClock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    now: DateTime<Utc>,
    sleeps: Vec<Duration>,
}

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: DateTime<Utc>) -> Self {
        Self {
            state: Mutex::new(State {
                now,
                sleeps: Vec::new(),
            }),
        }
    }

    /// Moves the clock on.
    pub fn advance(&self, duration: Duration) {
        self.with(|state| state.now += TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX));
    }

    /// Every sleep so far, in order.
    #[must_use]
    pub fn sleeps(&self) -> Vec<Duration> {
        self.with(|state| state.sleeps.clone())
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        self.with(|state| state.now)
    }

    async fn sleep(&self, duration: Duration) {
        self.with(|state| state.sleeps.push(duration));
        self.advance(duration);
        tokio::task::yield_now().await;
    }
}
