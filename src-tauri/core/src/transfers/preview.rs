//! Documents that the window shows: fetched like one that is opened, and not listed once they ended.

use std::path::{Path, PathBuf};

use fielddesk_api::CancellationToken;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::preview::{PREVIEW_LIMIT_BYTES, preview_type};

use super::row::Row;
use super::types::{NewDownload, TransferId, TransferKind};
use super::{Transfers, store};
use crate::Failure;
use crate::content::blocking;
use crate::documents::OpenCopy;
use crate::preview::{Preview, no_preview, too_large};
use fielddesk_documents::lock::lock;

/// What the kept copies may have together, in bytes: enough to go back and forth between some
/// drawings without a download.
const KEPT_BYTES: u64 = 250_000_000;

/// Copies that were shown since the connection is in use, the newest last. A document never
/// changes: a new one has a new id.
#[derive(Debug, Default)]
pub(super) struct ShownCopies(Vec<ShownCopy>);

#[derive(Debug)]
struct ShownCopy {
    id: FileReferenceId,
    path: PathBuf,
    bytes: u64,
}

impl ShownCopies {
    fn path(&self, id: &FileReferenceId) -> Option<PathBuf> {
        let copy = self.0.iter().find(|copy| copy.id == *id)?;
        Some(copy.path.clone())
    }

    fn forget(&mut self, id: &FileReferenceId) {
        self.0.retain(|copy| copy.id != *id);
    }

    /// Keeps one more; gives back those that there is no room for.
    fn keep(&mut self, id: FileReferenceId, path: PathBuf, bytes: u64) -> Vec<PathBuf> {
        self.0.push(ShownCopy { id, path, bytes });
        let mut sum: u64 = self.0.iter().map(|copy| copy.bytes).sum();
        let mut gone = 0;
        // The newest stays, whatever its size: it is on the screen.
        while sum > KEPT_BYTES && gone + 1 < self.0.len() {
            sum -= self.0.get(gone).map_or(0, |copy| copy.bytes);
            gone += 1;
        }
        self.0.drain(..gone).map(|copy| copy.path).collect()
    }
}

impl Transfers {
    /// The bytes of a document that the window shows; from this computer where they were shown
    /// before. While they are fetched they are listed as a transfer.
    ///
    /// # Errors
    /// Kind `usage` for a type that has no preview, `tooLarge` for more than
    /// [`PREVIEW_LIMIT_BYTES`], `cancelled`, the service's or the disk's.
    pub async fn preview(
        &self,
        document: NewDownload,
        cancel: &CancellationToken,
    ) -> Result<Preview, Failure> {
        let (id, name) = (document.id.clone(), document.name.clone());
        let content_type = preview_type(&name).ok_or_else(|| no_preview(&name))?;
        if document.size.is_some_and(|size| size > PREVIEW_LIMIT_BYTES) {
            return Err(too_large(&name, PREVIEW_LIMIT_BYTES));
        }
        if let Some(bytes) = self.shown_before(&id).await {
            return Ok(Preview {
                content_type,
                bytes,
            });
        }
        let path = self.fetch_to_show(document, cancel).await?.path;
        let bytes = read(&path).await?;
        let gone = lock(&self.shown).keep(id, path, bytes.len() as u64);
        remove(gone).await;
        Ok(Preview {
            content_type,
            bytes,
        })
    }

    async fn shown_before(&self, id: &FileReferenceId) -> Option<Vec<u8>> {
        let path = lock(&self.shown).path(id)?;
        match read(&path).await {
            Ok(bytes) => Some(bytes),
            Err(failure) => {
                // Somebody cleaned up: it is fetched again.
                tracing::info!(kind = failure.kind.as_str(), "a copy could not be read");
                lock(&self.shown).forget(id);
                None
            }
        }
    }

    async fn fetch_to_show(
        &self,
        document: NewDownload,
        cancel: &CancellationToken,
    ) -> Result<OpenCopy, Failure> {
        let mut row = Row::download(TransferKind::Open, document, PathBuf::new());
        row.live.for_preview = true;
        let (id, mut copy) = self.fetch_copy(row).await?;
        let outcome = tokio::select! {
            outcome = &mut copy => outcome,
            () = cancel.cancelled() => {
                self.cancel(&[TransferId(id)]).await?;
                copy.await
            }
        };
        self.forget(id).await?;
        outcome.unwrap_or_else(|_| Err(Failure::cancelled()))
    }

    /// Takes a transfer that ended off the list: whoever asked for it says what became of it.
    async fn forget(&self, id: i64) -> Result<(), Failure> {
        {
            let mut state = lock(&self.engine.state);
            state.rows.remove(&id);
            state.touch();
        }
        store::delete(&self.engine.database, &[id]).await
    }
}

async fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let from = path.to_owned();
    blocking(move || std::fs::read(&from))
        .await
        .map_err(|error| Failure::local("read", path, &error))
}

/// Removes copies; what cannot be removed now goes at the next start, with all others.
async fn remove(copies: Vec<PathBuf>) {
    for copy in copies {
        let Some(folder) = copy.parent().map(Path::to_owned) else {
            continue;
        };
        let removed = blocking(move || crate::documents::copies::remove(&folder)).await;
        if let Err(error) = removed {
            tracing::info!(%error, "a copy that was shown stays until the next start");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> FileReferenceId {
        FileReferenceId::new(name)
    }

    #[test]
    fn the_oldest_copies_make_room_and_the_newest_stays() {
        let mut copies = ShownCopies::default();
        assert!(copies.keep(id("a"), "/a".into(), 150_000_000).is_empty());
        assert!(copies.keep(id("b"), "/b".into(), 100_000_000).is_empty());
        assert_eq!(copies.keep(id("c"), "/c".into(), 1), [PathBuf::from("/a")]);
        assert_eq!(copies.path(&id("a")), None);
        assert_eq!(copies.path(&id("b")), Some("/b".into()));
        let gone = copies.keep(id("d"), "/d".into(), KEPT_BYTES + 1);
        assert_eq!(gone, [PathBuf::from("/b"), PathBuf::from("/c")]);
        assert_eq!(copies.path(&id("d")), Some("/d".into()));
    }
}
