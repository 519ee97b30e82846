//! Records of a connection as last read, in SQLite: a row each, by kind.

use std::num::NonZero;

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::cache::Kept;
use super::kind::RecordKind;
use crate::profiles::ProfileId;
use crate::{Failure, db};
use fielddesk_rules::fields::Resource;

/// Rows of one statement: SQLite takes 32,766 values.
const ROWS_AT_ONCE: usize = 5_000;

/// The records of one connection.
#[derive(Debug, Clone)]
pub(crate) struct RecordStore {
    pub(crate) pool: SqlitePool,
    pub(crate) key: String,
}

/// The records that were kept.
pub(crate) struct Loaded<K: RecordKind> {
    pub(crate) records: Vec<K::Record>,
    /// How many cannot be read.
    pub(crate) unreadable: usize,
}

/// The records of these texts that can be read, in their order; on all processors, for tens of
/// thousands are waited for.
fn parsed<K: RecordKind>(texts: &[String]) -> Vec<K::Record> {
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let of_one = texts.len().div_ceil(workers).max(1);
    std::thread::scope(|scope| {
        let parts = texts.chunks(of_one).map(|texts| {
            scope.spawn(move || -> Vec<K::Record> {
                let read = texts.iter().filter_map(|text| {
                    serde_json::from_str(text)
                        .inspect_err(|error| tracing::warn!(%error, "a kept record is unreadable"))
                        .ok()
                });
                read.collect()
            })
        });
        let parts: Vec<_> = parts.collect();
        // What a thread that failed should have read counts as unreadable.
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_default())
            .collect()
    })
}

/// When records were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReadNote {
    /// When they were read last.
    pub(crate) read_at: DateTime<Utc>,
    /// When all of them were.
    pub(crate) whole_at: DateTime<Utc>,
    /// Whether the client may change none.
    pub(crate) read_only: bool,
}

impl RecordStore {
    /// Everything that was kept. A record that cannot be read is left out: the service has it.
    pub(crate) async fn load<K: RecordKind>(&self) -> Result<Loaded<K>, Failure> {
        let texts: Vec<String> = sqlx::query_scalar(
            "SELECT record FROM cached_records WHERE connection = ? AND resource = ?",
        )
        .bind(&self.key)
        .bind(K::RESOURCE.as_str())
        .fetch_all(&self.pool)
        .await?;
        tokio::task::spawn_blocking(move || {
            let records = parsed::<K>(&texts);
            Loaded {
                unreadable: texts.len() - records.len(),
                records,
            }
        })
        .await
        .map_err(Failure::internal)
    }

    /// Keeps what changed.
    pub(crate) async fn keep<K: RecordKind>(&self, kept: &Kept<K>) -> Result<(), Failure> {
        if kept.records.is_empty() && kept.removed.is_empty() {
            return Ok(());
        }
        let mut transaction = db::begin_change(&self.pool).await?;
        self.keep_within(&mut transaction, kept).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Keeps what changed within a transaction.
    pub(crate) async fn keep_within<K: RecordKind>(
        &self,
        transaction: &mut SqliteConnection,
        kept: &Kept<K>,
    ) -> Result<(), Failure> {
        let resource = K::RESOURCE.as_str();
        for records in kept.records.chunks(ROWS_AT_ONCE) {
            let texts = records.iter().map(|record| {
                let text = serde_json::to_string(&**record).map_err(Failure::internal)?;
                Ok((K::id(record), text))
            });
            let texts: Vec<(&str, String)> = texts.collect::<Result<_, Failure>>()?;
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO cached_records (connection, resource, id, record) ",
            );
            query.push_values(texts, |mut row, (id, text)| {
                row.push_bind(&self.key)
                    .push_bind(resource)
                    .push_bind(id)
                    .push_bind(text);
            });
            query.push(" ON CONFLICT DO UPDATE SET record = excluded.record");
            query.build().execute(&mut *transaction).await?;
        }
        for id in &kept.removed {
            sqlx::query(
                "DELETE FROM cached_records WHERE connection = ? AND resource = ? AND id = ?",
            )
            .bind(&self.key)
            .bind(resource)
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        }
        Ok(())
    }

    /// When records were read last, if ever.
    pub(crate) async fn read_note(&self, resource: Resource) -> Result<Option<ReadNote>, Failure> {
        let note: Option<(DateTime<Utc>, DateTime<Utc>, bool)> = sqlx::query_as(
            "SELECT read_at, whole_at, read_only FROM cached_reads \
             WHERE connection = ? AND resource = ?",
        )
        .bind(&self.key)
        .bind(resource.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(note.map(|(read_at, whole_at, read_only)| ReadNote {
            read_at,
            whole_at,
            read_only,
        }))
    }

    /// Notes when records were read.
    pub(crate) async fn note_read(
        &self,
        resource: Resource,
        note: ReadNote,
    ) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO cached_reads (connection, resource, read_at, whole_at, read_only) \
             VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET read_at = excluded.read_at, \
             whole_at = excluded.whole_at, read_only = excluded.read_only",
        )
        .bind(&self.key)
        .bind(resource.as_str())
        .bind(note.read_at)
        .bind(note.whole_at)
        .bind(note.read_only)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Forgets the records of a profile that was removed, and what was done to them from here.
pub(crate) async fn forget(pool: &SqlitePool, id: &ProfileId) -> Result<(), Failure> {
    // Ids are UUIDs: no character of them means anything to LIKE.
    let of_profile = format!("{} %", id.as_str());
    for statement in [
        "DELETE FROM cached_records WHERE connection LIKE ?",
        "DELETE FROM cached_reads WHERE connection LIKE ?",
        "DELETE FROM exports WHERE connection LIKE ?",
        "DELETE FROM fleet_batch_rows WHERE batch IN (SELECT id FROM fleet_batches WHERE connection LIKE ?)",
        "UPDATE fleet_batches SET reverts = NULL WHERE connection LIKE ?",
        "DELETE FROM fleet_batches WHERE connection LIKE ?",
    ] {
        sqlx::query(statement)
            .bind(&of_profile)
            .execute(pool)
            .await?;
    }
    Ok(())
}

/// A grid's layout, as the window wrote it.
pub(crate) async fn layout(
    pool: &SqlitePool,
    resource: Resource,
) -> Result<Option<String>, Failure> {
    let layout = sqlx::query_scalar("SELECT layout FROM grid_layouts WHERE resource = ?");
    Ok(layout.bind(resource.as_str()).fetch_optional(pool).await?)
}

/// Keeps a grid's layout.
pub(crate) async fn save_layout(
    pool: &SqlitePool,
    resource: Resource,
    layout: &str,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO grid_layouts (resource, layout) VALUES (?, ?) \
         ON CONFLICT DO UPDATE SET layout = excluded.layout",
    )
    .bind(resource.as_str())
    .bind(layout)
    .execute(pool)
    .await?;
    Ok(())
}
