//! The storage port on SQLite: WAL, many readers, one writer.
//!
//! Writes go through a pool of one connection, so that they queue here and not at SQLite's
//! lock; another process (administration) waits at the lock for ten seconds.

mod access;
mod audit;
mod clients;
mod companies;
mod documents;
mod machines;
mod projects;
mod setup;
mod trips;
mod users;

use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use super::{Result, StoreError};
use crate::Durability;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::new(error)
    }
}

/// The database of an environment.
pub struct SqliteStore {
    read: SqlitePool,
    write: SqlitePool,
    access: access::Version,
}

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
            .busy_timeout(Duration::from_secs(10))
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

    /// Ends all connections and folds the write-ahead log into the file.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    /// A write transaction that takes the lock at once, so that it cannot fail half-way.
    async fn begin(&self) -> Result<Transaction<'static, Sqlite>> {
        Ok(self.write.begin_with("BEGIN IMMEDIATE").await?)
    }
}

fn to_ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

fn from_ms(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

/// Ids as a JSON array, for `IN (SELECT value FROM json_each(?))`.
fn json_list<T: AsRef<str>>(ids: &[T]) -> String {
    let ids: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    serde_json::Value::from(ids).to_string()
}
