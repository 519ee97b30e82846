//! Writing the files of one request: streamed, several at a time, all or none.

use std::sync::Arc;

use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt as _, PutPayload};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, JoinSet};

use super::buffers::{Buffer, Buffers};
use super::{FileError, Files, bucket};

/// Bytes collected before they are handed to the disk.
const BLOCK: usize = 1024 * 1024;
/// Small files of one request that are written at the same time.
const SMALL_AT_ONCE: usize = 8;
/// Bytes of one request on their way at the same time, beside the block that is collected.
const ROOM: usize = 2 * bucket::PART;

type Stored = Result<(), object_store::Error>;

/// The files of one request. Unless it is [kept](Self::keep), dropping it removes them all:
/// that covers refusals, broken connections and clients that went away.
pub(crate) struct Staged {
    files: Files,
    ids: Vec<FileReferenceId>,
    small: JoinSet<Stored>,
    room: Arc<Semaphore>,
    buffers: Buffers,
    state: State,
    _place: Option<OwnedSemaphorePermit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Writing,
    /// All bytes are stored, and rows that name them may be committed.
    Settled,
    Kept,
}

impl Staged {
    pub(super) fn new(files: Files, place: Option<OwnedSemaphorePermit>) -> Self {
        Self {
            files,
            ids: Vec::new(),
            small: JoinSet::new(),
            room: Arc::new(Semaphore::new(ROOM)),
            buffers: Buffers::default(),
            state: State::Writing,
            _place: place,
        }
    }

    /// Begins a file.
    pub(crate) fn begin(&mut self, id: FileReferenceId) -> FileWriter<'_> {
        self.ids.push(id.clone());
        let (block_limit, hash) = match self.files {
            Files::Folder(_) => (BLOCK, None),
            Files::Bucket(_) => (bucket::PART, Some(Sha256::new())),
        };
        FileWriter {
            staged: self,
            id,
            block: Vec::new(),
            buffer: None,
            block_bytes: 0,
            block_limit,
            size: 0,
            hash,
            large: None,
        }
    }

    /// Waits until every file is written and, where that is promised, on the platter.
    pub(crate) async fn settle(&mut self) -> Result<(), FileError> {
        while let Some(stored) = self.small.join_next().await {
            stored??;
        }
        if let Files::Folder(folder) = &self.files {
            folder.sync(&self.ids).await?;
        }
        self.state = State::Settled;
        Ok(())
    }

    /// These files stay, now that their rows are committed.
    pub(crate) async fn keep(mut self, ids: Vec<FileReferenceId>) {
        self.state = State::Kept;
        self.files.adopt(ids).await;
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if self.state == State::Kept || self.ids.is_empty() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let files = self.files.clone();
        let ids = std::mem::take(&mut self.ids);
        let mut small = std::mem::take(&mut self.small);
        let settled = self.state == State::Settled;
        runtime.spawn(async move {
            // A write under way would come back after its removal.
            while small.join_next().await.is_some() {}
            match files {
                Files::Folder(folder) => folder.remove(&ids).await,
                // A commit whose answer was lost may have named them.
                Files::Bucket(bucket) if settled => bucket.note_uncommitted(&ids).await,
                Files::Bucket(bucket) => bucket.discard(&ids).await,
            }
        });
    }
}

/// A file that was written.
pub(crate) struct Written {
    /// Size in bytes.
    pub(crate) size: u64,
    /// SHA-256 of the bytes, where they are in a bucket.
    pub(crate) sha256: Option<Vec<u8>>,
}

/// A file being written.
pub(crate) struct FileWriter<'a> {
    staged: &'a mut Staged,
    id: FileReferenceId,
    block: Vec<Bytes>,
    buffer: Option<Buffer>,
    block_bytes: usize,
    block_limit: usize,
    size: u64,
    hash: Option<Sha256>,
    large: Option<Large>,
}

/// A file of more than one block: the disk writes one while the next is collected.
struct Large {
    upload: Option<Box<dyn MultipartUpload>>,
    writing: Option<JoinHandle<Stored>>,
}

impl FileWriter<'_> {
    /// Adds bytes.
    pub(crate) async fn write(&mut self, mut chunk: Bytes) -> Result<(), FileError> {
        self.size += chunk.len() as u64;
        if let Some(hash) = &mut self.hash {
            hash.update(&chunk);
        }
        while !chunk.is_empty() {
            if self.block_bytes == self.block_limit {
                self.flush().await?;
            }
            let room = self.block_limit - self.block_bytes;
            let piece = chunk.split_to(chunk.len().min(room));
            self.block_bytes += piece.len();
            match self.staged.files {
                Files::Folder(_) => self.block.push(piece),
                Files::Bucket(_) => self.gather(&piece),
            }
        }
        Ok(())
    }

    /// Copies bytes into buffers of the upload.
    fn gather(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            let buffers = &self.staged.buffers;
            let mut buffer = self.buffer.take().unwrap_or_else(|| buffers.take());
            piece = buffer.fill(piece);
            if buffer.is_full() {
                self.block.push(buffer.into_bytes());
            } else {
                self.buffer = Some(buffer);
            }
        }
    }

    async fn flush(&mut self) -> Result<(), FileError> {
        let (payload, room) = self.take_block().await;
        let files = &self.staged.files;
        if self.large.is_none() {
            let location = files.new_location(&self.id);
            let upload = files.store().put_multipart(&location).await?;
            self.large = Some(Large {
                upload: Some(upload),
                writing: None,
            });
        }
        if let Some(large) = &mut self.large {
            large.wait().await?;
            if let Some(upload) = &mut large.upload {
                let part = upload.put_part(payload);
                large.writing = Some(tokio::spawn(async move {
                    let stored = part.await;
                    drop(room);
                    stored
                }));
            }
        }
        Ok(())
    }

    /// Returns the collected bytes and, once there is, room for them on their way.
    async fn take_block(&mut self) -> (PutPayload, Option<OwnedSemaphorePermit>) {
        let bytes = u32::try_from(self.block_bytes).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.staged.room).acquire_many_owned(bytes);
        self.block_bytes = 0;
        let mut block = std::mem::take(&mut self.block);
        block.extend(self.buffer.take().map(Buffer::into_bytes));
        (block.into_iter().collect(), room.await.ok())
    }

    /// Ends the file.
    pub(crate) async fn finish(mut self) -> Result<Written, FileError> {
        if self.large.is_some() && self.block_bytes > 0 {
            self.flush().await?;
        }
        match self.large.take() {
            Some(large) => {
                let files = &self.staged.files;
                let location = files.new_location(&self.id);
                large.complete(files.store(), &location, self.size).await?;
            }
            None => self.write_small().await?,
        }
        Ok(Written {
            size: self.size,
            sha256: self.hash.map(|hash| hash.finalize().to_vec()),
        })
    }

    async fn write_small(&mut self) -> Result<(), FileError> {
        if self.staged.small.len() >= SMALL_AT_ONCE
            && let Some(stored) = self.staged.small.join_next().await
        {
            stored??;
        }
        let (payload, room) = self.take_block().await;
        let store = Arc::clone(self.staged.files.store());
        let location = self.staged.files.new_location(&self.id);
        self.staged.small.spawn(async move {
            let stored = store.put(&location, payload).await;
            drop(room);
            stored.map(drop)
        });
        Ok(())
    }
}

impl Large {
    /// Makes one file of the parts. A second try after an answer that was lost is refused, so the
    /// file is looked for: its name is new, so one of its size is it.
    async fn complete(
        mut self,
        store: &Arc<dyn ObjectStore>,
        location: &Path,
        size: u64,
    ) -> Result<(), FileError> {
        self.wait().await?;
        if let Some(upload) = &mut self.upload
            && let Err(error) = upload.complete().await
        {
            let found = store.head(location).await;
            if !found.is_ok_and(|found| found.size == size) {
                return Err(error.into());
            }
        }
        self.upload = None;
        Ok(())
    }

    async fn wait(&mut self) -> Result<(), FileError> {
        if let Some(writing) = self.writing.take() {
            writing.await??;
        }
        Ok(())
    }
}

impl Drop for Large {
    fn drop(&mut self) {
        let Some(mut upload) = self.upload.take() else {
            return;
        };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let writing = self.writing.take();
        runtime.spawn(async move {
            if let Some(writing) = writing
                && let Err(error) = writing.await
            {
                tracing::debug!(%error, "a block was not written");
            }
            if let Err(error) = upload.abort().await {
                tracing::warn!(%error, "a half-written file stays behind");
            }
        });
    }
}
