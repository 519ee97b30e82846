//! The attempts at a request and the waits between them (specification: Retry policy).

use std::time::Duration;

/// The waits between the attempts at one request: four of them, so five attempts.
const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// The longest wait between two attempts; a service that asks for more is asked again later.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// Returns true for a status that may be another one the next time.
#[must_use]
pub const fn is_passing(status: u16) -> bool {
    matches!(status, 429 | 500 | 502 | 503 | 504)
}

/// Returns the wait after that many failed attempts, at least one; `None` ends the request. `asked`
/// is the time that the service named, which only lengthens a wait.
#[must_use]
pub fn wait_after(attempts: u32, asked: Option<Duration>) -> Option<Duration> {
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let wait = *WAITS.get(index)?;
    let wait = asked.map_or(wait, |asked| asked.max(wait));
    (wait <= LONGEST_WAIT).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn waits_are_1_2_4_8_and_then_it_ends() {
        let waits: Vec<_> = (0..=6).map(|attempts| wait_after(attempts, None)).collect();
        let expected = [None, Some(s(1)), Some(s(2)), Some(s(4)), Some(s(8))];
        assert_eq!(waits[..5], expected);
        assert_eq!(waits[5..], [None, None]);
    }

    #[test]
    fn the_service_only_lengthens_a_wait_and_over_five_minutes_ends_the_request() {
        for (attempts, asked, expected) in [
            (1, 0, Some(s(1))),
            (1, 7, Some(s(7))),
            (4, 2, Some(s(8))),
            (1, 300, Some(s(300))),
            (1, 301, None),
            (5, 1, None),
        ] {
            let wait = wait_after(attempts, Some(s(asked)));
            assert_eq!(wait, expected, "attempt {attempts}, asked for {asked}");
        }
    }

    #[test]
    fn a_refusal_does_not_pass() {
        let passing = (100..600).filter(|status| is_passing(*status));
        assert_eq!(passing.collect::<Vec<_>>(), [429, 500, 502, 503, 504]);
    }
}
