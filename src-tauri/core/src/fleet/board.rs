//! Machines as bulk changes see them: what they change is shown, and what is edited is seen with
//! what was stored.

use async_trait::async_trait;
use fielddesk_model::{Listed, Machine, MachineId};
use sqlx::SqliteConnection;

use super::edits::pending::EditChange;
use super::edits::{CellName, Edit};
use super::model::{FleetKept, FleetModel};
use super::save::change;
use super::{BatchReport, Fleet};
use crate::Failure;
use crate::records::batches::{
    self, Act, Batch, BatchOrder, BatchProgress, Batches, RecordBoard, carry_batch,
};
use crate::records::{BatchKind, BatchRow, Machines, RecordCache, RowOutcome, Task};
use fielddesk_rules::fields::same;

impl Fleet {
    /// The last bulk changes, the newest first.
    pub async fn batches(&self, limit: u32) -> Result<Vec<Batch>, Failure> {
        self.0.batches.store.batches(limit).await
    }

    /// One bulk change with its rows.
    pub async fn batch(&self, id: i64) -> Result<BatchReport, Failure> {
        self.0.batches.store.batch(id).await
    }

    /// What was done to one machine from here, the newest first.
    pub(super) async fn acts_on(&self, machine: &MachineId) -> Result<Vec<Act>, Failure> {
        self.0.batches.store.acts_on(machine.as_str(), 50).await
    }

    /// Follows the bulk change that goes on.
    #[must_use]
    pub fn progress(&self) -> tokio::sync::broadcast::Receiver<BatchProgress> {
        self.0.batches.progress()
    }

    /// Stops the bulk change that goes on: nothing new is begun, what is under way ends.
    pub fn stop_batch(&self) {
        self.0.batches.stop();
    }

    /// Carries out a bulk change; an outcome for each row.
    pub(crate) async fn carry_out(&self, order: BatchOrder) -> Result<BatchReport, Failure> {
        carry_batch(self, order).await
    }

    /// What taking an act back would do, by what is known here: `Waiting` rows would be sent.
    pub async fn preview_revert(&self, id: i64) -> Result<Vec<BatchRow>, Failure> {
        batches::preview_revert(self, id).await
    }

    /// Takes an act back. Doing it twice does nothing the second time.
    pub async fn revert(&self, id: i64) -> Result<BatchReport, Failure> {
        batches::revert(self, id).await
    }

    /// Does what an act left undone. Pending edits are saved as they are now.
    ///
    /// # Errors
    /// Not found; `usage` where nothing is left; as an act fails.
    pub async fn resume(&self, id: i64) -> Result<BatchReport, Failure> {
        batches::resume(self, id).await
    }

    /// Gives up what is left of an undo that broke off.
    pub async fn drop_undo(&self, id: i64) -> Result<(), Failure> {
        batches::drop_undo(self, id).await
    }

    /// Finds out what became of records whose requests had no answer, and goes on with an undo
    /// that waits for the server, for as long as it is polled.
    pub async fn keep_up(&self) {
        batches::keep_up(self).await;
    }

    /// Returns the progress of the act that goes on.
    #[must_use]
    pub fn running_batch(&self) -> Option<BatchProgress> {
        self.0.batches.now()
    }

    /// Stops the act that goes on, and waits for its requests for a few seconds at most.
    pub async fn end_batch(&self) {
        self.0.batches.end().await;
    }
}

/// What has to be kept after machines were changed.
pub(crate) struct Changed {
    kept: Vec<FleetKept>,
    edits: Vec<EditChange>,
}

#[async_trait]
impl RecordBoard for Fleet {
    type Kind = Machines;
    type Kept = Changed;

    fn batches(&self) -> &Batches {
        &self.0.batches
    }

    fn cache<T>(&self, work: impl FnOnce(&mut RecordCache<Machines>) -> T) -> T {
        self.board(|board| work(&mut board.cache))
    }

    fn is_read_only(&self) -> bool {
        self.board(|board| board.state.read_only)
    }

    fn set_read_only(&self) {
        self.board(|board| board.state.read_only = true);
    }

    async fn load(&self) -> Result<(), Failure> {
        Self::load(self).await
    }

    async fn reread(&self) -> Result<(), Failure> {
        self.refresh().await.map(drop)
    }

    async fn take_list(&self, listed: Listed<Machine>, began: u64) -> Result<(), Failure> {
        Self::take_list(self, listed, began).await
    }

    async fn take_looked_up(
        &self,
        id: &str,
        found: Option<Machine>,
        began: u64,
    ) -> Result<(), Failure> {
        let now = self.0.clock.now();
        let kept = self.board(|board| match found {
            Some(machine) => board.seen(vec![machine], began, now),
            None => board.remove(&MachineId::new(id)),
        });
        self.0.store.keep(&kept).await
    }

    fn apply(&self, records: Vec<Machine>, gone: &[String], settled: &[&BatchRow]) -> Changed {
        let now = self.0.clock.now();
        self.board(|board| {
            let edits = settled.iter().flat_map(|row| edits_after(board, row));
            let edits = edits.collect();
            let put = records.into_iter().map(|machine| board.put(machine, now));
            let mut kept: Vec<FleetKept> = put.collect();
            let gone = gone.iter();
            kept.extend(gone.map(|id| board.remove(&MachineId::new(&**id))));
            Changed { kept, edits }
        })
    }

    async fn keep_within(
        &self,
        transaction: &mut SqliteConnection,
        changed: &Changed,
    ) -> Result<(), Failure> {
        for kept in &changed.kept {
            self.0.store.keep_within(&mut *transaction, kept).await?;
        }
        Ok(())
    }

    async fn kept(&self, changed: Changed) -> Result<(), Failure> {
        if changed.edits.is_empty() {
            return Ok(());
        }
        self.change_edits(changed.edits).await.map(drop)
    }

    fn edited(&self, row: &BatchRow, _: Task) -> Option<Task> {
        let pending = |board: &mut FleetModel| change(board, &MachineId::new(&*row.id));
        Some(self.board(pending)?.task)
    }

    async fn late(&self, act: &Batch, rows: &[BatchRow]) -> Result<(), Failure> {
        self.unplan_changed(act.kind, rows).await?;
        let blocked = rows.iter().filter(|row| row.outcome == RowOutcome::Saved);
        self.plan(act, blocked).await
    }

    async fn undone(&self, kind: BatchKind, undone: &BatchReport) -> Result<(), Failure> {
        if kind == BatchKind::Block {
            let settled = [RowOutcome::Saved, RowOutcome::Already, RowOutcome::Gone];
            self.unplan(super::actions::ended(&undone.rows, &settled))
                .await?;
        }
        Ok(())
    }

    async fn ended(&self) -> Result<(), Failure> {
        self.rebase().await
    }
}

/// What becomes of the pending edits of a machine that was sent. Those of fields that are stored
/// are not pending any more; what a person typed while they were on their way is now based on
/// what was stored. The others have the reason why they were not stored.
fn edits_after(board: &FleetModel, row: &BatchRow) -> Vec<EditChange> {
    let id = &MachineId::new(&*row.id);
    if !row.sent || row.outcome == RowOutcome::Unknown {
        return Vec::new();
    }
    let changes = row.cells.iter().filter_map(|cell| {
        let edit = board.edits.get(id, &cell.field)?;
        if !row.stored.contains(&cell.field) {
            let failure = row.failure.clone()?;
            let mut edit = edit.clone();
            edit.said.failure = Some(failure);
            return Some(EditChange::Made(edit));
        }
        if edit.said.text.is_none() && same(edit.field, &edit.said.value, &cell.new) {
            return Some(EditChange::Gone(CellName {
                machine: edit.machine.clone(),
                field: cell.field.clone(),
            }));
        }
        Some(EditChange::Made(Edit {
            base: cell.new.clone(),
            ..edit.clone()
        }))
    });
    changes.collect()
}
