//! Haul trips kept on this computer: synced page by page, listed, summed up and exported.
//!
//! The service is the truth: the file `trips.sqlite` can be removed and synced again. How
//! trips lie in it is in decision 16. It knows nothing of how a list is shown.

mod daily_sums;
mod dimensions;
mod export;
mod field;
mod list;
mod local_days;
mod pass;
mod quantity;
mod query;
mod source;
mod summary;
mod sums;
mod sync;
pub mod window;
mod write;

use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqlitePool, SqliteSynchronous};
use sqlx::{AssertSqlSafe, SqliteConnection};

use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::{self, Shape};
use crate::profiles::ProfileId;

pub use export::{ExportFormat, ExportReport, ExportRequest, ExportTarget};
pub use fielddesk_api::TripQuery;
pub use list::{Cursor, TripStream, TripWindow};
pub use query::{OrderBy, TripFilter, TripOrder};
pub use source::{Ask, Range, Reach, TripSource};
pub use summary::{Figures, Group, GroupBy, GroupKey, Summary};
pub use sync::{ProjectFilter, SyncMode, SyncProgress, SyncRange, SyncReport, SyncRequest};

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations-trips");

const SHAPE: Shape = Shape {
    file: "trips.sqlite",
    migrations: &MIGRATIONS,
    // A power cut may cost the last pages, never the file; the sync goes on before them.
    synchronous: SqliteSynchronous::Normal,
    page_size_bytes: 16 * 1024,
    most_pages: None,
};

/// Rows of one statement.
const AT_ONCE: usize = 500;

/// The trips of every connection; cheap to clone.
#[derive(Debug, Clone)]
pub struct TripStore {
    dir: DataDir,
    pool: SqlitePool,
    kept_aside: Option<Arc<std::path::PathBuf>>,
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
        Ok(Self {
            dir: dir.clone(),
            pool,
            kept_aside: kept_aside.map(Arc::new),
        })
    }

    /// Where a damaged file was put, when this open found one.
    #[must_use]
    pub fn kept_aside(&self) -> Option<&Path> {
        self.kept_aside.as_deref().map(std::path::PathBuf::as_path)
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
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        // Ids are UUIDs: no character of them means anything to LIKE.
        let of_profile = format!("{} %", id.as_str());
        for table in [
            "trips",
            "stale_days",
            "daily_sums",
            "dimensions",
            "lookups",
            "passes",
            "marks",
            "sources",
        ] {
            let statement = format!(
                "DELETE FROM {table} WHERE source IN (SELECT source FROM sources WHERE connection LIKE ?)"
            );
            sqlx::query(AssertSqlSafe(statement))
                .bind(&of_profile)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

/// The trips of one connection; cheap to clone.
#[derive(Debug, Clone)]
pub struct Trips {
    store: TripStore,
    key: String,
}

impl Trips {
    /// Whether an earlier version kept trips here in another shape: the next sync reads them again.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn must_be_read_again(&self) -> Result<bool, Failure> {
        let sql = "SELECT EXISTS (SELECT 1 FROM sources WHERE connection = ? AND runs = 0)";
        Ok(sqlx::query_scalar(sql)
            .bind(&self.key)
            .fetch_one(&self.store.pool)
            .await?)
    }

    /// The number of this connection; none before its first sync.
    async fn source(&self, connection: &mut SqliteConnection) -> Result<Option<i64>, Failure> {
        Ok(
            sqlx::query_scalar("SELECT source FROM sources WHERE connection = ?")
                .bind(&self.key)
                .fetch_optional(connection)
                .await?,
        )
    }
}

#[cfg(test)]
mod tests;
