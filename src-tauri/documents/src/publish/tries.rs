//! The attempts at one request, with the waits and the looks at the page between them.

use std::time::Duration;

use fielddesk_rules::retry::wait_after;
use futures::future::join_all;

use super::send::Ready;
use crate::caller::Caller;
use crate::intent::Intent;
use crate::ports::RemoteError;
use crate::recover::Look;
use crate::session::Session;
use crate::stop_reason::StopReason;

/// A wait is looked at anew this often: nothing new may begin meanwhile.
const STEP: Duration = Duration::from_secs(1);

/// An attempt that the service neither did nor refused.
pub(super) struct Failed<S> {
    pub(super) intent: Intent<S>,
    pub(super) error: RemoteError,
}

impl<C: Caller> Session<'_, C> {
    /// Waits after a failed attempt and looks the page up; true where the files are sent again. The
    /// time between the two listings that must agree is the wait.
    ///
    /// # Errors
    /// The failure itself, where that was the last attempt; a page that cannot be listed.
    pub(super) async fn goes_again(
        &self,
        failed: Failed<C::Source>,
        attempts: &mut u32,
        ready: &[Ready<C::Source>],
    ) -> Result<bool, StopReason> {
        let Failed { intent, error } = failed;
        *attempts += 1;
        let wait = error.asked_wait();
        let next = wait_after(*attempts, wait).filter(|_| error.is_worth_another_try());
        if !error.may_be_stored() {
            let Some(next) = next else {
                return Err(ended(error, wait));
            };
            if self.pause(next, ready).await {
                self.pages.list().await?;
                return Ok(true);
            }
            return Ok(false);
        }
        let Some(mut first) = self.look(&intent).await? else {
            return Ok(false);
        };
        let mut pause = next.unwrap_or(self.pages.limits.second_listing);
        while self.pause(pause, ready).await {
            match self.look_again(&intent, &first).await? {
                Look::Settled => return Ok(false),
                Look::Absent if next.is_some() => return Ok(true),
                Look::Absent => return Err(ended(error, wait)),
                // Others are at work on the page: the next wait is spent on looking.
                Look::Moved(listed) => first = listed,
            }
            *attempts += 1;
            match wait_after(*attempts, None) {
                Some(longer) => pause = longer,
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// Waits; true where anything may begin after it. Ends early where no file is wanted any more.
    async fn pause(&self, wait: Duration, ready: &[Ready<C::Source>]) -> bool {
        let unwanted = join_all(ready.iter().map(|ready| ready.content.cancelled()));
        let steps = async {
            let mut left = wait;
            while !left.is_zero() && !self.caller.is_stopped() {
                let step = left.min(STEP);
                self.pages.ports.clock.sleep(step).await;
                left -= step;
            }
        };
        tokio::select! {
            biased;
            _ = unwanted => {}
            () = steps => {}
        }
        !self.caller.is_stopped()
    }
}

/// The page was looked at and nothing of the request is there.
fn ended(error: RemoteError, wait: Option<Duration>) -> StopReason {
    StopReason::Service {
        error: error.without_effect(),
        wait,
    }
}
