//! Writes to the database: what many tasks wait for at once goes into one commit.

use std::mem;
use std::sync::{Arc, Mutex};

use sqlx::sqlite::SqlitePool;
use tokio::sync::oneshot;

use super::blobs::Blobs;
use super::table::{self, Row};
use super::{Inner, Store, blocking};
use crate::lock::lock;
use crate::ports::{ActId, HistoryError, RemovalReason, VersionId};
use crate::sqlite::Age;
use crate::timestamp::Timestamp;

/// At most so many writes in one commit.
const AT_ONCE: usize = 256;

/// A change of the database.
#[derive(Debug)]
pub(super) enum Write {
    /// A version that is new.
    Insert(Box<Row>),
    /// A version, made from another one that must be there still.
    Copy(VersionId, Box<Row>),
    /// The removal of a version was confirmed.
    Removed(VersionId, RemovalReason, Timestamp, Option<ActId>),
}

/// The result of a write: the version as it stands now, or `None` where there is no such version.
type Written = Result<Option<Row>, HistoryError>;

/// Queue of writes, and the lock of the task that writes them all.
#[derive(Debug, Default)]
pub(super) struct Writer {
    waiting: Mutex<Vec<(Write, oneshot::Sender<Written>)>>,
    writing: Arc<tokio::sync::Mutex<()>>,
}

impl Store {
    /// Carries out a change. It is durable when this answers.
    pub(super) async fn write(&self, write: Write) -> Written {
        let (answer, written) = oneshot::channel();
        lock(&self.inner.writer.waiting).push((write, answer));
        let turn = self.inner.writer.writing.clone().lock_owned().await;
        let store = self.clone();
        // On its own task: whoever asked may go away, those who wait for the same commit not.
        let task = tokio::spawn(async move {
            store.write_waiting().await;
            drop(turn);
        });
        if let Err(error) = task.await {
            return Err(HistoryError::Failed(error.to_string()));
        }
        written
            .await
            .unwrap_or_else(|_| Err(HistoryError::Failed("the write was given up".into())))
    }

    async fn write_waiting(&self) {
        let batch: Vec<_> = {
            let mut waiting = lock(&self.inner.writer.waiting);
            let more = waiting.len().min(AT_ONCE);
            let rest = waiting.split_off(more);
            mem::replace(&mut *waiting, rest)
        };
        if batch.is_empty() {
            return;
        }
        let (writes, answers): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        let outcome = self.commit(&writes).await;
        for (at, answer) in answers.into_iter().enumerate() {
            let written = match &outcome {
                Ok(rows) => Ok(rows.get(at).cloned().flatten()),
                Err(error) => Err(error.clone()),
            };
            // Whoever asked may have gone.
            drop(answer.send(written));
        }
    }

    async fn commit(&self, writes: &[Write]) -> Result<Vec<Option<Row>>, HistoryError> {
        let (pool, age): (SqlitePool, Age) = self.inner.file.pool().await;
        let rows = commit(&pool, writes).await;
        let rows = self.checked(rows, age).await?;
        let inner: Arc<Inner> = self.inner.clone();
        let (rows, recorded) = blocking(move || {
            let recorded = record(&inner.blobs, &rows);
            Ok((rows, recorded))
        })
        .await
        .map_err(|error| super::disk(&error))?;
        if let Err(error) = recorded {
            // The database has it; the next pruning writes the record anew.
            tracing::warn!(%error, "the record of a version could not be written");
        }
        Ok(rows)
    }
}

fn record(blobs: &Blobs, rows: &[Option<Row>]) -> std::io::Result<()> {
    rows.iter().flatten().try_for_each(|row| blobs.append(row))
}

async fn commit(pool: &SqlitePool, writes: &[Write]) -> Result<Vec<Option<Row>>, sqlx::Error> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let mut rows = Vec::with_capacity(writes.len());
    for write in writes {
        rows.push(match write {
            Write::Insert(row) => Some(table::insert(&mut transaction, row, None).await?),
            Write::Copy(of, row) => match table::by_number(&mut *transaction, *of).await? {
                Some(_) => Some(table::insert(&mut transaction, row, None).await?),
                None => None,
            },
            Write::Removed(version, reason, at, act) => {
                let act = act.as_ref();
                table::removed(&mut transaction, *version, *reason, *at, act).await?
            }
        });
    }
    transaction.commit().await?;
    Ok(rows)
}
