//! Acts in SQLite: written before anything is sent, completed as rows get their outcome.

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection, SqlitePool, sqlite::SqliteRow};

use super::BatchOrder;
use super::types::{Act, Batch, BatchKind, BatchReport, BatchTotals};
use crate::connection::Connection;
use crate::db::Database;
use crate::records::{BatchRow, PlannedChange, Resource, RowOutcome};
use crate::{Failure, db};

/// Rows of one statement: SQLite takes 32,766 values.
const ROWS_AT_ONCE: usize = 3_000;

/// The acts on the records of one kind of a connection.
#[derive(Debug, Clone)]
pub(crate) struct BatchStore {
    pub(crate) pool: SqlitePool,
    pub(crate) key: String,
    pub(crate) resource: Resource,
}

/// What an act of a connection is about: machines or users.
///
/// # Errors
/// Not found; those of the database.
pub async fn resource_of(
    database: &Database,
    connection: &Connection,
    id: i64,
) -> Result<Resource, Failure> {
    let word: Option<String> =
        sqlx::query_scalar("SELECT resource FROM fleet_batches WHERE connection = ? AND id = ?")
            .bind(connection.key())
            .bind(id)
            .fetch_optional(database.pool())
            .await?;
    word.and_then(|word| Resource::read(&word))
        .ok_or_else(|| no_such_act(id))
}

fn no_such_act(id: i64) -> Failure {
    Failure::not_found("act", &id.to_string(), "")
}

/// Acts on the records of one kind of a connection. What takes an act back counts when it has ended.
macro_rules! batches_where {
    () => {
        "SELECT b.*, (SELECT max(r.id) FROM fleet_batches r \
          WHERE r.reverts = b.id AND r.finished_at IS NOT NULL) AS reverted_by, \
         (SELECT group_concat(outcome || ':' || rows) FROM (SELECT outcome, count(*) AS rows \
          FROM fleet_batch_rows WHERE batch = b.id GROUP BY outcome)) AS counts \
         FROM fleet_batches b WHERE connection = ? AND resource = ?"
    };
}

impl BatchStore {
    /// Writes an act down with all its rows; gives its number.
    pub(super) async fn begin_batch(
        &self,
        batch: &BatchOrder,
        at: DateTime<Utc>,
    ) -> Result<i64, Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO fleet_batches (connection, resource, kind, message, begun_at, reverts) \
             VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
        )
        .bind(&self.key)
        .bind(self.resource.as_str())
        .bind(batch.kind.as_str())
        .bind(batch.message.as_deref())
        .bind(at)
        .bind(batch.reverts)
        .fetch_one(&mut *transaction)
        .await?;
        let rows: Vec<BatchRow> = batch.changes.iter().map(PlannedChange::row).collect();
        let places: Vec<(usize, &BatchRow)> = rows.iter().enumerate().collect();
        self.keep_rows(&mut transaction, id, &places).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Keeps rows as they stand now.
    pub(super) async fn keep_rows(
        &self,
        transaction: &mut SqliteConnection,
        batch: i64,
        rows: &[(usize, &BatchRow)],
    ) -> Result<(), Failure> {
        for rows in rows.chunks(ROWS_AT_ONCE) {
            let texts = rows.iter().map(|(place, row)| {
                let cells = serde_json::to_string(&row.cells).map_err(Failure::internal)?;
                let failure = row.failure.as_ref().map(serde_json::to_string).transpose();
                let record = row.record.as_ref().map(serde_json::to_string).transpose();
                let place = i64::try_from(*place).map_err(Failure::internal)?;
                let (failure, record) = (
                    failure.map_err(Failure::internal)?,
                    record.map_err(Failure::internal)?,
                );
                Ok((place, *row, cells, failure, record))
            });
            let texts: Vec<_> = texts.collect::<Result<_, Failure>>()?;
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO fleet_batch_rows \
                 (batch, place, machine, number, name, outcome, cells, failure, record) ",
            );
            query.push_values(texts, |mut values, (place, row, cells, failure, record)| {
                values
                    .push_bind(batch)
                    .push_bind(place)
                    .push_bind(&row.id)
                    .push_bind(&row.number)
                    .push_bind(row.name.as_deref())
                    .push_bind(row.outcome.as_str())
                    .push_bind(cells)
                    .push_bind(failure)
                    .push_bind(record);
            });
            query.push(
                " ON CONFLICT DO UPDATE SET machine = excluded.machine, \
                 outcome = excluded.outcome, cells = excluded.cells, failure = excluded.failure, \
                 record = excluded.record",
            );
            query.build().execute(&mut *transaction).await?;
        }
        Ok(())
    }

    /// Notes the end of an act.
    pub(super) async fn finish_batch(
        &self,
        id: i64,
        at: DateTime<Utc>,
        stopped: Option<&Failure>,
    ) -> Result<(), Failure> {
        let stopped = stopped.map(serde_json::to_string).transpose();
        sqlx::query("UPDATE fleet_batches SET finished_at = ?, stopped = ? WHERE id = ?")
            .bind(at)
            .bind(stopped.map_err(Failure::internal)?)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Acts that the program did not end: nobody can tell what became of rows that were on
    /// their way.
    pub(crate) async fn end_broken_batches(&self, at: DateTime<Utc>) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        sqlx::query(
            "UPDATE fleet_batch_rows SET outcome = 'unknown' WHERE outcome = 'waiting' AND batch IN \
             (SELECT id FROM fleet_batches WHERE connection = ? AND resource = ? AND finished_at IS NULL)",
        )
        .bind(&self.key)
        .bind(self.resource.as_str())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "UPDATE fleet_batches SET finished_at = ? WHERE connection = ? AND resource = ? \
             AND finished_at IS NULL",
        )
        .bind(at)
        .bind(&self.key)
        .bind(self.resource.as_str())
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The last acts, the newest first.
    pub(crate) async fn batches(&self, limit: u32) -> Result<Vec<Batch>, Failure> {
        let rows = sqlx::query(concat!(batches_where!(), " ORDER BY id DESC LIMIT ?"))
            .bind(&self.key)
            .bind(self.resource.as_str())
            .bind(limit)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(batch).collect()
    }

    /// One act with its rows.
    pub(crate) async fn batch(&self, id: i64) -> Result<BatchReport, Failure> {
        let row = sqlx::query(concat!(batches_where!(), " AND id = ?"))
            .bind(&self.key)
            .bind(self.resource.as_str())
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let row = row.ok_or_else(|| no_such_act(id))?;
        let rows = sqlx::query("SELECT * FROM fleet_batch_rows WHERE batch = ? ORDER BY place")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        Ok(BatchReport {
            batch: batch(&row)?,
            rows: rows.iter().map(batch_row).collect::<Result<_, _>>()?,
        })
    }

    /// What was done to one record from here, the newest first.
    pub(crate) async fn acts_on(&self, id: &str, limit: u32) -> Result<Vec<Act>, Failure> {
        let rows = sqlx::query(
            "SELECT r.*, b.kind, b.begun_at FROM fleet_batch_rows r JOIN fleet_batches b ON b.id = r.batch \
             WHERE b.connection = ? AND b.resource = ? AND r.machine = ? ORDER BY r.batch DESC LIMIT ?",
        )
        .bind(&self.key)
        .bind(self.resource.as_str())
        .bind(id)
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        let acts = rows.iter().map(|row| {
            let of_record = batch_row(row)?;
            Ok(Act {
                batch: row.try_get("batch")?,
                at: row.try_get("begun_at")?,
                kind: BatchKind::read(row.try_get("kind")?)?,
                outcome: of_record.outcome,
                cells: of_record.cells,
            })
        });
        acts.collect()
    }
}

fn batch(row: &SqliteRow) -> Result<Batch, Failure> {
    let stopped: Option<String> = row.try_get("stopped")?;
    let stopped = stopped.map(|text| serde_json::from_str(&text)).transpose();
    let counts: Option<String> = row.try_get("counts")?;
    let counts = counts.unwrap_or_default();
    let counts = counts.split(',').filter_map(|part| {
        let (outcome, count) = part.split_once(':')?;
        Some((RowOutcome::read(outcome), count.parse().ok()?))
    });
    Ok(Batch {
        id: row.try_get("id")?,
        kind: BatchKind::read(row.try_get("kind")?)?,
        message: row.try_get("message")?,
        begun_at: row.try_get("begun_at")?,
        finished_at: row.try_get("finished_at")?,
        stopped: stopped.map_err(Failure::internal)?,
        reverts: row.try_get("reverts")?,
        reverted_by: row.try_get("reverted_by")?,
        totals: BatchTotals::of(counts),
    })
}

fn batch_row(row: &SqliteRow) -> Result<BatchRow, Failure> {
    let failure: Option<String> = row.try_get("failure")?;
    let failure = failure.map(|text| serde_json::from_str(&text)).transpose();
    let record: Option<String> = row.try_get("record")?;
    let record = record.map(|text| serde_json::from_str(&text)).transpose();
    Ok(BatchRow {
        id: row.try_get("machine")?,
        number: row.try_get("number")?,
        name: row.try_get("name")?,
        outcome: RowOutcome::read(row.try_get("outcome")?),
        cells: serde_json::from_str(row.try_get("cells")?).map_err(Failure::internal)?,
        failure: failure.map_err(Failure::internal)?,
        record: record.map_err(Failure::internal)?,
        stored: Vec::new(),
        sent: false,
    })
}
