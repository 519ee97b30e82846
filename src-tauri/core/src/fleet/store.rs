//! Store of a fleet besides its records: marks of blocks, messages, sources of fuel values.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fielddesk_model::{Machine, MachineId};
use sqlx::{SqliteConnection, SqlitePool};

use super::block_mark::{BlockKnown, BlockMark};
use super::fuel_source::{Noted, Provenance};
use super::model::FleetKept;
use crate::profiles::ProfileId;
use crate::records::store::{self as records, ReadNote, RecordStore};
use crate::records::{Machines, Resource};
use crate::{Failure, db};

/// How many messages are offered again.
const MESSAGES: i64 = 20;

/// What was kept of a connection.
pub(super) struct Cached {
    pub(super) machines: Vec<Machine>,
    pub(super) marks: HashMap<MachineId, BlockMark>,
    pub(super) read: Option<ReadNote>,
}

/// The cached fleet of one connection.
#[derive(Debug, Clone)]
pub(super) struct Store {
    pub(super) pool: SqlitePool,
    pub(super) key: String,
    pub(super) records: RecordStore,
}

impl Store {
    /// Everything that was kept.
    pub(super) async fn load(&self) -> Result<Cached, Failure> {
        let machines = self.records.load::<Machines>().await?.records;
        let marks: Vec<(String, DateTime<Utc>, String)> =
            sqlx::query_as("SELECT machine, since, known FROM fleet_blocks WHERE connection = ?")
                .bind(&self.key)
                .fetch_all(&self.pool)
                .await?;
        let mark = |(id, since, known): (String, DateTime<Utc>, String)| {
            let known = BlockKnown::read(&known);
            (MachineId::new(id), BlockMark { since, known })
        };
        let read = self.records.read_note(Resource::Machines).await?;
        Ok(Cached {
            machines,
            marks: marks.into_iter().map(mark).collect(),
            read,
        })
    }

    /// Keeps what changed on the board.
    pub(super) async fn keep(&self, kept: &FleetKept) -> Result<(), Failure> {
        let records = &kept.records;
        if records.records.is_empty() && records.removed.is_empty() && kept.marks.is_empty() {
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
        kept: &FleetKept,
    ) -> Result<(), Failure> {
        self.records
            .keep_within(&mut *transaction, &kept.records)
            .await?;
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
        let note = ReadNote {
            read_at: at,
            whole_at: at,
            read_only,
        };
        self.records.note_read(Resource::Machines, note).await
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

    /// What was said of the fuel values of machines.
    pub(super) async fn provenance(&self) -> Result<HashMap<MachineId, Noted>, Failure> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT machine, provenance, about FROM fleet_provenance WHERE connection = ?",
        )
        .bind(&self.key)
        .fetch_all(&self.pool)
        .await?;
        let rows = rows.into_iter().map(|(machine, word, about)| {
            let known = Provenance::ALL.into_iter().find(|one| one.as_str() == word);
            let known = known.ok_or_else(|| Failure::internal(format!("a provenance {word}")))?;
            let noted = Noted {
                provenance: known,
                about: serde_json::from_str(&about).map_err(Failure::internal)?,
            };
            Ok((MachineId::new(machine), noted))
        });
        rows.collect()
    }

    /// Keeps what was said of machines.
    pub(super) async fn keep_provenance(
        &self,
        noted: &[(MachineId, Noted)],
    ) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        for (machine, noted) in noted {
            let about = serde_json::to_string(&noted.about).map_err(Failure::internal)?;
            sqlx::query(
                "INSERT INTO fleet_provenance (connection, machine, provenance, about) \
                 VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE \
                 SET provenance = excluded.provenance, about = excluded.about",
            )
            .bind(&self.key)
            .bind(machine.as_str())
            .bind(noted.provenance.as_str())
            .bind(about)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Forgets what can be read again of a profile that was removed, and its pending edits.
    pub(super) async fn forget(pool: &SqlitePool, id: &ProfileId) -> Result<(), Failure> {
        // Ids are UUIDs: no character of them means anything to LIKE.
        let of_profile = format!("{} %", id.as_str());
        for statement in [
            "DELETE FROM fleet_blocks WHERE connection LIKE ?",
            "DELETE FROM fleet_messages WHERE connection LIKE ?",
            "DELETE FROM fleet_releases WHERE connection LIKE ?",
            "DELETE FROM fleet_provenance WHERE connection LIKE ?",
            "DELETE FROM fleet_edits WHERE connection LIKE ?",
        ] {
            sqlx::query(statement)
                .bind(&of_profile)
                .execute(pool)
                .await?;
        }
        records::forget(pool, id).await
    }
}
