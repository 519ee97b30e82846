//! How often and how long: 1, 2, 4 and 8 seconds, longer where the service asks for it.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};

/// A call waits no longer than this between two attempts; it ends and says until when.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// How often a call may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    /// As the specification has it: four retries with doubling waits.
    Standard,
    /// One attempt, for the connection test.
    Once,
}

/// What to do after a failed attempt that is worth another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Try again after this long.
    Wait(Duration),
    /// No more.
    GiveUp,
}

impl Policy {
    /// Decides after the given number of attempts, at least one.
    pub(crate) fn decide(self, attempts: u32, retry_after: Option<Duration>) -> Decision {
        let Some(wait) = self.wait_after(attempts) else {
            return Decision::GiveUp;
        };
        let wait = retry_after.map_or(wait, |asked| asked.max(wait));
        if wait > LONGEST_WAIT {
            Decision::GiveUp
        } else {
            Decision::Wait(wait)
        }
    }

    fn wait_after(self, attempts: u32) -> Option<Duration> {
        let times = match self {
            Self::Standard => 4,
            Self::Once => 0,
        };
        let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
        ExponentialBuilder::new()
            .with_factor(2.0)
            .with_min_delay(Duration::from_secs(1))
            .with_max_delay(Duration::from_secs(8))
            .with_max_times(times)
            .build()
            .nth(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn waits_are_1_2_4_8_and_then_it_gives_up() {
        let decisions: Vec<_> = (1..=6).map(|n| Policy::Standard.decide(n, None)).collect();
        assert_eq!(
            decisions,
            [
                Decision::Wait(s(1)),
                Decision::Wait(s(2)),
                Decision::Wait(s(4)),
                Decision::Wait(s(8)),
                Decision::GiveUp,
                Decision::GiveUp,
            ]
        );
        assert_eq!(Policy::Once.decide(1, None), Decision::GiveUp);
    }

    #[test]
    fn retry_after_only_lengthens_and_over_five_minutes_ends_the_call() {
        for (attempts, asked, expected) in [
            (1, 0, Decision::Wait(s(1))),
            (1, 7, Decision::Wait(s(7))),
            (4, 2, Decision::Wait(s(8))),
            (1, 300, Decision::Wait(s(300))),
            (1, 301, Decision::GiveUp),
            (5, 1, Decision::GiveUp),
        ] {
            assert_eq!(
                Policy::Standard.decide(attempts, Some(s(asked))),
                expected,
                "attempt {attempts}, Retry-After {asked}"
            );
        }
    }
}
