//! Windows: a folder by its path, entries with what the listing says of them.
//!
//! The listing gives size, times, attributes, ids and change times of every entry in bulk; no
//! file is opened for them. Where a volume has no ids (FAT, some shares) they are left out, and
//! size and time alone cause a hash.

#![expect(
    clippy::disallowed_methods,
    reason = "this is the adapter behind the LocalFs port"
)]

mod ask;

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use fielddesk_rules::file_name::safe_file_name;

use super::{Entry, FileMetadata, Kind, Volume};
use crate::tree::{FileIdentity, Stat};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_DEVICE, FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_OFFLINE,
    FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, FILE_ATTRIBUTE_REPARSE_POINT, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, FILE_GENERIC_READ, FILE_LIST_DIRECTORY, FILE_READ_ATTRIBUTES,
    FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
};

/// The bit of a tag that says: this leads elsewhere.
const NAME_SURROGATE: u32 = 0x2000_0000;
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
        if kind_of(&meta) != Kind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self(path))
    }

    /// The path of an entry. Documents may be called anything: here a separator leads out of
    /// the folder, a colon into a stream or onto another drive.
    fn at(&self, name: &OsStr) -> io::Result<PathBuf> {
        let bytes = name.as_encoded_bytes();
        let leads_away = |byte: &u8| matches!(byte, b'\\' | b'/' | b':');
        if matches!(bytes, b"" | b"." | b"..") || bytes.iter().any(leads_away) {
            return Err(cannot_be_stored());
        }
        Ok(self.0.join(name))
    }

    /// Refuses a new name under which other programs would not find the entry: they drop dots
    /// and blanks at its end and take some names for devices, our long paths do not.
    pub(crate) fn may_be_made(&self, name: &OsStr) -> io::Result<()> {
        match name.to_str().map(safe_file_name) {
            Some(safe) if !safe.changed => Ok(()),
            _ => Err(cannot_be_stored()),
        }
    }

    /// Opens a folder in it, not over a link or junction.
    pub(crate) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        Self::of(self.at(name)?, fs::symlink_metadata)
    }

    /// Makes a folder in it; one that is there is fine.
    pub(crate) fn make_folder(&self, name: &OsStr) -> io::Result<()> {
        self.may_be_made(name)?;
        match fs::create_dir(self.at(name)?) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            made => made,
        }
    }

    /// Returns the entries, each with the look that the listing gives.
    pub(crate) fn entries(&self) -> io::Result<Vec<Entry>> {
        let folder = open(&self.0, FILE_LIST_DIRECTORY)?;
        let Some(listed) = ask::list(&folder)? else {
            return self.plain_entries();
        };
        let entry = |listed: ask::Listed| Entry {
            kind: Some(kind(listed.attributes, listed.tag)),
            seen: Some(FileMetadata {
                kind: kind(listed.attributes, listed.tag),
                stat: Stat {
                    size: listed.size,
                    mtime_ns: nanos(listed.written_ticks),
                    identity: identity(
                        listed.attributes,
                        Some(listed.file),
                        Some(listed.changed_ticks),
                    ),
                },
                node: (0, listed.file),
                hidden: listed.attributes & FILE_ATTRIBUTE_HIDDEN != 0,
                denied: false,
            }),
            name: listed.name,
        };
        Ok(listed.into_iter().map(entry).collect())
    }

    /// As the standard library lists; on volumes without ids.
    fn plain_entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let meta = entry.metadata()?;
            entries.push(Entry {
                name: entry.file_name(),
                kind: Some(kind_of(&meta)),
                seen: Some(seen(&meta, None)),
            });
        }
        Ok(entries)
    }

    /// Looks at an entry, not over a link. It is opened for its attributes alone, which no
    /// other program can keep us from and which keeps none from anything.
    pub(crate) fn look(&self, name: &OsStr) -> io::Result<FileMetadata> {
        look_at(&open(&self.at(name)?, FILE_READ_ATTRIBUTES)?)
    }

    /// Opens a file for reading that no program is writing. Others may write while it is read, so
    /// that no save of a person fails because of us; [`Dir::look_unheld`] shows it at the end.
    ///
    /// # Errors
    /// Among others for a file whose content is only online.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        let meta = open(&self.at(name)?, FILE_READ_ATTRIBUTES)?.metadata()?;
        if is_only_online(meta.file_attributes()) {
            return Err(io::Error::other(
                "its content is only online; choose \"Always keep on this device\" for it",
            ));
        }
        let unheld = self.unheld(name)?;
        let file = open(&self.at(name)?, FILE_GENERIC_READ)?;
        drop(unheld);
        Ok(file)
    }

    /// Looks at an entry that no program has open for writing.
    pub(crate) fn look_unheld(&self, name: &OsStr) -> io::Result<FileMetadata> {
        look_at(&self.unheld(name)?)
    }

    /// With write sharing denied the system refuses while a program has it open for writing.
    fn unheld(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE)
            .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
            .open(self.at(name)?)
    }

    /// Makes a file that is not there yet.
    pub(crate) fn create(&self, name: &OsStr) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).open(self.at(name)?)
    }

    /// Rights come from the folder.
    pub(crate) fn same_rights(&self, _name: &OsStr, _like: &OsStr) -> io::Result<()> {
        Ok(())
    }

    /// Gives a file a name that nothing has.
    pub(crate) fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let (from, to) = (self.at(from)?, self.at(to)?);
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
        fs::rename(self.at(from)?, self.at(to)?)
    }

    /// Removes a file, a read-only one too: the standard library does that on disks alone, and
    /// not on shares and in older systems.
    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        let path = self.at(name)?;
        let Err(error) = fs::remove_file(&path) else {
            return Ok(());
        };
        let mut rights = fs::symlink_metadata(&path)?.permissions();
        if error.kind() != io::ErrorKind::PermissionDenied || !rights.readonly() {
            return Err(error);
        }
        #[expect(clippy::permissions_set_readonly_false, reason = "on Windows alone")]
        rights.set_readonly(false);
        fs::set_permissions(&path, rights)?;
        fs::remove_file(&path)
    }

    /// NTFS journals names itself.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// The serial number of the volume that it is on: another one than its parent's is another
    /// volume. Shares that number nothing have one number.
    pub(crate) fn device(&self) -> io::Result<u64> {
        let folder = open(&self.0, FILE_READ_ATTRIBUTES)?;
        Ok(ask::id(&folder).map_or(0, |id| id.volume))
    }

    /// Returns the volume and the identity of this folder on it: by their ids, else by its creation
    /// and its path.
    pub(crate) fn volume(&self) -> io::Result<Volume> {
        let folder = open(&self.0, FILE_READ_ATTRIBUTES)?;
        let id = ask::id(&folder).ok();
        let id = id.and_then(|id| Some((id.volume, id.file?)));
        let prefix = self.0.components().next();
        let prefix = prefix.map_or_else(String::new, |first| {
            first.as_os_str().to_string_lossy().into_owned()
        });
        let share = prefix.to_ascii_uppercase().contains(r"\\?\UNC\");
        let identity = match id {
            Some((volume, file)) if !share => format!("{volume:016x}:{file}"),
            _ => format!("{prefix}:{:x}", folder.metadata()?.creation_time()),
        };
        let name = match id {
            Some((volume, _)) if !share => format!("{volume:016x}"),
            _ => prefix,
        };
        Ok(Volume {
            name,
            identity,
            granule_ns: GRANULE_NS,
            stable_ids: id.is_some() && !share,
            unwatchable: share.then_some("a Windows share"),
        })
    }
}

fn cannot_be_stored() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidFilename,
        "Windows cannot store this name",
    )
}

/// Opens a file or folder itself, not the target of a link, and lets others do anything meanwhile.
fn open(path: &Path, access: u32) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(access)
        .share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path)
}

/// Looks at an opened file.
pub(crate) fn look_at(file: &File) -> io::Result<FileMetadata> {
    let id = ask::id(file).ok().and_then(|id| id.file);
    let changed = ask::changed_ticks(file).ok();
    let meta = file.metadata()?;
    Ok(seen(&meta, identity(meta.file_attributes(), id, changed)))
}

/// Returns the file's identity and the time when its record changed. `None` for content that is
/// only online: that happened to its record alone, and a hash would load all of it.
fn identity(attributes: u32, file: Option<u64>, changed: Option<i64>) -> Option<FileIdentity> {
    if is_only_online(attributes) {
        return None;
    }
    Some(FileIdentity {
        file: file?,
        changed_ns: nanos(changed?),
    })
}

/// Returns true where reading loads the content from a cloud or a tape.
const fn is_only_online(attributes: u32) -> bool {
    attributes & (FILE_ATTRIBUTE_OFFLINE | FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS) != 0
}

/// Returns the kind of an entry. Links and junctions lead elsewhere by their tag; other tags of
/// cloud folders and deduplicated volumes are files and folders.
const fn kind(attributes: u32, tag: u32) -> Kind {
    if attributes & FILE_ATTRIBUTE_DEVICE != 0 {
        Kind::Other
    } else if attributes & FILE_ATTRIBUTE_REPARSE_POINT != 0 && tag & NAME_SURROGATE != 0 {
        Kind::Link
    } else if attributes & FILE_ATTRIBUTE_DIRECTORY != 0 {
        Kind::Folder
    } else {
        Kind::File
    }
}

fn kind_of(meta: &Metadata) -> Kind {
    let tag = if meta.is_symlink() { NAME_SURROGATE } else { 0 };
    kind(meta.file_attributes(), tag)
}

const fn nanos(ticks: i64) -> i64 {
    ticks.saturating_sub(EPOCH_TICKS).saturating_mul(100)
}

fn seen(meta: &Metadata, identity: Option<FileIdentity>) -> FileMetadata {
    FileMetadata {
        kind: kind_of(meta),
        stat: Stat {
            size: meta.file_size(),
            mtime_ns: nanos(i64::try_from(meta.last_write_time()).unwrap_or_default()),
            identity,
        },
        node: (0, identity.map_or(0, |identity| identity.file)),
        hidden: meta.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0,
        denied: false,
    }
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::Storage::FileSystem::{
        FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_READONLY,
    };

    use super::*;

    #[test]
    fn what_leads_elsewhere_is_a_link_and_what_a_cloud_tags_is_not() {
        const TAGGED: u32 = FILE_ATTRIBUTE_REPARSE_POINT;
        for (attributes, tag, expected) in [
            (FILE_ATTRIBUTE_ARCHIVE, 0, Kind::File),
            (FILE_ATTRIBUTE_DIRECTORY, 0, Kind::Folder),
            // A junction, a symbolic link.
            (TAGGED | FILE_ATTRIBUTE_DIRECTORY, 0xA000_0003, Kind::Link),
            (TAGGED, 0xA000_000C, Kind::Link),
            // OneDrive, deduplication.
            (TAGGED, 0x9000_001A, Kind::File),
            (TAGGED | FILE_ATTRIBUTE_DIRECTORY, 0x9000_001A, Kind::Folder),
            (TAGGED, 0x8000_0013, Kind::File),
            (FILE_ATTRIBUTE_DEVICE, 0, Kind::Other),
        ] {
            assert_eq!(kind(attributes, tag), expected, "{attributes:x} {tag:x}");
        }
    }

    #[test]
    fn what_is_only_online_counts_by_size_and_time() {
        for (attributes, online) in [
            (FILE_ATTRIBUTE_ARCHIVE, false),
            (
                FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_REPARSE_POINT,
                false,
            ),
            (FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS, true),
            (FILE_ATTRIBUTE_OFFLINE | FILE_ATTRIBUTE_ARCHIVE, true),
        ] {
            let identity = identity(attributes, Some(7), Some(EPOCH_TICKS));
            assert_eq!(identity.is_none(), online, "{attributes:x}");
        }
    }
}
