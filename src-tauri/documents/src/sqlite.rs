//! SQLite files of ours: opened, checked for damage, brought to this version's shape.
//!
//! A damaged file is kept aside and a new one begun, at the start and while it is in use. Each
//! file belongs to one module; what its tables hold is not known here.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::RwLock;

/// Files up to this size are checked whole at start: it takes well under a tenth of a second.
const CHECK_UP_TO_BYTES: u64 = 32 * 1024 * 1024;

/// Size in bytes that the write-ahead log is cut to once it was taken over.
const LOG_BYTES: &str = "4194304";

/// Time that a statement waits for another process.
const BUSY: Duration = Duration::from_secs(10);

/// Settings of a database file.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Migrations to this version's shape.
    pub migrations: &'static Migrator,
    /// Times when commits are flushed.
    pub synchronous: SqliteSynchronous,
    /// Page size of a new file, in bytes.
    pub page_size_bytes: u32,
    /// For tests of a full disk.
    pub most_pages: Option<u32>,
}

/// Reasons a file could not be opened. Damage is no such reason.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The shape is of another version.
    #[error("it was used by another version of Fielddesk")]
    OtherVersion,
    /// The disk failed.
    #[error("could not {doing} {}: {error}", .path.display())]
    Disk {
        /// Operation that failed.
        doing: &'static str,
        /// File or folder of the operation.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// SQLite failed.
    #[error(transparent)]
    Sqlite(#[from] sqlx::Error),
    /// A new file is damaged, or a migration is not as it was.
    #[error("{0}")]
    Internal(String),
}

/// A file that is open.
#[derive(Debug)]
pub struct Opened {
    /// Connections to the file.
    pub pool: SqlitePool,
    /// New path of a damaged file, when one was found.
    pub kept_aside: Option<PathBuf>,
}

/// Fills a new file: called at each opening, before the file is used.
pub type Fill =
    Box<dyn Fn(SqlitePool) -> BoxFuture<'static, Result<(), sqlx::Error>> + Send + Sync>;

/// Opens a file, makes it where it is not. A damaged one is kept aside and a new one begun.
pub async fn open(path: &Path, shape: &Shape, fill: Option<&Fill>) -> Result<Opened, OpenError> {
    // Two processes of ours may start at once; one migrates, the other waits.
    let _guard = guard(path).await?;
    match try_open(path, shape, fill).await {
        Err(error) if is_damaged(&error) => begin_anew(path, shape, fill).await,
        opened => Ok(Opened {
            pool: opened?,
            kept_aside: None,
        }),
    }
}

/// A file that can be begun anew while it is in use: a reader knows by the age that the rows read
/// before are gone.
pub struct SqliteFile {
    path: PathBuf,
    shape: Shape,
    fill: Option<Fill>,
    inside: RwLock<(SqlitePool, Age)>,
    kept_aside: Mutex<Option<PathBuf>>,
}

/// Number of times a file was begun anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age(u32);

impl fmt::Debug for SqliteFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl SqliteFile {
    /// Opens it as [`open`] does.
    pub async fn open(path: &Path, shape: Shape, fill: Option<Fill>) -> Result<Self, OpenError> {
        let opened = open(path, &shape, fill.as_ref()).await?;
        Ok(Self {
            path: path.to_owned(),
            shape,
            fill,
            inside: RwLock::new((opened.pool, Age(0))),
            kept_aside: Mutex::new(opened.kept_aside),
        })
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the connections and their age.
    pub async fn pool(&self) -> (SqlitePool, Age) {
        self.inside.read().await.clone()
    }

    /// Returns the new path of a damaged file that was found since it was opened.
    #[must_use]
    pub fn kept_aside(&self) -> Option<PathBuf> {
        let kept = self.kept_aside.lock();
        kept.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes that the file was found damaged while it was in use: keeps it aside and begins
    /// anew, once however many found it. Returns whether this call did.
    pub async fn damaged(&self, found: Age) -> Result<bool, OpenError> {
        let mut inside = self.inside.write().await;
        if inside.1 != found {
            return Ok(false);
        }
        inside.0.close().await;
        let _guard = guard(&self.path).await?;
        let opened = begin_anew(&self.path, &self.shape, self.fill.as_ref()).await?;
        *inside = (opened.pool, Age(found.0 + 1));
        *self
            .kept_aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = opened.kept_aside;
        Ok(true)
    }
}

async fn begin_anew(path: &Path, shape: &Shape, fill: Option<&Fill>) -> Result<Opened, OpenError> {
    let aside = keep_aside(path).map_err(disk("keep aside", path))?;
    match try_open(path, shape, fill).await {
        Err(error) if is_damaged(&error) => {
            Err(OpenError::Internal("a new database is damaged".into()))
        }
        opened => Ok(Opened {
            pool: opened?,
            kept_aside: Some(aside),
        }),
    }
}

async fn try_open(
    path: &Path,
    shape: &Shape,
    fill: Option<&Fill>,
) -> Result<SqlitePool, OpenError> {
    let size_bytes = tokio::fs::metadata(path).await.map_or(0, |data| data.len());
    let mut options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .page_size(shape.page_size_bytes)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(shape.synchronous)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("journal_size_limit", LOG_BYTES);
    if let Some(most) = shape.most_pages {
        options = options.pragma("max_page_count", most.to_string());
    }
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .connect_with(options)
        .await?;
    if let Err(error) = prepare(&pool, shape, fill, size_bytes).await {
        pool.close().await;
        return Err(error);
    }
    private(path);
    Ok(pool)
}

async fn prepare(
    pool: &SqlitePool,
    shape: &Shape,
    fill: Option<&Fill>,
    size_bytes: u64,
) -> Result<(), OpenError> {
    if size_bytes > 0 && size_bytes <= CHECK_UP_TO_BYTES {
        let check = sqlx::query_scalar::<_, String>("PRAGMA quick_check(1)");
        let verdict = check.fetch_one(pool).await?;
        if verdict != "ok" {
            tracing::warn!(%verdict, "a database is damaged");
            return Err(OpenError::Sqlite(sqlx::Error::Decode(Box::new(Damage))));
        }
    }
    let migrated = shape.migrations.run(pool).await;
    migrated.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
            OpenError::OtherVersion
        }
        error => OpenError::Internal(error.to_string()),
    })?;
    match fill {
        Some(fill) => Ok(fill(pool.clone()).await?),
        None => Ok(()),
    }
}

/// Damage found by a check, as an error.
#[derive(Debug, thiserror::Error)]
#[error("the check of the database found damage")]
struct Damage;

fn is_damaged(error: &OpenError) -> bool {
    matches!(error, OpenError::Sqlite(error) if is_damage(error))
}

/// Returns true where SQLite finds the file damaged or no database.
#[must_use]
pub fn is_damage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Decode(error) => error.is::<Damage>(),
        error => matches!(primary_code(error), Some(11 | 26)),
    }
}

/// Returns SQLite's primary code, which is in the low byte: 13 is a full disk.
#[must_use]
pub fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<u32>().ok().map(|code| code & 0xff)
}

/// Takes the short lock held while a file is opened or begun anew.
async fn guard(path: &Path) -> Result<File, OpenError> {
    let lock = beside(path, ".lock");
    let file = lock.clone();
    let locked = tokio::task::spawn_blocking(move || {
        let file = private_file(&file)?;
        file.lock().map(|()| file)
    });
    let locked = locked
        .await
        .unwrap_or_else(|error| Err(io::Error::other(error)));
    locked.map_err(disk("lock", &lock))
}

fn disk(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> OpenError {
    let path = path.to_owned();
    move |error| OpenError::Disk { doing, path, error }
}

/// Moves a file and its companions out of the way, so that nothing of them is lost.
fn keep_aside(path: &Path) -> io::Result<PathBuf> {
    let free = |number: &u32| !beside(path, &format!(" (damaged {number})")).exists();
    let number = (1..).find(free).unwrap_or(u32::MAX);
    let to = beside(path, &format!(" (damaged {number})"));
    for companion in ["", "-wal", "-shm"] {
        match rename_once_closed(&beside(path, companion), &beside(&to, companion)) {
            // A connection that closes takes its companions away.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            renamed => renamed?,
        }
    }
    tracing::warn!(kept = %to.display(), "a damaged database is kept aside");
    Ok(to)
}

/// Time between two of a hundred attempts at a rename.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Renames a file that may be open for a moment longer: a connection that found its file damaged is
/// closed by a separate thread, and virus scanners read new files. Windows refuses meanwhile.
pub fn rename_once_closed(from: &Path, to: &Path) -> io::Result<()> {
    for _ in 0..100 {
        match std::fs::rename(from, to) {
            Err(error) if is_open(&error) => std::thread::sleep(LOOK_AGAIN),
            renamed => return renamed,
        }
    }
    std::fs::rename(from, to)
}

/// Windows' sharing and lock violations.
fn is_open(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33))
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Opens a file that only the person can read, and makes it where it is not.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// The folder is private already; this holds should the file be copied elsewhere.
#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    if let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        tracing::warn!(%error, "could not make a database private");
    }
}

#[cfg(not(unix))]
fn private(_path: &Path) {}
