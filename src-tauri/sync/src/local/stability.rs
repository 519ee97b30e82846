//! The moment when a file that was being written is complete. Pure: signs, looks and the time go
//! in.
//!
//! On systems that report a writer closing a file or renaming it into place, half a second after
//! its last sign is enough; on others, size and time must have stood still for two seconds with no
//! writer in sight. After 20 minutes of change a person is asked.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::path::RelPath;
use crate::ports::{NotReady, Readiness};
use crate::timestamp::Timestamp;
use crate::tree::Stat;

/// Quiet time after a writer closed the file.
pub const AFTER_CLOSE: Duration = Duration::from_millis(500);
/// Quiet time where no close was seen.
pub const STANDING_STILL: Duration = Duration::from_secs(2);
/// A file that changes for this long is shown to a person.
pub const TOO_LONG: Duration = Duration::from_secs(20 * 60);

/// A watcher's sign of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FsEvent {
    /// Made or written, and maybe still open.
    Written,
    /// A writer closed it.
    Closed,
    /// Renamed into place.
    Placed,
    /// Something of it changed that is not its content, such as its rights or times.
    Touched,
    /// Removed or renamed away.
    Gone,
}

/// Names that something happened to and that are not settled yet.
#[derive(Debug, Default)]
pub struct Settling {
    tracks: BTreeMap<RelPath, Track>,
}

#[derive(Debug)]
struct Track {
    /// Size and time at the last look, since when they are the same.
    looked: Option<((u64, i64), Timestamp)>,
    sign: Option<(Timestamp, bool)>,
    changing_since: Timestamp,
    due: Timestamp,
    /// A person said that it is used as it is at the next look.
    as_it_is: bool,
}

impl Track {
    fn new(now: Timestamp) -> Self {
        Self {
            looked: None,
            sign: None,
            changing_since: now,
            due: now,
            as_it_is: false,
        }
    }

    /// A clock that was set back makes nothing wait for what it said before.
    fn not_ahead(&mut self, now: Timestamp) {
        let clamp = |at: &mut Timestamp| *at = (*at).min(now);
        clamp(&mut self.changing_since);
        self.due = self.due.min(now.plus(STANDING_STILL));
        if let Some((_, at)) = &mut self.looked {
            clamp(at);
        }
        if let Some((at, _)) = &mut self.sign {
            clamp(at);
        }
    }
}

impl Settling {
    /// Takes a sign of a watcher.
    pub fn sign(&mut self, path: &RelPath, sign: FsEvent, now: Timestamp) {
        let track = self.track(path, now);
        let closed = match sign {
            FsEvent::Written => false,
            FsEvent::Closed | FsEvent::Placed | FsEvent::Gone => true,
            // Says nothing of whoever is writing it.
            FsEvent::Touched => track.sign.is_none_or(|(_, closed)| closed),
        };
        track.sign = Some((now, closed));
        track.due = now.plus(if closed { AFTER_CLOSE } else { STANDING_STILL });
    }

    /// Takes a user's decision to use a file as it is at the next look, settled or not. Bytes that
    /// change while they are read are refused all the same.
    pub fn use_as_it_is(&mut self, path: &RelPath, now: Timestamp) {
        let track = self.track(path, now);
        track.as_it_is = true;
        track.due = now;
    }

    /// Takes a look at a file and says whether it can be used. `writer` is asked only when it
    /// matters: it names a program that has the file open for writing.
    pub fn judge(
        &mut self,
        path: &RelPath,
        stat: &Stat,
        now: Timestamp,
        writer: impl FnOnce() -> Option<String>,
    ) -> Readiness {
        let written = written(stat, now);
        if !self.tracks.contains_key(path) && still_for(written, now) >= STANDING_STILL {
            return Readiness::Settled;
        }
        let track = self.track(path, now);
        if track.as_it_is {
            self.tracks.remove(path);
            return Readiness::Settled;
        }
        let look = (stat.size, stat.mtime_ns);
        let since = match track.looked {
            Some((before, since)) if before == look => since,
            // The time of the file itself, where it can be believed: it may be long ago.
            _ => written,
        };
        track.looked = Some((look, since));
        match track.sign {
            Some((at, true)) => {
                track.due = at.plus(AFTER_CLOSE);
                if now >= track.due {
                    self.tracks.remove(path);
                    return Readiness::Settled;
                }
            }
            Some((at, false)) => track.due = at.max(since).plus(STANDING_STILL),
            None => track.due = since.plus(STANDING_STILL),
        }
        if now < track.due {
            return if now.since(track.changing_since) >= TOO_LONG {
                Readiness::NotReady(NotReady::KeepsChanging)
            } else {
                Readiness::NotReady(NotReady::Settling)
            };
        }
        match writer() {
            Some(program) => {
                track.due = now.plus(STANDING_STILL);
                Readiness::NotReady(NotReady::Open(Some(program)))
            }
            None => {
                self.tracks.remove(path);
                Readiness::Settled
            }
        }
    }

    /// Returns true where a look at a name is due; names without a sign always are.
    #[must_use]
    pub fn is_due(&self, path: &RelPath, now: Timestamp) -> bool {
        self.tracks.get(path).is_none_or(|track| track.due <= now)
    }

    /// Returns the time of the next look that is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        self.tracks.values().map(|track| track.due).min()
    }

    /// Returns the names that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &RelPath> {
        self.tracks.keys()
    }

    /// Returns true where no file waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// Forgets a name: it is gone, hidden, or what we wrote ourselves.
    pub fn forget(&mut self, path: &RelPath) {
        self.tracks.remove(path);
    }

    /// Forgets names that a look at everything did not find.
    pub fn keep(&mut self, here: impl Fn(&RelPath) -> bool) {
        self.tracks.retain(|path, _| here(path));
    }

    fn track(&mut self, path: &RelPath, now: Timestamp) -> &mut Track {
        let track = self.tracks.entry(path.clone());
        let track = track.or_insert_with(|| Track::new(now));
        track.not_ahead(now);
        track
    }
}

/// Returns the time when a file was last written, as far as its times are believable: a time that
/// lies ahead says nothing, then that of its record counts.
fn written(stat: &Stat, now: Timestamp) -> Timestamp {
    let past =
        |nanos: i64| (nanos <= now.nanos()).then(|| Timestamp::from_millis(nanos / 1_000_000));
    let record = || past(stat.identity?.changed_ns);
    past(stat.mtime_ns).or_else(record).unwrap_or(now)
}

fn still_for(written: Timestamp, now: Timestamp) -> Duration {
    now.since(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_keeps_changing_is_used_once_where_a_person_says_so() {
        let mut settling = Settling::default();
        let look = |seconds: i64, settling: &mut Settling| {
            let now = at(seconds * 1000);
            settling.sign(&path(), FsEvent::Written, now);
            settling.judge(&path(), &stat(5, now), now, nobody)
        };
        for second in 0..1_200 {
            let readiness = look(second, &mut settling);
            assert_eq!(
                readiness,
                Readiness::NotReady(NotReady::Settling),
                "{second} s"
            );
        }
        let readiness = look(1_200, &mut settling);
        assert_eq!(readiness, Readiness::NotReady(NotReady::KeepsChanging));
        settling.use_as_it_is(&path(), at(1_201_000));
        assert_eq!(look(1_201, &mut settling), Readiness::Settled);
        let again = look(1_202, &mut settling);
        assert_eq!(again, Readiness::NotReady(NotReady::Settling), "only once");
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000 + millis)
    }

    fn stat(size: u64, written: Timestamp) -> Stat {
        Stat {
            size,
            mtime_ns: written.nanos(),
            identity: None,
        }
    }

    fn path() -> RelPath {
        RelPath::new("VA/Plan.dwg").unwrap()
    }

    fn nobody() -> Option<String> {
        None
    }

    const SETTLING: Readiness = Readiness::NotReady(NotReady::Settling);

    #[test]
    fn a_file_that_was_written_long_ago_is_whole_at_once() {
        let mut settling = Settling::default();
        let readiness = settling.judge(&path(), &stat(5, at(-2_000)), at(0), nobody);
        assert_eq!(readiness, Readiness::Settled);
        assert!(settling.is_empty());
    }

    #[test]
    fn half_a_second_after_its_writer_closed_it_a_file_is_whole() {
        let mut settling = Settling::default();
        settling.sign(&path(), FsEvent::Written, at(0));
        settling.sign(&path(), FsEvent::Closed, at(100));
        assert_eq!(settling.next_due(), Some(at(600)));
        let file = stat(5, at(90));
        assert_eq!(settling.judge(&path(), &file, at(599), nobody), SETTLING);
        assert_eq!(
            settling.judge(&path(), &file, at(600), nobody),
            Readiness::Settled
        );
        assert!(settling.is_empty());
    }

    #[test]
    fn a_file_that_is_still_open_is_not_whole_however_quiet_it_is() {
        let mut settling = Settling::default();
        settling.sign(&path(), FsEvent::Closed, at(0));
        settling.sign(&path(), FsEvent::Written, at(100));
        let file = stat(5, at(100));
        assert_eq!(settling.judge(&path(), &file, at(1_000), nobody), SETTLING);
        let acad = || Some("acad".to_owned());
        let open = Readiness::NotReady(NotReady::Open(Some("acad".into())));
        assert_eq!(settling.judge(&path(), &file, at(2_100), acad), open);
        assert_eq!(
            settling.next_due(),
            Some(at(4_100)),
            "it is looked at again"
        );
        assert_eq!(
            settling.judge(&path(), &file, at(4_100), nobody),
            Readiness::Settled
        );
    }

    #[test]
    fn new_rights_do_not_close_a_file() {
        let mut settling = Settling::default();
        settling.sign(&path(), FsEvent::Written, at(0));
        settling.sign(&path(), FsEvent::Touched, at(100));
        let file = stat(5, at(0));
        assert_eq!(settling.judge(&path(), &file, at(700), nobody), SETTLING);
    }

    #[test]
    fn without_signs_size_and_time_must_stand_still_for_two_seconds() {
        let mut settling = Settling::default();
        let path = path();
        assert_eq!(
            settling.judge(&path, &stat(5, at(-500)), at(0), nobody),
            SETTLING
        );
        assert_eq!(settling.next_due(), Some(at(1_500)));
        assert_eq!(
            settling.judge(&path, &stat(9, at(1_400)), at(1_500), nobody),
            SETTLING
        );
        assert_eq!(
            settling.judge(&path, &stat(9, at(1_400)), at(3_400), nobody),
            Readiness::Settled
        );
    }

    #[test]
    fn a_time_that_lies_ahead_waits_by_looking_alone() {
        let mut settling = Settling::default();
        let ahead = stat(5, at(86_400_000));
        assert_eq!(settling.judge(&path(), &ahead, at(0), nobody), SETTLING);
        assert_eq!(settling.judge(&path(), &ahead, at(1_999), nobody), SETTLING);
        assert_eq!(
            settling.judge(&path(), &ahead, at(2_000), nobody),
            Readiness::Settled
        );
    }

    #[test]
    fn a_file_that_changes_for_twenty_minutes_is_shown_to_a_person() {
        let mut settling = Settling::default();
        let mut last = SETTLING;
        for second in 0..=1_200 {
            let now = at(second * 1_000);
            settling.sign(&path(), FsEvent::Written, now);
            let size = u64::try_from(second).unwrap();
            last = settling.judge(&path(), &stat(size, now), now, nobody);
            assert_eq!(last == SETTLING, second < 1_200, "second {second}");
        }
        assert_eq!(last, Readiness::NotReady(NotReady::KeepsChanging));
    }

    #[test]
    fn a_clock_set_back_holds_nothing_up() {
        let mut settling = Settling::default();
        settling.sign(&path(), FsEvent::Closed, at(3_600_000));
        let file = stat(5, at(3_600_000));
        assert_eq!(settling.judge(&path(), &file, at(0), nobody), SETTLING);
        assert_eq!(
            settling.judge(&path(), &file, at(500), nobody),
            Readiness::Settled
        );
    }
}
