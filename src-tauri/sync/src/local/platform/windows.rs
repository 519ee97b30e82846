//! Windows: a folder by its path, entries with what the listing says of them.
//!
//! The listing gives size, times and attributes of every entry in bulk. File ids and change
//! times would need calls that the standard library does not have; they are left out, as on
//! volumes where they mean nothing, so that size and time alone cause a hash.

#![expect(
    clippy::disallowed_methods,
    reason = "this is the adapter behind the LocalFs port"
)]

use std::ffi::OsStr;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::{Entry, Kind, Seen, Volume};
use crate::tree::Stat;

const FILE_SHARE_READ: u32 = 0x1;
const FILE_SHARE_DELETE: u32 = 0x4;
const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
const FILE_ATTRIBUTE_HIDDEN: u32 = 0x2;
const FILE_ATTRIBUTE_REPARSE_POINT: u32 = 0x400;
/// Between 1601 and 1970, in steps of 100 ns.
const EPOCH_TICKS: i64 = 116_444_736_000_000_000;
/// FAT and its kin; the volume's kind is not asked for, so the coarsest counts.
const GRANULE_NS: i64 = 2_000_000_000;

/// A folder that was there when it was opened.
#[derive(Debug)]
pub(crate) struct Dir(PathBuf);

impl Dir {
    /// Opens a root; the way to it may lead over links, they are the person's.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        Self::of(path, fs::metadata)
    }

    fn of(path: PathBuf, look: impl Fn(PathBuf) -> io::Result<Metadata>) -> io::Result<Self> {
        let meta = look(path.clone())?;
        if !meta.is_dir() || meta.file_attributes() & FILE_ATTRIBUTE_REPARSE_POINT != 0 {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self(path))
    }

    /// Opens a folder in it, not over a link or junction.
    pub(crate) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        Self::of(self.0.join(name), fs::symlink_metadata)
    }

    /// Makes a folder in it; one that is there is fine.
    pub(crate) fn make_folder(&self, name: &OsStr) -> io::Result<()> {
        match fs::create_dir(self.0.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made,
        }
    }

    /// What is in it, each with what the listing says of it.
    pub(crate) fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            // From the listing itself: opens nothing.
            let meta = entry.metadata()?;
            entries.push(Entry {
                name: entry.file_name(),
                kind: Some(kind(meta.file_type(), meta.file_attributes())),
                seen: Some(seen(&meta)),
            });
        }
        Ok(entries)
    }

    /// Looks at an entry, not over a link.
    pub(crate) fn look(&self, name: &OsStr) -> io::Result<Seen> {
        Ok(seen(&fs::symlink_metadata(self.0.join(name))?))
    }

    /// Opens a file for reading while nobody writes it: with write sharing denied the system
    /// refuses when a program has it open for writing.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE)
            .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
            .open(self.0.join(name))
    }

    /// Makes a file that is not there yet.
    pub(crate) fn create(&self, name: &OsStr) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).open(self.0.join(name))
    }

    /// Rights come from the folder.
    pub(crate) fn same_rights(&self, _name: &OsStr, _like: &OsStr) -> io::Result<()> {
        Ok(())
    }

    /// Gives a file a name that nothing has.
    pub(crate) fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let (from, to) = (self.0.join(from), self.0.join(to));
        // The standard rename covers what is there; a second name does not.
        match fs::hard_link(&from, &to) {
            Ok(()) => fs::remove_file(&from),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) => match fs::symlink_metadata(&to) {
                Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => fs::rename(&from, &to),
                Err(error) => Err(error),
            },
        }
    }

    /// Windows cannot exchange two names in one step.
    pub(crate) fn exchange(&self, _a: &OsStr, _b: &OsStr) -> io::Result<bool> {
        Ok(false)
    }

    /// Gives a file a name whatever has it.
    pub(crate) fn rename_over(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    /// Removes a file.
    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    /// NTFS journals names itself.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// Which folder on which volume this is, by its creation and its path.
    pub(crate) fn volume(&self) -> io::Result<Volume> {
        let meta = fs::metadata(&self.0)?;
        let prefix = self.0.components().next();
        let prefix = prefix.map_or_else(String::new, |first| {
            first.as_os_str().to_string_lossy().into_owned()
        });
        let share = prefix.to_ascii_uppercase().contains(r"\\?\UNC\");
        Ok(Volume {
            identity: format!("{prefix}:{:x}", meta.creation_time()),
            granule_ns: GRANULE_NS,
            stable_ids: false,
            unwatchable: share.then_some("a Windows share"),
        })
    }
}

/// Looks at an opened file.
pub(crate) fn look_at(file: &File) -> io::Result<Seen> {
    Ok(seen(&file.metadata()?))
}

fn kind(kind: FileType, attributes: u32) -> Kind {
    if kind.is_symlink_file() || kind.is_symlink_dir() {
        Kind::Link
    } else if kind.is_dir() && attributes & FILE_ATTRIBUTE_REPARSE_POINT != 0 {
        // A junction leads elsewhere like a link.
        Kind::Link
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}

fn seen(meta: &Metadata) -> Seen {
    let ticks = i64::try_from(meta.last_write_time()).unwrap_or_default();
    Seen {
        kind: kind(meta.file_type(), meta.file_attributes()),
        stat: Stat {
            size: meta.file_size(),
            mtime_ns: ticks.saturating_sub(EPOCH_TICKS).saturating_mul(100),
            identity: None,
        },
        node: (0, 0),
        hidden: meta.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0,
    }
}
