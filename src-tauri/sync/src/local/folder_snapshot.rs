//! The last look at the folder, and its update by a few hints.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::platform::FileMetadata;
use super::stability::{FsEvent, Settling};
use super::walk::Found;
use super::watching::NotWatched;
use crate::path::RelPath;
use crate::ports::{Ignored, NotReady, Readiness, RefusedEntry, Scan, ScannedFile};
use crate::timestamp::Timestamp;
use crate::tree::Stat;
use crate::volumes::FolderVolumes;

/// A file as last seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownFile {
    pub(crate) stat: Stat,
    /// Nothing when it is settled; boxed, because almost all are.
    pub(crate) not_ready: Option<Box<NotReady>>,
}

/// Everything below the root as last seen.
#[derive(Debug, Default)]
pub(crate) struct Look {
    /// Time of the last look at everything.
    pub(crate) full: Timestamp,
    pub(crate) files: BTreeMap<RelPath, KnownFile>,
    pub(crate) ignored: BTreeMap<RelPath, String>,
    pub(crate) refused: Vec<RefusedEntry>,
    pub(crate) unreadable: BTreeSet<RelPath>,
    pub(crate) volumes: FolderVolumes,
}

/// The result of a look at one name.
#[derive(Debug)]
pub(crate) enum Now {
    Gone,
    Ignored(String),
    File(KnownFile),
    /// A folder, with everything below it.
    Folder(Found),
    Unreadable,
}

impl Look {
    /// Takes what a walk of everything found.
    pub(crate) fn of(
        found: Found,
        full: Timestamp,
        mut judge: impl FnMut(&RelPath, &FileMetadata) -> KnownFile,
    ) -> Self {
        let mut files: Vec<_> = found
            .files
            .into_iter()
            .map(|(path, seen)| {
                let known = judge(&path, &seen);
                (path, known)
            })
            .collect();
        // Sorted first: a map is built from a sorted sequence several times faster.
        files.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Self {
            full,
            files: files.into_iter().collect(),
            ignored: by_path(found.ignored),
            refused: found.refused,
            unreadable: found.unreadable.into_iter().collect(),
            volumes: found.volumes.into_iter().collect(),
        }
    }

    /// Takes what is at one path now. Says whether anything that the engine acts on is
    /// different: a file that can be used, or one that is gone.
    pub(crate) fn put(
        &mut self,
        path: &RelPath,
        now: Now,
        mut judge: impl FnMut(&RelPath, &FileMetadata) -> KnownFile,
    ) -> bool {
        let before = self.files.remove(path);
        self.ignored.remove(path);
        let hid = self.unreadable.remove(path);
        match now {
            Now::File(known) => {
                let below = self.clear(path);
                let different = before.as_ref() != Some(&known);
                let waits = matches!(known.not_ready.as_deref(), Some(NotReady::Settling));
                self.files.insert(path.clone(), known);
                below || hid || (different && !waits)
            }
            Now::Gone => self.clear(path) || hid || before.is_some(),
            Now::Ignored(rule) => {
                let below = self.clear(path);
                self.ignored.insert(path.clone(), rule);
                below || before.is_some()
            }
            Now::Unreadable => {
                self.clear(path);
                self.unreadable.insert(path.clone());
                !hid
            }
            Now::Folder(found) => {
                let old = self.take_below(path);
                let mut same = 0;
                let mut different = before.is_some() || hid;
                for (path, seen) in found.files {
                    let known = judge(&path, &seen);
                    if old.get(&path) == Some(&known) {
                        same += 1;
                    } else if !matches!(known.not_ready.as_deref(), Some(NotReady::Settling)) {
                        different = true;
                    }
                    self.files.insert(path, known);
                }
                different |= old.keys().any(|path| !self.files.contains_key(path));
                self.ignored.extend(by_path(found.ignored));
                self.refused.extend(found.refused);
                self.unreadable.extend(found.unreadable);
                self.volumes.extend(found.volumes);
                different || (same == 0 && !old.is_empty())
            }
        }
    }

    /// Takes a file that we wrote ourselves.
    pub(crate) fn wrote(&mut self, path: &RelPath, stat: Stat) {
        let known = KnownFile {
            stat,
            not_ready: None,
        };
        self.files.insert(path.clone(), known);
    }

    /// As the port gives it.
    pub(crate) fn scan(&self, started: Timestamp) -> Scan {
        let files = self.files.iter().map(|(path, known)| ScannedFile {
            path: path.clone(),
            stat: known.stat,
            readiness: readiness(known),
        });
        let ignored = self.ignored.iter().map(|(path, rule)| Ignored {
            path: path.clone(),
            rule: rule.clone(),
        });
        Scan {
            started,
            files: files.collect(),
            ignored: ignored.collect(),
            refused: self.refused.clone(),
            unreadable: self.unreadable.iter().cloned().collect(),
            volumes: self.volumes.clone(),
        }
    }

    /// Forgets everything below a path; says whether there were files.
    fn clear(&mut self, path: &RelPath) -> bool {
        !self.take_below(path).is_empty()
    }

    fn take_below(&mut self, folder: &RelPath) -> BTreeMap<RelPath, KnownFile> {
        self.refused.retain(|entry| {
            entry
                .folder
                .as_ref()
                .is_none_or(|refused| !refused.is_below(folder))
        });
        take_below(&mut self.ignored, folder);
        self.unreadable.retain(|path| !path.is_below(folder));
        take_below(&mut self.volumes, folder);
        take_below(&mut self.files, folder)
    }
}

/// Takes what lies below a folder out of a map; not the folder itself.
fn take_below<V>(map: &mut BTreeMap<RelPath, V>, folder: &RelPath) -> BTreeMap<RelPath, V> {
    // Between `folder/` and `folder0`: `0` follows `/`.
    let (Ok(from), Ok(to)) = (
        RelPath::new(&format!("{folder}/\u{1}")),
        RelPath::new(&format!("{folder}0")),
    ) else {
        return BTreeMap::new();
    };
    let inside = (Bound::Included(&from), Bound::Excluded(&to));
    if map.range(inside).next().is_none() {
        return BTreeMap::new();
    }
    let mut taken = map.split_off(&from);
    let mut rest = taken.split_off(&to);
    map.append(&mut rest);
    taken
}

fn by_path(ignored: Vec<Ignored>) -> BTreeMap<RelPath, String> {
    let pairs = ignored
        .into_iter()
        .map(|ignored| (ignored.path, ignored.rule));
    pairs.collect()
}

fn readiness(known: &KnownFile) -> Readiness {
    match &known.not_ready {
        None => Readiness::Settled,
        Some(why) => Readiness::NotReady((**why).clone()),
    }
}

/// Signs of a watcher since the last call.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    pub(crate) signs: Vec<(RelPath, FsEvent, Timestamp)>,
    /// Something happened that no path was given for.
    pub(crate) rescan: bool,
    /// Reason the watcher is of no use any more.
    pub(crate) lost: Option<NotWatched>,
}

/// State shared by the scan and the watcher.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The last look; `None` before the first, and without a watcher.
    pub(crate) look: Option<Look>,
    pub(crate) settling: Settling,
    /// Names to be looked at again.
    pub(crate) dirty: BTreeSet<RelPath>,
    /// True while a watcher reports changes.
    pub(crate) watched: bool,
    /// Looks at everything that are under way.
    walking: u32,
    /// True where the looks under way are out of date before they end.
    stale: bool,
}

impl State {
    /// Takes what the watcher said; whether everything must be looked at.
    pub(crate) fn take(&mut self, hints: &mut Hints) -> bool {
        for (path, sign, at) in hints.signs.drain(..) {
            self.settling.sign(&path, sign, at);
            self.dirty.insert(path);
        }
        let rescan = std::mem::take(&mut hints.rescan);
        if rescan {
            self.look_anew();
        }
        rescan
    }

    /// The volumes below the root as last seen; none before a look.
    pub(crate) fn volumes(&self) -> Option<FolderVolumes> {
        self.look.as_ref().map(|look| look.volumes.clone())
    }

    /// Lets the next scan look at everything.
    pub(crate) fn look_anew(&mut self) {
        self.look = None;
        self.stale = self.walking > 0;
    }

    /// Returns true while a look at everything is under way: hints wait for its end.
    pub(crate) const fn is_walking(&self) -> bool {
        self.walking > 0
    }

    /// A look at everything begins. Of two at once neither knows what the other missed.
    pub(crate) fn walk_begins(&mut self) {
        self.dirty.clear();
        self.stale |= self.walking > 0;
        self.walking += 1;
    }

    /// A look at everything ended; what it found is kept where hints keep it up to date.
    pub(crate) fn walk_ended(&mut self, look: Option<Look>) {
        self.walking = self.walking.saturating_sub(1);
        self.look = look.filter(|_| self.watched && !self.stale && self.walking == 0);
        self.stale &= self.walking > 0;
    }

    /// Names that are to be looked at again, and for which enough time has passed.
    pub(crate) fn take_due(&mut self, now: Timestamp) -> BTreeSet<RelPath> {
        let Self {
            settling, dirty, ..
        } = self;
        let mut due: BTreeSet<RelPath> = settling.waiting().cloned().collect();
        due.append(dirty);
        due.retain(|path| {
            let is_due = settling.is_due(path, now);
            if !is_due {
                dirty.insert(path.clone());
            }
            is_due
        });
        due
    }
}
