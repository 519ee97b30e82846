//! Delay before the next request to a service that is away. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::Failure;

/// The first wait; each further one is twice as long.
const FIRST_SECONDS: i64 = 5;

/// The longest wait.
const LONGEST_SECONDS: i64 = 300;

/// A service that is away: how often it was asked, when it is asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Away {
    pub(super) tries: u32,
    pub(super) until: DateTime<Utc>,
    pub(super) failure: Failure,
}

/// How long to wait after that many failures in a row.
pub(super) fn wait_after(failures: u32) -> TimeDelta {
    let doublings = failures.saturating_sub(1).min(10);
    TimeDelta::seconds((FIRST_SECONDS << doublings).min(LONGEST_SECONDS))
}

impl Away {
    /// The next wait after one more failure. `asked` is when the service wants us back.
    pub(super) fn after(
        before: Option<&Self>,
        failure: Failure,
        now: DateTime<Utc>,
        asked: Option<DateTime<Utc>>,
    ) -> Self {
        let tries = before.map_or(0, |away| away.tries).saturating_add(1);
        let until = now + wait_after(tries);
        Self {
            tries,
            until: asked.map_or(until, |asked| asked.max(until)),
            failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureKind;

    #[test]
    fn waits_double_from_five_seconds_to_five_minutes() {
        let now = DateTime::UNIX_EPOCH;
        let failure = || Failure::new(FailureKind::Unreachable, "", "");
        let mut away = None;
        let mut waits = Vec::new();
        for _ in 0..9 {
            let next = Away::after(away.as_ref(), failure(), now, None);
            waits.push((next.until - now).num_seconds());
            away = Some(next);
        }
        assert_eq!(waits, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
    }

    #[test]
    fn the_service_can_only_lengthen_a_wait() {
        let now = DateTime::UNIX_EPOCH;
        let failure = Failure::new(FailureKind::SlowDown, "", "");
        let at = |seconds| Some(now + TimeDelta::seconds(seconds));
        assert_eq!(
            Away::after(None, failure.clone(), now, at(1)).until,
            at(5).unwrap()
        );
        assert_eq!(
            Away::after(None, failure, now, at(90)).until,
            at(90).unwrap()
        );
    }
}
