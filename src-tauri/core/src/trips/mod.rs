//! Haul trips kept on this computer: synced page by page, listed, summed up and exported.
//!
//! The service is the truth: the file `trips.sqlite` can be removed and synced again. How
//! trips lie in it is in decision 16. It knows nothing of how a list is shown.

mod daily_sums;
mod dimensions;
mod export;
mod field;
mod figures;
mod list;
mod local_days;
mod measures;
mod quantity;
mod query;
mod reader;
mod readings;
mod report;
mod source;
mod statement;
mod stored_row;
mod summary;
mod sums;
mod sync;
mod sync_report;
mod sync_request;
mod sync_session;
mod text_search;
pub mod views;
pub mod window;
mod write;
mod zone;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteSynchronous;

use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::{self, Shape};
use crate::failure::is_damage;
use crate::profiles::ProfileId;
use crate::settings;
use query::Selection;
use text_search::LastSearch;

pub use crate::time_zone::{Zone, time_zones};
pub use export::{ExportFormat, ExportReport, ExportRequest, ExportTarget, Words as ExportWords};
pub use fielddesk_api::TripQuery;
pub use figures::{Figures, Group, GroupBy, GroupKey};
pub use list::{Cursor, TripStream, TripWindow};
pub use query::{OrderBy, TripFilter, TripOrder};
pub use reader::TripReader;
pub use report::{ReportWords, TripReport};
pub use source::{Ask, Range, Reach, TripSource};
pub use summary::Summary;
pub use sync_report::{SyncMode, SyncProgress, SyncReport};
pub use sync_request::{ProjectFilter, SyncRange, SyncRequest};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-trips");

const SHAPE: Shape = Shape {
    file: "trips.sqlite",
    migrations: &MIGRATIONS,
    // A power cut may cost the last pages, never the file; the sync goes on before them.
    synchronous: SqliteSynchronous::Normal,
    page_size_bytes: 16 * 1024,
    most_pages: None,
};

/// Memory for pages of the file, in KiB.
const CACHE_KIB: i64 = 16 * 1024;
/// How long a transaction waits for another one.
const BUSY: Duration = Duration::from_secs(10);

/// The trips of every connection; cheap to clone.
#[derive(Debug, Clone)]
pub struct TripStore {
    dir: DataDir,
    most_pages: Option<u32>,
    kept_aside: Option<PathBuf>,
    last_search: LastSearch,
}

impl TripStore {
    /// Opens the store, makes it where it is not. A damaged file is kept aside and a new one
    /// begun.
    ///
    /// Fails with `diskFull` or `localFile` where the data folder cannot be used.
    pub async fn open(dir: &DataDir) -> Result<Self, Failure> {
        Self::open_shaped(dir, &SHAPE).await
    }

    async fn open_shaped(dir: &DataDir, shape: &Shape) -> Result<Self, Failure> {
        let (pool, kept_aside) = db::open_file(dir, shape).await?;
        pool.close().await;
        Ok(Self {
            dir: dir.clone(),
            most_pages: shape.most_pages,
            kept_aside,
            last_search: LastSearch::default(),
        })
    }

    /// A connection whose rows are read where SQLite gives them: a million of them would each
    /// cross to another thread in the pool of the other databases.
    fn connect(&self) -> Result<rusqlite::Connection, Failure> {
        let connection = rusqlite::Connection::open(self.dir.path().join(SHAPE.file))?;
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        if let Some(most) = self.most_pages {
            connection.pragma_update(None, "max_page_count", most)?;
        }
        text_search::install(&connection)?;
        measures::install(&connection)?;
        Ok(connection)
    }

    /// Does some work in a transaction; to be called where blocking is allowed.
    fn work_here<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.noting_damage(|| {
            let mut connection = self.connect()?;
            let transaction = connection.transaction_with_behavior(behavior)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    /// Does some work; where it meets damage, the next [`TripStore::open`] begins a new file.
    fn noting_damage<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let done = work();
        if done.as_ref().is_err_and(is_damage) {
            db::note_damage(&self.dir, SHAPE.file);
        }
        done
    }

    async fn work<T: Send + 'static>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let store = self.clone();
        tokio::task::spawn_blocking(move || store.work_here(behavior, work))
            .await
            .map_err(Failure::internal)?
    }

    /// Looks at the store as it is at one moment.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.work(TransactionBehavior::Deferred, read).await
    }

    /// Changes the store as a whole or not at all.
    async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.work(TransactionBehavior::Immediate, change).await
    }

    /// Where a damaged file was put, when this open found one.
    #[must_use]
    pub fn kept_aside(&self) -> Option<&Path> {
        self.kept_aside.as_deref()
    }

    /// The trips of a connection.
    #[must_use]
    pub fn of(&self, connection: &Connection) -> Trips {
        self.of_key(connection.key())
    }

    /// The trips of a connection by its key.
    #[must_use]
    pub fn of_key(&self, key: String) -> Trips {
        Trips {
            store: self.clone(),
            key,
        }
    }

    /// Forgets all trips of a profile that was removed, where any were ever kept here.
    ///
    /// Fails as [`TripStore::open`] and [`TripStore::forget`] do.
    pub async fn forget_in(dir: &DataDir, id: &ProfileId) -> Result<(), Failure> {
        if !dir.path().join(SHAPE.file).exists() {
            return Ok(());
        }
        Self::open(dir).await?.forget(id).await
    }

    /// Forgets all trips of a profile that was removed.
    ///
    /// Fails with `busy` while a sync runs.
    pub async fn forget(&self, id: &ProfileId) -> Result<(), Failure> {
        let _lock = sync::lock(&self.dir)?;
        // Ids are UUIDs: no character of them means anything to LIKE.
        let of_profile = format!("{} %", id.as_str());
        self.change(move |transaction| {
            for table in [
                "trips",
                "stale_days",
                "daily_sums",
                "dimensions",
                "lookups",
                "readings",
                "passes",
                "marks",
                "sources",
            ] {
                let sources = "SELECT source FROM sources WHERE connection LIKE ?";
                let statement = format!("DELETE FROM {table} WHERE source IN ({sources})");
                transaction.execute(&statement, [&of_profile])?;
            }
            Ok(())
        })
        .await
    }
}

/// The trips of one connection; cheap to clone.
#[derive(Debug, Clone)]
pub struct Trips {
    store: TripStore,
    key: String,
}

impl Trips {
    /// Looks at the trips of a filter as they are at one moment.
    async fn read_selected<T: Send + 'static>(
        &self,
        filter: TripFilter,
        read: impl FnOnce(&Transaction<'_>, &Selection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let trips = self.clone();
        let read = move |transaction: &Transaction<'_>| {
            read(transaction, &trips.select(transaction, &filter)?)
        };
        self.store.read(read).await
    }

    /// Resolves a filter.
    fn select(
        &self,
        connection: &rusqlite::Connection,
        filter: &TripFilter,
    ) -> Result<Selection, Failure> {
        Selection::of(connection, &self.store.last_search, &self.key, filter)
    }

    /// The zone of the settings, whose days are summed up; the computer's without one.
    #[must_use]
    pub fn zone(&self) -> Zone {
        Zone::of(settings::load(&self.store.dir).time_zone.as_deref())
    }

    /// Whether an earlier version kept trips here in another shape: the next sync reads them again.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn must_be_read_again(&self) -> Result<bool, Failure> {
        let key = self.key.clone();
        let sql = "SELECT EXISTS (SELECT 1 FROM sources WHERE connection = ? AND runs = 0)";
        let read = move |transaction: &Transaction<'_>| {
            Ok(transaction.query_row(sql, [key], |row| row.get(0))?)
        };
        self.store.read(read).await
    }
}

/// The number of a connection; none before its first sync.
fn source_of(connection: &rusqlite::Connection, key: &str) -> Result<Option<i64>, Failure> {
    let sql = "SELECT source FROM sources WHERE connection = ?";
    Ok(connection
        .query_row(sql, [key], |row| row.get(0))
        .optional()?)
}

#[cfg(test)]
mod tests;
