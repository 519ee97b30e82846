//! The signal of a data folder: a file that requesting processes write and the holder of the folder
//! watches, so that a process with nothing to do sleeps.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::Notify;

use crate::Failure;
use crate::data_dir::DataDir;

const BELL: &str = "folders.bell";

/// The table is looked at this often without a ring, should the bell's file not be writable.
const WATCHED: Duration = Duration::from_secs(10);
/// The same where the system does not tell of changes.
const UNWATCHED: Duration = Duration::from_secs(1);

/// Rings: `id` is what was asked.
pub(super) fn ring(dir: &DataDir, id: &str) -> Result<(), Failure> {
    let path = dir.path().join(BELL);
    std::fs::write(&path, id).map_err(|error| Failure::local("write", &path, &error))
}

/// Hears the bell for as long as it lives.
pub(super) struct Bell {
    rung: Arc<Notify>,
    /// Kept for its effect.
    watcher: Option<RecommendedWatcher>,
}

impl Bell {
    pub(super) fn of(dir: &DataDir) -> Self {
        let rung = Arc::new(Notify::new());
        let watcher = watch(&dir.path().join(BELL), rung.clone());
        Self {
            rung,
            watcher: watcher
                .inspect_err(|error| tracing::warn!(%error, "the bell cannot be watched"))
                .ok(),
        }
    }

    /// Until it was rung, or may have been. A ring that nobody waited for is not lost.
    pub(super) async fn rung(&self) {
        let longest = match self.watcher {
            Some(_) => WATCHED,
            None => UNWATCHED,
        };
        drop(tokio::time::timeout(longest, self.rung.notified()).await);
    }
}

fn watch(bell: &Path, rung: Arc<Notify>) -> notify::Result<RecommendedWatcher> {
    // Only a file that is there can be watched.
    std::fs::File::options()
        .create(true)
        .append(true)
        .open(bell)?;
    // An error may stand for a change that was not told.
    let mut watcher = notify::recommended_watcher(move |_: notify::Result<notify::Event>| {
        rung.notify_one();
    })?;
    watcher.watch(bell, RecursiveMode::NonRecursive)?;
    Ok(watcher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_ring_is_heard_at_once_also_when_nobody_waited() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let bell = Bell::of(&dir);
        assert!(bell.watcher.is_some());
        for id in ["1", "2"] {
            ring(&dir, id).unwrap();
            let heard = tokio::time::timeout(WATCHED / 2, bell.rung());
            heard.await.expect("it is heard before the next look");
        }
    }
}
