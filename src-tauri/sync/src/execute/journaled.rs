//! Content whose hash is in the journal before its request can be complete.
//!
//! A large file streams, so its hash is not known when its intent is written. It is written
//! after the last byte was read and before the closing boundary leaves: whatever the service
//! stores can be recognised after any crash.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

use super::intent::{Act, Intent};
use super::ledger::Ledger;
use crate::content_hash::ContentHash;
use crate::ports::Content;
use crate::saved::Change;

/// An intent that learns hashes while it is carried out.
pub(super) type OpenIntent = Arc<Mutex<Intent>>;

pub(super) struct Journaled {
    pub(super) inner: Arc<dyn Content>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) intent: OpenIntent,
    pub(super) index: usize,
}

#[async_trait]
impl Content for Journaled {
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
        let stored = self.ledger.commit(vec![Change::Intent(intent)]).await;
        stored.map_err(io::Error::other)
    }

    fn sha256(&self) -> Option<ContentHash> {
        self.inner.sha256()
    }
}

impl Journaled {
    /// The intent with the hash in it; none when it had it.
    fn learn(&self, sha256: Option<ContentHash>) -> io::Result<Option<Intent>> {
        let mut intent = self.intent.lock().unwrap_or_else(PoisonError::into_inner);
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
