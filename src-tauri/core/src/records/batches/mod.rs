//! Bulk changes of the records of a connection by a grid and by `fieldctl`: written down with
//! their old values in the database, carried out by [`crate::records`], one at a time, and
//! undone from there.

mod board;
mod journal;
mod revert;
mod store;
mod types;

use std::sync::{Arc, Mutex};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::broadcast;

pub(crate) use board::RecordBoard;
pub(crate) use revert::{preview_revert, revert};
pub(crate) use store::BatchStore;
pub use store::resource_of;
pub use types::{Act, Batch, BatchKind, BatchProgress, BatchReport, BatchTotals, ProgressedRow};

use super::{Arrays, BatchRequest, PlannedChange, RecordKind, Reload, Resource};
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::online::OnlineWatch;
use crate::{CancellationToken, Clock, Failure, FailureKind};
use fielddesk_documents::lock::lock;
use journal::BatchJournal;

/// Steps of a bulk change that a slow follower may be behind.
const FOLLOWED: usize = 256;

/// A bulk change that is to be carried out.
pub(crate) struct BatchOrder {
    pub(crate) kind: BatchKind,
    /// The message of a block, the name of an imported file.
    pub(crate) message: Option<String>,
    /// The bulk change that it undoes.
    pub(crate) reverts: Option<i64>,
    pub(crate) changes: Vec<PlannedChange>,
}

impl BatchOrder {
    /// One that takes no other back and has no message.
    pub(crate) const fn new(kind: BatchKind, changes: Vec<PlannedChange>) -> Self {
        Self {
            kind,
            message: None,
            reverts: None,
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
            },
            connection: connection.clone(),
            online,
            clock,
            running: tokio::sync::Mutex::new(()),
            stop: Mutex::new(None),
            progress: broadcast::Sender::new(FOLLOWED),
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
        self.store.end_broken_batches(self.clock.now()).await
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
}

/// Carries out a bulk change; an outcome for each row. Boxed, so that it is proved here, and not
/// in each caller, that it may go from thread to thread.
pub(crate) fn carry_batch<B: RecordBoard>(
    board: &B,
    order: BatchOrder,
) -> BoxFuture<'_, Result<BatchReport, Failure>> {
    async move {
        board.load().await?;
        let batches = board.batches();
        let _one_at_a_time = batches.running.try_lock().map_err(|_| busy::<B>())?;
        if board.is_read_only() {
            return Err(read_only());
        }
        let cancel = CancellationToken::new();
        *lock(&batches.stop) = Some(cancel.clone());
        let ids: Vec<String> = order.changes.iter().map(|one| one.id.clone()).collect();
        let act = |acting| board.cache(|cache| cache.act(ids.iter().map(|id| &**id), acting));
        act(Some(order.kind));
        let ended = carry_rows(board, order, &cancel).await;
        act(None);
        *lock(&batches.stop) = None;
        board.ended().await?;
        batches.store.batch(ended?).await
    }
    .boxed()
}

async fn carry_rows<B: RecordBoard>(
    board: &B,
    order: BatchOrder,
    cancel: &CancellationToken,
) -> Result<i64, Failure> {
    let batches = board.batches();
    let (store, clock) = (&batches.store, &batches.clock);
    let id = store.begin_batch(&order, clock.now()).await?;
    let BatchOrder { kind, changes, .. } = order;
    let mut journal = BatchJournal::new(board, id, kind, changes.len());
    let request = BatchRequest::<B::Kind> {
        // A file is applied as a whole, so its new numbers must be nobody's.
        reload: match kind {
            BatchKind::Import => Reload::All,
            _ => Reload::Changed,
        },
        changes,
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
    store
        .finish_batch(id, clock.now(), ended.stopped.as_ref())
        .await?;
    Ok(id)
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
