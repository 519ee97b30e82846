//! Time that goes on while the computer sleeps.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_api::SystemClock;
use fielddesk_sync::ports::Clock;
use fielddesk_sync::timestamp::Timestamp;

/// A wait is looked at anew this often: after the computer slept it may be over.
const LOOK: Duration = Duration::from_secs(5);

/// An instant of the engine as people's programs read it.
#[must_use]
pub fn instant(moment: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default()
}

/// The time of day of a clock, with waits that count the time that the computer slept.
#[derive(Clone)]
pub struct BootClock(Arc<dyn fielddesk_api::Clock>);

impl BootClock {
    /// Takes the time of day from a clock.
    #[must_use]
    pub const fn of(clock: Arc<dyn fielddesk_api::Clock>) -> Self {
        Self(clock)
    }
}

impl Default for BootClock {
    fn default() -> Self {
        Self(Arc::new(SystemClock))
    }
}

#[async_trait]
impl Clock for BootClock {
    fn now(&self) -> Timestamp {
        self.0.now().into()
    }

    async fn sleep(&self, duration: Duration) {
        sleep_by(since_start, tokio::time::sleep, duration).await;
    }
}

/// The clock of the client as that of the documents.
#[derive(Clone)]
pub(crate) struct ClientClock(pub(crate) Arc<dyn fielddesk_api::Clock>);

#[async_trait]
impl Clock for ClientClock {
    fn now(&self) -> Timestamp {
        self.0.now().into()
    }

    async fn sleep(&self, duration: Duration) {
        self.0.sleep(duration).await;
    }
}

/// Waits until a clock has gone on by that much.
async fn sleep_by<F: Future<Output = ()>>(
    clock: impl Fn() -> Duration,
    wait: impl Fn(Duration) -> F,
    duration: Duration,
) {
    let end = clock().saturating_add(duration);
    loop {
        let left = end.saturating_sub(clock());
        if left.is_zero() {
            return;
        }
        wait(left.min(LOOK)).await;
    }
}

/// How long the computer runs, sleep included.
#[cfg(target_os = "linux")]
fn since_start() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    of_system(clock_gettime(ClockId::Boottime))
}

/// How long the computer runs; this clock of these systems counts sleep.
#[cfg(all(unix, not(target_os = "linux")))]
fn since_start() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    of_system(clock_gettime(ClockId::Monotonic))
}

#[cfg(unix)]
fn of_system(time: rustix::time::Timespec) -> Duration {
    Duration::try_from(time).unwrap_or_default()
}

/// How long since this program first asked; the counter of Windows goes on in sleep.
#[cfg(not(unix))]
fn since_start() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use futures::executor::block_on;
    use futures::future::ready;

    use super::*;

    /// The waits of a sleep on a computer that sleeps itself for that long in each of them.
    fn waits(duration: Duration, asleep: Duration) -> Vec<Duration> {
        let now = Cell::new(Duration::from_secs(1_000));
        let waits = RefCell::new(Vec::new());
        let wait = |wait| {
            waits.borrow_mut().push(wait);
            now.set(now.get() + wait + asleep);
            ready(())
        };
        block_on(sleep_by(|| now.get(), wait, duration));
        waits.into_inner()
    }

    #[test]
    fn the_clock_of_the_computer_goes_on() {
        let first = since_start();
        std::thread::sleep(Duration::from_millis(2));
        assert!(since_start() > first, "a clock that stands still");
    }

    #[test]
    fn a_wait_ends_when_the_computer_wakes_up_late() {
        let waits = waits(Duration::from_secs(300), Duration::from_secs(60));
        assert_eq!(waits, [LOOK; 5], "five looks are enough");
    }

    #[test]
    fn without_sleep_a_wait_takes_its_time() {
        let waits = waits(Duration::from_secs(12), Duration::ZERO);
        assert_eq!(waits.iter().sum::<Duration>(), Duration::from_secs(12));
    }
}
