//! Drives below the root of a folder in memory, which come and go.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Disk;
use super::disk::DiskFile;
use super::sim_env::Inner;
use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::volumes::{FolderVolumes, Volumes, VolumesKnown};

/// Folders that may lie on a drive.
const FOLDERS: [&str; 3] = ["VA", "VA/1", "Documents"];

/// The content of a folder at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum There {
    /// The drive or folder that belongs there.
    Own,
    /// The drive is away: the bare folder on its parent's volume.
    Nothing,
    /// Another drive, by its number.
    Other(u64),
}

/// A folder that is a separate drive, or over which another one may come.
#[derive(Debug, Clone)]
pub struct Drive {
    /// The number of the drive that belongs there; none is the parent's volume.
    pub volume: Option<u64>,
    /// The content at the moment.
    pub there: There,
    /// Files that lie there in place of those that belong there.
    strange: BTreeMap<RelPath, DiskFile>,
}

impl Disk {
    /// Gives a folder a drive; none is its parent's volume.
    pub fn add_drive(&mut self, folder: RelPath, volume: Option<u64>) {
        let drive = Drive {
            volume,
            there: There::Own,
            strange: BTreeMap::new(),
        };
        self.drives.insert(folder, drive);
    }

    /// Changes what lies at a folder; what was saved there meanwhile goes.
    pub fn set_there(&mut self, folder: &RelPath, there: There) {
        if let Some(drive) = self.drives.get_mut(folder) {
            drive.there = there;
            drive.strange.clear();
        }
    }

    /// The outermost folder on the way to a path where something else lies than what belongs there.
    fn other(&self, path: &RelPath) -> Option<&RelPath> {
        let mut other = self.drives.iter();
        other
            .find(|(folder, drive)| drive.there != There::Own && path.is_below(folder))
            .map(|(folder, _)| folder)
    }

    /// Returns true if what belongs at a path is away.
    #[must_use]
    pub fn is_away(&self, path: &RelPath) -> bool {
        self.other(path).is_some()
    }

    /// A file as it is seen just now.
    #[must_use]
    pub fn seen(&self, path: &RelPath) -> Option<&DiskFile> {
        match self.other(path) {
            Some(folder) => self.drives.get(folder)?.strange.get(path),
            None => self.get(path),
        }
    }

    /// All files that are seen just now.
    pub fn all_seen(&self) -> impl Iterator<Item = &DiskFile> {
        let own = self.files().filter(|file| !self.is_away(&file.path));
        let strange = self.drives.iter().flat_map(|(folder, drive)| {
            let inside = self.other(folder) == Some(folder);
            drive.strange.values().filter(move |_| inside)
        });
        own.chain(strange)
    }

    /// The volumes below the root as they are seen just now.
    #[must_use]
    pub fn volumes(&self) -> FolderVolumes {
        let seen = self.drives.iter().filter_map(|(folder, drive)| {
            let above = folder.folder().and_then(|above| RelPath::new(above).ok());
            let inside_other = above.is_some_and(|above| self.is_away(&above));
            let number = match drive.there {
                There::Own => drive.volume,
                There::Nothing => None,
                There::Other(number) => Some(number),
            };
            let number = number.filter(|_| !inside_other && !self.is_hidden(folder))?;
            Some((folder.clone(), format!("drive {number}")))
        });
        seen.collect()
    }

    /// Saves a file where something else lies than what belongs there.
    pub fn write_strange(&mut self, path: &RelPath, bytes: &[u8], now_ms: i64) {
        let Some(folder) = self.other(path).cloned() else {
            return;
        };
        self.next_inode += 1;
        let file = DiskFile {
            path: path.clone(),
            bytes: Arc::from(bytes),
            mtime_ns: now_ms * 1_000_000,
            inode: self.next_inode,
            changed_ns: now_ms * 1_000_000,
            trouble: super::FileFault::None,
            written_ms: now_ms - 10_000,
        };
        if let Some(drive) = self.drives.get_mut(&folder) {
            drive.strange.insert(path.clone(), file);
        }
    }

    /// Returns true if content lies in place of what belongs there.
    pub(super) fn is_strange(&self, content: ContentHash) -> bool {
        let mut strange = self
            .drives
            .values()
            .flat_map(|drive| drive.strange.values());
        strange.any(|file| ContentHash::of(&file.bytes) == content)
    }

    /// Makes another drive the one that belongs at a folder, with the files on it. What lies below
    /// it stays hidden for good, but for drives further down.
    fn settle(&mut self, folder: &RelPath, number: u64) {
        let further: Vec<_> = self
            .drives
            .iter()
            .filter(|(at, drive)| *at != folder && at.is_below(folder) && drive.volume.is_some())
            .map(|(at, _)| at.clone())
            .collect();
        let is_further = |path: &RelPath| further.iter().any(|drive| path.is_below(drive));
        let paths: Vec<_> = self.files().map(|file| file.path.clone()).collect();
        for path in paths {
            if path.is_below(folder) && !is_further(&path) {
                self.remove(&path);
            }
        }
        let Some(drive) = self.drives.get_mut(folder) else {
            return;
        };
        drive.volume = Some(number);
        drive.there = There::Own;
        let mut strange = std::mem::take(&mut drive.strange);
        strange.retain(|path, _| !is_further(path));
        for file in strange.into_values() {
            self.put(file);
        }
    }
}

impl Inner {
    /// Gives some folders drives.
    pub(super) fn add_drives(&mut self, mut chance: impl FnMut(u64) -> bool) {
        for (number, folder) in (1..).zip(FOLDERS) {
            let Ok(folder) = RelPath::new(folder) else {
                continue;
            };
            let volume = chance(400).then_some(number);
            self.tell(format!("{folder} is on drive {volume:?}"));
            self.disk.add_drive(folder, volume);
        }
    }

    /// A drive goes away, comes back, or another one comes in its place or over a folder: once
    /// the program knows what belongs there.
    pub(super) fn change_drive(&mut self) {
        let folders: Vec<_> = self.disk.drives.keys().cloned().collect();
        let Some(folder) = self.rng.pick(&folders).cloned() else {
            return;
        };
        // No drive is at two folders, and none is strange where it belongs.
        let first = 90 + 10 * folders.iter().take_while(|at| **at != folder).count() as u64;
        let Some(drive) = self.disk.drives.get(&folder).cloned() else {
            return;
        };
        let busy = self.growing.keys().any(|path| path.is_below(&folder));
        let known = match drive.volume {
            Some(number) => {
                let kept = self.memory.volumes.kept.get(&folder);
                kept == Some(&Some(format!("drive {number}")))
            }
            None => {
                let mut agreed = self.memory.synced.iter();
                agreed.any(|(_, agreed)| agreed.path.is_below(&folder))
                    && self.memory.volumes.known != VolumesKnown::Nothing
            }
        };
        if busy || !known {
            return;
        }
        let there = match drive.there {
            There::Own if drive.volume.is_some() && self.rng.chance(600) => There::Nothing,
            There::Own => {
                let number = first + self.rng.below(3);
                let own = drive.volume == Some(number);
                There::Other(number + 3 * u64::from(own))
            }
            There::Nothing | There::Other(_) => There::Own,
        };
        self.tell(format!("at {folder} lies {there:?} now"));
        self.disk.set_there(&folder, there);
        if let There::Other(_) = there {
            // Some of the names, with other bytes.
            let names: Vec<_> = self.disk.files().map(|file| file.path.clone()).collect();
            let below: Vec<_> = names
                .into_iter()
                .filter(|path| path.is_below(&folder))
                .collect();
            for path in below {
                if self.rng.chance(500) {
                    self.contents += 1;
                    let bytes = format!("strange {}", self.contents);
                    self.disk
                        .write_strange(&path, bytes.as_bytes(), self.now_ms);
                }
            }
        }
    }

    /// Notes the drives that the program took. A new one at a folder of which it knows no file is
    /// what belongs there from now on; for a folder that was kept `before`, a person decided so.
    pub(super) fn drives_taken(&mut self, before: &Volumes) {
        let taken: Vec<_> = self
            .disk
            .drives
            .iter()
            .filter_map(|(folder, drive)| {
                let There::Other(number) = drive.there else {
                    return None;
                };
                let kept = self.memory.volumes.kept.get(folder)?;
                (*kept == Some(format!("drive {number}"))).then(|| (folder.clone(), number))
            })
            .collect();
        for (folder, number) in taken {
            if !before.kept.contains_key(&folder)
                && let Some(path) = self.mirrored_below(&folder)
            {
                self.wrong(format!(
                    "a drive was taken over {path}, which lies below it"
                ));
            }
            self.tell(format!("drive {number} belongs at {folder} from now on"));
            self.disk.settle(&folder, number);
            let files: Vec<_> = self.disk.files().cloned().collect();
            for file in files.iter().filter(|file| file.path.is_below(&folder)) {
                self.note_content(&file.path, &file.bytes);
            }
        }
    }

    /// A file below a folder that is agreed on, or that a request may have stored.
    fn mirrored_below(&self, folder: &RelPath) -> Option<RelPath> {
        let agreed = self.memory.synced.iter().map(|(_, agreed)| &agreed.path);
        let sent = self.memory.sent().map(|part| &part.source.path);
        let mut paths = agreed.chain(sent);
        paths.find(|path| path.is_below(folder)).cloned()
    }
}
