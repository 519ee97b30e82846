//! The folder on the disk as the engine's port.

use std::sync::Arc;

use async_trait::async_trait;

use super::folder::OsFolder;
use super::{reading, writing};
use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::ports::{
    ByteStream, Content, LocalError, LocalFs, RootIdentity, Scan, StageError, Staged,
};
use crate::tree::Stat;

#[async_trait]
impl LocalFs for OsFolder {
    async fn root(&self) -> Result<RootIdentity, LocalError> {
        self.blocking(|folder| {
            let (_, volume) = folder.open()?;
            Ok(RootIdentity {
                volume: volume.identity,
                granule_ns: volume.granule_ns,
            })
        })
        .await
    }

    async fn scan(&self) -> Result<Scan, LocalError> {
        self.blocking(|folder| folder.look_around(false)).await
    }

    async fn scan_anew(&self) -> Result<Scan, LocalError> {
        self.blocking(|folder| folder.look_around(true)).await
    }

    async fn stat(&self, path: &RelPath) -> Result<Option<Stat>, LocalError> {
        let path = path.clone();
        self.blocking(move |folder| reading::stat(folder, &path))
            .await
    }

    async fn content(&self, path: &RelPath, stat: &Stat) -> Result<Arc<dyn Content>, LocalError> {
        let (path, stat) = (path.clone(), *stat);
        self.blocking(move |folder| reading::content(folder, &path, &stat))
            .await
    }

    async fn hash(&self, path: &RelPath, stat: &Stat) -> Result<ContentHash, LocalError> {
        let (path, stat) = (path.clone(), *stat);
        self.blocking(move |folder| reading::hash(folder, &path, &stat))
            .await
    }

    async fn read(&self, path: &RelPath, stat: &Stat) -> Result<ByteStream, LocalError> {
        let (at, stat) = (path.clone(), *stat);
        let file = self
            .blocking(move |folder| reading::open(folder, &at, &stat))
            .await?;
        Ok(reading::stream(self.clone(), path.clone(), stat, file))
    }

    async fn stage(&self, near: &RelPath, bytes: ByteStream) -> Result<Staged, StageError> {
        writing::stage(self, near, bytes).await
    }

    async fn place(
        &self,
        staged: &Staged,
        to: &RelPath,
        over: Option<&Stat>,
    ) -> Result<Stat, LocalError> {
        let (staged, to, over) = (staged.path.clone(), to.clone(), over.copied());
        self.blocking(move |folder| writing::place(folder, &staged, &to, over.as_ref()))
            .await
    }

    async fn discard(&self, staged: &Staged) -> Result<(), LocalError> {
        let staged = staged.path.clone();
        self.blocking(move |folder| writing::discard(folder, &staged))
            .await
    }

    async fn remove(&self, path: &RelPath, stat: &Stat) -> Result<(), LocalError> {
        let (path, stat) = (path.clone(), *stat);
        self.blocking(move |folder| writing::remove(folder, &path, &stat))
            .await
    }

    async fn tidy(&self) -> Result<(), LocalError> {
        self.blocking(writing::tidy).await
    }
}
