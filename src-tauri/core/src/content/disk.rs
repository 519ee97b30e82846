//! A file on the disk: what tells that it is still the same, how it is opened and hashed.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::SystemTime;

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

pub(crate) fn stat_file(path: &Path) -> io::Result<Stamp> {
    let data = std::fs::metadata(path)?;
    if data.is_file() {
        Ok(Stamp::of(&data))
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
