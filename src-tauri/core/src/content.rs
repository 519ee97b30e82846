//! The bytes of a file that a person picked, as an upload reads them.
//!
//! A file is measured right before it is sent; its length is then fixed. A small one is read
//! whole between two looks, a larger one streams. When the last look differs from the first,
//! the request is aborted before its end and the service stores nothing: no torn file is ever
//! published. Hashing runs beside the sending.

mod disk;
mod ring;

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use fielddesk_api::{Chunks, Content, Progress};
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::limits::WHOLE_UP_TO_BYTES;
use fielddesk_documents::lock::lock;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncRead;
use tokio::sync::mpsc;
use tokio_util::io::StreamReader;

use crate::{Failure, FailureKind};
use disk::{changed, open_file};
use ring::{CHUNK_BYTES, Ring};

pub(crate) use disk::{Stamp, hash_file, stamp_of, stat_file, try_opening};

/// How many chunks the reading thread may be ahead of the connection.
const AHEAD: usize = 8;

/// What went wrong with a file while it was sent.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// It is not what it was when the request began.
    Changed,
    /// It could not be read.
    Unreadable(Failure),
}

/// A file about to be sent. Clones share what is known of the sending.
#[derive(Debug, Clone)]
pub(crate) struct FileContent(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    stamp: Stamp,
    hash: bool,
    read_bytes: AtomicU64,
    total: OnceLock<Progress>,
    sha256: Mutex<Option<String>>,
    fault: Mutex<Option<Fault>>,
}

impl FileContent {
    /// Measures a file. Links that a person picked are followed; what is not a file is refused.
    pub(crate) async fn look(path: &Path, hash: bool) -> Result<Self, Failure> {
        let path = path.to_owned();
        let stamp = blocking({
            let path = path.clone();
            move || stat_file(&path)
        })
        .await
        .map_err(|error| read_failure(&path, &error))?;
        Ok(Self::with_stamp(path, stamp, hash))
    }

    pub(crate) fn with_stamp(path: PathBuf, stamp: Stamp, hash: bool) -> Self {
        Self(Arc::new(Inner {
            path,
            stamp,
            hash,
            read_bytes: AtomicU64::new(0),
            total: OnceLock::new(),
            sha256: Mutex::new(None),
            fault: Mutex::new(None),
        }))
    }

    pub(crate) fn size(&self) -> u64 {
        self.0.stamp.size
    }

    /// When the file was last saved, where the disk tells.
    pub(crate) fn saved_at(&self) -> Option<DateTime<Utc>> {
        self.0.stamp.modified.map(DateTime::from)
    }

    /// Counts this file's bytes into a sum of several files as well.
    pub(crate) fn count_into(&self, total: &Progress) {
        // A second sum would be a defect without harm: the first one stays.
        drop(self.0.total.set(total.clone()));
    }

    /// Begins to count again, because the bytes are moved again.
    fn count_anew(&self) {
        let moved = self.0.read_bytes.swap(0, Ordering::Relaxed);
        if let Some(total) = self.0.total.get() {
            // Adding the complement takes away: the count wraps.
            total.add(moved.wrapping_neg());
        }
    }

    /// Bytes handed to the connection so far.
    pub(crate) fn read_bytes(&self) -> u64 {
        self.0.read_bytes.load(Ordering::Relaxed)
    }

    /// SHA-256 of what was sent, once it was read to its end.
    pub(crate) fn sha256(&self) -> Option<String> {
        lock(&self.0.sha256).clone()
    }

    /// Hashes a small file before it is sent: its hash is then written down with the intent. What
    /// changes just now is noticed when it is sent.
    pub(crate) async fn hash_small(&self) {
        if self.size() > WHOLE_UP_TO_BYTES {
            return;
        }
        let path = self.0.path.clone();
        if let Ok((sha256, stamp)) = blocking(move || hash_file(&path)).await
            && stamp == self.0.stamp
        {
            *lock(&self.0.sha256) = Some(sha256);
        }
    }

    /// What was wrong with this file, if it was this one.
    pub(crate) fn fault(&self) -> Option<Fault> {
        lock(&self.0.fault).clone()
    }

    fn note(&self, error: &io::Error, changed: bool) {
        let fault = if changed {
            Fault::Changed
        } else {
            Fault::Unreadable(read_failure(&self.0.path, error))
        };
        *lock(&self.0.fault) = Some(fault);
    }

    fn open_blocking(&self) -> io::Result<File> {
        let file = open_file(&self.0.path).inspect_err(|error| self.note(error, false))?;
        let now = file
            .metadata()
            .map(|data| Stamp::of(&data))
            .inspect_err(|error| self.note(error, false))?;
        if now != self.0.stamp {
            let error = changed();
            self.note(&error, true);
            return Err(error);
        }
        Ok(file)
    }

    fn read_whole(&self) -> io::Result<Bytes> {
        let mut file = self.open_blocking()?;
        let mut bytes = Vec::with_capacity(usize::try_from(self.size()).unwrap_or(0));
        let limit = self.size() + 1;
        (&mut file)
            .take(limit)
            .read_to_end(&mut bytes)
            .inspect_err(|error| self.note(error, false))?;
        let after = Stamp::of(&file.metadata()?);
        if after != self.0.stamp || bytes.len() as u64 != self.size() {
            let error = changed();
            self.note(&error, true);
            return Err(error);
        }
        if self.0.hash {
            *lock(&self.0.sha256) = Some(hex::encode(Sha256::digest(&bytes)));
        }
        Ok(Bytes::from(bytes))
    }

    /// Reads and hashes on a thread of its own, a few chunks ahead of the connection.
    fn read_ahead(&self, mut file: File, chunks: &mpsc::Sender<io::Result<Bytes>>) {
        let mut hasher = self.0.hash.then(Sha256::new);
        let mut ring = Ring::default();
        let mut left = self.size();
        while left > 0 {
            let mut buffer = ring.take();
            let want = usize::try_from(left)
                .unwrap_or(usize::MAX)
                .min(buffer.len());
            let bytes = buffer.get_mut(..want).unwrap_or_default();
            if let Err(error) = file.read_exact(bytes) {
                let cut = error.kind() == io::ErrorKind::UnexpectedEof;
                self.note(&error, cut);
                // Nobody reads any more when this fails.
                drop(chunks.blocking_send(Err(error)));
                return;
            }
            left -= want as u64;
            if let Some(hasher) = &mut hasher {
                hasher.update(bytes);
            }
            if left == 0
                && let Some(hasher) = hasher.take()
            {
                *lock(&self.0.sha256) = Some(hex::encode(hasher.finalize()));
            }
            if chunks.blocking_send(Ok(ring.lend(buffer, want))).is_err() {
                return;
            }
        }
    }
}

#[async_trait]
impl Content for FileContent {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        Ok(Box::pin(StreamReader::new(self.chunks().await?)))
    }

    async fn chunks(&self) -> io::Result<Chunks> {
        self.count_anew();
        *lock(&self.0.sha256) = None;
        *lock(&self.0.fault) = None;
        let this = self.clone();
        if self.size() <= WHOLE_UP_TO_BYTES {
            let bytes = blocking(move || this.read_whole()).await?;
            let whole = counted(self.clone(), stream::iter([Ok(bytes)]));
            return Ok(Box::pin(whole.map_ok(pieces).try_flatten()));
        }
        let file = blocking({
            let this = this.clone();
            move || this.open_blocking()
        })
        .await?;
        let (sender, receiver) = mpsc::channel(AHEAD);
        // It ends with the file, or when the receiver is dropped with the request.
        tokio::task::spawn_blocking(move || this.read_ahead(file, &sender));
        let chunks = stream::poll_fn({
            let mut receiver = receiver;
            move |context| receiver.poll_recv(context)
        });
        Ok(Box::pin(counted(self.clone(), chunks)))
    }

    async fn unchanged(&self) -> io::Result<()> {
        let path = self.0.path.clone();
        let now = blocking(move || stat_file(&path)).await;
        match now {
            Ok(now) if now == self.0.stamp => Ok(()),
            Ok(_) => {
                let error = changed();
                self.note(&error, true);
                Err(error)
            }
            Err(error) => {
                self.note(&error, error.kind() != io::ErrorKind::NotFound);
                Err(error)
            }
        }
    }
}

/// The same file as the documents crate reads it.
#[async_trait]
impl fielddesk_documents::ports::Content for FileContent {
    fn size(&self) -> u64 {
        Self::size(self)
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        Content::chunks(self).await
    }

    async fn unchanged(&self) -> io::Result<()> {
        Content::unchanged(self).await
    }

    fn sha256(&self) -> Option<ContentHash> {
        Self::sha256(self)?.parse().ok()
    }
}

/// Bytes that lie in memory, in pieces: on a slow line it is seen that they still move.
fn pieces(mut bytes: Bytes) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let next = move || {
        let piece = bytes.split_to(bytes.len().min(CHUNK_BYTES));
        (!piece.is_empty()).then_some(Ok(piece))
    };
    stream::iter(std::iter::from_fn(next))
}

fn counted(
    content: FileContent,
    chunks: impl Stream<Item = io::Result<Bytes>> + Send,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    chunks.inspect(move |chunk| {
        if let Ok(chunk) = chunk {
            let bytes = chunk.len() as u64;
            content.0.read_bytes.fetch_add(bytes, Ordering::Relaxed);
            if let Some(total) = content.0.total.get() {
                total.add(bytes);
            }
        }
    })
}

/// What a person is told of a file that cannot be read.
pub(crate) fn read_failure(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::InvalidInput {
        let name = fielddesk_rules::file_name::shown(&path.to_string_lossy());
        return Failure::new(
            FailureKind::FileUnreadable,
            format!("{name} is not a file."),
            "Choose a file.",
        )
        .with("file", name);
    }
    Failure::local("read", path, error)
}

/// What a person is told of a file that changed while it was sent.
pub(crate) fn changed_failure(path: &Path) -> Failure {
    let name = fielddesk_rules::file_name::shown(&path.to_string_lossy());
    Failure::new(
        FailureKind::FileChanged,
        format!("{name} changed while it was sent, so nothing of it was stored."),
        "Try again when the program that writes it is done.",
    )
    .with("file", name)
}

/// Runs file work where it may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}

#[cfg(test)]
mod tests;
