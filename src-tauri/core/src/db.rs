//! The SQLite database `fielddesk.sqlite` in the data folder.
//!
//! It holds what can be read again or asked again, and the queue of transfers. It holds no
//! secret. Each table belongs to one module; this one only opens the file.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::data_dir::DataDir;
use crate::{Failure, FailureKind};

/// A database of ours: its file and how it is used.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) file: &'static str,
    pub(crate) migrations: &'static Migrator,
    pub(crate) synchronous: SqliteSynchronous,
    /// Of a file that is made anew.
    pub(crate) page_size_bytes: u32,
    /// For tests of a full disk.
    pub(crate) most_pages: Option<u32>,
}

const SHAPE: Shape = Shape {
    file: "fielddesk.sqlite",
    migrations: &MIGRATIONS,
    synchronous: SqliteSynchronous::Full,
    page_size_bytes: 4096,
    most_pages: None,
};

/// Files up to this size are checked whole at start: it takes well under a tenth of a second.
const CHECK_UP_TO_BYTES: u64 = 32 * 1024 * 1024;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    pool: SqlitePool,
    kept_aside: Option<Arc<PathBuf>>,
}

/// Why a file could not be opened: damage is mended by a new file, all else is told.
enum Trouble {
    Damaged,
    Other(Failure),
}

impl Database {
    /// Opens it, makes it where it is not, brings it to this version's shape. A damaged file
    /// is kept aside and a new one begun.
    pub async fn open(dir: &DataDir) -> Result<Self, Failure> {
        let (pool, kept_aside) = open_file(dir, &SHAPE).await?;
        Ok(Self {
            pool,
            kept_aside: kept_aside.map(Arc::new),
        })
    }

    /// The connections, for the tables' owners.
    #[must_use]
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Where a damaged file was put, when this open found one.
    #[must_use]
    pub fn kept_aside(&self) -> Option<&std::path::Path> {
        self.kept_aside.as_deref().map(PathBuf::as_path)
    }
}

/// Opens the file of a shape, makes it where it is not. A damaged file is kept aside, its place
/// told, and a new one begun.
pub(crate) async fn open_file(
    dir: &DataDir,
    shape: &Shape,
) -> Result<(SqlitePool, Option<PathBuf>), Failure> {
    // Two processes of ours may start at once; one migrates, the other waits.
    let (guard_dir, file) = (dir.clone(), shape.file);
    let _guard = tokio::task::spawn_blocking(move || guard_dir.brief_lock(file))
        .await
        .map_err(Failure::internal)??;
    match open_pool(dir, shape).await {
        Ok(pool) => Ok((pool, None)),
        Err(Trouble::Other(failure)) => Err(failure),
        Err(Trouble::Damaged) => {
            let aside = dir.keep_aside(file)?;
            for companion in [format!("{file}-wal"), format!("{file}-shm")] {
                if dir.path().join(&companion).exists() {
                    dir.keep_aside(&companion)?;
                }
            }
            match open_pool(dir, shape).await {
                Ok(pool) => Ok((pool, Some(aside))),
                Err(Trouble::Other(failure)) => Err(failure),
                Err(Trouble::Damaged) => Err(Failure::internal("a new database is damaged")),
            }
        }
    }
}

async fn open_pool(dir: &DataDir, shape: &Shape) -> Result<SqlitePool, Trouble> {
    let path = dir.path().join(shape.file);
    let size_bytes = std::fs::metadata(&path).map_or(0, |data| data.len());
    let mut options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .page_size(shape.page_size_bytes)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(shape.synchronous)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    if let Some(most) = shape.most_pages {
        options = options.pragma("max_page_count", most.to_string());
    }
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .connect_with(options)
        .await
        .map_err(Trouble::from)?;
    let ready = prepare(&pool, shape, size_bytes).await;
    if let Err(trouble) = ready {
        pool.close().await;
        return Err(trouble);
    }
    private(&path);
    Ok(pool)
}

async fn prepare(pool: &SqlitePool, shape: &Shape, size_bytes: u64) -> Result<(), Trouble> {
    if size_bytes > 0 && size_bytes <= CHECK_UP_TO_BYTES {
        let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
            .fetch_one(pool)
            .await?;
        if verdict != "ok" {
            tracing::warn!(%verdict, "the database is damaged");
            return Err(Trouble::Damaged);
        }
    }
    shape
        .migrations
        .run(pool)
        .await
        .map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
                Trouble::Other(Failure::new(
                    FailureKind::Usage,
                    "The data folder was used by another version of Fielddesk.",
                    "Install the newest version, or choose another data folder.",
                ))
            }
            error => Trouble::Other(Failure::internal(error)),
        })
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(|error| error.code())
            .and_then(|code| code.parse::<u32>().ok());
        match code.map(|code| code & 0xff) {
            Some(11 | 26) => Self::Damaged,
            _ => Self::Other(error.into()),
        }
    }
}

/// The folder is private already; this holds should the file be copied elsewhere.
#[cfg(unix)]
fn private(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt as _;
    if let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)) {
        tracing::warn!(%error, "could not make the database private");
    }
}

#[cfg(not(unix))]
fn private(_path: &std::path::Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    async fn tables(database: &Database) -> i64 {
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = 'listings'")
            .fetch_one(database.pool())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn what_was_stored_is_there_after_opening_again() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let first = Database::open(&dir).await.unwrap();
        sqlx::query(
            "INSERT INTO projects_used (connection, project_id, used_at) VALUES ('c','p','t')",
        )
        .execute(first.pool())
        .await
        .unwrap();
        first.pool().close().await;
        let again = Database::open(&dir).await.unwrap();
        let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM projects_used")
            .fetch_one(again.pool())
            .await
            .unwrap();
        assert_eq!(kept, 1);
        assert_eq!(again.kept_aside(), None);
    }

    #[tokio::test]
    async fn a_damaged_file_is_kept_aside_and_a_new_one_begun() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        std::fs::write(
            folder.path().join(SHAPE.file),
            b"this was never a database".repeat(400),
        )
        .unwrap();
        let database = Database::open(&dir).await.unwrap();
        let aside = database.kept_aside().expect("the damaged file is kept");
        assert!(std::fs::read(aside).unwrap().starts_with(b"this was never"));
        assert_eq!(tables(&database).await, 1);
    }

    #[tokio::test]
    async fn damage_inside_the_file_is_found_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        Database::open(&dir).await.unwrap().pool().close().await;
        let path = folder.path().join(SHAPE.file);
        let mut bytes = std::fs::read(&path).unwrap();
        for byte in &mut bytes[4096..] {
            *byte ^= 0x5a;
        }
        std::fs::write(&path, bytes).unwrap();
        let database = Database::open(&dir).await.unwrap();
        assert!(database.kept_aside().is_some());
        assert_eq!(tables(&database).await, 1);
    }

    #[tokio::test]
    async fn two_that_open_at_once_both_succeed() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let (one, two) = tokio::join!(Database::open(&dir), Database::open(&dir));
        assert_eq!(tables(&one.unwrap()).await, tables(&two.unwrap()).await);
    }
}
