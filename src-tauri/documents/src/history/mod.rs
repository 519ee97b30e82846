//! Old content, kept before it is replaced or removed: a content-addressed store (SHA-256) of
//! files, and a database of versions beside them.
//!
//! The bytes are written first and named in the database after, so that a version can always be
//! read. Each content has a record beside it of the versions that name it: a database that is
//! lost or damaged is read anew from the records. Several processes may keep at once. Nothing is
//! deleted that no version names: see [`prune`](Store::prune).

mod blobs;
mod check;
mod owner;
mod prune;
mod rebuild;
mod table;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use fielddesk_model::ProjectId;
use futures::FutureExt as _;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteSynchronous;

pub use owner::OwnerHistory;
pub use prune::{DeleteError, Loss, PRUNED_EVERY, Pruned};
pub use rebuild::Imported;
pub use table::{NotedConnection, Row, reason_of, side_of};

use crate::content_hash::ContentHash;
use crate::lock::lock;
use crate::mapping_id::MappingId;
use crate::ports::{ByteStream, Clock, HistoryError, Owner, Version, VersionId};
use crate::sink::Space;
use crate::sqlite::{self, Age, OpenError, Shape, SqliteFile};
use crate::timestamp::Timestamp;
use blobs::Blobs;
use writer::Writer;

/// The database, in the folder of the history.
const FILE: &str = "history.sqlite";

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-history");

/// Below this much free disk nothing is replaced or deleted.
const FLOOR_BYTES: u64 = 2_000_000_000;

/// Below this share of the disk neither: one part in twenty.
const FLOOR_SHARE: u64 = 20;

type Probe = dyn Fn(&Path) -> io::Result<Space> + Send + Sync;

/// The history of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    blobs: Blobs,
    file: SqliteFile,
    writer: Writer,
    clock: Arc<dyn Clock>,
    probe: Arc<Probe>,
    /// Contents whose bytes were hashed since this process began.
    verified: Mutex<HashSet<ContentHash>>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("dir", &self.inner.blobs.dir())
            .finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the history in a folder that is there. A database that is lost or damaged is read
    /// anew from the records beside the contents.
    ///
    /// # Errors
    /// When the disk fails or the database is of a newer version of Fielddesk.
    pub async fn open(dir: &Path, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        Self::open_with(dir, clock, Arc::new(Space::of)).await
    }

    /// Opens it with another word on the disk's space, for tests.
    pub async fn open_with(
        dir: &Path,
        clock: Arc<dyn Clock>,
        probe: Arc<Probe>,
    ) -> Result<Self, OpenError> {
        let blobs = Blobs::new(dir);
        let shape = Shape {
            migrations: &MIGRATIONS,
            synchronous: SqliteSynchronous::Full,
            page_size_bytes: 4096,
            most_pages: None,
        };
        let read = blobs.clone();
        let fill = move |pool| rebuild::once(pool, read.clone()).boxed();
        let file = SqliteFile::open(&dir.join(FILE), shape, Some(Box::new(fill))).await?;
        Ok(Self {
            inner: Arc::new(Inner {
                blobs,
                file,
                writer: Writer::default(),
                clock,
                probe,
                verified: Mutex::default(),
            }),
        })
    }

    /// Returns the history of one owner.
    #[must_use]
    pub fn of_owner(&self, owner: Owner) -> OwnerHistory {
        OwnerHistory::new(self.clone(), owner)
    }

    /// Says whether there is room to keep more.
    ///
    /// # Errors
    /// `Full` when less than 5 % or 2 GB of the disk is free.
    pub fn room(&self) -> Result<(), HistoryError> {
        let space = (self.inner.probe)(self.inner.blobs.dir()).map_err(|error| disk(&error))?;
        let floor = FLOOR_BYTES.max(space.total_bytes / FLOOR_SHARE);
        if space.free_bytes < floor {
            return Err(HistoryError::Full);
        }
        Ok(())
    }

    /// Returns every version, newest first.
    pub async fn versions(&self) -> Result<Vec<Version>, HistoryError> {
        let rows = self.rows().await?;
        Ok(rows.into_iter().map(|row| row.version).collect())
    }

    /// Returns every version and whether its removal was confirmed, newest first.
    pub async fn rows(&self) -> Result<Vec<Row>, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let rows = table::all(&pool).await;
        self.checked(rows, age).await
    }

    /// Returns one version, or `None` where there is none of that number (any more).
    pub async fn version(&self, version: VersionId) -> Result<Option<Version>, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let row = table::by_number(&pool, version).await;
        Ok(self.checked(row, age).await?.map(|row| row.version))
    }

    /// Opens a version. The stream ends with an error where the bytes are not what was kept.
    pub async fn read(&self, version: VersionId) -> Result<(Version, ByteStream), HistoryError> {
        let version = self.version(version).await?.ok_or(HistoryError::Unknown)?;
        let path = self.inner.blobs.path_of(&version.sha256);
        match tokio::fs::File::open(path).await {
            Ok(file) => Ok((version.clone(), check::stream(file, version.sha256))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(HistoryError::Unknown),
            Err(error) => Err(disk(&error)),
        }
    }

    /// Returns the highest commit noted for a synced folder's state; 0 when there is none.
    pub async fn highest_mark(&self, mapping: &MappingId) -> Result<i64, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let mark = table::highest_mark(&pool, mapping).await;
        self.checked(mark, age).await
    }

    /// Notes how far a synced folder's state has come, unless it had come further.
    pub async fn raise_mark(&self, mapping: &MappingId, number: i64) -> Result<(), HistoryError> {
        if self.highest_mark(mapping).await? >= number {
            return Ok(());
        }
        let (pool, age) = self.inner.file.pool().await;
        let raised = table::raise(&pool, mapping, number).await;
        self.checked(raised, age).await
    }

    /// Notes the number that people know a project by.
    pub async fn note_project(&self, id: &ProjectId, number: &str) -> Result<(), HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let noted = table::note_project(&pool, id, number).await;
        self.checked(noted, age).await
    }

    /// Returns the numbers that were noted.
    pub async fn projects(&self) -> Result<Vec<(ProjectId, String)>, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let noted = table::projects(&pool).await;
        self.checked(noted, age).await
    }

    /// Notes a connection, in place of what was noted of it.
    pub async fn note_connection(&self, noted: &NotedConnection) -> Result<(), HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let done = table::note_connection(&pool, noted).await;
        self.checked(done, age).await
    }

    /// Returns the connections that were noted.
    pub async fn connections(&self) -> Result<Vec<NotedConnection>, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let noted = table::connections(&pool).await;
        self.checked(noted, age).await
    }

    /// Returns the new path of a damaged database that was found since this store was opened.
    #[must_use]
    pub fn kept_aside(&self) -> Option<std::path::PathBuf> {
        self.inner.file.kept_aside()
    }

    /// Ends the connections to the database, for tests.
    pub async fn close(&self) {
        self.inner.file.pool().await.0.close().await;
    }

    fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// Takes an outcome of the database. One that is damaged is put aside and read anew from the
    /// records, so that the next try finds it whole.
    async fn checked<T>(
        &self,
        outcome: Result<T, sqlx::Error>,
        age: Age,
    ) -> Result<T, HistoryError> {
        let error = match outcome {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        if sqlite::is_damage(&error) {
            tracing::warn!(%error, "the history's database is damaged");
            let mended = self.inner.file.damaged(age).await;
            mended.map_err(|error| HistoryError::Failed(error.to_string()))?;
        }
        Err(match sqlite::primary_code(&error) {
            Some(13) => HistoryError::Full,
            _ => HistoryError::Failed(error.to_string()),
        })
    }

    fn is_verified(&self, content: &ContentHash) -> bool {
        lock(&self.inner.verified).contains(content)
    }

    fn verified(&self, content: ContentHash) {
        lock(&self.inner.verified).insert(content);
    }
}

fn disk(error: &io::Error) -> HistoryError {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => HistoryError::Full,
        _ => HistoryError::Failed(error.to_string()),
    }
}

/// Runs work on the disk on a thread for blocking calls.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)))
}
