//! Looking around: at everything, or only where something happened.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::time::Duration;

use fielddesk_rules::ignore::LINKS;

use super::error::{leads_elsewhere, of_file, root_away};
use super::folder::OsFolder;
use super::folder_snapshot::{KnownFile, Look, Now, State};
use super::mounts::Open;
use super::platform::{FileMetadata, Kind, Writers};
use super::stability::Settling;
use fielddesk_documents::lock::lock;

use super::walk::{HIDDEN, SPECIAL, Want, walk};
use crate::path::RelPath;
use crate::ports::{LocalError, NotReady, Readiness, Scan};
use crate::timestamp::Timestamp;
use crate::volumes::FolderVolumes;

/// However well a watcher works, everything is looked at this often.
pub(super) const FULL_EVERY: Duration = Duration::from_secs(600);

/// Facts that one scan learns of files that changed a moment ago.
struct Judge<'a> {
    folder: &'a OsFolder,
    now: Timestamp,
    writers: OnceCell<Writers>,
}

impl Judge<'_> {
    fn know(
        &self,
        settling: &mut Settling,
        before: Option<&KnownFile>,
        path: &RelPath,
        seen: &FileMetadata,
    ) -> KnownFile {
        let stat = self.folder.stat_of(seen);
        if seen.denied {
            let why = NotReady::Unreadable("permission denied".to_owned());
            return KnownFile {
                stat,
                not_ready: Some(Box::new(why)),
            };
        }
        // To the record the same as when it was settled: what happened was our own writing, or
        // changed nothing.
        if stat.identity.is_some()
            && before.is_some_and(|known| known.not_ready.is_none() && known.stat == stat)
        {
            settling.forget(path);
            return KnownFile {
                stat,
                not_ready: None,
            };
        }
        let readiness = settling.judge(path, &stat, self.now, || {
            let writers = self.writers.get_or_init(Writers::now);
            writers.of(seen.node).map(str::to_owned)
        });
        let not_ready = match readiness {
            Readiness::Settled => None,
            Readiness::NotReady(why) => Some(Box::new(why)),
        };
        KnownFile { stat, not_ready }
    }
}

impl OsFolder {
    fn judge(&self, now: Timestamp) -> Judge<'_> {
        Judge {
            folder: self,
            now,
            writers: OnceCell::new(),
        }
    }

    /// Scans everything without a watcher or when it is time, else the names in the hints.
    pub(super) fn look_around(&self, anew: bool) -> Result<Scan, LocalError> {
        let started = self.now();
        let (dir, _) = self.open()?;
        let mut guard = lock(&self.0.state);
        let state = &mut *guard;
        state.take(&mut lock(&self.0.hints));
        let judge = self.judge(started);
        let fresh = |look: &Look| look.full <= started && started.since(look.full) < FULL_EVERY;
        if state.watched && !anew && state.look.as_ref().is_some_and(fresh) {
            let mut dirty = std::mem::take(&mut state.dirty);
            dirty.extend(state.settling.waiting().cloned());
            let root = self.open_root()?;
            for path in dirty {
                self.look_again(state, &root, &path, &judge)?;
            }
            if let Some(look) = &state.look {
                return Ok(look.scan(started));
            }
        }
        state.walk_begins();
        // A slow drive takes long: nobody waits for the state meanwhile. What is hinted at from
        // here on is looked at again.
        drop(guard);
        let found = walk(dir, None, &self.rules(), &self.0.mounts, Want::Files);
        let mut guard = lock(&self.0.state);
        let state = &mut *guard;
        let found = found.map_err(|error| {
            state.walk_ended(None);
            root_away(&error)
        })?;
        let old = state.look.take();
        let settling = &mut state.settling;
        let look = Look::of(found, started, |path, seen| {
            let before = old.as_ref().and_then(|old| old.files.get(path));
            judge.know(settling, before, path, seen)
        });
        let dirty = &state.dirty;
        settling.keep(|path| look.files.contains_key(path) || dirty.contains(path));
        let scan = look.scan(started);
        state.walk_ended(Some(look));
        Ok(scan)
    }

    /// Looks where something happened and enough time has passed. None asks for a scan of
    /// everything; else the files that are different for the engine.
    pub(super) fn look_where_due(&self) -> Option<Vec<RelPath>> {
        let now = self.now();
        let mut state = lock(&self.0.state);
        if state.take(&mut lock(&self.0.hints)) {
            return None;
        }
        let state = &mut *state;
        if state.is_walking() {
            return Some(Vec::new());
        }
        let due = state.take_due(now);
        if due.is_empty() {
            return Some(Vec::new());
        }
        let different = state
            .look
            .is_some()
            .then(|| self.look_at_all(state, &due, now));
        match different.flatten() {
            Some(different) => Some(different),
            None => {
                // The scan of everything judges them; here they are asked for once.
                state.look_anew();
                for path in &due {
                    state.settling.forget(path);
                }
                None
            }
        }
    }

    fn look_at_all(
        &self,
        state: &mut State,
        paths: &BTreeSet<RelPath>,
        now: Timestamp,
    ) -> Option<Vec<RelPath>> {
        let root = self.open_root().ok()?;
        let judge = self.judge(now);
        let mut different = Vec::new();
        for path in paths {
            if self.look_again(state, &root, path, &judge).ok()? {
                different.push(path.clone());
            }
        }
        // Another volume is somewhere: everything is looked at.
        state.look.is_some().then_some(different)
    }

    /// Returns true if the folders that were on other volumes than their parents still are.
    pub(super) fn has_volumes(&self, volumes: &FolderVolumes) -> bool {
        volumes.iter().all(|(path, volume)| {
            let now = self.volume_at(path);
            now.is_ok_and(|now| now.as_ref() == Some(volume))
        })
    }

    fn volume_at(&self, path: &RelPath) -> Result<Option<String>, LocalError> {
        let mut dir = self.open_root()?;
        for folder in path.folders() {
            let inside = dir.dir.folder(folder.as_ref()).and_then(Open::of);
            dir = inside.map_err(|error| of_file(&error))?;
        }
        let folder = dir.dir.folder(path.name().as_ref()).and_then(Open::of);
        let volume = folder.and_then(|folder| self.0.mounts.volume(&dir, &folder, path));
        volume.map_err(|error| of_file(&error))
    }

    fn open_root(&self) -> Result<Open, LocalError> {
        let (dir, _) = self.open()?;
        Open::of(dir).map_err(|error| root_away(&error))
    }

    /// Looks at one path; whether anything is different for the engine.
    fn look_again(
        &self,
        state: &mut State,
        root: &Open,
        path: &RelPath,
        judge: &Judge<'_>,
    ) -> Result<bool, LocalError> {
        let Some(look) = &mut state.look else {
            return Ok(true);
        };
        let before = look.files.get(path).cloned();
        let settling = &mut state.settling;
        let (at, now) = self
            .look_at(root, path, &look.volumes)
            .map_err(|error| root_away(&error))?;
        let now = match now {
            At::File(seen) => Now::File(judge.know(settling, before.as_ref(), path, &seen)),
            At::Other(now) => {
                settling.forget(path);
                now
            }
            At::OtherVolume => {
                state.look_anew();
                return Ok(true);
            }
        };
        Ok(look.put(&at, now, |path, seen| {
            judge.know(settling, None, path, seen)
        }))
    }

    /// Looks at a path, or at the folder on the way to it that hides or ends it. `volumes` are
    /// those of the last look; where one is different everything is to be looked at.
    fn look_at(
        &self,
        root: &Open,
        path: &RelPath,
        volumes: &FolderVolumes,
    ) -> io::Result<(RelPath, At)> {
        let holds = |at: &RelPath| volumes.keys().any(|volume| volume.is_below(at));
        let gone = |at: RelPath| match holds(&at) {
            true => (at, At::OtherVolume),
            false => (at, At::Other(Now::Gone)),
        };
        let rules = self.rules();
        let text = path.as_str();
        let mut inside: Option<Open> = None;
        let ends = text.match_indices('/').map(|(at, _)| at);
        for end in ends.chain([text.len()]) {
            let (Some(part), true) = (text.get(..end), end > 0) else {
                continue;
            };
            let Ok(at) = RelPath::new(part) else {
                continue;
            };
            let name: &OsStr = at.name().as_ref();
            let dir = inside.as_ref().unwrap_or(root);
            let seen = match dir.dir.look(name) {
                Ok(seen) => seen,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(gone(at));
                }
                Err(error) => match at.folder().map(RelPath::new) {
                    Some(Ok(folder)) => return Ok((folder, At::Other(Now::Unreadable))),
                    _ => return Err(error),
                },
            };
            let is_last = end == text.len();
            let rule = match seen.kind {
                Kind::Link => Some(rules.folder(part).unwrap_or(LINKS)),
                Kind::Other => Some(SPECIAL),
                Kind::Folder => rules.folder(part),
                Kind::File => rules.file(part),
            };
            if let Some(rule) = rule.or(seen.hidden.then_some(HIDDEN)) {
                if holds(&at) {
                    return Ok((at, At::OtherVolume));
                }
                let rule = rule.name.into_owned();
                return Ok((at, At::Other(Now::Ignored(rule))));
            }
            match (seen.kind, is_last) {
                (Kind::Folder, _) => {
                    let below = dir.dir.folder(name).and_then(Open::of).and_then(|below| {
                        let volume = self.0.mounts.volume(dir, &below, &at)?;
                        Ok((below, volume))
                    });
                    match below {
                        Ok((_, volume)) if volume.as_ref() != volumes.get(&at) => {
                            return Ok((at, At::OtherVolume));
                        }
                        Ok((below, _)) if is_last => {
                            let (mounts, from) = (&self.0.mounts, Some(at.clone()));
                            let found = walk(below.dir, from, &rules, mounts, Want::Files);
                            let now = found.map_or(Now::Unreadable, Now::Folder);
                            return Ok((at, At::Other(now)));
                        }
                        Ok((below, _)) => inside = Some(below),
                        Err(error) if error.kind() == io::ErrorKind::NotFound => {
                            return Ok(gone(at));
                        }
                        Err(error) if leads_elsewhere(&error) => return Ok(gone(at)),
                        Err(_) => return Ok((at, At::Other(Now::Unreadable))),
                    }
                }
                (_, true) => return Ok((at, At::File(seen))),
                // A file where a folder was.
                (_, false) => return Ok((at, At::File(seen))),
            }
        }
        Ok(gone(path.clone()))
    }
}

enum At {
    File(FileMetadata),
    Other(Now),
    /// A folder on the way is on another volume than it was.
    OtherVolume,
}
