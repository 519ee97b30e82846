//! The version of clients and companies, a count in the database that every node reads.

use std::time::Duration;

use sqlx::Transaction;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::engine::{Db, Pool};
use crate::store::commits::Commits;
use crate::store::{Result, StoreError};

/// Time that a count counts as the present one.
const FRESH: Duration = Duration::from_millis(250);
/// Time that the database has for an answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The count of a database as this node knows it.
pub(super) struct Version {
    /// Changes of this process are seen at once.
    commits: Commits,
    /// The last reading; held while another is under way.
    last: Mutex<Option<Reading>>,
}

#[derive(Clone, Copy)]
struct Reading {
    at: Instant,
    commits: u64,
    count: u64,
}

impl Version {
    /// The version of the database under a URL.
    pub(super) fn of(url: String) -> Self {
        Self {
            commits: Commits::of(url),
            last: Mutex::new(None),
        }
    }

    /// Returns the count, read at most 250 ms ago. One reading is under way at a time.
    ///
    /// # Errors
    /// A database that does not answer within a second, the wait for another's reading included.
    pub(super) async fn now(&self, pool: &Pool) -> Result<u64> {
        tokio::time::timeout(PATIENCE, self.read(pool))
            .await
            .map_err(|elapsed| StoreError::Unavailable(elapsed.into()))?
    }

    async fn read(&self, pool: &Pool) -> Result<u64> {
        let mut last = self.last.lock().await;
        let (at, commits) = (Instant::now(), self.commits.now());
        if let Some(last) = *last
            && at.duration_since(last.at) < FRESH
            && last.commits == commits
        {
            return Ok(last.count);
        }
        let sql = "SELECT value::bigint FROM meta WHERE key = 'access_version'";
        let count = sqlx::query_scalar::<_, i64>(sql).fetch_one(pool).await?;
        let count = u64::try_from(count).unwrap_or_default();
        *last = Some(Reading { at, commits, count });
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
        self.commits.advance();
        Ok(done?)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::postgres::PgPoolOptions;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn all_who_ask_a_silent_database_have_their_answer_within_a_second() {
        // Connections wait in its backlog and are never answered.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("postgres://u@{}/d", silent.local_addr().unwrap());
        let pool = PgPoolOptions::new().connect_lazy(&url).unwrap();
        let version = Version::of(url);
        let begun = Instant::now();
        let asked = (0..20).map(|_| version.now(&pool));
        for answer in futures::future::join_all(asked).await {
            assert!(matches!(answer, Err(StoreError::Unavailable(_))));
        }
        assert!(begun.elapsed() < 2 * PATIENCE, "{:?}", begun.elapsed());
    }
}
