//! Letting go: of versions that were kept long enough, and of those a person deletes.
//!
//! Age counts the time that prunings saw pass, not the clock: a clock that jumps, or a computer
//! that was off for a month, must not age what is kept. Content that no version names is taken
//! in from its record or set aside, never deleted at once.

use std::collections::BTreeSet;
use std::io;
use std::time::{Duration, SystemTime};

use fielddesk_rules::retention;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::blobs::Blobs;
use super::table::{self, Row};
use super::{Store, blocking, disk, rebuild};
use crate::content_hash::ContentHash;
use crate::ports::{HistoryError, VersionId};
use crate::timestamp::Timestamp;

/// Time between two prunings.
pub const PRUNED_EVERY: Duration = Duration::from_secs(DAY_SECS);

/// A version that was asked for is held this long without being dated again.
const HELD_FOR: Duration = Duration::from_secs(DAY_SECS);

/// A clock that goes on or back by more between two prunings is not believed.
const BELIEVED: Duration = Duration::from_secs(2 * DAY_SECS);

/// Time counted instead.
const INSTEAD: Duration = Duration::from_secs(DAY_SECS);

const DAY_SECS: u64 = 24 * 60 * 60;

/// Counts of a pruning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Versions that were kept long enough.
    pub versions: u64,
    /// Versions taken in again from the records of contents that no version named.
    pub adopted: u64,
    /// Contents without a version or a record, set aside.
    pub set_aside: u64,
}

/// Content that deleting versions makes unrecoverable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loss {
    /// Versions that go. One whose removal may still be on its way stays.
    pub versions: Vec<VersionId>,
    /// Bytes of contents that no other version names.
    pub bytes: u64,
    /// Latest time of their removals.
    pub newest: Option<Timestamp>,
}

/// Reasons versions were not deleted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeleteError {
    /// Other versions would go than were confirmed.
    #[error("other versions would go than those that were shown")]
    Changed(Loss),
    /// The history could not be used.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// Changes of files to make once the database has them.
#[derive(Debug, Default)]
struct Moves {
    remove: BTreeSet<ContentHash>,
    set_aside: BTreeSet<ContentHash>,
    remove_aside: BTreeSet<ContentHash>,
    take_back: BTreeSet<ContentHash>,
    record: Vec<Row>,
}

/// The files as they are.
struct Files {
    contents: BTreeSet<ContentHash>,
    records: BTreeSet<ContentHash>,
    aside: BTreeSet<ContentHash>,
}

impl Store {
    /// Drops versions that were kept long enough, takes in or sets aside content that no version
    /// names, and writes records that are missing.
    pub async fn prune(&self) -> Result<Pruned, HistoryError> {
        let blobs = self.inner.blobs.clone();
        let looked = blocking(move || {
            let lock = blobs.alone()?;
            blobs.remove_left_overs(SystemTime::now())?;
            let (contents, records) = blobs.all()?;
            let aside = blobs.aside()?;
            let files = Files {
                contents,
                records,
                aside,
            };
            Ok((lock, files))
        });
        let (_lock, files) = looked.await.map_err(|error| disk(&error))?;
        let (pool, age) = self.inner.file.pool().await;
        let pruned = prune(&pool, &self.inner.blobs, files, self.now()).await;
        let (pruned, moves) = self.checked(pruned, age).await?;
        let blobs = self.inner.blobs.clone();
        let moved = blocking(move || carry_out(&blobs, &moves)).await;
        moved.map_err(|error| disk(&error))?;
        Ok(pruned)
    }

    /// Prunes unless that was done within the last day.
    pub async fn prune_when_due(&self) -> Result<Option<Pruned>, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let last = sqlx::query_scalar("SELECT pruned FROM state").fetch_one(&pool);
        let last: Option<i64> = self.checked(last.await, age).await?;
        let due = last.is_none_or(|last| {
            let passed = self.now().millis().abs_diff(last);
            u128::from(passed) >= PRUNED_EVERY.as_millis()
        });
        if due {
            return self.prune().await.map(Some);
        }
        Ok(None)
    }

    /// Says what deleting versions makes unrecoverable. Unknown ones are left out.
    pub async fn loss_of(&self, versions: &[VersionId]) -> Result<Loss, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let loss = async { loss(&mut *pool.acquire().await?, versions).await };
        self.checked(loss.await, age).await
    }

    /// Deletes versions for good, as a person confirmed it.
    ///
    /// # Errors
    /// `Changed` when it is not what was confirmed: nothing is deleted then.
    pub async fn delete(&self, confirmed: &Loss) -> Result<(), DeleteError> {
        let blobs = self.inner.blobs.clone();
        let locked = blocking(move || blobs.alone()).await;
        let _lock = locked.map_err(|error| disk(&error))?;
        let (pool, age) = self.inner.file.pool().await;
        let deleted = delete(&pool, confirmed).await;
        let moves = self.checked(deleted, age).await?;
        let moves = moves.map_err(DeleteError::Changed)?;
        let blobs = self.inner.blobs.clone();
        let moved = blocking(move || carry_out(&blobs, &moves)).await;
        Ok(moved.map_err(|error| disk(&error))?)
    }

    /// Keeps a version from being pruned for the next days. Returns whether it is there.
    pub(super) async fn hold(&self, version: VersionId) -> Result<bool, HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        self.checked(hold(&pool, version).await, age).await
    }
}

/// Returns the milliseconds that count as passed since the last pruning.
fn passed(last: Option<i64>, now: i64) -> i64 {
    let Some(last) = last else { return 0 };
    if u128::from(now.abs_diff(last)) > BELIEVED.as_millis() {
        return millis(INSTEAD);
    }
    now.saturating_sub(last).max(0)
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

async fn prune(
    pool: &SqlitePool,
    blobs: &Blobs,
    files: Files,
    now: Timestamp,
) -> Result<(Pruned, Moves), sqlx::Error> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let connection = &mut *transaction;
    let counted = count(connection, now).await?;
    let before = counted.saturating_sub(millis(retention::HISTORY));

    let named = table::contents(&mut *connection).await?;
    let unnamed = files.contents.difference(&named);
    let rows: Vec<Row> = unnamed.flat_map(|content| blobs.record(content)).collect();
    let adopted = rebuild::add(connection, rows).await?;
    let mut pruned = Pruned {
        adopted: (adopted.as_before.len() + adopted.renumbered.len()) as u64,
        ..Pruned::default()
    };

    sqlx::query("UPDATE versions SET since = ? WHERE since IS NULL")
        .bind(counted)
        .execute(&mut *connection)
        .await?;
    let dropped = sqlx::query("DELETE FROM versions WHERE since <= ? RETURNING sha256")
        .bind(before)
        .fetch_all(&mut *connection)
        .await?;
    pruned.versions = dropped.len() as u64;
    let dropped = contents_of(&dropped)?;

    let named = table::contents(&mut *connection).await?;
    let mut moves = Moves {
        record: adopted.renumbered,
        ..Moves::default()
    };
    for content in files.contents.difference(&named) {
        if dropped.contains(content) {
            moves.remove.insert(*content);
        } else {
            moves.set_aside.insert(*content);
        }
    }
    pruned.set_aside = moves.set_aside.len() as u64;
    moves.take_back = files.aside.intersection(&named).copied().collect();
    let aside = files.aside.iter().chain(&moves.set_aside);
    let aside: BTreeSet<_> = aside
        .filter(|content| !moves.take_back.contains(content))
        .collect();
    for content in aside {
        let set_aside =
            "INSERT INTO set_aside (sha256, since) VALUES (?, ?) ON CONFLICT DO NOTHING";
        sqlx::query(set_aside)
            .bind(content.to_string())
            .bind(counted)
            .execute(&mut *connection)
            .await?;
    }
    let expired = sqlx::query("DELETE FROM set_aside WHERE since <= ? RETURNING sha256")
        .bind(before)
        .fetch_all(&mut *connection)
        .await?;
    moves.remove_aside = contents_of(&expired)?;
    moves
        .remove_aside
        .retain(|content| !named.contains(content));

    let unrecorded = |content: &ContentHash| {
        let kept = files.contents.contains(content) || moves.take_back.contains(content);
        kept && !files.records.contains(content)
    };
    if named.iter().any(unrecorded) {
        let rows = table::all(&mut *connection).await?.into_iter();
        let missing = rows.filter(|row| unrecorded(&row.version.sha256));
        moves.record.extend(missing);
    }
    transaction.commit().await?;
    Ok((pruned, moves))
}

/// Counts on by the time that has passed since the last pruning.
async fn count(connection: &mut SqliteConnection, now: Timestamp) -> Result<i64, sqlx::Error> {
    let state = sqlx::query("SELECT counted, pruned FROM state")
        .fetch_one(&mut *connection)
        .await?;
    let counted: i64 = state.try_get("counted")?;
    let counted = counted.saturating_add(passed(state.try_get("pruned")?, now.millis()));
    sqlx::query("UPDATE state SET counted = ?, pruned = ?")
        .bind(counted)
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(counted)
}

fn contents_of(rows: &[sqlx::sqlite::SqliteRow]) -> Result<BTreeSet<ContentHash>, sqlx::Error> {
    rows.iter()
        .map(|row| table::parsed(row.try_get("sha256")?))
        .collect()
}

async fn loss(
    connection: &mut SqliteConnection,
    versions: &[VersionId],
) -> Result<Loss, sqlx::Error> {
    let on_its_way: Vec<i64> = sqlx::query_scalar(
        "SELECT version FROM versions, state WHERE removed = 0 \
         AND (since IS NULL OR counted - since < ?)",
    )
    .bind(millis(HELD_FOR))
    .fetch_all(&mut *connection)
    .await?;
    let on_its_way: BTreeSet<_> = on_its_way.into_iter().map(VersionId).collect();
    let wanted: BTreeSet<_> = versions.iter().copied().collect();
    let (going, staying): (Vec<_>, Vec<_>) = table::all(connection)
        .await?
        .into_iter()
        .map(|row| row.version)
        .partition(|row| wanted.contains(&row.version) && !on_its_way.contains(&row.version));
    let named: BTreeSet<_> = staying.iter().map(|version| version.sha256).collect();
    let mut counted = BTreeSet::new();
    let alone = going
        .iter()
        .filter(|version| !named.contains(&version.sha256) && counted.insert(version.sha256));
    Ok(Loss {
        bytes: alone.map(|version| version.bytes).sum(),
        newest: going.iter().map(|version| version.at).max(),
        versions: going.iter().map(|version| version.version).collect(),
    })
}

async fn delete(pool: &SqlitePool, confirmed: &Loss) -> Result<Result<Moves, Loss>, sqlx::Error> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let loss = loss(&mut transaction, &confirmed.versions).await?;
    if loss != *confirmed {
        return Ok(Err(loss));
    }
    let mut touched = BTreeSet::new();
    for version in &loss.versions {
        let deleted = sqlx::query("DELETE FROM versions WHERE version = ? RETURNING sha256")
            .bind(version.0)
            .fetch_all(&mut *transaction)
            .await?;
        touched.append(&mut contents_of(&deleted)?);
    }
    let named = table::contents(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(Ok(Moves {
        remove: touched.difference(&named).copied().collect(),
        ..Moves::default()
    }))
}

async fn hold(pool: &SqlitePool, version: VersionId) -> Result<bool, sqlx::Error> {
    let held: Option<bool> = sqlx::query_scalar(
        "SELECT since IS NULL OR counted - since < ? FROM versions, state WHERE version = ?",
    )
    .bind(millis(HELD_FOR))
    .bind(version.0)
    .fetch_optional(pool)
    .await?;
    if held.is_none_or(|held| held) {
        return Ok(held.is_some());
    }
    let done = sqlx::query("UPDATE versions SET since = NULL WHERE version = ?")
        .bind(version.0)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Moves the files. What fails here the next pruning finds again.
fn carry_out(blobs: &Blobs, moves: &Moves) -> io::Result<()> {
    for content in &moves.take_back {
        blobs.take_back(content)?;
    }
    moves.record.iter().try_for_each(|row| blobs.append(row))?;
    for content in &moves.set_aside {
        blobs.set_aside(content)?;
    }
    for content in &moves.remove {
        blobs.remove(content)?;
    }
    for content in &moves.remove_aside {
        blobs.remove_aside(content)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_of_the_clock_over_two_days_counts_as_one_day() {
        let (day, now) = (millis(INSTEAD), 1_795_000_000_000);
        assert_eq!(passed(None, now), 0, "the first pruning saw nothing pass");
        assert_eq!(passed(Some(now - 5), now), 5);
        assert_eq!(passed(Some(now - 2 * day), now), 2 * day);
        assert_eq!(passed(Some(now - 2 * day - 1), now), day);
        assert_eq!(passed(Some(now - 400 * day), now), day);
        assert_eq!(passed(Some(now + 5), now), 0, "a little back");
        assert_eq!(passed(Some(now + 2 * day + 1), now), day, "far back");
    }
}
