//! A file on the disk: what tells that it is still the same, how it is opened and hashed.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

/// What is read at once only to be hashed.
const HASH_BYTES: usize = 256 * 1024;

/// What tells whether a file is still the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) modified: Option<SystemTime>,
    identity: Option<(u64, u64)>,
}

impl Stamp {
    pub(crate) fn of(data: &Metadata) -> Self {
        Self {
            size: data.len(),
            modified: data.modified().ok(),
            identity: identity(data),
        }
    }

    /// Whether nobody wrote to the file for that long. A date in the future says nothing.
    pub(crate) fn stands_still(&self, now: SystemTime, quiet: Duration) -> bool {
        let age = self
            .modified
            .and_then(|modified| now.duration_since(modified).ok());
        age.is_none_or(|age| age >= quiet)
    }
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the same signature on every system"
)]
fn identity(data: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(_data: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Opens without waiting for a writer, should the path be a pipe by now.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    non_blocking(&mut options);
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(not_a_file());
    }
    Ok(file)
}

#[cfg(unix)]
fn non_blocking(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    /// `O_NONBLOCK` of the system.
    const FLAG: i32 = if cfg!(target_os = "linux") {
        0o4000
    } else {
        0x4
    };
    options.custom_flags(FLAG);
}

#[cfg(not(unix))]
fn non_blocking(_options: &mut OpenOptions) {}

/// Opens a file that is to be sent: being listed does not say that it may be read.
pub(crate) fn try_opening(path: &Path) -> io::Result<()> {
    match open_file(path) {
        Err(error) if lasts(error.kind()) => Err(error),
        _ => Ok(()),
    }
}

/// Whether an error of opening a file stays until somebody changes something. Other ones pass by
/// themselves, as a lock that another program holds (on Windows a sharing violation, which is no
/// denied permission): of those sending tells, when it comes to the file.
const fn lasts(opening: io::ErrorKind) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        opening,
        Kind::PermissionDenied | Kind::NotFound | Kind::InvalidInput
    )
}

pub(crate) fn stat_file(path: &Path) -> io::Result<Stamp> {
    stamp_of(&std::fs::metadata(path)?)
}

/// The stamp of what is said of a file; an error for what is none.
pub(crate) fn stamp_of(data: &Metadata) -> io::Result<Stamp> {
    if data.is_file() {
        Ok(Stamp::of(data))
    } else {
        Err(not_a_file())
    }
}

/// SHA-256 of a file in hex, and its stamp; fails when it changed meanwhile.
pub(crate) fn hash_file(path: &Path) -> io::Result<(String, Stamp)> {
    let mut file = open_file(path)?;
    let before = Stamp::of(&file.metadata()?);
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; HASH_BYTES];
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        hasher.update(chunk.get(..count).unwrap_or_default());
    }
    if Stamp::of(&file.metadata()?) != before {
        return Err(changed());
    }
    Ok((hex::encode(hasher.finalize()), before))
}

fn not_a_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a file")
}

pub(super) fn changed() -> io::Error {
    io::Error::other("the file changed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_allowed_or_gone_lasts_and_a_lock_passes() {
        for denied in [io::ErrorKind::PermissionDenied, io::ErrorKind::NotFound] {
            assert!(lasts(denied), "{denied}");
        }
        for passing in [
            io::ErrorKind::ResourceBusy,
            io::ErrorKind::WouldBlock,
            io::ErrorKind::Interrupted,
            io::ErrorKind::TimedOut,
            io::ErrorKind::Other,
        ] {
            assert!(!lasts(passing), "{passing}");
        }
        #[cfg(windows)]
        for (code, stays) in [(32, false), (5, true)] {
            // A sharing violation, and access that is denied.
            assert_eq!(
                lasts(io::Error::from_raw_os_error(code).kind()),
                stays,
                "{code}"
            );
        }
    }

    #[test]
    fn a_file_that_went_cannot_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pdf");
        std::fs::write(&path, "a").unwrap();
        try_opening(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let gone = try_opening(&path).unwrap_err();
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
    }
}
