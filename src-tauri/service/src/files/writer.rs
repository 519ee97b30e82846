//! Writing the files of one request: streamed, several at a time, all or none.

use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use object_store::{MultipartUpload, ObjectStoreExt as _, PutPayload};
use tokio::task::{JoinHandle, JoinSet};

use super::{Files, staged_location};

/// Bytes collected before they are handed to the disk.
const BLOCK: usize = 1024 * 1024;
/// Small files of one request that are written at the same time.
const SMALL_AT_ONCE: usize = 8;

type Stored = Result<(), object_store::Error>;

/// The files of one request. Unless it is [kept](Self::keep), dropping it removes them all:
/// that covers refusals, broken connections and clients that went away.
pub(crate) struct Staged {
    files: Files,
    ids: Vec<FileReferenceId>,
    small: JoinSet<Stored>,
    kept: bool,
}

impl Staged {
    pub(crate) fn new(files: Files) -> Self {
        Self {
            files,
            ids: Vec::new(),
            small: JoinSet::new(),
            kept: false,
        }
    }

    /// Begins a file.
    pub(crate) fn begin(&mut self, id: FileReferenceId) -> FileWriter<'_> {
        self.ids.push(id.clone());
        FileWriter {
            staged: self,
            id,
            block: Vec::new(),
            block_bytes: 0,
            size: 0,
            large: None,
        }
    }

    /// Waits until every file is written and, where that is promised, on the platter.
    pub(crate) async fn settle(&mut self) -> Result<(), super::sync::WriteError> {
        while let Some(stored) = self.small.join_next().await {
            stored??;
        }
        self.files.sync(&self.ids).await
    }

    /// These files stay, now that their rows are committed.
    pub(crate) async fn keep(mut self, ids: Vec<FileReferenceId>) {
        self.kept = true;
        self.files.adopt(ids).await;
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if self.kept || self.ids.is_empty() {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let files = self.files.clone();
        let ids = std::mem::take(&mut self.ids);
        let mut small = std::mem::take(&mut self.small);
        runtime.spawn(async move {
            // A write under way would come back after its removal.
            while small.join_next().await.is_some() {}
            files.remove(&ids).await;
        });
    }
}

/// A file being written.
pub(crate) struct FileWriter<'a> {
    staged: &'a mut Staged,
    id: FileReferenceId,
    block: Vec<Bytes>,
    block_bytes: usize,
    size: u64,
    large: Option<Large>,
}

/// A file of more than one block: the disk writes one while the next is collected.
struct Large {
    upload: Option<Box<dyn MultipartUpload>>,
    writing: Option<JoinHandle<Stored>>,
}

impl FileWriter<'_> {
    /// Adds bytes.
    pub(crate) async fn write(&mut self, chunk: Bytes) -> Result<(), super::sync::WriteError> {
        self.size += chunk.len() as u64;
        self.block_bytes += chunk.len();
        self.block.push(chunk);
        if self.block_bytes >= BLOCK {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), super::sync::WriteError> {
        let payload = self.take_block();
        if self.large.is_none() {
            let upload = self
                .staged
                .files
                .store
                .put_multipart(&staged_location(&self.id))
                .await?;
            self.large = Some(Large {
                upload: Some(upload),
                writing: None,
            });
        }
        if let Some(large) = &mut self.large {
            large.wait().await?;
            if let Some(upload) = &mut large.upload {
                large.writing = Some(tokio::spawn(upload.put_part(payload)));
            }
        }
        Ok(())
    }

    fn take_block(&mut self) -> PutPayload {
        self.block_bytes = 0;
        std::mem::take(&mut self.block).into_iter().collect()
    }

    /// Ends the file and returns its size.
    pub(crate) async fn finish(mut self) -> Result<u64, super::sync::WriteError> {
        if self.large.is_some() && self.block_bytes > 0 {
            self.flush().await?;
        }
        match self.large.take() {
            Some(mut large) => {
                large.wait().await?;
                if let Some(mut upload) = large.upload.take() {
                    upload.complete().await?;
                }
            }
            None => self.write_small().await?,
        }
        Ok(self.size)
    }

    async fn write_small(&mut self) -> Result<(), super::sync::WriteError> {
        if self.staged.small.len() >= SMALL_AT_ONCE
            && let Some(stored) = self.staged.small.join_next().await
        {
            stored??;
        }
        let store = self.staged.files.store.clone();
        let location = staged_location(&self.id);
        let payload = self.take_block();
        self.staged
            .small
            .spawn(async move { store.put(&location, payload).await.map(drop) });
        Ok(())
    }
}

impl Large {
    async fn wait(&mut self) -> Result<(), super::sync::WriteError> {
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
