//! Reads the versions anew from the records beside the contents, and takes in those of before.

use std::collections::{BTreeMap, HashSet};

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::blobs::Blobs;
use super::table::{self, Row};
use super::{Store, blocking};
use crate::mapping_id::MappingId;
use crate::ports::{HistoryError, Version, VersionId};
use crate::timestamp::Timestamp;

/// The history as another database knew it.
#[derive(Debug, Clone, Default)]
pub struct Imported {
    /// Versions with their numbers.
    pub rows: Vec<Row>,
    /// Progress of the states of synced folders.
    pub marks: Vec<(MappingId, i64)>,
    /// The highest number that was ever given.
    pub highest: i64,
}

/// Reads all records into a database that is new, once: a crash in between repeats it.
pub(super) async fn once(pool: SqlitePool, blobs: Blobs) -> Result<(), sqlx::Error> {
    // Whoever opens it holds a lock: nobody else does the same now.
    let done: Option<i64> = sqlx::query_scalar("SELECT one FROM state")
        .fetch_optional(&pool)
        .await?;
    if done.is_some() {
        return Ok(());
    }
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let read = blobs.clone();
    let rows = blocking(move || {
        let (contents, records) = read.all()?;
        let whole = contents.intersection(&records);
        Ok(whole.flat_map(|content| read.record(content)).collect())
    });
    let rows: Vec<Row> = rows.await.map_err(sqlx::Error::Io)?;
    if !rows.is_empty() {
        tracing::warn!(versions = rows.len(), "the history is read anew");
    }
    let added = add(&mut transaction, rows).await?;
    sqlx::query("INSERT INTO state (one) VALUES (1)")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    record(blobs, added.renumbered)
        .await
        .map_err(sqlx::Error::Io)
}

/// Rows that were added.
#[derive(Debug, Default)]
pub(super) struct Added {
    /// Under the numbers they had.
    pub(super) as_before: Vec<Row>,
    /// Under new ones, because another version has theirs.
    pub(super) renumbered: Vec<Row>,
}

/// Adds versions under their numbers, those that are there already left out. Where a number is
/// another version's, a new one is given.
pub(super) async fn add(
    connection: &mut SqliteConnection,
    mut rows: Vec<Row>,
) -> Result<Added, sqlx::Error> {
    if rows.is_empty() {
        return Ok(Added::default());
    }
    rows.sort_by_key(|row| row.version.version);
    let known = table::all(&mut *connection).await?;
    // A number that was taken before gave way to a new one, maybe in a try that was repeated.
    let mut dated: HashSet<Version> = known
        .iter()
        .map(|row| without_number(row, row.version.at))
        .collect();
    let mut by_number: BTreeMap<VersionId, Version> = known
        .iter()
        .map(|row| {
            (
                row.version.version,
                without_number(row, Timestamp::default()),
            )
        })
        .collect();
    let highest = rows.last().map_or(0, |row| row.version.version.0);
    table::begin_above(connection, highest).await?;
    let mut added = Added::default();
    for row in rows {
        let number = row.version.version;
        let what = without_number(&row, Timestamp::default());
        let there = match by_number.get(&number) {
            Some(known) if *known == what => true,
            Some(_) => dated.contains(&without_number(&row, row.version.at)),
            None => false,
        };
        if there {
            continue;
        }
        let free = number.0 > 0 && !by_number.contains_key(&number);
        let row = table::insert(connection, &row, free.then_some(number)).await?;
        by_number.insert(row.version.version, what);
        dated.insert(without_number(&row, row.version.at));
        if free {
            added.as_before.push(row);
        } else {
            added.renumbered.push(row);
        }
    }
    Ok(added)
}

/// Returns the version of a row without its number, with another date.
fn without_number(row: &Row, at: Timestamp) -> Version {
    Version {
        version: VersionId(0),
        at,
        ..row.version.clone()
    }
}

/// Writes the records of versions anew.
pub(super) async fn record(blobs: Blobs, rows: Vec<Row>) -> std::io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    blocking(move || {
        // What is not there cannot be read anew either.
        let there = |row: &&Row| blobs.length(&row.version.sha256).is_some();
        rows.iter()
            .filter(there)
            .try_for_each(|row| blobs.append(row))
    })
    .await
}

impl Store {
    /// Takes over what another database knew, whole or not at all. Repeated, it adds nothing
    /// twice.
    pub async fn import(&self, imported: Imported) -> Result<(), HistoryError> {
        let (pool, age) = self.inner.file.pool().await;
        let added = import(&pool, imported).await;
        let mut added = self.checked(added, age).await?;
        let rows = added.as_before.drain(..).chain(added.renumbered).collect();
        if let Err(error) = record(self.inner.blobs.clone(), rows).await {
            // The database has them; the next pruning writes the records anew.
            tracing::warn!(%error, "the records of versions could not be written");
        }
        Ok(())
    }
}

async fn import(pool: &SqlitePool, imported: Imported) -> Result<Added, sqlx::Error> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    for (mapping, number) in &imported.marks {
        table::raise(&mut *transaction, mapping, *number).await?;
    }
    table::begin_above(&mut transaction, imported.highest).await?;
    let added = add(&mut transaction, imported.rows).await?;
    transaction.commit().await?;
    Ok(added)
}
