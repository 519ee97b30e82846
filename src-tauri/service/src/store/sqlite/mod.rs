//! The store in a SQLite file: WAL, many readers, one writer.
//!
//! Writes go through a pool of one connection, so that they queue here and not at SQLite's
//! lock; another process (administration) waits at the lock for ten seconds.

mod access;
mod bulk;
mod engine;
#[path = "../sql/mod.rs"]
mod sql;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{Connections, Result, Store, StoreError};
use crate::Durability;

pub use sql::SqlStore as SqliteStore;
pub(crate) use sql::tables::SqlTables as SqliteTables;

/// Time that a lock of another process is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

impl SqliteStore {
    /// Opens the database file, makes it when it is missing, and brings it up to date.
    ///
    /// # Errors
    /// A file that cannot be opened, is no database, or was written by a newer version.
    pub async fn open(file: &Path, durability: Durability) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(match durability {
                Durability::Power => SqliteSynchronous::Full,
                Durability::Process => SqliteSynchronous::Normal,
            })
            .busy_timeout(PATIENCE)
            .foreign_keys(true)
            .statement_cache_capacity(128)
            // Rows that may wait for their reader: a page of trips wakes it less often.
            .row_buffer_size(1000);
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(60))
            .connect_with(options.clone())
            .await?;
        MIGRATIONS.run(&write).await.map_err(StoreError::new)?;
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(60))
            // A ping would be a second trip to the connection's thread for every query.
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        let access = access::Version::of(file);
        Ok(Self {
            read,
            write,
            access,
        })
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn connections(&self) -> Connections {
        Connections::of(&[&self.read, &self.write])
    }

    /// Ends all connections and folds the write-ahead log into the file.
    async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}
