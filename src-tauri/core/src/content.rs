//! The bytes of a file that a person picked, as an upload reads them.
//!
//! A file is measured right before it is sent; its length is then fixed. A small one is read
//! whole between two looks, a larger one streams. When the last look differs from the first,
//! the request is aborted before its end and the service stores nothing: no torn file is ever
//! published. Hashing runs beside the sending.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_api::{Content, Progress};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncRead;
use tokio::sync::mpsc;
use tokio_util::io::StreamReader;

use crate::{Failure, FailureKind};

/// Up to this size a file is read whole before a byte of it leaves.
const WHOLE_UP_TO_BYTES: u64 = 8 * 1024 * 1024;

/// What the reading thread hands over at once.
const CHUNK_BYTES: usize = 256 * 1024;

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
        let mut left = self.size();
        while left > 0 {
            let want = usize::try_from(left).unwrap_or(usize::MAX).min(CHUNK_BYTES);
            let mut chunk = Vec::with_capacity(want);
            let read = (&mut file).take(want as u64).read_to_end(&mut chunk);
            let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
            let whole = read.and_then(|count| (count == want).then_some(()).ok_or_else(cut));
            if let Err(error) = whole {
                let cut = error.kind() == io::ErrorKind::UnexpectedEof;
                self.note(&error, cut);
                // Nobody reads any more when this fails.
                drop(chunks.blocking_send(Err(error)));
                return;
            }
            left -= want as u64;
            if let Some(hasher) = &mut hasher {
                hasher.update(&chunk);
            }
            if left == 0
                && let Some(hasher) = hasher.take()
            {
                *lock(&self.0.sha256) = Some(hex::encode(hasher.finalize()));
            }
            if chunks.blocking_send(Ok(Bytes::from(chunk))).is_err() {
                return;
            }
        }
    }
}

#[async_trait]
impl Content for FileContent {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        self.count_anew();
        *lock(&self.0.sha256) = None;
        *lock(&self.0.fault) = None;
        let this = self.clone();
        if self.size() <= WHOLE_UP_TO_BYTES {
            let bytes = blocking(move || this.read_whole()).await?;
            let counted = counted(self.clone(), futures::stream::iter([Ok(bytes)]));
            return Ok(Box::pin(StreamReader::new(counted)));
        }
        let file = blocking({
            let this = this.clone();
            move || this.open_blocking()
        })
        .await?;
        let (sender, receiver) = mpsc::channel(4);
        // It ends with the file, or when the receiver is dropped with the request.
        tokio::task::spawn_blocking(move || this.read_ahead(file, &sender));
        let chunks = futures::stream::unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|chunk| (chunk, receiver))
        });
        let counted = counted(self.clone(), chunks);
        Ok(Box::pin(StreamReader::new(Box::pin(counted))))
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

fn counted(
    content: FileContent,
    chunks: impl futures::Stream<Item = io::Result<Bytes>> + Send,
) -> impl futures::Stream<Item = io::Result<Bytes>> + Send {
    use futures::StreamExt as _;
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

/// Opens without waiting for a writer, should the path be a pipe by now.
fn open_file(path: &Path) -> io::Result<File> {
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
    let mut chunk = vec![0; CHUNK_BYTES];
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

/// What a person is told of a file that cannot be read.
pub(crate) fn read_failure(path: &Path, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::InvalidInput {
        let name = crate::names::shown(&path.to_string_lossy());
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
    let name = crate::names::shown(&path.to_string_lossy());
    Failure::new(
        FailureKind::FileChanged,
        format!("{name} changed while it was sent, so nothing of it was stored."),
        "Try again when the program that writes it is done.",
    )
    .with("file", name)
}

fn not_a_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a file")
}

fn changed() -> io::Error {
    io::Error::other("the file changed")
}

/// Runs file work where it may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    async fn read(content: &FileContent) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        content.open().await?.read_to_end(&mut bytes).await?;
        Ok(bytes)
    }

    #[tokio::test]
    async fn small_and_large_files_are_read_and_hashed_whole() {
        let folder = tempfile::tempdir().unwrap();
        for size in [0, 1, 70_000, 9 * 1024 * 1024 + 3] {
            let path = folder.path().join(format!("{size}.bin"));
            let bytes: Vec<u8> = (0..size).map(|n| (n % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let content = FileContent::look(&path, true).await.unwrap();
            assert!(
                read(&content).await.unwrap() == bytes,
                "{size} bytes differ"
            );
            content.unchanged().await.unwrap();
            assert_eq!(
                content.sha256().unwrap(),
                hex::encode(Sha256::digest(&bytes))
            );
            assert_eq!(content.sha256().unwrap(), hash_file(&path).unwrap().0);
            assert_eq!(content.read_bytes(), size as u64);
            let total = Progress::new();
            content.count_into(&total);
            total.add(size as u64);
            read(&content).await.unwrap();
            assert_eq!(total.bytes(), size as u64, "sent again, counted once");
        }
    }

    #[tokio::test]
    async fn a_file_that_grows_after_it_was_measured_is_not_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pdf");
        std::fs::write(&path, b"first").unwrap();
        let content = FileContent::look(&path, false).await.unwrap();
        read(&content).await.unwrap();
        std::fs::write(&path, b"first and more").unwrap();
        assert!(content.unchanged().await.is_err());
        assert!(matches!(content.fault(), Some(Fault::Changed)));
        assert!(read(&content).await.is_err(), "it must not be sent either");
    }

    #[tokio::test]
    async fn a_file_that_is_gone_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pdf");
        std::fs::write(&path, b"x").unwrap();
        let content = FileContent::look(&path, false).await.unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(read(&content).await.is_err());
        let Some(Fault::Unreadable(failure)) = content.fault() else {
            panic!("the fault must be kept");
        };
        assert_eq!(failure.kind, FailureKind::FileVanished);
    }

    #[tokio::test]
    async fn a_folder_and_a_pipe_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let failure = FileContent::look(folder.path(), false).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::FileUnreadable);
        assert!(failure.message.contains("is not a file"));
    }
}
