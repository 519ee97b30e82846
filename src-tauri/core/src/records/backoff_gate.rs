//! The one gate for all requests of a bulk change: when the service asks one of them to wait, all
//! wait.
//!
//! The waits are those of the specification, 1, 2, 4 and 8 seconds, longer where the service
//! says so. A service that is away is asked four times more; one that asks to slow down as
//! long as the act lasts, for it will take requests again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_api::Client;
use futures::future::BoxFuture;
use tokio::sync::{Semaphore, watch};

use crate::{CancellationToken, Clock, Failure, FailureKind};
use fielddesk_documents::lock::lock;
use fielddesk_rules::concurrency;

/// Tries again after the first, where the service does not answer.
const TRIES: u32 = 4;
/// The longest wait between two tries of a service that asks to slow down.
const LONGEST_SECONDS: i64 = 60;
/// A service that asks to wait longer than this ends the change.
const PATIENCE_SECONDS: i64 = 900;
/// Waits in a row without any request that was taken end the act.
const WAITS: u32 = 15;

/// A request that can be made again.
pub(crate) type Request<'a, T> =
    dyn Fn() -> BoxFuture<'a, Result<T, fielddesk_api::Error>> + Send + Sync + 'a;

/// The door of one bulk change.
pub(crate) struct BackoffGate {
    clock: Arc<dyn Clock>,
    /// How often a service that does not answer is asked again.
    tries: u32,
    cancel: CancellationToken,
    state: Mutex<Shut>,
    /// Requests under way at once.
    room: Semaphore,
    /// Until when all wait.
    pub(super) waiting: watch::Sender<Option<DateTime<Utc>>>,
}

#[derive(Debug, Default)]
struct Shut {
    until: Option<DateTime<Utc>>,
    /// Waits in a row.
    waits: u32,
}

impl BackoffGate {
    /// The door of a change that is made with this client.
    pub(super) fn new(client: &Client, clock: Arc<dyn Clock>, cancel: CancellationToken) -> Self {
        Self {
            clock,
            tries: if client.is_single_attempt() { 0 } else { TRIES },
            cancel,
            state: Mutex::default(),
            room: Semaphore::new(concurrency::RECORDS),
            waiting: watch::Sender::new(None),
        }
    }

    /// Does a call that may be repeated, and repeats it where that may help.
    pub(crate) async fn call<T>(&self, call: &Request<'_, T>) -> Result<T, Failure> {
        let mut tries = 0;
        let mut doubtful = None;
        loop {
            let answer = {
                // Room comes first: who waits for it does not pass a gate that was shut meanwhile.
                let _room = self.room.acquire().await.map_err(Failure::internal)?;
                if let Err(cancelled) = self.open().await {
                    // What may have been carried out is not cancelled: it has to be looked up.
                    return Err(doubtful.unwrap_or(cancelled));
                }
                call().await
            };
            let failure = match answer {
                Ok(value) => {
                    self.passed();
                    return Ok(value);
                }
                Err(error) => Failure::from(error),
            };
            let slow = failure.kind == FailureKind::SlowDown;
            tries += u32::from(!slow);
            let again = slow || (failure.kind.leaves_open() && tries <= self.tries);
            if !again || !self.shut(&failure) {
                return Err(failure);
            }
            if !slow {
                doubtful = Some(failure);
            }
        }
    }

    /// Waits until requests may go.
    async fn open(&self) -> Result<(), Failure> {
        loop {
            if self.cancel.is_cancelled() {
                return Err(Failure::cancelled());
            }
            let until = lock(&self.state).until;
            let now = self.clock.now();
            let Some(until) = until.filter(|until| *until > now) else {
                self.waiting
                    .send_if_modified(|waiting| waiting.take().is_some());
                return Ok(());
            };
            let wait = (until - now).to_std().unwrap_or(Duration::ZERO);
            tokio::select! {
                biased;
                () = self.cancel.cancelled() => {}
                () = self.clock.sleep(wait) => {}
            }
        }
    }

    fn passed(&self) {
        lock(&self.state).waits = 0;
    }

    /// Shuts the door for a while; false where there is no point in waiting.
    fn shut(&self, failure: &Failure) -> bool {
        let now = self.clock.now();
        let asked = failure
            .params
            .get("until")
            .and_then(|until| until.parse().ok());
        let mut state = lock(&self.state);
        // Several requests that fail at once are one failure.
        if state.until.is_some_and(|until| until > now) {
            return true;
        }
        let seconds = (1_i64 << state.waits.min(6)).min(LONGEST_SECONDS);
        let until = now + TimeDelta::seconds(seconds);
        let until = asked.map_or(until, |asked: DateTime<Utc>| asked.max(until));
        state.waits += 1;
        if state.waits > WAITS || until - now > TimeDelta::seconds(PATIENCE_SECONDS) {
            return false;
        }
        state.until = Some(until);
        drop(state);
        self.waiting.send_replace(Some(until));
        true
    }
}

/// Failures that are not about a row. A service that fails is asked no more either: what was
/// sent stays open, and the rest stays pending.
pub(super) fn ends_all(kind: FailureKind) -> bool {
    kind.ends_all() || kind == FailureKind::ServiceFailed
}
