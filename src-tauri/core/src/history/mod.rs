//! Old content, kept before it is replaced or removed: a content-addressed store (SHA-256) of
//! files under the data folder, and a table of versions. Kept 30 days.
//!
//! Content is written first and named in the table after, so that a version in the table can
//! always be read. Several processes may keep at once: equal content has equal names.

mod table;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_api::{CancellationToken, Clock, Progress};
use fielddesk_model::FileReferenceId;
use futures::Stream;

use crate::content::blocking;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::sink::{Space, TempFile, WriteError, is_temporary, write};
use crate::target::Target;
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

/// What a version is of, and why it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The connection it was on.
    pub connection: String,
    /// Whose page.
    pub target: Target,
    /// Section.
    pub section: String,
    /// Name.
    pub name: String,
    /// The document it was.
    pub document: Option<FileReferenceId>,
    /// Which side it was on.
    pub source: Source,
    /// Why it is kept.
    pub reason: Reason,
}

/// Which side content was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The service.
    Remote,
    /// This computer.
    Local,
}

/// Why content went into the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Replaced by ours.
    Replaced,
    /// Deleted by a person.
    Deleted,
}

/// One kept version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Number of the version.
    pub version: i64,
    /// What it is of.
    pub kept: Kept,
    /// SHA-256 in hex.
    pub sha256: String,
    /// Size.
    pub bytes: u64,
    /// When it was kept.
    pub at: DateTime<Utc>,
}

/// The history of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct History {
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
        table::insert(&self.database, version).await
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
        let version = table::of_document(&self.database, connection, id).await?;
        Ok(version.filter(|version| self.path_of(&version.sha256).exists()))
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
    /// versions went.
    ///
    /// # Errors
    /// When the table or the folder cannot be read.
    pub async fn prune(&self) -> Result<u64, Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_api::testing::ManualClock;
    use fielddesk_model::ProjectId;
    use tokio::io::AsyncReadExt as _;

    struct Desk {
        _folder: tempfile::TempDir,
        history: History,
        clock: Arc<ManualClock>,
    }

    async fn desk() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        let clock = Arc::new(ManualClock::new(DateTime::UNIX_EPOCH));
        let history = History::open(&dir, &database, clock.clone())
            .await
            .unwrap()
            .with_probe(50 << 30, 100 << 30);
        Desk {
            _folder: folder,
            history,
            clock,
        }
    }

    fn kept(name: &str) -> Kept {
        Kept {
            connection: "c".into(),
            target: Target::project(ProjectId::new("p")),
            section: "HMS".into(),
            name: name.into(),
            document: Some(FileReferenceId::new(format!("id of {name}"))),
            source: Source::Remote,
            reason: Reason::Replaced,
        }
    }

    fn bytes(parts: &[&'static str]) -> impl Stream<Item = Result<Bytes, Failure>> + Send + use<> {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| Ok(Bytes::from_static(part.as_bytes())))
            .collect();
        futures::stream::iter(parts)
    }

    fn files(dir: &Path) -> usize {
        std::fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| if path.is_dir() { files(&path) } else { 1 })
            .sum()
    }

    #[tokio::test]
    async fn equal_content_is_stored_once_and_read_back() {
        let desk = desk().await;
        let one = desk
            .history
            .keep(kept("a.pdf"), bytes(&["old ", "plan"]))
            .await
            .unwrap();
        let two = desk
            .history
            .keep(kept("b.pdf"), bytes(&["old plan"]))
            .await
            .unwrap();
        assert_eq!(one.sha256, two.sha256);
        assert_eq!(files(&desk.history.dir), 1);
        let mut text = String::new();
        let mut file = desk.history.read(&one.sha256).await.unwrap();
        file.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "old plan");
        let found = desk
            .history
            .of_document("c", &FileReferenceId::new("id of b.pdf"))
            .await
            .unwrap();
        assert_eq!(found, Some(two));
        assert_eq!(desk.history.versions().await.unwrap().len(), 2);
    }

    #[tokio::test]
    async fn a_stream_that_breaks_leaves_nothing() {
        let desk = desk().await;
        let broken =
            futures::stream::iter([Ok(Bytes::from_static(b"half")), Err(Failure::cancelled())]);
        desk.history.keep(kept("a.pdf"), broken).await.unwrap_err();
        assert_eq!(files(&desk.history.dir), 0);
        assert_eq!(desk.history.versions().await.unwrap(), []);
    }

    #[tokio::test]
    async fn nothing_is_kept_when_the_disk_is_nearly_full() {
        for (free, total, enough) in [
            (1_900_000_000, 10_000_000_000, false),
            (2_100_000_000, 10_000_000_000, true),
            (4_000_000_000, 100_000_000_000, false),
            (6_000_000_000, 100_000_000_000, true),
        ] {
            let history = desk().await.history.with_probe(free, total);
            let outcome = history.room();
            assert_eq!(outcome.is_ok(), enough, "{free} of {total} bytes free");
            if let Err(failure) = outcome {
                assert_eq!(failure.kind, FailureKind::DiskFull);
                assert_eq!(failure.params["limit"], "history");
            }
        }
    }

    #[tokio::test]
    async fn a_version_goes_after_thirty_days_and_not_before() {
        let desk = desk().await;
        desk.history
            .keep(kept("a.pdf"), bytes(&["x"]))
            .await
            .unwrap();
        desk.clock.advance(Duration::from_secs(29 * 86_400));
        assert_eq!(desk.history.prune().await.unwrap(), 0);
        desk.clock.advance(Duration::from_secs(2 * 86_400));
        assert_eq!(desk.history.prune().await.unwrap(), 1);
        assert_eq!(desk.history.versions().await.unwrap(), []);
    }

    #[tokio::test]
    async fn a_hash_is_never_a_path() {
        let desk = desk().await;
        for hostile in ["../../etc/passwd", "", "zz"] {
            let failure = desk.history.read(hostile).await.unwrap_err();
            assert_eq!(failure.kind, FailureKind::NotFound);
        }
    }
}
