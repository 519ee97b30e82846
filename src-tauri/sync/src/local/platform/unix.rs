//! Linux and macOS: everything relative to an opened folder, no link followed below the root.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;

use rustix::fs::{self, Access, AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::{Entry, FileMetadata, Kind, Volume};
use crate::tree::{FileIdentity, Stat};

/// Two writes within one tick of the kernel's coarse clock leave the same time.
const TICK_NS: i64 = 10_000_000;
const TWO_SECONDS_NS: i64 = 2_000_000_000;

/// An opened folder.
#[derive(Debug)]
pub(crate) struct Dir(OwnedFd);

impl Dir {
    /// Opens a root; the way to it may lead over links, they are the person's.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(fs::open(path, flags, Mode::empty())?))
    }

    /// Opens a folder in it, not over a link.
    pub(crate) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self(fs::openat(&self.0, name, flags, Mode::empty())?))
    }

    /// Makes a folder in it; one that is there is fine.
    pub(crate) fn make_folder(&self, name: &OsStr) -> io::Result<()> {
        match fs::mkdirat(&self.0, name, Mode::from_raw_mode(0o777)) {
            Err(Errno::EXIST) => Ok(()),
            made => Ok(made?),
        }
    }

    /// Returns the entries, without `.` and `..`.
    pub(crate) fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            entries.push(Entry {
                name: OsString::from_vec(name.to_vec()),
                kind: kind(entry.file_type()),
                seen: None,
            });
        }
        Ok(entries)
    }

    /// Looks at an entry, not over a link.
    pub(crate) fn look(&self, name: &OsStr) -> io::Result<FileMetadata> {
        let stat = fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let mut seen = seen(&stat);
        // A file that all may read need not be asked for.
        if seen.kind == Kind::File && stat.st_mode & 0o444 != 0o444 {
            let asked = fs::accessat(&self.0, name, Access::READ_OK, AtFlags::empty());
            seen.denied = asked == Err(Errno::ACCESS);
        }
        Ok(seen)
    }

    /// The number of the device that it is on: another one than its parent's is another volume.
    pub(crate) fn device(&self) -> io::Result<u64> {
        Ok(fs::fstat(&self.0)?.st_dev)
    }

    /// As [`Dir::look`]: writers show in a file's times at once, and are found by its number.
    pub(crate) fn look_unheld(&self, name: &OsStr) -> io::Result<FileMetadata> {
        self.look(name)
    }

    /// Opens a file for reading; a pipe does not make us wait.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(fs::openat(&self.0, name, flags, Mode::empty())?.into())
    }

    /// Makes a file that is not there yet.
    pub(crate) fn create(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let mode = Mode::from_raw_mode(0o666);
        Ok(fs::openat(&self.0, name, flags | OFlags::CLOEXEC, mode)?.into())
    }

    /// Gives a file the rights that another has.
    pub(crate) fn same_rights(&self, name: &OsStr, like: &OsStr) -> io::Result<()> {
        let like = fs::statat(&self.0, like, AtFlags::SYMLINK_NOFOLLOW)?;
        let file = self.file(name)?;
        // Permission bits alone: what runs as somebody else is not ours to make.
        Ok(fs::fchmod(
            &file,
            Mode::from_raw_mode(like.st_mode & 0o777),
        )?)
    }

    /// Every name that comes here can be stored.
    pub(crate) fn may_be_made(&self, _name: &OsStr) -> io::Result<()> {
        Ok(())
    }

    /// Gives a file a name that nothing has.
    pub(crate) fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let flags = fs::RenameFlags::NOREPLACE;
        match fs::renameat_with(&self.0, from, &self.0, to, flags) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => self.link_new(from, to),
            renamed => Ok(renamed?),
        }
    }

    fn link_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        match fs::linkat(&self.0, from, &self.0, to, AtFlags::empty()) {
            Ok(()) => self.remove(from),
            Err(Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS | Errno::MLINK) => {
                // A volume with neither: a look right before is all there is.
                match fs::statat(&self.0, to, AtFlags::SYMLINK_NOFOLLOW) {
                    Err(Errno::NOENT) => self.rename_over(from, to),
                    Ok(_) => Err(Errno::EXIST.into()),
                    Err(error) => Err(error.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Lets two files change their names in one step; false where the volume cannot.
    pub(crate) fn exchange(&self, a: &OsStr, b: &OsStr) -> io::Result<bool> {
        match fs::renameat_with(&self.0, a, &self.0, b, fs::RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a file a name whatever has it.
    pub(crate) fn rename_over(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(fs::renameat(&self.0, from, &self.0, to)?)
    }

    /// Removes a file.
    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Makes the names in it durable.
    pub(crate) fn sync(&self) -> io::Result<()> {
        match fs::fsync(&self.0) {
            // Some network volumes have nothing to sync for a folder.
            Err(Errno::INVAL) => Ok(()),
            synced => Ok(synced?),
        }
    }

    /// Returns the properties of the volume, and the identity of this folder on it.
    pub(crate) fn volume(&self) -> io::Result<Volume> {
        let stat = fs::fstat(&self.0)?;
        let number = fs::fstatvfs(&self.0)?.f_fsid;
        let kind = self.kind_of_volume()?;
        // Numbers of network volumes are given anew at each mount; what is mounted stays.
        let volume = match (kind.network, number) {
            (true, _) | (_, 0) => {
                mounted(stat.st_dev).unwrap_or_else(|| format!("{:x}", stat.st_dev))
            }
            (false, number) => format!("{number:016x}"),
        };
        let identity = if kind.stable_ids {
            format!("{volume}:{}", stat.st_ino)
        } else {
            volume.clone()
        };
        Ok(Volume {
            name: volume,
            identity,
            granule_ns: kind.granule_ns,
            stable_ids: kind.stable_ids,
            unwatchable: kind.network.then_some(kind.name),
        })
    }

    #[cfg(target_os = "linux")]
    fn kind_of_volume(&self) -> io::Result<VolumeKind> {
        let magic = fs::fstatfs(&self.0)?.f_type;
        // Numbers as in the kernel's magic.h; some are wider than 32 bits when read as signed.
        let kind = match u32::try_from(magic.rem_euclid(1 << 32)).unwrap_or_default() {
            0x4d44 | 0x2011_bab0 => VolumeKind::local(TWO_SECONDS_NS, false),
            0x6969 => VolumeKind::network("NFS"),
            0x517b | 0xff53_4d42 | 0xfe53_4d42 => VolumeKind::network("a Windows share"),
            0x6573_5546 => VolumeKind::network("FUSE"),
            0x0102_1997 => VolumeKind::network("9p"),
            0x00c3_6400 => VolumeKind::network("Ceph"),
            0x5346_414f => VolumeKind::network("AFS"),
            _ => VolumeKind::local(TICK_NS, true),
        };
        Ok(kind)
    }

    #[cfg(not(target_os = "linux"))]
    fn kind_of_volume(&self) -> io::Result<VolumeKind> {
        Ok(VolumeKind::local(TICK_NS, true))
    }
}

struct VolumeKind {
    name: &'static str,
    network: bool,
    stable_ids: bool,
    granule_ns: i64,
}

impl VolumeKind {
    const fn local(granule_ns: i64, stable_ids: bool) -> Self {
        Self {
            name: "",
            network: false,
            stable_ids,
            granule_ns,
        }
    }

    #[cfg(target_os = "linux")]
    const fn network(name: &'static str) -> Self {
        Self {
            name,
            network: true,
            stable_ids: false,
            // What lies behind is not known: as coarse as the coarsest.
            granule_ns: TWO_SECONDS_NS,
        }
    }
}

/// Returns type and source of the volume mounted on a device.
#[cfg(target_os = "linux")]
fn mounted(device: u64) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the adapter behind the LocalFs port"
    )]
    let table = std::fs::read("/proc/self/mountinfo").ok()?;
    let table = String::from_utf8_lossy(&table);
    let number = format!(
        "{}:{}",
        rustix::fs::major(device),
        rustix::fs::minor(device)
    );
    table.lines().find_map(|line| {
        let (mount, source) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(2);
        let (device, root) = (fields.next()?, fields.next()?);
        let mut source = source.split(' ');
        (device == number).then(|| {
            let (kind, source) = (source.next().unwrap_or(""), source.next().unwrap_or(""));
            format!("{kind}:{source}{root}")
        })
    })
}

#[cfg(not(target_os = "linux"))]
fn mounted<T>(_device: T) -> Option<String> {
    None
}

/// Looks at an opened file.
pub(crate) fn look_at(file: &File) -> io::Result<FileMetadata> {
    Ok(seen(&fs::fstat(file)?))
}

const fn kind(kind: FileType) -> Option<Kind> {
    match kind {
        FileType::RegularFile => Some(Kind::File),
        FileType::Directory => Some(Kind::Folder),
        FileType::Symlink => Some(Kind::Link),
        FileType::Unknown => None,
        _ => Some(Kind::Other),
    }
}

fn seen(stat: &fs::Stat) -> FileMetadata {
    let nanos =
        |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    let at = |nanos: u64| i64::try_from(nanos).unwrap_or_default();
    FileMetadata {
        kind: kind(FileType::from_raw_mode(stat.st_mode)).unwrap_or(Kind::Other),
        stat: Stat {
            size: u64::try_from(stat.st_size).unwrap_or_default(),
            mtime_ns: nanos(stat.st_mtime, at(stat.st_mtime_nsec)),
            identity: Some(FileIdentity {
                file: stat.st_ino,
                changed_ns: nanos(stat.st_ctime, at(stat.st_ctime_nsec)),
            }),
        },
        node: (stat.st_dev, stat.st_ino),
        hidden: false,
        denied: false,
    }
}
