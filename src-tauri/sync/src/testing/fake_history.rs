//! Old content in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;

use super::SimEnv;
use crate::content_hash::ContentHash;
use crate::ports::{
    ActId, ByteStream, History, HistoryError, KeptContent, NewVersion, Owner, RemovalReason,
    SourceError, Version, VersionId, bytes_of,
};
use crate::timestamp::Timestamp;

/// Contents that are kept.
#[derive(Debug, Clone, Default)]
pub struct Archive {
    /// Contents.
    pub contents: BTreeMap<ContentHash, Arc<[u8]>>,
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// Versions whose removal was confirmed.
    pub removed: BTreeSet<VersionId>,
    /// There is no room.
    pub full: bool,
}

impl Archive {
    fn add(&mut self, owner: &Owner, new: NewVersion, content: KeptContent) -> Version {
        let number = i64::try_from(self.versions.len()).unwrap_or(0) + 1;
        let version = owner.version(VersionId(number), new, content);
        self.versions.push(version.clone());
        version
    }
}

/// A `History` in the environment.
#[derive(Debug, Clone)]
pub struct FakeHistory {
    env: SimEnv,
    owner: Owner,
}

impl FakeHistory {
    /// The history of the environment's synced folder.
    #[must_use]
    pub fn new(env: SimEnv) -> Self {
        let owner = Owner {
            connection: "connection".into(),
            project: "project".into(),
            work_order: None,
            mapping: Some(env.lock().mapping.id.clone()),
        };
        Self::of_owner(env, owner)
    }

    /// The history of any owner.
    #[must_use]
    pub const fn of_owner(env: SimEnv, owner: Owner) -> Self {
        Self { env, owner }
    }
}

#[async_trait]
impl History for FakeHistory {
    async fn room(&self) -> Result<(), HistoryError> {
        self.env.step("room in the history").await;
        if self.env.lock().archive.full {
            return Err(HistoryError::Full);
        }
        Ok(())
    }

    async fn keep(&self, new: NewVersion, bytes: ByteStream) -> Result<Version, SourceError> {
        let bytes = bytes_of(bytes).await?;
        self.env.step("keep").await;
        let version = {
            let mut inner = self.env.lock();
            let rate = inner.faults.storage;
            if inner.archive.full {
                return Err(HistoryError::Full.into());
            }
            if inner.strikes(rate) {
                return Err(HistoryError::Failed("disk".into()).into());
            }
            let content = KeptContent {
                sha256: ContentHash::of(&bytes),
                bytes: bytes.len() as u64,
                at: Timestamp::from_millis(inner.now_ms),
            };
            inner.tell(format!(
                "kept {} ({:?}) {:?}",
                new.name, content.sha256, new.reason
            ));
            inner.archive.contents.insert(content.sha256, bytes.into());
            inner.archive.add(&self.owner, new, content)
        };
        self.env.step("kept").await;
        Ok(version)
    }

    async fn of_document(&self, id: &FileReferenceId) -> Result<Option<Version>, HistoryError> {
        self.env.step("look into the history").await;
        let archive = &mut self.env.lock().archive;
        let kept = archive.versions.iter().rev().filter(|version| {
            version.connection == self.owner.connection && version.document.as_ref() == Some(id)
        });
        let Some(found) = kept
            .clone()
            .find(|version| version.owner() == self.owner)
            .or_else(|| kept.clone().next())
            .cloned()
        else {
            return Ok(None);
        };
        if found.owner() == self.owner {
            return Ok(Some(found));
        }
        let content = KeptContent {
            sha256: found.sha256,
            bytes: found.bytes,
            at: found.at,
        };
        Ok(Some(archive.add(&self.owner, found.into(), content)))
    }

    async fn removed(
        &self,
        version: VersionId,
        reason: RemovalReason,
        act: Option<&ActId>,
    ) -> Result<(), HistoryError> {
        self.env.step("confirm a removal").await;
        let mut inner = self.env.lock();
        let rate = inner.faults.storage;
        let fails = inner.strikes(rate);
        let mut versions = inner.archive.versions.iter();
        let named = versions.find(|kept| kept.version == version);
        let document = named.and_then(|kept| kept.document.clone());
        if fails {
            inner.undated.extend(document);
            return Err(HistoryError::Failed("disk".into()));
        }
        let now = Timestamp::from_millis(inner.now_ms);
        let mut versions = inner.archive.versions.iter_mut();
        let Some(found) = versions.find(|kept| kept.version == version) else {
            return Err(HistoryError::Unknown);
        };
        found.at = now;
        found.reason = reason;
        found.act = act.cloned();
        inner.archive.removed.insert(version);
        if let Some(document) = document {
            inner.undated.remove(&document);
        }
        Ok(())
    }

    async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        self.env.step("read a version").await;
        let inner = self.env.lock();
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

impl SimEnv {
    /// Judges at rest that each removal was confirmed: its version is dated, and not before.
    pub fn judge_dates(&self) {
        let mut inner = self.lock();
        let mut wrongs = Vec::new();
        for (id, removed_ms) in &inner.removed {
            let dated = inner.archive.versions.iter().any(|version| {
                version.document.as_ref() == Some(id)
                    && inner.archive.removed.contains(&version.version)
                    && version.at.millis() >= *removed_ms
            });
            // Where the disk failed it is kept with the date of its keeping.
            if !dated && !inner.undated.contains(id) {
                wrongs.push(format!("the removal of {id} was never confirmed"));
            }
        }
        for wrong in wrongs {
            inner.wrong(wrong);
        }
    }
}
