//! Writing a stream into a new file with its hash: what downloads and the history share.

use std::path::{Path, PathBuf};

use bytes::{Bytes, BytesMut};
use fielddesk_api::{CancellationToken, Progress};
use futures::{Stream, StreamExt as _};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;

use crate::Failure;

/// What is gathered before the disk is asked.
const WRITE_BYTES: usize = 1024 * 1024;

/// A temporary file that is removed unless it was put in its place.
#[derive(Debug)]
pub(crate) struct TempFile {
    path: PathBuf,
    placed: bool,
}

impl TempFile {
    /// A fresh name of ours in the folder; our names there are ignored and cleaned at start.
    pub(crate) fn new_in(dir: &Path) -> Self {
        let name = format!(".fielddesk-{}.tmp", uuid::Uuid::now_v7().simple());
        Self {
            path: dir.join(name),
            placed: false,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file is in its place; there is nothing to remove.
    pub(crate) fn placed(mut self) {
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

/// Whether a name is one of our temporary files.
pub(crate) fn is_temporary(name: &str) -> bool {
    name.starts_with(".fielddesk-") && name.ends_with(".tmp")
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

/// Why writing stopped: the source may be asked again, the disk may not.
pub(crate) enum WriteError<E> {
    Source(E),
    Local(Failure),
    Cancelled,
}

/// Writes the stream into `temporary`, private to the person, and flushes it to the disk.
pub(crate) async fn write<S, E>(
    stream: S,
    temporary: &TempFile,
    progress: &Progress,
    cancel: &CancellationToken,
) -> Result<Written, WriteError<E>>
where
    S: Stream<Item = Result<Bytes, E>>,
{
    let path = temporary.path();
    let local = |error: std::io::Error| {
        let dir = path.parent().unwrap_or(path);
        WriteError::Local(Failure::local("write in", dir, &error))
    };
    let mut file = create_private(path).await.map_err(local)?;
    let mut hasher = Sha256::new();
    let mut waiting = BytesMut::with_capacity(WRITE_BYTES * 2);
    let mut bytes = 0;
    futures::pin_mut!(stream);
    loop {
        let next = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(WriteError::Cancelled),
            next = stream.next() => next,
        };
        let Some(chunk) = next else { break };
        let chunk = chunk.map_err(WriteError::Source)?;
        hasher.update(&chunk);
        waiting.extend_from_slice(&chunk);
        bytes += chunk.len() as u64;
        progress.add(chunk.len() as u64);
        if waiting.len() >= WRITE_BYTES {
            file.write_all(&waiting).await.map_err(local)?;
            waiting.clear();
        }
    }
    file.write_all(&waiting).await.map_err(local)?;
    file.flush().await.map_err(local)?;
    file.sync_all().await.map_err(local)?;
    Ok(Written {
        bytes,
        sha256: hex::encode(hasher.finalize()),
    })
}

async fn create_private(path: &Path) -> std::io::Result<tokio::fs::File> {
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    options.open(path).await
}

/// Space of the disk that holds a folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Space {
    pub(crate) free_bytes: u64,
    pub(crate) total_bytes: u64,
}

impl Space {
    /// Asks the system.
    pub(crate) fn of(dir: &Path) -> std::io::Result<Self> {
        let stats = fs4::statvfs(dir)?;
        Ok(Self {
            free_bytes: stats.available_space(),
            total_bytes: stats.total_space(),
        })
    }
}
