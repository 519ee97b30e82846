//! A mapping's folder on the disk: its path, its last look, and the threads that wait for it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use fielddesk_documents::lock::lock;
use fielddesk_rules::ignore::IgnoreRules;
use tokio::sync::{Notify, Semaphore};

use super::error::root_away;
use super::folder_snapshot::{Hints, State};
use super::mounts::{MountTable, Mounts};
use super::platform::{Dir, FileMetadata, Volume};
use crate::path::RelPath;
use crate::ports::{Clock, LocalError};
use crate::timestamp::Timestamp;
use crate::tree::Stat;

/// A folder on the real disk. Cheap to clone; all clones are one folder.
///
/// Everything that waits for the disk runs on a bounded number of blocking threads of the
/// tokio runtime it is called on.
#[derive(Clone)]
pub struct OsFolder(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) root: PathBuf,
    pub(super) rules: RwLock<IgnoreRules>,
    pub(super) mounts: Mounts,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) state: Mutex<State>,
    pub(super) hints: Mutex<Hints>,
    /// Signals new hints.
    pub(super) woken: Notify,
    /// True where file numbers and change times mean something on this volume.
    stable_ids: AtomicBool,
    threads: Arc<Semaphore>,
}

impl std::fmt::Debug for OsFolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OsFolder")
            .field("root", &self.0.root)
            .finish_non_exhaustive()
    }
}

impl OsFolder {
    /// Makes the folder of a mapping; it need not be there yet. Nothing is looked at.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>, rules: IgnoreRules, clock: Arc<dyn Clock>) -> Self {
        Self::on(root.into(), rules, clock, Mounts::default())
    }

    /// Returns the folder with a table of the mounts below it, in place of the system's.
    #[must_use]
    pub fn with_mounts(
        root: impl Into<PathBuf>,
        rules: IgnoreRules,
        clock: Arc<dyn Clock>,
        mounts: MountTable,
    ) -> Self {
        Self::on(root.into(), rules, clock, Mounts::of(mounts))
    }

    fn on(root: PathBuf, rules: IgnoreRules, clock: Arc<dyn Clock>, mounts: Mounts) -> Self {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Inner {
            root,
            rules: RwLock::new(rules),
            mounts,
            clock,
            state: Mutex::default(),
            hints: Mutex::default(),
            woken: Notify::new(),
            stable_ids: AtomicBool::new(true),
            threads: Arc::new(Semaphore::new(threads.max(2))),
        }))
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.root
    }

    /// Returns the rules as they are now.
    #[must_use]
    pub fn rules(&self) -> IgnoreRules {
        let rules = self.0.rules.read();
        rules.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the rules; the next scan looks at everything anew.
    pub fn set_rules(&self, rules: IgnoreRules) {
        let old = self.0.rules.write();
        *old.unwrap_or_else(PoisonError::into_inner) = rules;
        lock(&self.0.hints).rescan = true;
        self.0.woken.notify_one();
    }

    /// Uses a file as it is at the next scan, although it was not settled: a person said so.
    pub fn use_as_it_is(&self, path: &RelPath) {
        lock(&self.0.state).settling.use_as_it_is(path, self.now());
        self.0.woken.notify_one();
    }

    pub(super) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Opens the root and learns what its volume is like.
    pub(super) fn open(&self) -> Result<(Dir, Volume), LocalError> {
        let open = Dir::open(&self.0.root).and_then(|dir| {
            let volume = dir.volume()?;
            Ok((dir, volume))
        });
        let (dir, volume) = open.map_err(|error| root_away(&error))?;
        self.0
            .stable_ids
            .store(volume.stable_ids, Ordering::Relaxed);
        Ok((dir, volume))
    }

    /// Returns the part of a look that is stored: no identity where it means nothing.
    pub(super) fn stat_of(&self, seen: &FileMetadata) -> Stat {
        let stable = self.0.stable_ids.load(Ordering::Relaxed);
        Stat {
            identity: seen.stat.identity.filter(|_| stable),
            ..seen.stat
        }
    }

    /// The folder that a path lies in, opened over no link, and the path's own name.
    pub(super) fn enter(&self, path: &RelPath) -> Result<Dir, LocalError> {
        let (mut dir, _) = self.open()?;
        for folder in path.folders() {
            let inside = dir.folder(folder.as_ref());
            dir = inside.map_err(|error| super::error::of_file(&error))?;
        }
        Ok(dir)
    }

    /// Does something that waits for the disk, on a bounded number of threads.
    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, LocalError> + Send + 'static,
    ) -> Result<T, LocalError> {
        let threads = self.0.threads.clone().acquire_owned().await;
        let permit = threads.map_err(|error| LocalError::Denied(error.to_string()))?;
        let folder = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&folder);
            drop(permit);
            done
        });
        match done.await {
            Ok(done) => done,
            Err(error) => Err(LocalError::Denied(error.to_string())),
        }
    }

    /// A file was not what the last scan said: whatever a watcher missed, look again.
    pub(super) fn doubt(&self, path: &RelPath, error: LocalError) -> LocalError {
        if matches!(error, LocalError::Changed | LocalError::Gone) {
            lock(&self.0.state).dirty.insert(path.clone());
        }
        error
    }
}
