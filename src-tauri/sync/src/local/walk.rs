//! Looks at everything below a folder, on all cores, following no links.

use std::ffi::{OsStr, OsString};
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use fielddesk_documents::lock::lock;
use fielddesk_rules::ignore::{IgnoreRule, IgnoreRules, LINKS};

use super::error::leads_elsewhere;
use super::mounts::{Mounts, Open};
use super::platform::{Dir, Entry, FileMetadata, Kind};
use crate::path::RelPath;
use crate::ports::{Ignored, RefusedEntry};

/// Files looked at in one piece of work.
const PIECE: usize = 512;
/// More threads than this do not make a disk faster.
const MOST_THREADS: usize = 8;

pub(crate) const SPECIAL: IgnoreRule = IgnoreRule::fixed("special", "Pipes, sockets and devices");
pub(crate) const HIDDEN: IgnoreRule = IgnoreRule::fixed("hidden", "Hidden files");

/// Entries found below a folder.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) files: Vec<(RelPath, FileMetadata)>,
    pub(crate) ignored: Vec<Ignored>,
    pub(crate) refused: Vec<RefusedEntry>,
    pub(crate) unreadable: Vec<RelPath>,
    /// The volume of each folder that is on another one than its parent.
    pub(crate) volumes: Vec<(RelPath, String)>,
    /// Error of the folder that the walk began at, when it lists its entries but lets no one look
    /// at them.
    top_unreadable: Option<io::Error>,
}

impl Found {
    fn take(&mut self, other: Self) {
        self.top_unreadable = self.top_unreadable.take().or(other.top_unreadable);
        if self.files.is_empty() {
            self.files = other.files;
        } else {
            self.files.extend(other.files);
        }
        self.ignored.extend(other.ignored);
        self.refused.extend(other.refused);
        self.unreadable.extend(other.unreadable);
        self.volumes.extend(other.volumes);
    }
}

/// The purpose of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// Every file with a look at it.
    Files,
    /// Names alone: only what is ignored counts.
    Names,
}

enum Work {
    /// A folder to be listed.
    Folder(Arc<Open>, OsString, RelPath),
    /// Files of a listed folder to be looked at.
    Files(Arc<Open>, Option<RelPath>, Vec<Entry>),
}

struct Queue {
    work: Vec<Work>,
    busy: usize,
}

struct Walk<'a> {
    rules: &'a IgnoreRules,
    mounts: &'a Mounts,
    want: Want,
    queue: Mutex<Queue>,
    more: Condvar,
}

/// Looks at everything below a folder that is open.
///
/// # Errors
/// When the folder itself cannot be listed; what fails below it is among the unreadable.
pub(crate) fn walk(
    top: Dir,
    path: Option<RelPath>,
    rules: &IgnoreRules,
    mounts: &Mounts,
    want: Want,
) -> io::Result<Found> {
    let walk = Walk {
        rules,
        mounts,
        want,
        queue: Mutex::new(Queue {
            work: Vec::new(),
            busy: 0,
        }),
        more: Condvar::new(),
    };
    let mut found = Found::default();
    let entries = top.entries()?;
    walk.sort(Arc::new(Open::of(top)?), path, entries, &mut found);
    let pieces = lock(&walk.queue).work.len();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let helpers = cores.min(MOST_THREADS).min(pieces).saturating_sub(1);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(|| walk.work())).collect();
        found.take(walk.work());
        for helper in helpers {
            match helper.join() {
                Ok(part) => found.take(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    match found.top_unreadable.take() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

impl Walk<'_> {
    fn work(&self) -> Found {
        let mut found = Found::default();
        while let Some(work) = self.next() {
            match work {
                Work::Folder(parent, name, path) => self.list(&parent, &name, path, &mut found),
                Work::Files(dir, folder, entries) => {
                    look_at(&dir.dir, folder.as_ref(), entries, &mut found);
                }
            }
            let mut queue = lock(&self.queue);
            queue.busy -= 1;
            if queue.busy == 0 && queue.work.is_empty() {
                self.more.notify_all();
            }
        }
        found
    }

    /// Returns the next piece; `None` when no more can come.
    fn next(&self) -> Option<Work> {
        let mut queue = lock(&self.queue);
        loop {
            // The newest first: few folders are open at a time.
            if let Some(work) = queue.work.pop() {
                queue.busy += 1;
                return Some(work);
            }
            if queue.busy == 0 {
                return None;
            }
            queue = self
                .more
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn push(&self, work: Work) {
        lock(&self.queue).work.push(work);
        self.more.notify_one();
    }

    fn list(&self, parent: &Open, name: &OsStr, path: RelPath, found: &mut Found) {
        let dir = match parent.dir.folder(name) {
            Ok(dir) => dir,
            // Gone, or a link by now: the next look tells.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) if leads_elsewhere(&error) => return,
            Err(_) => {
                found.unreadable.push(path);
                return;
            }
        };
        let listed = Open::of(dir).and_then(|dir| {
            let volume = self.mounts.volume(parent, &dir, &path)?;
            let entries = dir.dir.entries()?;
            Ok((dir, volume, entries))
        });
        match listed {
            Ok((dir, volume, entries)) => {
                found
                    .volumes
                    .extend(volume.map(|volume| (path.clone(), volume)));
                self.sort(Arc::new(dir), Some(path), entries, found);
            }
            Err(_) => found.unreadable.push(path),
        }
    }

    /// Tells files to be looked at from folders to be listed and from what is left out.
    fn sort(
        &self,
        dir: Arc<Open>,
        folder: Option<RelPath>,
        entries: Vec<Entry>,
        found: &mut Found,
    ) {
        let mut files = Vec::new();
        let mut text = String::new();
        for mut entry in entries {
            let path = match below(folder.as_ref(), &entry.name, &mut text) {
                Ok(path) => path,
                Err(refused) => {
                    found.refused.push(refused);
                    continue;
                }
            };
            if entry.kind.is_none() {
                entry.seen = dir.dir.look(&entry.name).ok();
                entry.kind = entry.seen.map(|seen| seen.kind);
            }
            let hidden = entry.seen.is_some_and(|seen| seen.hidden);
            let rule = match entry.kind {
                // A person's rule comes first: what it hides is forgotten, a link is not.
                Some(Kind::Link) => Some(self.rules.folder(path).unwrap_or(LINKS)),
                Some(Kind::Other) => Some(SPECIAL),
                Some(Kind::Folder) => self.rules.folder(path).or(hidden.then_some(HIDDEN)),
                Some(Kind::File) => self.rules.file(path).or(hidden.then_some(HIDDEN)),
                // It went away.
                None => continue,
            };
            match (rule, entry.kind) {
                (Some(rule), _) => found.ignored.extend(rel(path).map(|path| Ignored {
                    path,
                    rule: rule.name.into_owned(),
                })),
                (None, Some(Kind::Folder)) => {
                    if let Some(path) = rel(path) {
                        self.push(Work::Folder(dir.clone(), entry.name, path));
                    }
                }
                (None, _) if self.want == Want::Names => {}
                (None, _) => {
                    files.push(entry);
                    if files.len() == PIECE {
                        let piece = std::mem::take(&mut files);
                        self.push(Work::Files(dir.clone(), folder.clone(), piece));
                    }
                }
            }
        }
        look_at(&dir.dir, folder.as_ref(), files, found);
    }
}

fn look_at(dir: &Dir, folder: Option<&RelPath>, entries: Vec<Entry>, found: &mut Found) {
    let mut text = String::new();
    found.files.reserve(entries.len());
    for entry in entries {
        let seen = match entry.seen {
            Some(seen) => seen,
            None => match dir.look(&entry.name) {
                Ok(seen) => seen,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                // Listed but not to be looked at: nothing can be said of this folder.
                Err(error) => {
                    match folder {
                        Some(folder) => found.unreadable.push(folder.clone()),
                        None => found.top_unreadable = Some(error),
                    }
                    continue;
                }
            },
        };
        let Ok(path) = below(folder, &entry.name, &mut text) else {
            continue;
        };
        if let (Kind::File, Some(path)) = (seen.kind, rel(path)) {
            found.files.push((path, seen));
        }
    }
}

/// The path of an entry, or why it can be no document.
pub(crate) fn below<'t>(
    folder: Option<&RelPath>,
    name: &OsStr,
    text: &'t mut String,
) -> Result<&'t str, RefusedEntry> {
    let refused = |reason: &str| RefusedEntry {
        folder: folder.cloned(),
        shown: shown(name),
        reason: reason.to_owned(),
    };
    let Some(name) = name.to_str() else {
        return Err(refused("its name is no Unicode"));
    };
    if name.chars().any(char::is_control) {
        return Err(refused("its name has control characters"));
    }
    if name.contains('\\') {
        return Err(refused(
            "its name has a backslash, which other systems cannot store",
        ));
    }
    text.clear();
    if let Some(folder) = folder {
        text.push_str(folder.as_str());
        text.push('/');
    }
    text.push_str(name);
    Ok(text)
}

/// A name made readable: what cannot be shown is replaced.
fn shown(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    name.chars()
        .map(|letter| {
            if letter.is_control() {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect()
}

fn rel(path: &str) -> Option<RelPath> {
    // A listing gives no empty names and no `..`.
    RelPath::new(path).ok()
}
