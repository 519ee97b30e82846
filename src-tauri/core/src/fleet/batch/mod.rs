//! Bulk changes of machines by the grid and by `fieldctl`: written down with their old values
//! in the database, carried out by [`crate::records`], one at a time, and undone from there.

mod journal;
mod revert;
mod store;
mod types;

use fielddesk_model::MachineId;
use futures::FutureExt as _;
use futures::future::BoxFuture;

pub use types::{Batch, BatchProgress, BatchReport, BatchTotals, ProgressedRow};

use super::Fleet;
use super::types::BatchKind;
use crate::content::lock;
use crate::records::{Arrays, BatchRequest, BatchRow, Machines, PlannedChange, Reload, carry_out};
use crate::{CancellationToken, Failure, FailureKind};
use journal::FleetJournal;

/// A bulk change of machines that is to be carried out.
pub(super) struct MachineBatch {
    pub(super) kind: BatchKind,
    /// The message of a block, the name of an imported file.
    pub(super) message: Option<String>,
    /// The bulk change that it undoes.
    pub(super) reverts: Option<i64>,
    pub(super) changes: Vec<PlannedChange>,
}

impl Fleet {
    /// The last bulk changes, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn batches(&self, limit: u32) -> Result<Vec<Batch>, Failure> {
        self.0.store.batches(limit).await
    }

    /// One bulk change with its rows.
    ///
    /// # Errors
    /// Not found; those of the database.
    pub async fn batch(&self, id: i64) -> Result<BatchReport, Failure> {
        self.0.store.batch(id).await
    }

    /// What was done to one machine from here, the newest first.
    pub(super) async fn acts_on(
        &self,
        machine: &MachineId,
    ) -> Result<Vec<(i64, BatchKind, chrono::DateTime<chrono::Utc>, BatchRow)>, Failure> {
        self.0.store.acts_on(machine, 50).await
    }

    /// Follows the bulk change that goes on.
    #[must_use]
    pub fn progress(&self) -> tokio::sync::broadcast::Receiver<BatchProgress> {
        self.0.progress.subscribe()
    }

    /// Stops the bulk change that goes on: nothing new is begun, what is under way ends.
    pub fn stop_batch(&self) {
        if let Some(stop) = &*lock(&self.0.stop) {
            stop.cancel();
        }
    }

    /// Carries out a bulk change; an outcome for each row. Boxed, so that it is proved here, and
    /// not in each caller, that it may go from thread to thread.
    pub(super) fn carry_out(
        &self,
        batch: MachineBatch,
    ) -> BoxFuture<'_, Result<BatchReport, Failure>> {
        async move {
            self.load().await?;
            let _one_at_a_time = self.0.running.try_lock().map_err(|_| busy())?;
            if self.board(|board| board.state.read_only) {
                return Err(read_only());
            }
            let cancel = CancellationToken::new();
            *lock(&self.0.stop) = Some(cancel.clone());
            let ids = batch.changes.iter();
            let ids: Vec<MachineId> = ids.map(|change| MachineId::new(&*change.id)).collect();
            self.board(|board| board.act(&ids, Some(batch.kind)));
            let ended = self.carry_rows(batch, &cancel).await;
            self.board(|board| board.act(&ids, None));
            *lock(&self.0.stop) = None;
            self.rebase().await?;
            self.0.store.batch(ended?).await
        }
        .boxed()
    }

    async fn carry_rows(
        &self,
        batch: MachineBatch,
        cancel: &CancellationToken,
    ) -> Result<i64, Failure> {
        let (store, clock) = (&self.0.store, &self.0.clock);
        let id = store.begin_batch(&batch, clock.now()).await?;
        let MachineBatch { kind, changes, .. } = batch;
        let mut journal = FleetJournal::new(self, id, kind, changes.len());
        let request = BatchRequest::<Machines> {
            // A file is applied as a whole, so its new numbers must be nobody's.
            reload: match kind {
                BatchKind::Import => Reload::All,
                _ => Reload::Changed,
            },
            changes,
            arrays: Arrays::SMALL,
        };
        let client = &self.0.connection.client;
        let ended = carry_out(client, clock.clone(), cancel, request, &mut journal).await?;
        let noted = self
            .0
            .online
            .note(ended.stopped.clone().map_or(Ok(()), Err));
        if let Err(failure) = noted {
            tracing::info!(%failure, "a change of machines ended early");
            if failure.kind == FailureKind::ReadOnlyClient {
                self.board(|board| board.state.read_only = true);
            }
        }
        store
            .finish_batch(id, clock.now(), ended.stopped.as_ref())
            .await?;
        Ok(id)
    }
}

fn busy() -> Failure {
    Failure::new(
        FailureKind::Busy,
        "Another change of machines is going on.",
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
