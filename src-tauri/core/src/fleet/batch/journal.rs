//! The journal of a bulk change of machines: kept in the database, shown in the grid, told to
//! whoever follows it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::{Listed, Machine, MachineId};
use tokio::sync::broadcast;

use super::types::{BatchProgress, ProgressedRow};
use crate::fleet::edits::{CellName, Edit, EditChange};
use crate::fleet::{BatchKind, Fleet, FleetModel};
use crate::records::{BatchRow, Journal, Machines, News, RowOutcome};
use crate::{Failure, db};
use fielddesk_rules::fields::same;

/// Keeps and shows one bulk change.
pub(super) struct FleetJournal<'a> {
    fleet: &'a Fleet,
    id: i64,
    kind: BatchKind,
    total: u64,
    done: u64,
    /// What was changed here after this is newer than what is read for it.
    began: u64,
    waiting_until: Option<DateTime<Utc>>,
}

impl<'a> FleetJournal<'a> {
    pub(super) fn new(fleet: &'a Fleet, id: i64, kind: BatchKind, rows: usize) -> Self {
        let journal = Self {
            fleet,
            id,
            kind,
            total: rows as u64,
            done: 0,
            began: fleet.board(|board| board.state.revision),
            waiting_until: None,
        };
        journal.tell(false, Vec::new());
        journal
    }

    fn tell(&self, finished: bool, rows: Vec<ProgressedRow>) {
        let progress = BatchProgress {
            batch: self.id,
            kind: self.kind,
            done: self.done,
            total: self.total,
            waiting_until: self.waiting_until,
            finished,
            rows,
        };
        if let Err(broadcast::error::SendError(progress)) = self.fleet.0.progress.send(progress) {
            tracing::trace!(batch = progress.batch, "nobody follows the change");
        }
    }
}

#[async_trait]
impl Journal<Machines> for FleetJournal<'_> {
    async fn listed(&mut self, listed: Listed<Machine>) -> Result<(), Failure> {
        self.fleet.take_list(listed, self.began).await
    }

    async fn looked_up(&mut self, id: &str, found: Option<Machine>) -> Result<(), Failure> {
        let now = self.fleet.0.clock.now();
        let kept = self.fleet.board(|board| match found {
            Some(machine) => board.seen(machine, self.began, now),
            None => board.remove(&MachineId::new(id)),
        });
        self.fleet.0.store.keep(&kept).await
    }

    async fn keep(&mut self, news: News<'_, Machines>) -> Result<(), Failure> {
        let fleet = self.fleet;
        let now = fleet.0.clock.now();
        let settled: Vec<(MachineId, &BatchRow)> = news
            .rows
            .iter()
            .filter(|(_, row)| row.outcome != RowOutcome::Waiting)
            .map(|(_, row)| (MachineId::new(&*row.id), *row))
            .collect();
        let (kept, edits) = fleet.board(|board| {
            let edits: Vec<EditChange> = settled
                .iter()
                .flat_map(|(id, row)| edits_after(board, id, row))
                .collect();
            let put = news.records.into_iter();
            let mut kept: Vec<_> = put.map(|machine| board.put(machine, now)).collect();
            let gone = news.gone.iter();
            kept.extend(gone.map(|id| board.remove(&MachineId::new(&**id))));
            board.act(settled.iter().map(|(id, _)| id), None);
            (kept, edits)
        });
        let store = &fleet.0.store;
        let mut transaction = db::begin_change(&store.pool).await?;
        store
            .keep_rows(&mut transaction, self.id, &news.rows)
            .await?;
        for kept in &kept {
            store.keep_within(&mut transaction, kept).await?;
        }
        transaction.commit().await?;
        if !edits.is_empty() {
            fleet.change_edits(edits).await?;
        }
        self.done = news.done;
        let rows = settled.into_iter();
        let rows = rows.map(|(machine_id, row)| ProgressedRow {
            machine_id,
            outcome: row.outcome,
            failure: row.failure.clone(),
        });
        self.tell(news.finished, rows.collect());
        Ok(())
    }

    fn waiting(&mut self, until: Option<DateTime<Utc>>) {
        self.waiting_until = until;
        self.tell(false, Vec::new());
    }
}

/// What becomes of the pending edits of a machine that was sent. Those of fields that are stored
/// are not pending any more; what a person typed while they were on their way is now based on
/// what was stored. The others have the reason why they were not stored.
fn edits_after(board: &FleetModel, id: &MachineId, row: &BatchRow) -> Vec<EditChange> {
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
