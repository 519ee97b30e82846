//! Old content in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::World;
use crate::content_hash::ContentHash;
use crate::mapping::MappingId;
use crate::ports::{
    ByteStream, History, HistoryError, Kept, SourceError, Version, VersionId, bytes_of,
};
use crate::timestamp::Timestamp;

/// What is kept.
#[derive(Debug, Clone, Default)]
pub struct Archive {
    /// Contents.
    pub contents: BTreeMap<ContentHash, Arc<[u8]>>,
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// There is no room.
    pub full: bool,
}

/// A `History` in the world.
#[derive(Debug, Clone)]
pub struct FakeHistory(pub World);

#[async_trait]
impl History for FakeHistory {
    async fn room(&self) -> Result<(), HistoryError> {
        self.0.step("room in the history").await;
        if self.0.lock().archive.full {
            return Err(HistoryError::Full);
        }
        Ok(())
    }

    async fn keep(&self, kept: Kept, bytes: ByteStream) -> Result<Version, SourceError> {
        let bytes = bytes_of(bytes).await?;
        self.0.step("keep").await;
        let version = {
            let mut inner = self.0.lock();
            let rate = inner.faults.storage;
            if inner.archive.full {
                return Err(HistoryError::Full.into());
            }
            if inner.strikes(rate) {
                return Err(HistoryError::Failed("disk".into()).into());
            }
            let sha256 = ContentHash::of(&bytes);
            let version = Version {
                version: VersionId(i64::try_from(inner.archive.versions.len()).unwrap_or(0) + 1),
                kept,
                sha256,
                bytes: bytes.len() as u64,
                at: Timestamp::from_millis(inner.now_ms),
            };
            inner.tell(format!(
                "kept {} ({sha256:?}) {:?}",
                version.kept.name, version.kept.reason
            ));
            inner.archive.contents.insert(sha256, bytes.into());
            inner.archive.versions.push(version.clone());
            version
        };
        self.0.step("kept").await;
        Ok(version)
    }

    async fn of_document(
        &self,
        mapping: &MappingId,
        id: &FileReferenceId,
    ) -> Result<Option<Version>, HistoryError> {
        self.0.step("look into the history").await;
        let inner = self.0.lock();
        let mut versions = inner.archive.versions.iter();
        Ok(versions
            .find(|version| {
                version.kept.mapping == *mapping && version.kept.document.as_ref() == Some(id)
            })
            .cloned())
    }

    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        self.0.step("read a version").await;
        let inner = self.0.lock();
        let found = inner
            .archive
            .versions
            .iter()
            .find(|kept| kept.version == version);
        let found = found.cloned().ok_or(HistoryError::Unknown)?;
        let bytes = inner
            .archive
            .contents
            .get(&found.sha256)
            .ok_or(HistoryError::Unknown)?;
        let bytes = Bytes::copy_from_slice(bytes);
        Ok((found, futures::stream::iter([Ok(bytes)]).boxed()))
    }
}
