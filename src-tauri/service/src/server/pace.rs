//! Time limits of a request's body: of the wait for its next bytes, and of the whole. Only waiting
//! for the client counts, not our own work between.

use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

use crate::Timeouts;

/// The waiting of one body.
pub(super) struct Pace {
    timeouts: Timeouts,
    received: u64,
    /// In all, but for the wait that goes on.
    waited: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Pace {
    pub(super) fn new(timeouts: Timeouts) -> Self {
        Self {
            timeouts,
            received: 0,
            waited: Duration::ZERO,
            waiting: None,
        }
    }

    /// Notes bytes that came.
    pub(super) fn came(&mut self, bytes: usize) {
        self.received += bytes as u64;
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
    }

    /// Ready when the client is not to be waited for any longer.
    pub(super) fn poll_given_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.waiting.is_none() {
            let now = Instant::now();
            let wait = self.timeouts.stall.min(self.left());
            self.waiting = Some((now, Box::pin(sleep_until(now + wait))));
        }
        match &mut self.waiting {
            Some((_, sleep)) => sleep.as_mut().poll(cx),
            None => Poll::Pending,
        }
    }

    /// Returns the time that the slowest pace allows for the bytes received, less the time waited.
    fn left(&self) -> Duration {
        let earned = self.received / self.timeouts.slowest_bytes_per_s.max(1);
        (self.timeouts.stall + Duration::from_secs(earned)).saturating_sub(self.waited)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    async fn given_up_after(pace: &mut Pace) -> Duration {
        let start = Instant::now();
        poll_fn(|cx| pace.poll_given_up(cx)).await;
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_is_given_up_after_the_stall() {
        let mut pace = Pace::new(Timeouts::default());
        pace.came(10_000_000);
        assert_eq!(given_up_after(&mut pace).await.as_secs(), 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_byte_now_and_then_does_not_keep_a_body_alive() {
        let mut pace = Pace::new(Timeouts::default());
        let start = Instant::now();
        loop {
            let pause = tokio::time::timeout(
                Duration::from_secs(10),
                poll_fn(|cx| pace.poll_given_up(cx)),
            );
            if pause.await.is_ok() {
                break;
            }
            pace.came(1);
        }
        assert_eq!(start.elapsed().as_secs(), 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_but_steady_body_is_waited_for() {
        let mut pace = Pace::new(Timeouts::default());
        for _ in 0..1000 {
            let pause = tokio::time::timeout(
                Duration::from_secs(10),
                poll_fn(|cx| pace.poll_given_up(cx)),
            );
            assert!(pause.await.is_err(), "one kilobyte a second is enough");
            pace.came(10 * 1024);
        }
    }
}
