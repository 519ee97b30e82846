//! A folder in memory: case-insensitive or not, with coarse times or fine ones, with locks,
//! files that grow, and a root that can go away.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fielddesk_rules::name_key::NameKey;

use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::tree::{FileIdentity, Stat};

/// Faults of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFault {
    /// No fault.
    None,
    /// A program is writing it: what is there is not whole.
    Growing,
    /// A program has it locked.
    Locked,
    /// Unreadable.
    Unreadable,
}

/// A file.
#[derive(Debug, Clone)]
pub struct DiskFile {
    /// Path as spelled.
    pub path: RelPath,
    /// Content.
    pub bytes: Arc<[u8]>,
    /// Modification time as the volume keeps it, in nanoseconds.
    pub mtime_ns: i64,
    /// Number on the volume.
    pub inode: u64,
    /// Time when its record last changed, in nanoseconds.
    pub changed_ns: i64,
    /// Fault of the file.
    pub trouble: FileFault,
    /// Time of the last write, in milliseconds; it is settled half a second later.
    pub written_ms: i64,
}

/// A folder.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    /// Files by path, folded where the volume ignores case.
    files: BTreeMap<String, DiskFile>,
    /// Names that differ only by case are one file.
    pub ignores_case: bool,
    /// Step of times, in nanoseconds.
    pub granule_ns: i64,
    /// True where files have a stable identity.
    pub has_identity: bool,
    /// Number of the volume.
    pub volume: u64,
    /// True while the root is missing.
    pub away: bool,
    /// Folders that cannot be read.
    pub unreadable: BTreeSet<RelPath>,
    /// Names that a user rule ignores.
    pub ignored: BTreeSet<RelPath>,
    /// Temporary files.
    pub staged: BTreeMap<RelPath, Arc<[u8]>>,
    /// Contents that were whole at some time, by anybody's hand.
    pub whole: BTreeSet<ContentHash>,
    /// Folders that have, or may get, drives.
    pub drives: BTreeMap<RelPath, super::drives::Drive>,
    pub(super) next_inode: u64,
}

impl Disk {
    /// An empty folder of a volume with fine times and stable identities.
    #[must_use]
    pub fn fine() -> Self {
        Self {
            granule_ns: 1,
            has_identity: true,
            ..Self::default()
        }
    }

    fn slot(&self, path: &RelPath) -> String {
        if self.ignores_case {
            NameKey::of(path.as_str()).as_str().to_owned()
        } else {
            path.as_str().to_owned()
        }
    }

    /// Returns the file at a path.
    #[must_use]
    pub fn get(&self, path: &RelPath) -> Option<&DiskFile> {
        self.files.get(&self.slot(path))
    }

    /// A file, to be changed.
    pub fn get_mut(&mut self, path: &RelPath) -> Option<&mut DiskFile> {
        let slot = self.slot(path);
        self.files.get_mut(&slot)
    }

    /// All files in order.
    pub fn files(&self) -> impl Iterator<Item = &DiskFile> {
        self.files.values()
    }

    /// Returns the size, times and identity of a file.
    #[must_use]
    pub fn stat(&self, file: &DiskFile) -> Stat {
        Stat {
            size: file.bytes.len() as u64,
            mtime_ns: file.mtime_ns,
            identity: self.has_identity.then_some(FileIdentity {
                file: file.inode,
                changed_ns: file.changed_ns,
            }),
        }
    }

    /// Writes a file, keeping the spelling of one that is there.
    pub fn write(&mut self, path: &RelPath, bytes: &[u8], now_ms: i64, trouble: FileFault) {
        if trouble != FileFault::Growing {
            self.whole.insert(ContentHash::of(bytes));
        }
        let now_ns = now_ms * 1_000_000;
        let coarse = now_ns - now_ns.rem_euclid(self.granule_ns.max(1));
        let slot = self.slot(path);
        let old = self.files.get(&slot);
        let (path, inode) = match old {
            Some(old) => (old.path.clone(), old.inode),
            None => {
                self.next_inode += 1;
                (path.clone(), self.next_inode)
            }
        };
        self.files.insert(
            slot,
            DiskFile {
                path,
                bytes: bytes.into(),
                mtime_ns: coarse,
                inode,
                changed_ns: now_ns,
                trouble,
                written_ms: now_ms,
            },
        );
    }

    /// Puts a whole file there as it is.
    pub(super) fn put(&mut self, file: DiskFile) {
        self.whole.insert(ContentHash::of(&file.bytes));
        let slot = self.slot(&file.path);
        self.files.insert(slot, file);
    }

    /// Puts a file in place of another as a rename does: another inode, the new spelling.
    pub fn replace(&mut self, path: &RelPath, bytes: &[u8], now_ms: i64) {
        self.remove(path);
        self.write(path, bytes, now_ms, FileFault::None);
    }

    /// Removes a file.
    pub fn remove(&mut self, path: &RelPath) -> Option<DiskFile> {
        let slot = self.slot(path);
        self.files.remove(&slot)
    }

    /// Renames a file, over one that may be there.
    pub fn rename(&mut self, from: &RelPath, to: &RelPath, now_ms: i64) {
        if let Some(mut file) = self.remove(from) {
            file.path = to.clone();
            file.changed_ns = now_ms * 1_000_000;
            let slot = self.slot(to);
            self.files.insert(slot, file);
        }
    }

    /// Returns true for a path that a rule hides.
    #[must_use]
    pub fn is_ignored(&self, path: &RelPath) -> bool {
        path.name().starts_with("~$") || self.ignored.iter().any(|rule| path.is_below(rule))
    }

    /// Returns true where a folder on the way cannot be read.
    #[must_use]
    pub fn is_hidden(&self, path: &RelPath) -> bool {
        self.unreadable.iter().any(|folder| path.is_below(folder))
    }
}
