//! The values of exports, in SQLite: for 90 days, of the newest exports.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::SqlitePool;

use super::base::{BaseBody, ExportBase};
use crate::connection::Connection;
use crate::db::{self, Database};
use crate::records::Resource;
use crate::records::batches::Batches;
use crate::{Clock, Failure, SystemClock};
use fielddesk_rules::retention::{EXPORT_DAYS, EXPORTS_KEPT};

/// What exports of one connection wrote; cheap to clone.
#[derive(Clone)]
pub struct ExportBases {
    pool: SqlitePool,
    key: String,
    clock: Arc<dyn Clock>,
}

impl Batches {
    /// What exports of the connection wrote.
    pub(crate) fn export_bases(&self) -> ExportBases {
        let (pool, key) = (self.store.pool.clone(), self.store.key.clone());
        ExportBases::of(pool, key, self.clock.clone())
    }
}

impl ExportBases {
    /// Opens the export bases of a connection.
    #[must_use]
    pub fn new(connection: &Connection, database: &Database) -> Self {
        let pool = database.pool().clone();
        Self::of(pool, connection.key(), Arc::new(SystemClock))
    }

    pub(crate) fn of(pool: SqlitePool, key: String, clock: Arc<dyn Clock>) -> Self {
        Self { pool, key, clock }
    }

    /// Stores the values of an export and removes old ones.
    pub async fn keep(&self, base: ExportBase) -> Result<(), Failure> {
        let ExportBase { id, resource, body } = base;
        let body = packed(body).await?;
        sqlx::query(
            "INSERT INTO exports (id, connection, resource, exported_at, body) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(id)
        .bind(&self.key)
        .bind(resource.as_str())
        .bind(self.clock.now())
        .bind(body)
        .execute(&self.pool)
        .await?;
        self.prune().await
    }

    /// Like [`Self::keep`], but only logs errors; without a base, the import falls back to a
    /// two-way comparison.
    pub(crate) async fn keep_if_possible(&self, base: Option<ExportBase>) {
        let Some(base) = base else { return };
        if let Err(failure) = self.keep(base).await {
            tracing::warn!(%failure, "what was exported is not remembered");
        }
    }

    /// Removes old exports.
    pub(crate) async fn prune(&self) -> Result<(), Failure> {
        sqlx::query(
            "DELETE FROM exports WHERE exported_at < ? OR id NOT IN \
             (SELECT id FROM exports ORDER BY exported_at DESC, rowid DESC LIMIT ?)",
        )
        .bind(self.oldest())
        .bind(EXPORTS_KEPT)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// What an export of this connection wrote, and when. `None` where it is not known here.
    pub(crate) async fn find(
        &self,
        id: &str,
        resource: Resource,
    ) -> Result<Option<(ExportBase, DateTime<Utc>)>, Failure> {
        let found: Option<(DateTime<Utc>, Vec<u8>)> = sqlx::query_as(
            "SELECT exported_at, body FROM exports \
             WHERE id = ? AND connection = ? AND resource = ? AND exported_at >= ?",
        )
        .bind(id)
        .bind(&self.key)
        .bind(resource.as_str())
        .bind(self.oldest())
        .fetch_optional(&self.pool)
        .await?;
        let Some((at, body)) = found else {
            return Ok(None);
        };
        let unpacked = tokio::task::spawn_blocking(move || BaseBody::unpack(&body));
        let body = match unpacked.await.map_err(Failure::internal)? {
            Ok(body) => body,
            Err(failure) => {
                tracing::warn!(%failure, "what was exported is unreadable");
                return Ok(None);
            }
        };
        let id = id.to_owned();
        Ok(Some((ExportBase { id, resource, body }, at)))
    }

    /// Replaces what is remembered of an export.
    pub(crate) async fn update(&self, base: ExportBase) -> Result<(), Failure> {
        let body = packed(base.body).await?;
        let mut transaction = db::begin_change(&self.pool).await?;
        sqlx::query("UPDATE exports SET body = ? WHERE id = ? AND connection = ?")
            .bind(body)
            .bind(base.id)
            .bind(&self.key)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    fn oldest(&self) -> DateTime<Utc> {
        self.clock.now() - TimeDelta::days(i64::from(EXPORT_DAYS))
    }
}

impl std::fmt::Debug for ExportBases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExportBases")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

async fn packed(body: BaseBody) -> Result<Vec<u8>, Failure> {
    tokio::task::spawn_blocking(move || body.pack())
        .await
        .map_err(Failure::internal)?
}
