//! The SQLite database `fielddesk.sqlite` in the data folder.
//!
//! It holds what can be read again or asked again, and what a person entered here. It holds no
//! secret. Each table belongs to one module; this one only opens the file,
//! and [`recovery`](crate::recovery) where it may be lost.

mod check;
mod rebuildable;

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use crate::data_dir::DataDir;
use crate::{Failure, FailureKind};

use check::{CHECK_UP_TO_BYTES, check, check_large};
pub(crate) use rebuildable::{note_damage, open_file};

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

/// Name of the file in the data folder.
pub(crate) const FILE: &str = "fielddesk.sqlite";

const SHAPE: Shape = Shape {
    file: FILE,
    migrations: &MIGRATIONS,
    synchronous: SqliteSynchronous::Full,
    page_size_bytes: 4096,
    most_pages: None,
};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The database; cheap to clone.
#[derive(Debug, Clone)]
pub struct Database {
    pool: SqlitePool,
}

/// Reasons a database cannot be opened. `Damaged` is recovered by creating a new file; `Other` is
/// returned to the caller.
pub(crate) enum Trouble {
    Damaged,
    Other(Failure),
}

impl Database {
    /// Opens the database at `path`, creating it if missing, and applies pending migrations.
    pub(crate) async fn at(path: &Path) -> Result<Self, Trouble> {
        let pool = open_pool(path, &SHAPE).await?;
        Ok(Self { pool })
    }

    /// Creates a new database.
    pub(crate) async fn create(path: &Path) -> Result<Self, Failure> {
        Self::at(path).await.map_err(|trouble| match trouble {
            Trouble::Damaged => Failure::internal("a new database is damaged"),
            Trouble::Other(failure) => failure,
        })
    }

    /// The connections, for the tables' owners.
    #[must_use]
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

/// Begins a change of the records: it waits for whoever writes now. A transaction that reads before it asks to
/// write is refused at once where another wrote in between (`SQLITE_BUSY_SNAPSHOT`), however long it may wait.
pub(crate) async fn begin_change(
    pool: &SqlitePool,
) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
    pool.begin_with("BEGIN IMMEDIATE").await
}

/// Holds off other processes of ours that open a file of the data folder.
pub(crate) async fn guard(dir: &DataDir, file: &'static str) -> Result<File, Failure> {
    let dir = dir.clone();
    tokio::task::spawn_blocking(move || dir.brief_lock(file))
        .await
        .map_err(Failure::internal)?
}

/// The longest wait of a change for another one. On a computer that is busy with other work a change
/// takes seconds, and those that wait are not served in turn: with 10 seconds an upload of 5,000
/// files failed for 730 of them.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

async fn open_pool(path: &Path, shape: &Shape) -> Result<SqlitePool, Trouble> {
    let mut options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .page_size(shape.page_size_bytes)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(shape.synchronous)
        .foreign_keys(true)
        .busy_timeout(LONGEST_WAIT);
    if let Some(most) = shape.most_pages {
        options = options.pragma("max_page_count", most.to_string());
    }
    let pool = SqlitePoolOptions::new()
        .max_connections(4)
        .acquire_timeout(2 * LONGEST_WAIT)
        .connect_with(options)
        .await
        .map_err(Trouble::from)?;
    let ready = prepare(&pool, shape, path).await;
    if let Err(trouble) = ready {
        pool.close().await;
        return Err(trouble);
    }
    private(path);
    Ok(pool)
}

async fn prepare(pool: &SqlitePool, shape: &Shape, path: &Path) -> Result<(), Trouble> {
    let size_bytes = std::fs::metadata(path).map_or(0, |data| data.len());
    if (1..=CHECK_UP_TO_BYTES).contains(&size_bytes) {
        check(pool).await?;
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
        })?;
    if size_bytes > CHECK_UP_TO_BYTES && shape.file == FILE {
        check_large(pool, path).await?;
    }
    Ok(())
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
        assert!(crate::data_loss::unacknowledged(&dir).unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_change_that_reads_first_waits_for_another_that_writes() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        let add_one = || async {
            let mut change = begin_change(database.pool()).await?;
            let most = "SELECT COALESCE(MAX(CAST(used_at AS INTEGER)), 0) FROM projects_used";
            let most: i64 = sqlx::query_scalar(most).fetch_one(&mut *change).await?;
            // The other one has read by now as well.
            tokio::task::yield_now().await;
            let add =
                "INSERT INTO projects_used (connection, project_id, used_at) VALUES ('c', ?1, ?1)";
            sqlx::query(add)
                .bind(most + 1)
                .execute(&mut *change)
                .await?;
            change.commit().await
        };
        for _ in 0..50 {
            let (one, two) = tokio::join!(add_one(), add_one());
            one.unwrap();
            two.unwrap();
        }
        let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM projects_used")
            .fetch_one(database.pool())
            .await
            .unwrap();
        assert_eq!(kept, 100);
    }

    #[tokio::test]
    async fn two_that_open_at_once_both_succeed() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let (one, two) = tokio::join!(Database::open(&dir), Database::open(&dir));
        assert_eq!(tables(&one.unwrap()).await, tables(&two.unwrap()).await);
    }
}
