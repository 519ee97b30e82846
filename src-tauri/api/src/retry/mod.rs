//! The attempts at one call: how often and after how long is `fielddesk_rules::retry`'s, the
//! waits are slept by a [`Clock`].

mod after;

pub(crate) use after::read_retry_after;

use fielddesk_rules::retry::wait_after;

use crate::error::Outcome;
use crate::{Clock, Error};

/// The attempts that a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Four retries with doubling waits, as the specification has it.
    Standard,
    /// A single attempt, for the connection test.
    Once,
}

/// The tries of one call.
pub(crate) struct Retries<'a> {
    clock: &'a dyn Clock,
    policy: Policy,
    attempts: u32,
}

impl<'a> Retries<'a> {
    pub(crate) fn new(policy: Policy, clock: &'a dyn Clock) -> Self {
        Self {
            clock,
            policy,
            attempts: 0,
        }
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
        let wait = match self.policy {
            Policy::Standard => wait_after(attempts, error.retry_after()),
            Policy::Once => None,
        };
        let Some(wait) = wait else {
            return Err(error);
        };
        tracing::debug!(
            attempts,
            wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            status = error.status(),
            "will try again to {}",
            error.operation()
        );
        self.clock.sleep(wait).await;
        Ok(())
    }
}
