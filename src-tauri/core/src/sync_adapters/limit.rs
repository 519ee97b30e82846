//! Bandwidth limit of all synced folders together: a token bucket with a schedule.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Local, NaiveTime, Utc};
use fielddesk_api::{Clock, SystemClock};
use futures::stream::{self, BoxStream};
use futures::{Stream, StreamExt as _};
use serde::{Deserialize, Serialize};

/// What is let through at once. Small, so that a slow line is used evenly.
const PIECE_BYTES: usize = 64 * 1024;

/// How much of the time that nobody used may be made up for.
const BURST: Duration = Duration::from_millis(250);

/// A wait is looked at anew this often: the schedule may have changed.
const LOOK: Duration = Duration::from_millis(500);

/// A part of the day with a limit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitWindow {
    /// Begins at this local time.
    pub from: NaiveTime,
    /// Ends before this local time; before `from` it is of the next day, equal to it the whole
    /// day.
    pub to: NaiveTime,
    /// Bytes a second; none is no limit.
    pub bytes_per_second: Option<u64>,
}

/// How fast at which time of the day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitSchedule {
    /// Outside the windows, bytes a second; none is no limit.
    pub otherwise: Option<u64>,
    /// The first window that holds the time counts.
    pub windows: Vec<LimitWindow>,
}

impl LimitSchedule {
    /// The limit at a local time, bytes a second.
    #[must_use]
    pub fn at(&self, time: NaiveTime) -> Option<u64> {
        let holds = |window: &&LimitWindow| {
            if window.from < window.to {
                window.from <= time && time < window.to
            } else {
                time >= window.from || time < window.to
            }
        };
        match self.windows.iter().find(holds) {
            Some(window) => window.bytes_per_second,
            None => self.otherwise,
        }
    }
}

/// The time on the wall at an instant.
type LocalTime = dyn Fn(DateTime<Utc>) -> NaiveTime + Send + Sync;

/// The limit that all synced folders share. Cheap to clone.
#[derive(Clone)]
pub struct BandwidthLimit(Arc<Inner>);

struct Inner {
    schedule: Mutex<LimitSchedule>,
    clock: Arc<dyn Clock>,
    local_time: Box<LocalTime>,
    /// Who holds it waits; the others queue in the order in which they came.
    bucket: tokio::sync::Mutex<Bucket>,
}

struct Bucket {
    /// What may pass now; below nothing after a piece that was let through ahead of its time.
    bytes: f64,
    at: DateTime<Utc>,
}

impl fmt::Debug for BandwidthLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BandwidthLimit")
            .field(&self.schedule())
            .finish()
    }
}

impl Default for BandwidthLimit {
    fn default() -> Self {
        Self::new(LimitSchedule::default())
    }
}

impl BandwidthLimit {
    /// A limit by this computer's clock and local time.
    #[must_use]
    pub fn new(schedule: LimitSchedule) -> Self {
        let local_time = |at: DateTime<Utc>| at.with_timezone(&Local).time();
        Self::by(schedule, Arc::new(SystemClock), local_time)
    }

    /// The same by another clock and local time.
    pub fn by(
        schedule: LimitSchedule,
        clock: Arc<dyn Clock>,
        local_time: impl Fn(DateTime<Utc>) -> NaiveTime + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            schedule: Mutex::new(schedule),
            local_time: Box::new(local_time),
            bucket: tokio::sync::Mutex::new(Bucket {
                bytes: 0.0,
                at: clock.now(),
            }),
            clock,
        }))
    }

    /// The schedule in force.
    #[must_use]
    pub fn schedule(&self) -> LimitSchedule {
        let schedule = self.0.schedule.lock();
        schedule.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Another schedule, in force at once.
    pub fn set(&self, schedule: LimitSchedule) {
        *self
            .0
            .schedule
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = schedule;
    }

    /// Bytes a second now; none is no limit.
    #[must_use]
    pub fn now(&self) -> Option<u64> {
        let schedule = self.0.schedule.lock();
        let schedule = schedule.unwrap_or_else(PoisonError::into_inner);
        if schedule.windows.is_empty() {
            return schedule.otherwise;
        }
        schedule.at((self.0.local_time)(self.0.clock.now()))
    }

    /// Returns when that many bytes may pass.
    pub async fn pass(&self, bytes: usize) {
        if self.now().is_none() {
            return;
        }
        let mut bucket = self.0.bucket.lock().await;
        loop {
            // At least one byte a second: a limit of nothing is slow, and no division by it.
            let Some(rate) = self.now().map(|rate| rate.max(1) as f64) else {
                return;
            };
            let now = self.0.clock.now();
            // A clock that is set forward earns no more than the burst, one set back nothing.
            let passed = (now - bucket.at).to_std().unwrap_or_default();
            bucket.bytes += passed.as_secs_f64() * rate;
            bucket.bytes = bucket.bytes.min(rate * BURST.as_secs_f64());
            bucket.at = now;
            if bucket.bytes >= 0.0 {
                bucket.bytes -= bytes as f64;
                return;
            }
            let wait = Duration::try_from_secs_f64(-bucket.bytes / rate).unwrap_or(LOOK);
            let wait = wait.clamp(Duration::from_millis(1), LOOK);
            self.0.clock.sleep(wait).await;
        }
    }

    /// Lets a stream through as fast as is allowed.
    pub fn slow<E: Send + 'static>(
        &self,
        bytes: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
    ) -> BoxStream<'static, Result<Bytes, E>> {
        let limit = self.clone();
        let pieces = bytes.flat_map(|chunk| stream::iter(Pieces(Some(chunk))));
        pieces
            .then(move |piece| {
                let limit = limit.clone();
                async move {
                    if let Ok(bytes) = &piece {
                        limit.pass(bytes.len()).await;
                    }
                    piece
                }
            })
            .boxed()
    }
}

/// A chunk in pieces of at most [`PIECE_BYTES`].
struct Pieces<E>(Option<Result<Bytes, E>>);

impl<E> Iterator for Pieces<E> {
    type Item = Result<Bytes, E>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.0.take()? {
            Ok(mut bytes) if bytes.len() > PIECE_BYTES => {
                let piece = bytes.split_to(PIECE_BYTES);
                self.0 = Some(Ok(bytes));
                Some(Ok(piece))
            }
            last => Some(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use fielddesk_api::testing::ManualClock;

    use super::*;

    fn time(text: &str) -> NaiveTime {
        text.parse().unwrap()
    }

    fn workday(bytes_per_second: u64) -> LimitSchedule {
        LimitSchedule {
            otherwise: None,
            windows: vec![LimitWindow {
                from: time("06:00:00"),
                to: time("17:00:00"),
                bytes_per_second: Some(bytes_per_second),
            }],
        }
    }

    #[test]
    fn a_window_holds_its_beginning_and_not_its_end() {
        let day = workday(2_000_000);
        for (at, expected) in [
            ("05:59:59", None),
            ("06:00:00", Some(2_000_000)),
            ("16:59:59", Some(2_000_000)),
            ("17:00:00", None),
        ] {
            assert_eq!(day.at(time(at)), expected, "at {at}");
        }
    }

    #[test]
    fn a_window_can_pass_midnight_and_can_be_the_whole_day() {
        let window = |from: &str, to: &str| LimitSchedule {
            otherwise: None,
            windows: vec![LimitWindow {
                from: time(from),
                to: time(to),
                bytes_per_second: Some(1),
            }],
        };
        let night = window("22:00:00", "05:00:00");
        assert_eq!(night.at(time("23:00:00")), Some(1));
        assert_eq!(night.at(time("04:59:00")), Some(1));
        assert_eq!(night.at(time("12:00:00")), None);
        assert_eq!(window("08:00:00", "08:00:00").at(time("03:00:00")), Some(1));
    }

    fn chunks(count: usize, bytes: usize) -> impl Stream<Item = Result<Bytes, ()>> + Send {
        stream::iter((0..count).map(move |_| Ok(Bytes::from(vec![0; bytes]))))
    }

    async fn read(stream: impl Stream<Item = Result<Bytes, ()>>) -> usize {
        let sizes = stream.map(|piece| piece.map_or(0, |bytes| bytes.len()));
        sizes.fold(0, |sum, bytes| async move { sum + bytes }).await
    }

    fn noon() -> Arc<ManualClock> {
        Arc::new(ManualClock::new("2026-11-20T12:00:00Z".parse().unwrap()))
    }

    fn limited(clock: &Arc<ManualClock>, bytes_per_second: u64) -> BandwidthLimit {
        let utc = |at: DateTime<Utc>| at.time();
        BandwidthLimit::by(workday(bytes_per_second), clock.clone(), utc)
    }

    fn seconds(clock: &ManualClock) -> f64 {
        (clock.now() - noon().now()).as_seconds_f64()
    }

    #[tokio::test]
    async fn two_streams_share_one_limit() {
        let clock = noon();
        let limit = limited(&clock, 2_000_000);
        let one = read(limit.slow(chunks(1, 6_000_000)));
        let two = read(limit.slow(chunks(40, 100_000)));
        let (one, two) = tokio::join!(one, two);
        assert_eq!((one, two), (6_000_000, 4_000_000), "every byte passes");
        let seconds = seconds(&clock);
        assert!(
            (4.7..5.3).contains(&seconds),
            "10 MB took {seconds} s at 2 MB/s"
        );
    }

    #[tokio::test]
    async fn without_a_limit_nothing_waits() {
        let clock = noon();
        let limit = limited(&clock, 1);
        clock.advance(Duration::from_secs(8 * 3600));
        assert_eq!(read(limit.slow(chunks(10, 1_000_000))).await, 10_000_000);
        assert_eq!(clock.sleeps(), []);
    }

    #[tokio::test]
    async fn whoever_waits_goes_on_when_the_window_ends_or_the_limit_is_lifted() {
        let clock = noon();
        let limit = limited(&clock, 10);
        clock.advance(Duration::from_secs(5 * 3600 - 3));
        // 36,000 bytes are an hour at that pace; the window ends in three seconds.
        assert_eq!(read(limit.slow(chunks(3, 36_000))).await, 108_000);
        let slept: Duration = clock.sleeps().iter().sum();
        assert!(slept < Duration::from_secs(4), "{slept:?}");

        let clock = noon();
        let limit = limited(&clock, 1);
        limit.pass(1_000_000).await;
        let waits = limit.pass(1);
        let lifts = async { limit.set(LimitSchedule::default()) };
        tokio::join!(waits, lifts);
        assert!(clock.sleeps().len() <= 2, "{:?}", clock.sleeps());
    }

    #[tokio::test]
    async fn an_hour_without_use_is_not_made_up_for() {
        let clock = noon();
        let limit = limited(&clock, 1_000_000);
        clock.advance(Duration::from_secs(3600));
        read(limit.slow(chunks(1, 5_000_000))).await;
        let seconds = seconds(&clock) - 3600.0;
        assert!(
            (4.5..5.1).contains(&seconds),
            "{seconds} s for 5 s of bytes"
        );
    }
}
