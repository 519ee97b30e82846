//! Content whose hash is in the journal before its request can be complete.
//!
//! A large file streams, so its hash is not known when its intent is written. It is written
//! after the last byte was read and before the closing boundary leaves: whatever the service
//! stores can be recognised after any crash.

use std::io;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

use crate::content_hash::ContentHash;
use crate::intent::{Act, Intent, Source};
use crate::lock::lock;
use crate::ports::{Content, Journal};

/// An intent that learns hashes while it is carried out.
pub(super) type OpenIntent<S> = Arc<Mutex<Intent<S>>>;

pub(super) struct Journaled<S> {
    pub(super) inner: Arc<dyn Content>,
    pub(super) journal: Arc<dyn Journal<S>>,
    pub(super) intent: OpenIntent<S>,
    pub(super) index: usize,
}

#[async_trait]
impl<S: Source> Content for Journaled<S> {
    fn size(&self) -> u64 {
        self.inner.size()
    }

    async fn chunks(&self) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
        self.inner.chunks().await
    }

    async fn unchanged(&self) -> io::Result<()> {
        self.inner.unchanged().await?;
        let sha256 = self.inner.sha256();
        let Some(intent) = self.learn(sha256)? else {
            return Ok(());
        };
        let stored = self.journal.record(intent).await;
        stored.map_err(io::Error::other)
    }

    fn sha256(&self) -> Option<ContentHash> {
        self.inner.sha256()
    }

    async fn cancelled(&self) {
        self.inner.cancelled().await;
    }
}

impl<S: Source> Journaled<S> {
    /// The intent with the hash in it; none when it had it.
    fn learn(&self, sha256: Option<ContentHash>) -> io::Result<Option<Intent<S>>> {
        let mut intent = lock(&self.intent);
        let Act::Upload { parts, .. } = &mut intent.act else {
            return Err(io::Error::other("no upload"));
        };
        let Some(part) = parts.get_mut(self.index) else {
            return Err(io::Error::other("no such part"));
        };
        match (part.sha256, sha256) {
            (Some(known), Some(read)) if known == read => Ok(None),
            // It was planned with other bytes than were read: nothing of it may be stored.
            (Some(_), _) | (None, None) => Err(io::Error::other("the file changed")),
            (None, Some(read)) => {
                part.sha256 = Some(read);
                Ok(Some(intent.clone()))
            }
        }
    }
}
