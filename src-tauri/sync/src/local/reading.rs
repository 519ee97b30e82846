//! Reads files that are still the ones that were looked at.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use tokio::sync::mpsc;

use super::error::of_file;
use super::folder::OsFolder;
use super::platform::{Kind, look_at};
use crate::content_hash::{ContentHash, Hasher};
use crate::path::RelPath;
use crate::ports::{ByteStream, Content, LocalError, SourceError, WHOLE_UP_TO_BYTES};
use crate::tree::Stat;
use fielddesk_documents::lock::lock;

/// Bytes read at a time.
const CHUNK: usize = 512 * 1024;
/// Number of chunks read ahead.
const AHEAD: usize = 2;

/// Looks at a file; none when it is not there.
pub(super) fn stat(folder: &OsFolder, path: &RelPath) -> Result<Option<Stat>, LocalError> {
    let dir = match folder.enter(path) {
        Ok(dir) => dir,
        Err(LocalError::Gone) => return Ok(None),
        Err(LocalError::Changed) => return Err(LocalError::Denied("a link is on the way".into())),
        Err(error) => return Err(error),
    };
    match dir.look(path.name().as_ref()) {
        Ok(seen) if seen.kind == Kind::File => Ok(Some(folder.stat_of(&seen))),
        Ok(_) => Err(LocalError::Denied("it is no file any more".into())),
        Err(error) => match of_file(&error) {
            LocalError::Gone => Ok(None),
            error => Err(error),
        },
    }
}

/// Opens a file that is still the one looked at.
pub(super) fn open(folder: &OsFolder, path: &RelPath, stat: &Stat) -> Result<File, LocalError> {
    let open = || {
        let dir = folder.enter(path)?;
        let file = dir.file(path.name().as_ref());
        let file = file.map_err(|error| of_file(&error))?;
        same(folder, &file, stat)?;
        Ok(file)
    };
    open().map_err(|error| folder.doubt(path, error))
}

/// Returns an error unless an opened file is a regular one that looks as it did.
fn same(folder: &OsFolder, file: &File, stat: &Stat) -> Result<(), LocalError> {
    let seen = look_at(file).map_err(|error| of_file(&error))?;
    if seen.kind != Kind::File || folder.stat_of(&seen) != *stat {
        return Err(LocalError::Changed);
    }
    Ok(())
}

/// The look at the end: the bytes that were read and the name are still of that file.
fn still(folder: &OsFolder, path: &RelPath, stat: &Stat, file: &File) -> Result<(), LocalError> {
    let look = || {
        same(folder, file, stat)?;
        let dir = folder.enter(path)?;
        let seen = dir.look_unheld(path.name().as_ref());
        let seen = seen.map_err(|error| of_file(&error))?;
        if folder.stat_of(&seen) == *stat {
            Ok(())
        } else {
            Err(LocalError::Changed)
        }
    };
    look().map_err(|error| folder.doubt(path, error))
}

/// Hands a file's bytes over in pieces; more or fewer than looked at is a change.
fn pieces(
    mut file: &File,
    size: u64,
    mut take: impl FnMut(Vec<u8>) -> bool,
) -> Result<bool, LocalError> {
    let mut left = size;
    loop {
        let length = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        // One byte more than there should be, so that a file that grew is noticed.
        let mut bytes = Vec::with_capacity(length + 1);
        let wanted = u64::try_from(length).unwrap_or_default() + u64::from(left <= CHUNK as u64);
        let read = (&mut file).take(wanted).read_to_end(&mut bytes);
        let read = read.map_err(|error| of_file(&error))? as u64;
        if read > left || (read == 0 && left > 0) {
            return Err(LocalError::Changed);
        }
        left -= read;
        if read > 0 && !take(bytes) {
            return Ok(false);
        }
        if left == 0 {
            return Ok(true);
        }
    }
}

/// Hashes a file between two looks.
pub(super) fn hash(
    folder: &OsFolder,
    path: &RelPath,
    stat: &Stat,
) -> Result<ContentHash, LocalError> {
    let file = open(folder, path, stat)?;
    let mut hasher = Hasher::default();
    pieces(&file, stat.size, |bytes| {
        hasher.update(&bytes);
        true
    })
    .map_err(|error| folder.doubt(path, error))?;
    still(folder, path, stat, &file)?;
    Ok(hasher.finish())
}

/// Opens a file for an upload: a small one is read whole now.
pub(super) fn content(
    folder: &OsFolder,
    path: &RelPath,
    stat: &Stat,
) -> Result<Arc<dyn Content>, LocalError> {
    let file = open(folder, path, stat)?;
    if stat.size > WHOLE_UP_TO_BYTES {
        return Ok(Arc::new(Large {
            folder: folder.clone(),
            path: path.clone(),
            stat: *stat,
            sha256: Arc::default(),
        }));
    }
    let mut chunks = Vec::new();
    let mut hasher = Hasher::default();
    pieces(&file, stat.size, |bytes| {
        hasher.update(&bytes);
        chunks.push(Bytes::from(bytes));
        true
    })
    .map_err(|error| folder.doubt(path, error))?;
    still(folder, path, stat, &file)?;
    Ok(Arc::new(Whole {
        chunks,
        size: stat.size,
        sha256: hasher.finish(),
    }))
}

/// A file's bytes with a look at their end.
pub(super) fn stream(folder: OsFolder, path: RelPath, stat: Stat, file: File) -> ByteStream {
    let (sender, receiver) = mpsc::channel(AHEAD);
    tokio::task::spawn_blocking(move || {
        let send = |bytes: Vec<u8>| sender.blocking_send(Ok(Bytes::from(bytes))).is_ok();
        let done = pieces(&file, stat.size, send);
        let done = done.and_then(|whole| {
            // Nobody listens any more when it is not whole.
            if whole {
                still(&folder, &path, &stat, &file)
            } else {
                Ok(())
            }
        });
        if let Err(error) = done {
            let error = folder.doubt(&path, error);
            if sender
                .blocking_send(Err(SourceError::Local(error)))
                .is_err()
            {
                tracing::debug!(%path, "a read ended early");
            }
        }
    });
    taken(receiver)
}

fn taken<T: Send + 'static>(receiver: mpsc::Receiver<T>) -> BoxStream<'static, T> {
    futures::stream::unfold(receiver, |mut receiver| async move {
        let item = receiver.recv().await?;
        Some((item, receiver))
    })
    .boxed()
}

/// A small file, in memory.
struct Whole {
    chunks: Vec<Bytes>,
    size: u64,
    sha256: ContentHash,
}

#[async_trait]
impl Content for Whole {
    fn size(&self) -> u64 {
        self.size
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        Ok(futures::stream::iter(self.chunks.clone().into_iter().map(Ok)).boxed())
    }

    async fn unchanged(&self) -> io::Result<()> {
        // Read between two looks: these bytes were the file.
        Ok(())
    }

    fn sha256(&self) -> Option<ContentHash> {
        Some(self.sha256)
    }
}

/// A large file, which is hashed while it is read.
struct Large {
    folder: OsFolder,
    path: RelPath,
    stat: Stat,
    sha256: Arc<Mutex<Option<ContentHash>>>,
}

#[async_trait]
impl Content for Large {
    fn size(&self) -> u64 {
        self.stat.size
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        let (path, stat) = (self.path.clone(), self.stat);
        let file = self
            .folder
            .blocking(move |folder| open(folder, &path, &stat))
            .await
            .map_err(io::Error::other)?;
        let (sender, receiver) = mpsc::channel(AHEAD);
        let sha256 = self.sha256.clone();
        tokio::task::spawn_blocking(move || {
            let mut hasher = Hasher::default();
            // The last piece waits until the hash is known, for whoever asks after the last byte.
            let mut held: Option<Bytes> = None;
            let whole = pieces(&file, stat.size, |bytes| {
                hasher.update(&bytes);
                match held.replace(Bytes::from(bytes)) {
                    Some(before) => sender.blocking_send(Ok(before)).is_ok(),
                    None => true,
                }
            });
            let last = match whole {
                Ok(true) => {
                    *lock(&sha256) = Some(hasher.finish());
                    held.map(Ok)
                }
                Ok(false) => None,
                Err(error) => Some(Err(io::Error::other(error))),
            };
            if let Some(last) = last
                && sender.blocking_send(last).is_err()
            {
                tracing::debug!("an upload ended early");
            }
        });
        Ok(taken(receiver))
    }

    async fn unchanged(&self) -> io::Result<()> {
        let (path, stat) = (self.path.clone(), self.stat);
        let same = self.folder.blocking(move |folder| {
            let file = open(folder, &path, &stat)?;
            still(folder, &path, &stat, &file)
        });
        same.await.map_err(io::Error::other)
    }

    fn sha256(&self) -> Option<ContentHash> {
        *lock(&self.sha256)
    }
}
