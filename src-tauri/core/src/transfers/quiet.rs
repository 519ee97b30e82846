//! Files that are still being saved: they wait in the queue and go when they stand still.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::TimeDelta;
use fielddesk_sync::local::stability::STANDING_STILL;

use super::engine::Engine;
use super::row::Row;
use super::types::TransferState;
use crate::content::{self, Stamp, stat_file};
use crate::{Failure, FailureKind};

/// How long a file must stand still that was seen to grow: whoever writes it may pause, and half of it
/// would stay in the project for the whole.
const AFTER_GROWTH: Duration = Duration::from_secs(10);

impl Row {
    /// Whether it waits for its file to be saved whole.
    pub(super) fn is_growing(&self) -> bool {
        let growing = |failure: &Failure| failure.kind == FailureKind::FileGrowing;
        self.state == TransferState::Waiting && self.failure.as_ref().is_some_and(growing)
    }

    /// Waits until the file stands still, however long that takes.
    pub(super) fn wait_for_quiet(&mut self, now: chrono::DateTime<chrono::Utc>) {
        let name = fielddesk_rules::file_name::shown(&self.name);
        let failure = Failure::new(
            FailureKind::FileGrowing,
            format!("{name} is still being saved."),
            "Upload starts afterwards.",
        );
        self.wait();
        self.failure = Some(failure.with("file", name));
        let pause = TimeDelta::from_std(STANDING_STILL);
        self.next_try_at = Some(now + pause.unwrap_or_default());
    }
}

/// Looks at files that were being saved. What stands still, or cannot be read, is sent next:
/// the sending says what is wrong with it.
pub(super) async fn look(engine: &Engine, ids: &[i64]) {
    for row in engine.rows(ids) {
        let (path, known) = (row.path.clone(), row.size);
        let quiet = content::blocking(move || {
            // What is gone or cannot be read is not waited for.
            Ok(stat_file(&path).map_or(true, |stamp| is_whole(&stamp, known, SystemTime::now())))
        })
        .await;
        let now = engine.now();
        let change = |row: &mut Row| {
            if row.live.cancel_wanted {
                row.end(TransferState::Cancelled, None, now);
            } else if quiet.as_ref().is_ok_and(|quiet| *quiet) {
                row.failure = None;
                row.next_try_at = None;
            } else {
                row.wait_for_quiet(now);
            }
        };
        engine.keep(&[row.id], change).await;
    }
}

/// The rows whose files do not grow; the others wait. A file that stood still in the plan may have been
/// paused.
pub(super) async fn not_growing(engine: &Engine, rows: Vec<Row>) -> Vec<Row> {
    let files: Vec<_> = rows
        .iter()
        .map(|row| (row.id, row.path.clone(), row.size))
        .collect();
    let grows = |(id, path, size): (i64, PathBuf, u64)| {
        let stamp = stat_file(&path).ok()?;
        let grows = stamp.size != size && !is_whole(&stamp, size, SystemTime::now());
        grows.then_some(id)
    };
    let growing = content::blocking(move || Ok(files.into_iter().filter_map(grows).collect()));
    // A look that failed holds nothing back: sending says what is wrong with a file.
    let growing: Vec<i64> = growing.await.unwrap_or_default();
    let now = engine.now();
    engine.keep(&growing, |row| row.wait_for_quiet(now)).await;
    rows.into_iter()
        .filter(|row| !growing.contains(&row.id))
        .collect()
}

/// Whether a file that had that size when it was dropped is written whole.
fn is_whole(stamp: &Stamp, known_size: u64, now: SystemTime) -> bool {
    let grew = stamp.size != known_size;
    stamp.stands_still(now, if grew { AFTER_GROWTH } else { STANDING_STILL })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_two_seconds_after_its_last_change_and_ten_if_it_grew() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.las");
        std::fs::write(&path, "x").unwrap();
        let stamp = stat_file(&path).unwrap();
        let modified = stamp.modified.unwrap();
        let after = |known, ms| is_whole(&stamp, known, modified + Duration::from_millis(ms));
        assert_eq!(
            (after(1, 0), after(1, 1_999), after(1, 2_000)),
            (false, false, true)
        );
        assert_eq!((after(0, 2_500), after(0, 10_000)), (false, true));
        assert!(
            is_whole(&stamp, 1, modified - Duration::from_secs(60)),
            "a date in the future says nothing"
        );
    }
}
