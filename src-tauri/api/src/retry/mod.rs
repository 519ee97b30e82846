//! When to try again and how long to wait before it: decided by pure functions, slept by a
//! [`Clock`].

mod after;
mod policy;

pub(crate) use after::read_retry_after;
pub(crate) use policy::Policy;

use tokio_util::sync::CancellationToken;

use crate::error::Outcome;
use crate::{Clock, Error, ErrorKind};
use policy::Decision;

/// The tries of one call.
pub(crate) struct Retries<'a> {
    clock: &'a dyn Clock,
    cancel: Option<&'a CancellationToken>,
    policy: Policy,
    attempts: u32,
}

impl<'a> Retries<'a> {
    pub(crate) fn new(policy: Policy, clock: &'a dyn Clock) -> Self {
        Self {
            clock,
            cancel: None,
            policy,
            attempts: 0,
        }
    }

    /// Lets the caller end the waiting.
    pub(crate) fn cancelled_by(mut self, cancel: &'a CancellationToken) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Takes a failed attempt: returns when it is time for the next one.
    ///
    /// # Errors
    /// The failure itself, with the number of attempts, when there shall be no other.
    pub(crate) async fn after(&mut self, error: Error) -> Result<(), Error> {
        self.attempts += 1;
        let attempts = self.attempts;
        let error = error.with(|e| e.attempts = attempts);
        if error.outcome() == Outcome::Final {
            return Err(error);
        }
        let wait = match self.policy.decide(attempts, error.retry_after()) {
            Decision::GiveUp => return Err(error),
            Decision::Wait(wait) => wait,
        };
        tracing::debug!(
            attempts,
            wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            status = error.status(),
            "will try again to {}",
            error.operation()
        );
        let Some(cancel) = self.cancel else {
            self.clock.sleep(wait).await;
            return Ok(());
        };
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(error.with_kind(ErrorKind::Cancelled)),
            () = self.clock.sleep(wait) => Ok(()),
        }
    }
}
