//! The version of clients and companies, a count in the database that every node reads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::Transaction;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::engine::{Db, Pool};
use crate::store::{Result, StoreError};

/// Time that a count counts as the present one.
const FRESH: Duration = Duration::from_millis(250);
/// Time that the database has for an answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The count of a database as this node knows it.
pub(super) struct Version {
    seen: AtomicU64,
    /// Set by a commit of this node: the count is out of date.
    stale: AtomicBool,
    /// Time of the last reading; held while one is under way.
    read_at: Mutex<Option<Instant>>,
}

impl Version {
    pub(super) fn new() -> Self {
        Self {
            seen: AtomicU64::new(0),
            stale: AtomicBool::new(true),
            read_at: Mutex::new(None),
        }
    }

    /// Returns the count, read at most 250 ms ago. One reading is under way at a time.
    ///
    /// # Errors
    /// A database that does not answer within a second.
    pub(super) async fn now(&self, pool: &Pool) -> Result<u64> {
        let mut read_at = self.read_at.lock().await;
        let now = Instant::now();
        let fresh = read_at.is_some_and(|at| now.duration_since(at) < FRESH);
        if !self.stale.swap(false, Ordering::SeqCst) && fresh {
            return Ok(self.seen.load(Ordering::SeqCst));
        }
        *read_at = None;
        let sql = "SELECT value::bigint FROM meta WHERE key = 'access_version'";
        let reading = sqlx::query_scalar::<_, i64>(sql).fetch_one(pool);
        let count = tokio::time::timeout(PATIENCE, reading)
            .await
            .map_err(|elapsed| StoreError::Unavailable(elapsed.into()))??;
        let count = u64::try_from(count).unwrap_or_default();
        self.seen.store(count, Ordering::SeqCst);
        *read_at = Some(now);
        Ok(count)
    }

    /// Commits a change of clients or companies and raises the count with it.
    pub(super) async fn commit(&self, mut tx: Transaction<'static, Db>) -> Result<()> {
        sqlx::query(
            "UPDATE meta SET value = (value::bigint + 1)::text WHERE key = 'access_version'",
        )
        .execute(&mut *tx)
        .await?;
        let done = tx.commit().await;
        // Also when the commit failed: it may have been done all the same.
        self.stale.store(true, Ordering::SeqCst);
        Ok(done?)
    }
}
