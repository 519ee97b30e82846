//! The history as one owner sees it.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use fielddesk_model::FileReferenceId;

use super::table::{self, Row};
use super::writer::Write;
use super::{Store, blocking, disk};
use crate::content_hash::ContentHash;
use crate::ports::{
    ActId, ByteStream, History, HistoryError, KeptContent, NewVersion, Owner, RemovalReason,
    SourceError, Version, VersionId,
};
use crate::sink::{self, TempFile, WriteError};

type Mark = dyn Fn() -> i64 + Send + Sync;

/// The history of one owner. With each version it notes how far the state of its synced folder
/// had come, so that an old copy of the state is known as one.
#[derive(Clone)]
pub struct OwnerHistory {
    store: Store,
    owner: Owner,
    mark: Option<Arc<Mark>>,
}

impl fmt::Debug for OwnerHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnerHistory")
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

impl OwnerHistory {
    pub(super) const fn new(store: Store, owner: Owner) -> Self {
        Self {
            store,
            owner,
            mark: None,
        }
    }

    /// Notes the number of the last durable commit of the folder's state with each version.
    #[must_use]
    pub fn with_mark(self, mark: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self {
            mark: Some(Arc::new(mark)),
            ..self
        }
    }

    fn row(&self, new: NewVersion, content: KeptContent) -> Box<Row> {
        Box::new(Row {
            version: self.owner.version(VersionId(0), new, content),
            removed: false,
            mark: self.mark.as_ref().map(|mark| mark()),
        })
    }

    /// Returns true where the bytes of a version are here and hash as they were kept.
    async fn is_whole(&self, version: &Version) -> Result<bool, HistoryError> {
        let (blobs, content) = (self.store.inner.blobs.clone(), version.sha256);
        if blobs.length(&content) != Some(version.bytes) {
            return Ok(false);
        }
        if self.store.is_verified(&content) {
            return Ok(true);
        }
        let found = blocking(move || blobs.hash(&content)).await;
        let whole = found.map_err(|error| disk(&error))? == content;
        if whole {
            self.store.verified(content);
        } else {
            tracing::warn!(version = version.version.0, "kept content is damaged");
        }
        Ok(whole)
    }
}

#[async_trait]
impl History for OwnerHistory {
    async fn room(&self) -> Result<(), HistoryError> {
        self.store.room()
    }

    async fn keep(&self, new: NewVersion, bytes: ByteStream) -> Result<Version, SourceError> {
        self.store.room()?;
        let blobs = self.store.inner.blobs.clone();
        let temporary = TempFile::new_in(blobs.dir());
        let written = sink::write(bytes, &temporary).await;
        let written = written.map_err(|error| match error {
            WriteError::Source(error) => error,
            WriteError::Local(error) => disk(&error).into(),
        })?;
        let from = temporary.path().to_owned();
        let content: ContentHash = written.sha256;
        let placed = blocking(move || {
            let lock = blobs.shared()?;
            blobs.put(&from, &content)?;
            Ok(lock)
        });
        // Until the version is stored, no pruning may take its content for nobody's.
        let _lock = placed.await.map_err(|error| disk(&error))?;
        temporary.placed();
        self.store.verified(content);
        let kept = KeptContent {
            sha256: content,
            bytes: written.bytes,
            at: self.store.now(),
        };
        let row = self.store.write(Write::Insert(self.row(new, kept))).await?;
        Ok(row.ok_or(HistoryError::Unknown)?.version)
    }

    async fn of_document(&self, id: &FileReferenceId) -> Result<Option<Version>, HistoryError> {
        let (pool, age) = self.store.inner.file.pool().await;
        let found = table::of_document(&pool, &self.owner.connection, id).await;
        let mut found = self.store.checked(found, age).await?;
        // Its own first; they are sorted, and stay so.
        found.sort_by_key(|row| row.version.owner() != self.owner);
        for row in found {
            let version = row.version;
            if !self.is_whole(&version).await? {
                continue;
            }
            if version.owner() != self.owner {
                let content = KeptContent {
                    sha256: version.sha256,
                    bytes: version.bytes,
                    at: self.store.now(),
                };
                let row = self.row(version.clone().into(), content);
                let own = self.store.write(Write::Copy(version.version, row)).await?;
                return Ok(own.map(|row| row.version));
            }
            if self.store.hold(version.version).await? {
                return Ok(Some(version));
            }
        }
        Ok(None)
    }

    async fn removed(
        &self,
        version: VersionId,
        reason: RemovalReason,
        act: Option<&ActId>,
    ) -> Result<(), HistoryError> {
        let removed = Write::Removed(version, reason, self.store.now(), act.cloned());
        match self.store.write(removed).await? {
            Some(_) => Ok(()),
            None => Err(HistoryError::Unknown),
        }
    }

    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        self.store.read(version).await
    }
}
