//! Files that a person puts into a synced folder instead of uploading them by hand.

use std::path::{Path, PathBuf};

use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::ports::{LocalError, SourceError};
use fielddesk_sync::resolve::NewContent;
use futures::StreamExt as _;
use tokio_util::io::ReaderStream;

use crate::Failure;
use crate::folders::{Folders, errors};

impl Folders {
    /// Copies a file into a synced folder, where files of that section lie; what it covers goes
    /// into the history. The next run uploads it. Returns where it lies.
    ///
    /// # Errors
    /// Kind `busy` where another process runs the folders; the disk's, the server's, or no room
    /// for the history.
    pub async fn put(
        &self,
        id: &MappingId,
        section: &str,
        name: &str,
        file: &Path,
    ) -> Result<PathBuf, Failure> {
        let _held = self.hold_for_runs()?;
        let mapping = self.get(id).await?;
        let unreadable = |error: std::io::Error| Failure::local("read", file, &error);
        let opened = tokio::fs::File::open(file).await.map_err(unreadable)?;
        let bytes = opened.metadata().await.map_err(unreadable)?.len();
        let stream = ReaderStream::new(opened).map(|chunk| {
            chunk.map_err(|error| SourceError::Local(LocalError::Denied(error.to_string())))
        });
        let content = NewContent {
            section: section.to_owned(),
            name: name.to_owned(),
            bytes,
            stream: stream.boxed(),
        };
        let slot = self.inner.slots.of(&mapping.id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let (sink, options) = self.listening(&slot);
        let put = engine.put(content, &options).await;
        drop(options);
        sink.close().await;
        let path = put.map_err(|error| errors::of_word(error, name, &mapping))?;
        drop(guard);
        self.look_soon(&mapping.id);
        Ok(mapping.folder.join(path.as_str()))
    }
}
