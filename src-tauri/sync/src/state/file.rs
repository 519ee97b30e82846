//! The SQLite file: opened, checked, kept aside when it is damaged.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::sync::RwLock;

use crate::ports::StateError;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Files up to this size are checked whole at start: it takes well under a tenth of a second.
const CHECK_UP_TO_BYTES: u64 = 32 * 1024 * 1024;

/// What the write-ahead log is cut to once it was taken over.
const LOG_BYTES: &str = "4194304";

/// The file that all states share. It can be begun anew while it is in use: whoever loaded
/// before that knows by the age that what it knows is gone.
pub(super) struct StateFile {
    path: PathBuf,
    inside: RwLock<(SqlitePool, Age)>,
    kept_aside: Mutex<Option<PathBuf>>,
}

/// How often the file was begun anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Age(u32);

enum Trouble {
    Damaged,
    Other(StateError),
}

impl StateFile {
    pub(super) async fn open(path: &Path) -> Result<Self, StateError> {
        let (pool, kept_aside) = open_or_begin(path).await?;
        Ok(Self {
            path: path.to_owned(),
            inside: RwLock::new((pool, Age(0))),
            kept_aside: Mutex::new(kept_aside),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) async fn pool(&self) -> (SqlitePool, Age) {
        self.inside.read().await.clone()
    }

    pub(super) fn kept_aside(&self) -> Option<PathBuf> {
        let kept = self.kept_aside.lock();
        kept.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes that the file was found damaged while it was in use: keeps it aside and begins
    /// anew, once however many found it.
    pub(super) async fn damaged(&self, found: Age) -> Result<(), StateError> {
        let mut inside = self.inside.write().await;
        if inside.1 != found {
            return Ok(());
        }
        inside.0.close().await;
        let _guard = guard(&self.path).await?;
        let aside = keep_aside(&self.path)?;
        let pool = begin(&self.path).await?;
        *inside = (pool, Age(found.0 + 1));
        *self
            .kept_aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(aside);
        Ok(())
    }
}

async fn open_or_begin(path: &Path) -> Result<(SqlitePool, Option<PathBuf>), StateError> {
    // Two processes of ours may start at once; one migrates, the other waits.
    let _guard = guard(path).await?;
    match open(path).await {
        Ok(pool) => Ok((pool, None)),
        Err(Trouble::Other(error)) => Err(error),
        Err(Trouble::Damaged) => {
            let aside = keep_aside(path)?;
            Ok((begin(path).await?, Some(aside)))
        }
    }
}

async fn begin(path: &Path) -> Result<SqlitePool, StateError> {
    open(path).await.map_err(|trouble| match trouble {
        Trouble::Damaged => StateError::Failed("a new database is damaged".into()),
        Trouble::Other(error) => error,
    })
}

async fn open(path: &Path) -> Result<SqlitePool, Trouble> {
    let size_bytes = tokio::fs::metadata(path).await.map_or(0, |data| data.len());
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .pragma("journal_size_limit", LOG_BYTES);
    let pool = SqlitePoolOptions::new()
        .max_connections(3)
        .connect_with(options)
        .await
        .map_err(Trouble::from)?;
    if let Err(trouble) = prepare(&pool, size_bytes).await {
        pool.close().await;
        return Err(trouble);
    }
    private(path);
    Ok(pool)
}

async fn prepare(pool: &SqlitePool, size_bytes: u64) -> Result<(), Trouble> {
    if size_bytes > 0 && size_bytes <= CHECK_UP_TO_BYTES {
        let check = sqlx::query_scalar::<_, String>("PRAGMA quick_check(1)");
        let verdict = check.fetch_one(pool).await?;
        if verdict != "ok" {
            tracing::warn!(%verdict, "the state is damaged");
            return Err(Trouble::Damaged);
        }
    }
    MIGRATIONS.run(pool).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => Trouble::Other(
            StateError::Failed("it was used by another version of Fielddesk".into()),
        ),
        error => Trouble::Other(StateError::Failed(error.to_string())),
    })
}

/// Whether SQLite says that the file is damaged or is no database.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(11 | 26))
}

/// What is said of a failure.
pub(super) fn told(error: &sqlx::Error) -> StateError {
    match primary_code(error) {
        Some(11 | 26) => StateError::Lost,
        Some(13) => StateError::Failed("the disk is full".into()),
        // Two commits of one number: somebody else has this mapping open and wrote.
        Some(19) => StateError::Failed("another program changed it meanwhile".into()),
        _ => StateError::Failed(error.to_string()),
    }
}

/// SQLite's primary code, which is in the low byte.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<u32>().ok().map(|code| code & 0xff)
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        if is_damage(&error) {
            Self::Damaged
        } else {
            Self::Other(told(&error))
        }
    }
}

/// The short lock that whoever opens or begins the file holds.
async fn guard(path: &Path) -> Result<File, StateError> {
    let lock = beside(path, ".lock");
    let locked = tokio::task::spawn_blocking(move || {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(lock)?;
        file.lock().map(|()| file)
    });
    let locked = locked.await.map_err(std::io::Error::other);
    locked
        .and_then(|locked| locked)
        .map_err(|error| StateError::Failed(error.to_string()))
}

/// Moves the file and its companions out of the way, so that nothing of them is lost.
fn keep_aside(path: &Path) -> Result<PathBuf, StateError> {
    let free = |number: &u32| !beside(path, &format!(" (damaged {number})")).exists();
    let number = (1..).find(free).unwrap_or(u32::MAX);
    let to = beside(path, &format!(" (damaged {number})"));
    for companion in ["", "-wal", "-shm"] {
        let from = beside(path, companion);
        if !from.exists() {
            continue;
        }
        let to = beside(&to, companion);
        #[expect(
            clippy::disallowed_methods,
            reason = "this adapter owns its own file; no file of a person is touched"
        )]
        let moved = std::fs::rename(&from, &to);
        moved.map_err(|error| StateError::Failed(error.to_string()))?;
    }
    tracing::warn!(kept = %to.display(), "damaged state kept aside");
    Ok(to)
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The folder is private already; this holds should the file be copied elsewhere.
#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    if let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        tracing::warn!(%error, "could not make the state private");
    }
}

#[cfg(not(unix))]
fn private(_path: &Path) {}
