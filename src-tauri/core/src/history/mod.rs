//! Old content, kept before it is replaced or removed: a content-addressed store (SHA-256) of
//! files under the data folder, and a table of versions. Kept 30 days.
//!
//! Content is written first and named in the table after, so that a version in the table can
//! always be read. Several processes may keep at once: equal content has equal names.

mod fetch;
mod table;
#[cfg(test)]
mod tests;
mod version;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use chrono::TimeDelta;
use fielddesk_api::{CancellationToken, Clock, Progress};
use fielddesk_model::FileReferenceId;
use futures::Stream;

pub use version::{Kept, Mark, Reason, Source, Version};

use crate::content::blocking;
use crate::data_dir::DataDir;
use crate::data_loss;
use crate::db::Database;
use crate::sink::{Space, TempFile, WriteError, is_temporary, write};
use crate::{Failure, FailureKind};

/// How long a version is kept.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Below this much free disk nothing is replaced or deleted.
const FLOOR_BYTES: u64 = 2_000_000_000;

/// Below this share of the disk neither: one part in twenty.
const FLOOR_SHARE: u64 = 20;

/// Content without a version may be on its way into the table for this long.
const SETTLING: Duration = Duration::from_secs(3600);

type Probe = dyn Fn(&Path) -> std::io::Result<Space> + Send + Sync;

/// The history of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct History {
    data_dir: DataDir,
    dir: PathBuf,
    database: Database,
    clock: Arc<dyn Clock>,
    probe: Arc<Probe>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}

impl History {
    /// Opens it under the data folder.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub async fn open(
        data_dir: &DataDir,
        database: &Database,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            dir: data_dir.subdir("history")?,
            data_dir: data_dir.clone(),
            database: database.clone(),
            clock,
            probe: Arc::new(Space::of),
        })
    }

    #[cfg(test)]
    fn with_probe(mut self, free_bytes: u64, total_bytes: u64) -> Self {
        self.probe = Arc::new(move |_| {
            Ok(Space {
                free_bytes,
                total_bytes,
            })
        });
        self
    }

    /// The history of one owner, as the documents crate uses it.
    #[must_use]
    pub fn of_owner(
        &self,
        owner: fielddesk_documents::ports::Owner,
    ) -> crate::mirror::OwnerHistory {
        crate::mirror::OwnerHistory::new(self.clone(), owner)
    }

    /// Whether there is room to keep more.
    ///
    /// # Errors
    /// Kind `diskFull` when less than 5 % or 2 GB of the disk is free: then nothing may be
    /// replaced or deleted.
    pub fn room(&self) -> Result<(), Failure> {
        let space = (self.probe)(&self.dir)
            .map_err(|error| Failure::local("look at the disk of", &self.dir, &error))?;
        let floor = FLOOR_BYTES.max(space.total_bytes / FLOOR_SHARE);
        if space.free_bytes >= floor {
            return Ok(());
        }
        Err(Failure::new(
            FailureKind::DiskFull,
            "Nothing is replaced or deleted until there is room to keep the old content.",
            "Free some space on the disk of the data folder, then try again.",
        )
        .with("limit", "history")
        .with("free", space.free_bytes))
    }

    /// Keeps the bytes of a stream; equal bytes are stored once.
    ///
    /// # Errors
    /// The stream's, the disk's, or no room. Nothing is kept then.
    pub async fn keep<S, E>(&self, kept: Kept, content: S) -> Result<Version, Failure>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        Failure: From<E>,
    {
        self.keep_marked(kept, None, content).await
    }

    /// The same, and notes beside it how far the state of its synced folder had come.
    ///
    /// # Errors
    /// As for [`Self::keep`].
    pub async fn keep_marked<S, E>(
        &self,
        kept: Kept,
        mark: Option<Mark>,
        content: S,
    ) -> Result<Version, Failure>
    where
        S: Stream<Item = Result<Bytes, E>> + Send,
        Failure: From<E>,
    {
        self.room()?;
        let temporary = TempFile::new_in(&self.dir);
        let written = write(
            content,
            &temporary,
            &Progress::new(),
            &CancellationToken::new(),
        )
        .await
        .map_err(|error| match error {
            WriteError::Source(error) => error.into(),
            WriteError::Local(failure) => failure,
            WriteError::Cancelled => Failure::cancelled(),
        })?;
        let path = self.path_of(&written.sha256);
        let from = temporary.path().to_owned();
        let to = path.clone();
        blocking(move || put(&from, &to))
            .await
            .map_err(|error| Failure::local("keep", &path, &error))?;
        temporary.placed();
        let version = Version {
            version: 0,
            kept,
            sha256: written.sha256,
            bytes: written.bytes,
            at: self.clock.now(),
        };
        table::insert(&self.database, version, mark.as_ref()).await
    }

    /// The version of a document whose bytes are here already.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn of_document(
        &self,
        connection: &str,
        id: &FileReferenceId,
    ) -> Result<Option<Version>, Failure> {
        let versions = self.all_of_document(connection, id).await?;
        Ok(versions.into_iter().next())
    }

    /// All versions of a document whose bytes are here, whole as far as their length tells.
    pub(crate) async fn all_of_document(
        &self,
        connection: &str,
        id: &FileReferenceId,
    ) -> Result<Vec<Version>, Failure> {
        let mut versions = table::of_document(&self.database, connection, id).await?;
        versions.retain(|version| {
            let data = std::fs::metadata(self.path_of(&version.sha256));
            data.is_ok_and(|data| data.len() == version.bytes)
        });
        Ok(versions)
    }

    /// Adds an entry for content that is kept already.
    pub(crate) async fn add(&self, version: Version) -> Result<Version, Failure> {
        table::insert(&self.database, version, None).await
    }

    /// Dates a version now. Returns whether there is one.
    pub(crate) async fn date(&self, version: i64) -> Result<bool, Failure> {
        table::date(&self.database, version, self.clock.now()).await
    }

    /// One version; none when it is not there (any more).
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn version(&self, version: i64) -> Result<Option<Version>, Failure> {
        table::by_number(&self.database, version).await
    }

    /// The highest commit noted for a synced folder's state; 0 when there is none.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn highest_mark(&self, mapping: &str) -> Result<i64, Failure> {
        table::highest_mark(&self.database, mapping).await
    }

    /// Notes how far a synced folder's state has come, unless it had come further.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn raise_mark(&self, mark: &Mark) -> Result<(), Failure> {
        Ok(table::raise(self.database.pool(), mark).await?)
    }

    /// Opens kept content for reading.
    ///
    /// # Errors
    /// Not found when no version has it.
    pub async fn read(&self, sha256: &str) -> Result<tokio::fs::File, Failure> {
        if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Failure::not_found(
                "version",
                sha256,
                "Choose one of the history.",
            ));
        }
        let path = self.path_of(sha256);
        tokio::fs::File::open(&path)
            .await
            .map_err(|error| Failure::local("read", &path, &error))
    }

    /// Everything kept, newest first.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn versions(&self) -> Result<Vec<Version>, Failure> {
        table::all(&self.database).await
    }

    /// Drops versions older than 30 days and content that no version names. Returns how many
    /// versions went: none within 30 days after the records were lost.
    ///
    /// # Errors
    /// When the table or the folder cannot be read.
    pub async fn prune(&self) -> Result<u64, Failure> {
        // Records that were lost name nothing, or not all that is kept.
        if data_loss::happened_since(&self.data_dir, self.clock.now() - KEPT) {
            return Ok(0);
        }
        let dropped = table::delete_before(&self.database, self.clock.now() - KEPT).await?;
        let named = table::contents(&self.database).await?;
        let dir = self.dir.clone();
        blocking(move || {
            let settled = SystemTime::now().checked_sub(SETTLING);
            for folder in std::fs::read_dir(&dir)? {
                let folder = folder?;
                if !folder.file_type()?.is_dir() {
                    remove_if_old(&folder, settled, is_temporary);
                    continue;
                }
                for file in std::fs::read_dir(folder.path())? {
                    remove_if_old(&file?, settled, |name| !named.contains(name));
                }
            }
            Ok(())
        })
        .await
        .map_err(|error| Failure::local("tidy", &self.dir, &error))?;
        Ok(dropped)
    }

    fn path_of(&self, sha256: &str) -> PathBuf {
        self.dir.join(sha256.get(..2).unwrap_or("00")).join(sha256)
    }
}

/// Gives content its name; content of that name is the same already.
fn put(from: &Path, to: &Path) -> std::io::Result<()> {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)?;
    std::fs::rename(from, to)?;
    // On Unix a name is durable when its folder is flushed; elsewhere folders cannot be.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

fn remove_if_old(
    entry: &std::fs::DirEntry,
    settled: Option<SystemTime>,
    unwanted: impl Fn(&str) -> bool,
) {
    let name = entry.file_name();
    let old = entry
        .metadata()
        .and_then(|data| data.modified())
        .is_ok_and(|at| settled.is_some_and(|settled| at < settled));
    if old
        && unwanted(&name.to_string_lossy())
        && let Err(error) = std::fs::remove_file(entry.path())
    {
        tracing::warn!(%error, "could not remove old content of the history");
    }
}
