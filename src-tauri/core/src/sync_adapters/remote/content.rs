//! A file of the folder as the client sends it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_api::{Chunks, Content as Sent, Progress};
use fielddesk_sync::ports::Content;
use futures::TryStreamExt as _;
use tokio::io::AsyncRead;
use tokio_util::io::StreamReader;

use crate::sync_adapters::limit::BandwidthLimit;

/// Bytes of the engine, let through as fast as the limit allows.
pub(super) struct PartContent {
    content: Arc<dyn Content>,
    limit: BandwidthLimit,
    sent: Progress,
}

impl PartContent {
    pub(super) fn new(content: Arc<dyn Content>, limit: BandwidthLimit, sent: Progress) -> Self {
        Self {
            content,
            limit,
            sent,
        }
    }
}

#[async_trait]
impl Sent for PartContent {
    async fn open(&self) -> io::Result<Pin<Box<dyn AsyncRead + Send>>> {
        Ok(Box::pin(StreamReader::new(self.chunks().await?)))
    }

    async fn chunks(&self) -> io::Result<Chunks> {
        // A request that is repeated sends its bytes from the start.
        self.sent.reset();
        let sent = self.sent.clone();
        let chunks = self.limit.slow(self.content.chunks().await?);
        let counted = chunks.inspect_ok(move |chunk| sent.add(chunk.len() as u64));
        Ok(Box::pin(counted))
    }

    async fn unchanged(&self) -> io::Result<()> {
        self.content.unchanged().await
    }
}
