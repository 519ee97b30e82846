//! Acts in SQLite: written before anything is sent, completed as rows get their outcome.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::{
    AssertSqlSafe, QueryBuilder, Row as _, Sqlite, SqliteConnection, SqlitePool, sqlite::SqliteRow,
};

use super::BatchOrder;
use super::types::{Act, Batch, BatchKind, BatchReport, BatchTotals};
use crate::connection::Connection;
use crate::db::Database;
use crate::records::course::asks;
use crate::records::{BatchRow, PlannedChange, Resource, RowOutcome, Stage};
use crate::{Clock, Failure, db};

/// Rows of one statement: SQLite takes 32,766 values.
const ROWS_AT_ONCE: usize = 3_000;

/// The acts on the records of one kind of a connection.
#[derive(Clone)]
pub(crate) struct BatchStore {
    pub(crate) pool: SqlitePool,
    pub(crate) key: String,
    pub(crate) resource: Resource,
    pub(crate) clock: Arc<dyn Clock>,
    /// The moment at which this run of the program opened the store.
    pub(crate) begun: DateTime<Utc>,
}

/// A row of which it has to be found out what became of it.
pub(super) struct OpenRow {
    pub(super) batch: i64,
    pub(super) kind: BatchKind,
    pub(super) place: usize,
    pub(super) row: BatchRow,
}

/// What an act of a connection is about: machines or users.
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

/// Acts on the records of one kind of a connection. What takes an act back counts when it has ended
/// with every record.
macro_rules! batches_where {
    () => {
        "SELECT b.*, (SELECT max(r.id) FROM fleet_batches r \
          WHERE r.reverts = b.id AND r.finished_at IS NOT NULL AND NOT EXISTS \
           (SELECT 1 FROM fleet_batch_rows x WHERE x.batch = r.id AND x.outcome IN ('waiting', 'unknown', 'notSent'))\
         ) AS reverted_by, \
         (SELECT max(r.id) FROM fleet_batches r \
          WHERE r.reverts = b.id AND r.finished_at IS NOT NULL AND EXISTS \
           (SELECT 1 FROM fleet_batch_rows x WHERE x.batch = r.id AND x.outcome IN ('waiting', 'unknown', 'notSent'))\
         ) AS undo_left, \
         (SELECT group_concat(outcome || ':' || rows) FROM (SELECT outcome, count(*) AS rows \
          FROM fleet_batch_rows WHERE batch = b.id GROUP BY outcome)) AS counts \
         FROM fleet_batches b WHERE connection = ? AND resource = ?"
    };
}

impl BatchStore {
    /// Writes an act down with all its rows; gives its number.
    pub(super) async fn begin_batch(&self, batch: &BatchOrder) -> Result<i64, Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO fleet_batches (connection, resource, kind, message, begun_at, reverts, until) \
             VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        )
        .bind(&self.key)
        .bind(self.resource.as_str())
        .bind(batch.kind.as_str())
        .bind(batch.message.as_deref())
        .bind(self.clock.now())
        .bind(batch.reverts)
        .bind(batch.until)
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
        stopped: Option<&Failure>,
    ) -> Result<(), Failure> {
        let stopped = stopped.map(serde_json::to_string).transpose();
        sqlx::query("UPDATE fleet_batches SET finished_at = ?, stopped = ? WHERE id = ?")
            .bind(self.clock.now())
            .bind(stopped.map_err(Failure::internal)?)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Notes that requests of an act are made from now on.
    pub(super) async fn note_sending(&self, id: i64) -> Result<(), Failure> {
        sqlx::query("UPDATE fleet_batches SET sending_at = coalesce(sending_at, ?) WHERE id = ?")
            .bind(self.clock.now())
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Begins an ended act again with some of its rows.
    pub(super) async fn resume_batch(
        &self,
        id: i64,
        rows: &[(usize, &BatchRow)],
    ) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        sqlx::query(
            "UPDATE fleet_batches SET finished_at = NULL, stopped = NULL, sending_at = NULL WHERE id = ?",
        )
        .bind(id)
        .execute(&mut *transaction)
        .await?;
        self.keep_rows(&mut transaction, id, rows).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Ends acts that the program did not end. What became of rows that were on their way has to
    /// be looked up.
    pub(crate) async fn end_broken_batches(&self) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        for (stage, sending) in [(Stage::Planned, "NULL"), (Stage::Sending, "NOT NULL")] {
            let sql = AssertSqlSafe(format!(
                "UPDATE fleet_batch_rows SET outcome = ? WHERE outcome = 'waiting' AND batch IN \
                 (SELECT id FROM fleet_batches WHERE connection = ? AND resource = ? \
                  AND finished_at IS NULL AND sending_at IS {sending})"
            ));
            sqlx::query(sql)
                .bind(stage.left_behind().as_str())
                .bind(&self.key)
                .bind(self.resource.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query(
            "UPDATE fleet_batches SET finished_at = ? WHERE connection = ? AND resource = ? \
             AND finished_at IS NULL",
        )
        .bind(self.clock.now())
        .bind(&self.key)
        .bind(self.resource.as_str())
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Rows of ended acts of which it is not known what became of them, the oldest first.
    pub(super) async fn open_rows(&self) -> Result<Vec<OpenRow>, Failure> {
        let rows = sqlx::query(
            "SELECT r.*, b.kind FROM fleet_batch_rows r JOIN fleet_batches b ON b.id = r.batch \
             WHERE b.connection = ? AND b.resource = ? AND b.finished_at IS NOT NULL \
             AND r.outcome = 'unknown' ORDER BY r.batch, r.place",
        )
        .bind(&self.key)
        .bind(self.resource.as_str())
        .fetch_all(&self.pool)
        .await?;
        let rows = rows.iter().map(|row| {
            let place: i64 = row.try_get("place")?;
            Ok(OpenRow {
                batch: row.try_get("batch")?,
                kind: BatchKind::read(row.try_get("kind")?)?,
                place: usize::try_from(place).map_err(Failure::internal)?,
                row: batch_row(row)?,
            })
        });
        rows.collect()
    }

    /// Forgets an undo that changed nothing.
    pub(super) async fn drop_batch(&self, id: i64) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        for statement in [
            "DELETE FROM fleet_batch_rows WHERE batch = ?",
            "DELETE FROM fleet_batches WHERE id = ?",
        ] {
            sqlx::query(statement)
                .bind(id)
                .execute(&mut *transaction)
                .await?;
        }
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
        rows.iter().map(|row| self.read(row)).collect()
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
            batch: self.read(&row)?,
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

    fn read(&self, row: &SqliteRow) -> Result<Batch, Failure> {
        let stopped: Option<String> = row.try_get("stopped")?;
        let stopped = stopped.map(|text| serde_json::from_str(&text)).transpose();
        let stopped: Option<Failure> = stopped.map_err(Failure::internal)?;
        let counts: Option<String> = row.try_get("counts")?;
        let counts = counts.unwrap_or_default();
        let counts = counts.split(',').filter_map(|part| {
            let (outcome, count) = part.split_once(':')?;
            Some((RowOutcome::read(outcome), count.parse().ok()?))
        });
        let totals = BatchTotals::of(counts);
        let begun_at = row.try_get("begun_at")?;
        let finished_at: Option<DateTime<Utc>> = row.try_get("finished_at")?;
        let sending_at: Option<DateTime<Utc>> = row.try_get("sending_at")?;
        let reverts: Option<i64> = row.try_get("reverts")?;
        let stage = Stage::of(sending_at.is_some(), finished_at.is_some(), &totals);
        let asks = asks(begun_at, self.begun, self.clock.now());
        let why = stopped.as_ref().map(|failure| failure.kind);
        Ok(Batch {
            id: row.try_get("id")?,
            kind: BatchKind::read(row.try_get("kind")?)?,
            message: row.try_get("message")?,
            begun_at,
            finished_at,
            stopped,
            stage,
            asks,
            goes_on: reverts.is_some() && stage.goes_on(why, asks),
            until: row.try_get("until")?,
            reverts,
            reverted_by: row.try_get("reverted_by")?,
            undo_left: row.try_get("undo_left")?,
            totals,
        })
    }
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
