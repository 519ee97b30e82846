//! Bulk changes of the records of a connection by a grid and by `fieldctl`: written down with
//! their old values in the database, carried out by [`crate::records`], one at a time, and
//! undone from there.

mod board;
mod journal;
mod keeping;
mod resume;
mod revert;
mod store;
mod types;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::{Notify, broadcast};

pub(crate) use board::RecordBoard;
pub(crate) use keeping::keep_up;
pub(crate) use resume::resume;
#[cfg(test)]
pub(crate) use revert::back;
pub(crate) use revert::{drop_undo, preview_revert, revert};
pub(crate) use store::BatchStore;
pub use store::resource_of;
pub use types::{Act, Batch, BatchKind, BatchProgress, BatchReport, BatchTotals, ProgressedRow};

use super::{Arrays, BatchCell, BatchRequest, PlannedChange, RecordKind, Reload, Resource};
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::online::OnlineWatch;
use crate::{CancellationToken, Clock, Failure, FailureKind};
use fielddesk_documents::lock::lock;
use journal::BatchJournal;

/// Steps of a bulk change that a slow follower may be behind.
const FOLLOWED: usize = 256;

/// Requests under way are waited for as long when the program ends; after that they are looked up at
/// the next start.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// A bulk change that is to be carried out.
pub(crate) struct BatchOrder {
    pub(crate) kind: BatchKind,
    /// The message of a block, the name of an imported file.
    pub(crate) message: Option<String>,
    /// The bulk change that it undoes.
    pub(crate) reverts: Option<i64>,
    /// Until when a block is meant.
    pub(crate) until: Option<DateTime<Utc>>,
    pub(crate) changes: Vec<PlannedChange>,
}

impl BatchOrder {
    /// One that takes no other back and has no message.
    pub(crate) const fn new(kind: BatchKind, changes: Vec<PlannedChange>) -> Self {
        Self {
            kind,
            message: None,
            reverts: None,
            until: None,
            changes,
        }
    }
}

/// The bulk changes of the records of one kind.
pub(crate) struct Batches {
    pub(crate) store: BatchStore,
    connection: Connection,
    online: OnlineWatch,
    pub(crate) clock: Arc<dyn Clock>,
    /// One at a time.
    running: tokio::sync::Mutex<()>,
    stop: Mutex<Option<CancellationToken>>,
    progress: broadcast::Sender<BatchProgress>,
    /// The progress of the bulk change that goes on.
    now: Mutex<Option<BatchProgress>>,
    /// Notified when a bulk change ended, which may have left something open.
    ended: Notify,
}

/// A part of a bulk change that is carried out.
struct Leg {
    batch: i64,
    kind: BatchKind,
    changes: Vec<PlannedChange>,
    /// The places of the changes among the rows.
    places: Vec<usize>,
    /// The cells that an undo leaves as they are, by place; written down before it counts as done.
    left: Vec<(usize, Vec<BatchCell>)>,
}

impl Batches {
    pub(crate) fn new(
        resource: Resource,
        connection: &Connection,
        pool: &SqlitePool,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            store: BatchStore {
                pool: pool.clone(),
                key: connection.key(),
                resource,
                begun: clock.now(),
                clock: clock.clone(),
            },
            connection: connection.clone(),
            online,
            clock,
            running: tokio::sync::Mutex::new(()),
            stop: Mutex::new(None),
            progress: broadcast::Sender::new(FOLLOWED),
            now: Mutex::new(None),
            ended: Notify::new(),
        }
    }

    /// The connection that they go through.
    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Notes whether the service is there.
    pub(crate) fn note<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        self.online.note(result)
    }

    /// Follows the bulk change that goes on.
    pub(crate) fn progress(&self) -> broadcast::Receiver<BatchProgress> {
        self.progress.subscribe()
    }

    /// Ends bulk changes that a process left open. One that goes on is of the process that holds
    /// the data folder: beside it, without the folder, nothing is ended.
    pub(crate) async fn end_broken(&self, beside: Option<&DataDir>) -> Result<(), Failure> {
        let _held = match beside {
            None => None,
            Some(dir) => match dir.lock() {
                Ok(held) => Some(held),
                Err(failure) if failure.kind == FailureKind::Busy => return Ok(()),
                Err(failure) => return Err(failure),
            },
        };
        self.store.end_broken_batches().await
    }

    /// Whether the service refuses this client's changes; none where it cannot be told now.
    pub(crate) async fn is_read_only(&self) -> Option<bool> {
        let asked = self.connection.client.single_attempt();
        match asked.machines().may_write().await.map_err(Failure::from) {
            Ok(()) => Some(false),
            Err(failure) if failure.kind == FailureKind::ReadOnlyClient => Some(true),
            Err(failure) => {
                tracing::debug!(%failure, "it is not known whether the client may write");
                None
            }
        }
    }

    /// Stops the bulk change that goes on: nothing new is begun, what is under way ends.
    pub(crate) fn stop(&self) {
        if let Some(stop) = &*lock(&self.stop) {
            stop.cancel();
        }
    }

    /// Stops the bulk change that goes on, and waits until it has ended, for a few seconds at most.
    pub(crate) async fn end(&self) {
        self.stop();
        let ended = tokio::time::timeout(LAST_WAIT, self.running.lock()).await;
        if ended.is_err() {
            tracing::info!("a bulk change was cut off; it is looked up at the next start");
        }
    }

    /// Returns the progress of the bulk change that goes on, or `None` where none does.
    pub(crate) fn now(&self) -> Option<BatchProgress> {
        lock(&self.now).clone()
    }

    fn tell(&self, progress: BatchProgress) {
        *lock(&self.now) = (!progress.finished).then(|| BatchProgress {
            rows: Vec::new(),
            ..progress.clone()
        });
        if let Err(broadcast::error::SendError(progress)) = self.progress.send(progress) {
            tracing::trace!(batch = progress.batch, "nothing follows the change");
        }
    }
}

/// Carries out a bulk change; an outcome for each row. Boxed, so that it is proved here, and not
/// in each caller, that it may go from thread to thread.
pub(crate) fn carry_batch<B: RecordBoard>(
    board: &B,
    order: BatchOrder,
) -> BoxFuture<'_, Result<BatchReport, Failure>> {
    alone(board, async move {
        let batches = board.batches();
        let batch = batches.store.begin_batch(&order).await?;
        let leg = Leg {
            batch,
            kind: order.kind,
            places: (0..order.changes.len()).collect(),
            changes: order.changes,
            left: Vec::new(),
        };
        carry_leg(board, leg).await?;
        batches.store.batch(batch).await
    })
}

/// Does what one bulk change at a time does.
fn alone<'a, B: RecordBoard>(
    board: &'a B,
    work: impl Future<Output = Result<BatchReport, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<BatchReport, Failure>> {
    async move {
        board.load().await?;
        let batches = board.batches();
        let done = {
            let _one_at_a_time = batches.running.try_lock().map_err(|_| busy::<B>())?;
            if board.is_read_only() {
                return Err(read_only());
            }
            work.await
        };
        batches.ended.notify_one();
        done
    }
    .boxed()
}

/// Carries out a part of a bulk change that is written down already.
async fn carry_leg<B: RecordBoard>(board: &B, leg: Leg) -> Result<(), Failure> {
    let batches = board.batches();
    let cancel = CancellationToken::new();
    *lock(&batches.stop) = Some(cancel.clone());
    let ids: Vec<String> = leg.changes.iter().map(|one| one.id.clone()).collect();
    let act = |acting| board.cache(|cache| cache.act(ids.iter().map(|id| &**id), acting));
    act(Some(leg.kind));
    let ended = carry_rows(board, leg, &cancel).await;
    act(None);
    *lock(&batches.stop) = None;
    *lock(&batches.now) = None;
    board.ended().await?;
    ended
}

async fn carry_rows<B: RecordBoard>(
    board: &B,
    leg: Leg,
    cancel: &CancellationToken,
) -> Result<(), Failure> {
    let batches = board.batches();
    let (store, clock) = (&batches.store, &batches.clock);
    let mut journal = BatchJournal::new(board, leg.batch, leg.kind, leg.places);
    journal.begin();
    let request = BatchRequest::<B::Kind> {
        // A file is applied as a whole, so its new numbers must be nobody's.
        reload: match leg.kind {
            BatchKind::Import => Reload::All,
            _ => Reload::Changed,
        },
        changes: leg.changes,
        arrays: Arrays::SMALL,
    };
    let client = &batches.connection.client;
    let ended = super::carry_out(client, clock.clone(), cancel, request, &mut journal).await?;
    let stopped = ended.stopped.clone().map_or(Ok(()), Err);
    if let Err(failure) = batches.online.note(stopped) {
        tracing::info!(%failure, "a bulk change ended early");
        if failure.kind == FailureKind::ReadOnlyClient {
            board.set_read_only();
        }
    }
    revert::keep_left(board, leg.batch, leg.left).await?;
    store
        .finish_batch(leg.batch, ended.stopped.as_ref())
        .await?;
    journal.end();
    Ok(())
}

fn busy<B: RecordBoard>() -> Failure {
    let what = B::Kind::RESOURCE.as_str();
    Failure::new(
        FailureKind::Busy,
        format!("Another change of {what} is going on."),
        "Wait until it is done, or stop it.",
    )
}

fn read_only() -> Failure {
    Failure::new(
        FailureKind::ReadOnlyClient,
        "This client may only read.",
        "An administrator can change it.",
    )
}
