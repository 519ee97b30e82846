//! Files that are still being saved: they wait in the queue and go when they stand still.

use std::path::Path;
use std::time::SystemTime;

use chrono::TimeDelta;
use fielddesk_sync::local::stability::STANDING_STILL;

use super::engine::Engine;
use super::row::Row;
use super::types::TransferState;
use crate::content::{self, stat_file};
use crate::{Failure, FailureKind};

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
        let path = row.path.clone();
        let quiet = content::blocking(move || Ok(stands_still(&path, SystemTime::now()))).await;
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

/// Whether nobody wrote to the file just now. A date in the future says nothing.
fn stands_still(path: &Path, now: SystemTime) -> bool {
    let modified = stat_file(path).ok().and_then(|stamp| stamp.modified);
    let age = modified.and_then(|modified| now.duration_since(modified).ok());
    age.is_none_or(|age| age >= STANDING_STILL)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_stands_still_two_seconds_after_its_last_change() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.las");
        std::fs::write(&path, "x").unwrap();
        let modified = std::fs::metadata(&path).unwrap().modified().unwrap();
        let after = |ms| stands_still(&path, modified + Duration::from_millis(ms));
        assert_eq!((after(0), after(1999), after(2000)), (false, false, true));
        assert!(
            stands_still(&path, modified - Duration::from_secs(60)),
            "a date in the future says nothing"
        );
        assert!(stands_still(&dir.path().join("gone"), modified));
    }
}
