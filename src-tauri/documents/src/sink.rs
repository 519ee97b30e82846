//! Writing a stream into a new file with its hash: what downloads and the history share.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt as _};
use tokio::io::AsyncWriteExt as _;

use crate::content_hash::{ContentHash, Hasher};

/// Write buffer size in bytes.
const WRITE_BYTES: usize = 1024 * 1024;

/// A temporary file that is removed unless it was put in its place.
#[derive(Debug)]
pub struct TempFile {
    path: PathBuf,
    private: bool,
    placed: bool,
}

impl TempFile {
    /// Returns a fresh name of ours in the folder, of a file that is private to the person; our
    /// names there are ignored and cleaned at start.
    #[must_use]
    pub fn new_in(dir: &Path) -> Self {
        let name = format!(".fielddesk-{}.tmp", uuid::Uuid::now_v7().simple());
        Self {
            path: dir.join(name),
            private: true,
            placed: false,
        }
    }

    /// Returns the same of a file that becomes one of the person's: it has the rights of any new
    /// file there.
    #[must_use]
    pub fn ordinary_in(dir: &Path) -> Self {
        let mut temporary = Self::new_in(dir);
        temporary.private = false;
        temporary
    }

    /// Makes the file, empty.
    pub fn create(&self) -> io::Result<File> {
        self.options().open(&self.path)
    }

    fn options(&self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if self.private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        options
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes that the file is in its place; there is nothing to remove.
    pub fn placed(mut self) {
        self.placed = true;
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.placed {
            // It may never have been made.
            drop(std::fs::remove_file(&self.path));
        }
    }
}

/// Says whether a name is one of our temporary files.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(".fielddesk-") && name.ends_with(".tmp")
}

/// Length and hash of a written file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Length in bytes.
    pub bytes: u64,
    /// Hash of the content.
    pub sha256: ContentHash,
}

/// Reasons writing stopped: the source may be asked again, the disk may not.
#[derive(Debug)]
pub enum WriteError<E> {
    /// The stream failed.
    Source(E),
    /// The disk failed.
    Local(io::Error),
}

/// Writes the stream into `temporary` and flushes it to the disk.
///
/// # Errors
/// The stream's or the disk's. The file is removed with `temporary`.
pub async fn write<S, E>(stream: S, temporary: &TempFile) -> Result<Written, WriteError<E>>
where
    S: Stream<Item = Result<Bytes, E>>,
{
    let options = tokio::fs::OpenOptions::from(temporary.options());
    let mut file = options
        .open(temporary.path())
        .await
        .map_err(WriteError::Local)?;
    let mut hasher = Hasher::default();
    let mut waiting = BytesMut::new();
    let mut bytes = 0;
    futures::pin_mut!(stream);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(WriteError::Source)?;
        hasher.update(&chunk);
        waiting.extend_from_slice(&chunk);
        bytes += chunk.len() as u64;
        if waiting.len() >= WRITE_BYTES {
            file.write_all(&waiting).await.map_err(WriteError::Local)?;
            waiting.clear();
        }
    }
    file.write_all(&waiting).await.map_err(WriteError::Local)?;
    file.flush().await.map_err(WriteError::Local)?;
    file.sync_all().await.map_err(WriteError::Local)?;
    Ok(Written {
        bytes,
        sha256: hasher.finish(),
    })
}

/// Space of the disk that holds a folder.
#[derive(Debug, Clone, Copy)]
pub struct Space {
    /// Space free for this user, in bytes.
    pub free_bytes: u64,
    /// All of it, in bytes.
    pub total_bytes: u64,
}

impl Space {
    /// Asks the system.
    pub fn of(dir: &Path) -> io::Result<Self> {
        let stats = fs4::statvfs(dir)?;
        Ok(Self {
            free_bytes: stats.available_space(),
            total_bytes: stats.total_space(),
        })
    }
}
