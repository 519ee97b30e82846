//! Hints of the places to look at after a change. The scan is the truth; this only says when.
//!
//! Folders that cannot be watched are looked at every minute as a whole, and the reason is given.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::folder::{Inner, OsFolder};
use super::fs_events::signs;
use super::scanner::FULL_EVERY;
use super::stability::STANDING_STILL;
use super::watching::{NotWatched, Watching};
use crate::path::RelPath;
use crate::ports::LocalError;
use crate::timestamp::Timestamp;
use crate::volumes::FolderVolumes;
use fielddesk_documents::lock::lock;

/// Between two looks where nothing tells of changes.
const POLL_EVERY: Duration = Duration::from_secs(60);
/// Between two looks for a folder that is away: what is saved when it is back goes at once.
const AWAY_EVERY: Duration = Duration::from_secs(1);
/// Signs that come together are taken together.
const TOGETHER: Duration = Duration::from_millis(50);
/// More time than was waited for by this much: the computer slept.
const SLEPT: Duration = Duration::from_secs(30);

/// The look that a change calls for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// These files are different, settled or gone: a scan looks at nothing else.
    Paths(Vec<RelPath>),
    /// Anything may be different: the next scan looks at everything.
    Rescan,
}

/// Watches one folder for as long as it lives.
pub struct Watcher {
    folder: OsFolder,
    how: Watching,
    /// Kept for its effect.
    armed: Option<Armed>,
    /// Time when everything was last looked at or asked to be.
    full: Timestamp,
    /// Time of the last attempt to watch.
    tried: Timestamp,
}

struct Armed {
    _watcher: RecommendedWatcher,
    /// Identity of the folder that it watches.
    identity: String,
    /// The volumes below it as the last look saw them; none before one.
    volumes: Option<FolderVolumes>,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher")
            .field("folder", &self.folder)
            .field("how", &self.how)
            .finish_non_exhaustive()
    }
}

impl Watcher {
    /// Begins to watch; begin before the first scan. It never fails: it polls where it must.
    pub async fn start(folder: &OsFolder) -> Self {
        let now = folder.now();
        let mut watcher = Self {
            folder: folder.clone(),
            how: Watching::Events,
            armed: None,
            full: now,
            tried: now,
        };
        watcher.arm().await;
        watcher
    }

    /// Returns the current way of noticing changes.
    #[must_use]
    pub const fn how(&self) -> &Watching {
        &self.how
    }

    /// Waits until the engine should run because of the folder. Dropping the future loses
    /// nothing.
    pub async fn next(&mut self) -> Hint {
        loop {
            let news = self.keep_watching().await;
            let now = self.folder.now();
            if news {
                return self.rescan(now);
            }
            let full_every = match &self.how {
                Watching::Events => FULL_EVERY,
                Watching::Polling { every, .. } => *every,
            };
            if now < self.full || now.since(self.full) >= full_every {
                return self.rescan(now);
            }
            // Without a watcher there is no look that hints could bring up to date.
            if self.armed.is_some() {
                match self.look().await {
                    Some(paths) if paths.is_empty() => {}
                    Some(paths) => return Hint::Paths(paths),
                    None => return self.rescan(now),
                }
            }
            let due = self.due(now);
            if due.is_some_and(|due| due <= now) {
                // Nobody tells of this folder: a file that may have settled needs a scan.
                return self.rescan(now);
            }
            let next = self.full.plus(full_every);
            let next = due.map_or(next, |due| due.min(next)).max(now);
            let longest = if self.is_away() {
                AWAY_EVERY
            } else {
                POLL_EVERY
            };
            let wait = next.since(now).min(longest).max(TOGETHER);
            tokio::select! {
                () = self.folder.0.woken.notified() => {
                    self.folder.0.clock.sleep(TOGETHER).await;
                }
                () = self.folder.0.clock.sleep(wait) => {
                    if self.folder.now().since(now) > wait + SLEPT {
                        return self.rescan(self.folder.now());
                    }
                }
            }
        }
    }

    fn rescan(&mut self, now: Timestamp) -> Hint {
        self.full = now;
        lock(&self.folder.0.state).look_anew();
        Hint::Rescan
    }

    async fn look(&self) -> Option<Vec<RelPath>> {
        let looked = self.folder.blocking(|folder| Ok(folder.look_where_due()));
        looked.await.unwrap_or_default()
    }

    /// Returns the time when a file that waits can have settled; not at once again where it was
    /// just looked at.
    fn due(&self, now: Timestamp) -> Option<Timestamp> {
        let due = lock(&self.folder.0.state).settling.next_due()?;
        Some(match &self.how {
            Watching::Events => due.max(now.plus(TOGETHER)),
            Watching::Polling { .. } => due.max(self.full.plus(STANDING_STILL)),
        })
    }

    /// Falls back to polling when the watcher is of no use any more, and tries again later. Returns
    /// true where either just happened: changes since then were not reported.
    async fn keep_watching(&mut self) -> bool {
        let now = self.folder.now();
        if let Some(armed) = &mut self.armed
            && armed.volumes.is_none()
        {
            armed.volumes = lock(&self.folder.0.state).volumes();
        }
        let lost = lock(&self.folder.0.hints).lost.take();
        if let Some(why) = lost {
            self.disarm(why);
            self.tried = now;
            return true;
        }
        let again = match &self.how {
            Watching::Events => POLL_EVERY,
            Watching::Polling { because, .. } => match because {
                NotWatched::FolderAway(_) => AWAY_EVERY,
                NotWatched::Limit | NotWatched::NetworkDrive(_) | NotWatched::System(_) => {
                    FULL_EVERY
                }
            },
        };
        if now >= self.tried && now.since(self.tried) < again {
            return false;
        }
        self.tried = now;
        let Some(armed) = &mut self.armed else {
            let away = self.is_away();
            self.arm().await;
            return self.armed.is_some() || (away && !self.is_away());
        };
        let identity = armed.identity.clone();
        let seen = lock(&self.folder.0.state).volumes();
        // No event tells of a drive that comes or goes, nor of what happens on one that came.
        let came = seen.is_some() && armed.volumes.is_some() && seen != armed.volumes;
        if seen.is_some() {
            armed.volumes.clone_from(&seen);
        }
        let there = self.folder.blocking(move |folder| {
            let (_, volume) = folder.open()?;
            let same = seen.is_none_or(|seen| folder.has_volumes(&seen));
            Ok((volume, same))
        });
        match there.await {
            Ok((volume, true)) if volume.identity == identity && !came => false,
            Ok((volume, _)) if volume.identity == identity => {
                self.arm().await;
                true
            }
            Ok(_) => {
                // Events of the folder that was there before are of no use.
                self.disarm(NotWatched::FolderAway("another is in its place".into()));
                self.arm().await;
                true
            }
            Err(error) => {
                self.disarm(NotWatched::FolderAway(error.to_string()));
                true
            }
        }
    }

    const fn is_away(&self) -> bool {
        matches!(
            self.how,
            Watching::Polling {
                because: NotWatched::FolderAway(_),
                ..
            }
        )
    }

    fn disarm(&mut self, because: NotWatched) {
        self.armed = None;
        let mut state = lock(&self.folder.0.state);
        state.watched = false;
        state.look_anew();
        self.how = Watching::Polling {
            every: POLL_EVERY,
            because,
        };
    }

    async fn arm(&mut self) {
        let armed = self.folder.blocking(|folder| Ok(arm(folder))).await;
        let armed = armed.unwrap_or_else(|error| Err(NotWatched::System(error.to_string())));
        match armed {
            Ok(armed) => {
                let mut state = lock(&self.folder.0.state);
                state.watched = true;
                // Whatever happened before is seen by a look at everything.
                state.look_anew();
                self.armed = Some(armed);
                self.how = Watching::Events;
            }
            Err(because) => self.disarm(because),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut state = lock(&self.folder.0.state);
        state.watched = false;
        state.look_anew();
    }
}

fn arm(folder: &OsFolder) -> Result<Armed, NotWatched> {
    let away = |error: LocalError| NotWatched::FolderAway(error.to_string());
    let (_, volume) = folder.open().map_err(away)?;
    if let Some(kind) = volume.unwatchable {
        return Err(NotWatched::NetworkDrive(kind.to_owned()));
    }
    // Events name the folder by where it really is.
    let root = folder.path().canonicalize();
    let root = root.map_err(|error| NotWatched::FolderAway(error.to_string()))?;
    let inner = Arc::downgrade(&folder.0);
    let below = root.clone();
    let take = move |event: notify::Result<notify::Event>| {
        // A folder that nobody has any more needs no hints.
        if let Some(inner) = inner.upgrade() {
            take(&inner, &below, event);
        }
    };
    let config = Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(take, config).map_err(why)?;
    watcher
        .watch(&root, RecursiveMode::Recursive)
        .map_err(why)?;
    Ok(Armed {
        _watcher: watcher,
        identity: volume.identity,
        volumes: None,
    })
}

fn why(error: notify::Error) -> NotWatched {
    match error.kind {
        ErrorKind::MaxFilesWatch => NotWatched::Limit,
        ErrorKind::PathNotFound => NotWatched::FolderAway("it is not there".into()),
        ErrorKind::Io(error) if is_limit(&error) => NotWatched::Limit,
        kind => NotWatched::System(notify::Error::new(kind).to_string()),
    }
}

/// Too many watchers altogether, or too many open files.
fn is_limit(error: &std::io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24 | 28))
}

fn take(inner: &Inner, root: &Path, event: notify::Result<notify::Event>) {
    let now = inner.clock.now();
    let mut hints = lock(&inner.hints);
    match event {
        Ok(event) => {
            if event.need_rescan() {
                hints.rescan = true;
            } else {
                let before = (hints.signs.len(), hints.rescan, hints.lost.is_some());
                signs(root, &event, now, &mut hints);
                if before == (hints.signs.len(), hints.rescan, hints.lost.is_some()) {
                    return;
                }
            }
        }
        Err(error) => hints.lost = Some(why(error)),
    }
    drop(hints);
    inner.woken.notify_one();
}
