//! Upload source that stops when the user cancels.

use std::io;

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_api::CancellationToken;
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::ports::Content;
use futures::stream::BoxStream;

use crate::content::FileContent;

/// The bytes of a file, and the word that it is cancelled.
pub(super) struct Wanted {
    pub(super) content: FileContent,
    pub(super) cancel: CancellationToken,
}

#[async_trait]
impl Content for Wanted {
    fn size(&self) -> u64 {
        self.content.size()
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        Content::chunks(&self.content).await
    }

    async fn unchanged(&self) -> io::Result<()> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        Content::unchanged(&self.content).await
    }

    fn sha256(&self) -> Option<ContentHash> {
        Content::sha256(&self.content)
    }

    async fn cancelled(&self) {
        self.cancel.cancelled().await;
    }
}
