//! Planned releases in SQLite. A machine is in one of them at most.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use fielddesk_model::MachineId;
use sqlx::{QueryBuilder, Row as _, Sqlite, SqliteConnection, sqlite::SqliteRow};

use super::types::{Blocked, PlannedRelease, ReleaseDone};
use crate::fleet::store::Store;
use crate::{Failure, db};

/// Rows of one statement: SQLite takes 32,766 values.
const ROWS_AT_ONCE: usize = 5_000;

impl Store {
    /// Writes a release down. Machines that waited for another one wait for this one alone.
    pub(super) async fn plan_release(
        &self,
        block: i64,
        at: DateTime<Utc>,
        machines: &[Blocked],
    ) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        let ids: HashSet<MachineId> = machines.iter().map(|one| one.machine.clone()).collect();
        self.take_out(&mut transaction, &ids).await?;
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO fleet_releases (connection, block, at) VALUES (?, ?, ?) RETURNING id",
        )
        .bind(&self.key)
        .bind(block)
        .bind(at)
        .fetch_one(&mut *transaction)
        .await?;
        for machines in machines.chunks(ROWS_AT_ONCE) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO fleet_release_machines (release, machine, number, name, message) ",
            );
            query.push_values(machines, |mut row, one| {
                row.push_bind(id)
                    .push_bind(one.machine.as_str())
                    .push_bind(&one.number)
                    .push_bind(one.name.as_deref())
                    .push_bind(&one.message);
            });
            query.build().execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Takes machines out of the releases that wait; gives whether any was in one.
    pub(super) async fn unplan(&self, machines: &HashSet<MachineId>) -> Result<bool, Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        let any = self.take_out(&mut transaction, machines).await?;
        transaction.commit().await?;
        Ok(any)
    }

    async fn take_out(
        &self,
        transaction: &mut SqliteConnection,
        machines: &HashSet<MachineId>,
    ) -> Result<bool, Failure> {
        let waiting: Vec<(i64, String)> = sqlx::query_as(
            "SELECT m.release, m.machine FROM fleet_release_machines m \
             JOIN fleet_releases r ON r.id = m.release \
             WHERE r.connection = ? AND r.batch IS NULL",
        )
        .bind(&self.key)
        .fetch_all(&mut *transaction)
        .await?;
        let mut any = false;
        for (release, machine) in waiting {
            let machine = MachineId::new(machine);
            if !machines.contains(&machine) {
                continue;
            }
            any = true;
            sqlx::query("DELETE FROM fleet_release_machines WHERE release = ? AND machine = ?")
                .bind(release)
                .bind(machine.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        if any {
            sqlx::query(
                "DELETE FROM fleet_releases WHERE connection = ? AND batch IS NULL AND id NOT IN \
                 (SELECT release FROM fleet_release_machines)",
            )
            .bind(&self.key)
            .execute(&mut *transaction)
            .await?;
        }
        Ok(any)
    }

    /// All of them, the next one first.
    pub(super) async fn releases(&self) -> Result<Vec<PlannedRelease>, Failure> {
        let machines: Vec<(i64, String)> = sqlx::query_as(
            "SELECT m.release, m.machine FROM fleet_release_machines m \
             JOIN fleet_releases r ON r.id = m.release WHERE r.connection = ?",
        )
        .bind(&self.key)
        .fetch_all(&self.pool)
        .await?;
        let mut waiting: HashMap<i64, Vec<MachineId>> = HashMap::new();
        for (release, machine) in machines {
            waiting
                .entry(release)
                .or_default()
                .push(MachineId::new(machine));
        }
        let rows = sqlx::query("SELECT * FROM fleet_releases WHERE connection = ? ORDER BY at, id")
            .bind(&self.key)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| release(row, &mut waiting)).collect()
    }

    /// The machines of one, in the order of their numbers.
    pub(super) async fn release_machines(&self, id: i64) -> Result<Vec<Blocked>, Failure> {
        let rows: Vec<(String, String, Option<String>, String)> = sqlx::query_as(
            "SELECT machine, number, name, message FROM fleet_release_machines \
             WHERE release = ? ORDER BY number, machine",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let rows = rows.into_iter();
        let rows = rows.map(|(machine, number, name, message)| Blocked {
            machine: MachineId::new(machine),
            number,
            name,
            message,
        });
        Ok(rows.collect())
    }

    /// Notes what came of a try: these machines wait no longer. Without any left it is done.
    pub(super) async fn note_release(
        &self,
        id: i64,
        settled: &[MachineId],
        came: ReleaseDone,
        failure: Option<&Failure>,
    ) -> Result<(), Failure> {
        let mut transaction = db::begin_change(&self.pool).await?;
        for machine in settled {
            sqlx::query("DELETE FROM fleet_release_machines WHERE release = ? AND machine = ?")
                .bind(id)
                .bind(machine.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        let count = |count: u64| i64::try_from(count).map_err(Failure::internal);
        sqlx::query(
            "UPDATE fleet_releases SET late = ?, failure = ?, \
             released = released + ?, left_alone = left_alone + ?, batch = CASE WHEN EXISTS \
             (SELECT 1 FROM fleet_release_machines WHERE release = fleet_releases.id) \
             THEN NULL ELSE ? END WHERE id = ?",
        )
        .bind(came.late)
        .bind(written(failure)?)
        .bind(count(came.released)?)
        .bind(count(came.left_alone)?)
        .bind(came.batch)
        .bind(id)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Notes why a try came to nothing.
    pub(super) async fn note_release_failure(
        &self,
        id: i64,
        failure: &Failure,
    ) -> Result<(), Failure> {
        sqlx::query("UPDATE fleet_releases SET failure = ? WHERE id = ?")
            .bind(written(Some(failure))?)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Takes one away: it was cancelled, or the person has seen what became of it.
    pub(super) async fn drop_release(&self, id: i64) -> Result<(), Failure> {
        sqlx::query("DELETE FROM fleet_releases WHERE connection = ? AND id = ?")
            .bind(&self.key)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

fn written(failure: Option<&Failure>) -> Result<Option<String>, Failure> {
    let text = failure.map(serde_json::to_string).transpose();
    text.map_err(Failure::internal)
}

fn release(
    row: &SqliteRow,
    waiting: &mut HashMap<i64, Vec<MachineId>>,
) -> Result<PlannedRelease, Failure> {
    let id: i64 = row.try_get("id")?;
    let failure: Option<String> = row.try_get("failure")?;
    let failure = failure.map(|text| serde_json::from_str(&text)).transpose();
    let count = |name: &str| -> Result<u64, Failure> {
        u64::try_from(row.try_get::<i64, _>(name)?).map_err(Failure::internal)
    };
    let batch: Option<i64> = row.try_get("batch")?;
    let done = match batch {
        None => None,
        Some(batch) => Some(ReleaseDone {
            batch,
            late: row.try_get("late")?,
            released: count("released")?,
            left_alone: count("left_alone")?,
        }),
    };
    Ok(PlannedRelease {
        id,
        block: row.try_get("block")?,
        at: row.try_get("at")?,
        machines: waiting.remove(&id).unwrap_or_default(),
        failure: failure.map_err(Failure::internal)?,
        done,
    })
}
