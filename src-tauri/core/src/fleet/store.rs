//! The cached fleet in SQLite: records, marks of blocks, messages, the grid's layout.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fielddesk_model::{Machine, MachineId};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::model::Kept;
use super::types::{BlockKnown, BlockMark};
use crate::profiles::ProfileId;
use crate::{Failure, db};

/// Rows of one statement: SQLite takes 32,766 values.
const ROWS_AT_ONCE: usize = 5_000;
/// How many messages are offered again.
const MESSAGES: i64 = 20;

/// What was kept of a connection.
pub(super) struct Cached {
    pub(super) machines: Vec<Machine>,
    pub(super) marks: HashMap<MachineId, BlockMark>,
    pub(super) read: Option<(DateTime<Utc>, bool)>,
}

/// The cached fleet of one connection.
#[derive(Debug, Clone)]
pub(super) struct Store {
    pub(super) pool: SqlitePool,
    pub(super) key: String,
}

impl Store {
    /// Everything that was kept. A record that cannot be read is left out: the service has it.
    pub(super) async fn load(&self) -> Result<Cached, Failure> {
        let records: Vec<String> =
            sqlx::query_scalar("SELECT record FROM fleet_machines WHERE connection = ?")
                .bind(&self.key)
                .fetch_all(&self.pool)
                .await?;
        let machines = tokio::task::spawn_blocking(move || {
            let parsed = records.iter().map(|text| serde_json::from_str(text));
            parsed
                .filter_map(|machine: Result<Machine, _>| {
                    machine
                        .inspect_err(|error| tracing::warn!(%error, "a kept machine is unreadable"))
                        .ok()
                })
                .collect()
        })
        .await
        .map_err(Failure::internal)?;
        let marks: Vec<(String, DateTime<Utc>, String)> =
            sqlx::query_as("SELECT machine, since, known FROM fleet_blocks WHERE connection = ?")
                .bind(&self.key)
                .fetch_all(&self.pool)
                .await?;
        let mark = |(id, since, known): (String, DateTime<Utc>, String)| {
            let known = BlockKnown::read(&known);
            (MachineId::new(id), BlockMark { since, known })
        };
        let read =
            sqlx::query_as("SELECT read_at, read_only FROM fleet_reads WHERE connection = ?")
                .bind(&self.key)
                .fetch_optional(&self.pool)
                .await?;
        Ok(Cached {
            machines,
            marks: marks.into_iter().map(mark).collect(),
            read,
        })
    }

    /// Keeps what changed on the board.
    pub(super) async fn keep(&self, kept: &Kept) -> Result<(), Failure> {
        if kept.records.is_empty() && kept.removed.is_empty() && kept.marks.is_empty() {
            return Ok(());
        }
        let mut transaction = db::begin_change(&self.pool).await?;
        self.keep_within(&mut transaction, kept).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Keeps what changed within a transaction.
    pub(super) async fn keep_within(
        &self,
        transaction: &mut SqliteConnection,
        kept: &Kept,
    ) -> Result<(), Failure> {
        for records in kept.records.chunks(ROWS_AT_ONCE) {
            let texts = records.iter().map(|machine| {
                let text = serde_json::to_string(&**machine).map_err(Failure::internal)?;
                Ok((machine.id.as_str(), text))
            });
            let texts: Vec<(&str, String)> = texts.collect::<Result<_, Failure>>()?;
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO fleet_machines (connection, machine, record) ",
            );
            query.push_values(texts, |mut row, (id, text)| {
                row.push_bind(&self.key).push_bind(id).push_bind(text);
            });
            query.push(" ON CONFLICT DO UPDATE SET record = excluded.record");
            query.build().execute(&mut *transaction).await?;
        }
        for id in &kept.removed {
            sqlx::query("DELETE FROM fleet_machines WHERE connection = ? AND machine = ?")
                .bind(&self.key)
                .bind(id.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        for (id, mark) in &kept.marks {
            match mark {
                Some(mark) => sqlx::query(
                    "INSERT INTO fleet_blocks (connection, machine, since, known) \
                     VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE \
                     SET since = excluded.since, known = excluded.known",
                )
                .bind(&self.key)
                .bind(id.as_str())
                .bind(mark.since)
                .bind(mark.known.as_str()),
                None => {
                    sqlx::query("DELETE FROM fleet_blocks WHERE connection = ? AND machine = ?")
                        .bind(&self.key)
                        .bind(id.as_str())
                }
            }
            .execute(&mut *transaction)
            .await?;
        }
        Ok(())
    }

    /// Notes when everything was read, and whether the client may change it.
    pub(super) async fn note_read(
        &self,
        at: DateTime<Utc>,
        read_only: bool,
    ) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO fleet_reads (connection, read_at, read_only) VALUES (?, ?, ?) \
             ON CONFLICT DO UPDATE SET read_at = excluded.read_at, read_only = excluded.read_only",
        )
        .bind(&self.key)
        .bind(at)
        .bind(read_only)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes a message that was given with a block.
    pub(super) async fn note_message(
        &self,
        message: &str,
        at: DateTime<Utc>,
    ) -> Result<(), Failure> {
        sqlx::query(
            "INSERT INTO fleet_messages (connection, message, used_at) VALUES (?, ?, ?) \
             ON CONFLICT DO UPDATE SET used_at = excluded.used_at",
        )
        .bind(&self.key)
        .bind(message)
        .bind(at)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Messages that were given from here, the newest first.
    pub(super) async fn messages(&self) -> Result<Vec<String>, Failure> {
        Ok(sqlx::query_scalar(
            "SELECT message FROM fleet_messages WHERE connection = ? \
             ORDER BY used_at DESC, message LIMIT ?",
        )
        .bind(&self.key)
        .bind(MESSAGES)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Forgets what can be read again of a profile that was removed, and its pending edits.
    pub(super) async fn forget(pool: &SqlitePool, id: &ProfileId) -> Result<(), Failure> {
        // Ids are UUIDs: no character of them means anything to LIKE.
        let of_profile = format!("{} %", id.as_str());
        for statement in [
            "DELETE FROM fleet_machines WHERE connection LIKE ?",
            "DELETE FROM fleet_reads WHERE connection LIKE ?",
            "DELETE FROM fleet_blocks WHERE connection LIKE ?",
            "DELETE FROM fleet_messages WHERE connection LIKE ?",
            "DELETE FROM fleet_releases WHERE connection LIKE ?",
            "DELETE FROM fleet_provenance WHERE connection LIKE ?",
            "DELETE FROM fleet_edits WHERE connection LIKE ?",
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
}

/// The grid's layout, as the window wrote it.
pub(super) async fn layout(pool: &SqlitePool) -> Result<Option<String>, Failure> {
    let layout = sqlx::query_scalar("SELECT layout FROM fleet_layout WHERE one = 1");
    Ok(layout.fetch_optional(pool).await?)
}

/// Keeps the grid's layout.
pub(super) async fn save_layout(pool: &SqlitePool, layout: &str) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO fleet_layout (one, layout) VALUES (1, ?) \
         ON CONFLICT DO UPDATE SET layout = excluded.layout",
    )
    .bind(layout)
    .execute(pool)
    .await?;
    Ok(())
}
