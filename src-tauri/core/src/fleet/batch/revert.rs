//! Taking an act back: old values where nobody changed them since; what was created is
//! deleted, what was deleted is created again under a new id.

use fielddesk_model::MachineId;

use super::{BatchKind, BatchReport, MachineBatch};
use crate::fleet::Fleet;
use crate::fleet::actions::ended;
use crate::fleet::cell::values;
use crate::records::{
    BatchCell, BatchRow, PlannedChange, RowOutcome, Task, undo, undo_change, undo_creation,
};
use crate::{Failure, FailureKind, db};
use fielddesk_rules::fields::MACHINE_FIELDS;
use fielddesk_rules::fields::Values;

impl Fleet {
    /// What taking an act back would do, by what is known here: `Waiting` rows would be sent.
    ///
    /// # Errors
    /// Not found; those of the database.
    pub async fn preview_revert(&self, id: i64) -> Result<Vec<BatchRow>, Failure> {
        self.load().await?;
        let report = self.revertable(id).await?;
        let kind = report.batch.kind;
        Ok(self.board(|board| {
            let rows = report.rows.iter().map(|row| {
                let now = values_of(board, row);
                let wanted = back(kind, row, now.as_ref());
                let mut shown = shown(row, &wanted.task);
                if let (Task::Change(_), Some(now)) = (&wanted.task, &now) {
                    shown.cells.extend(undo(MACHINE_FIELDS, now, &row.cells).1);
                }
                shown
            });
            rows.collect()
        }))
    }

    /// Takes an act back. Doing it twice does nothing the second time.
    ///
    /// # Errors
    /// Not found; as an act fails.
    pub async fn revert(&self, id: i64) -> Result<BatchReport, Failure> {
        self.refresh().await?;
        let report = self.revertable(id).await?;
        let kind = report.batch.kind;
        let changes: Vec<PlannedChange> = self.board(|board| {
            let rows = report.rows.iter();
            rows.map(|row| back(kind, row, values_of(board, row).as_ref()))
                .collect()
        });
        let left: Vec<(usize, Vec<BatchCell>)> = self.board(|board| {
            let rows = report.rows.iter().enumerate().filter_map(|(place, row)| {
                let now = values_of(board, row)?;
                let changed =
                    !matches!(kind, BatchKind::Create | BatchKind::Delete) && !was_created(row);
                if !changed || never_sent(row.outcome) {
                    return None;
                }
                let left = undo(MACHINE_FIELDS, &now, &row.cells).1;
                (!left.is_empty()).then_some((place, left))
            });
            rows.collect()
        });
        let mut reverted = self
            .carry_out(MachineBatch {
                kind: BatchKind::Revert,
                message: report.batch.message,
                reverts: Some(id),
                changes,
            })
            .await?;
        self.keep_left(&mut reverted, left).await?;
        if kind == BatchKind::Block {
            let settled = [RowOutcome::Saved, RowOutcome::Already, RowOutcome::Gone];
            self.unplan(ended(&reverted, &settled)).await?;
        }
        Ok(reverted)
    }

    /// The act, where it is one that can be taken back.
    async fn revertable(&self, id: i64) -> Result<BatchReport, Failure> {
        let report = self.batch(id).await?;
        if report.batch.finished_at.is_none() {
            return Err(Failure::new(
                FailureKind::Busy,
                "It is still going on.",
                "Wait until it is done, or stop it.",
            ));
        }
        Ok(report)
    }

    /// Adds cells that stay to rows that were sent in part.
    async fn keep_left(
        &self,
        report: &mut BatchReport,
        left: Vec<(usize, Vec<BatchCell>)>,
    ) -> Result<(), Failure> {
        let mut changed = Vec::new();
        for (place, cells) in left {
            if let Some(row) = report.rows.get_mut(place)
                && row.outcome != RowOutcome::Kept
            {
                row.cells.extend(cells);
                changed.push(place);
            }
        }
        let rows: Vec<(usize, &BatchRow)> = changed
            .into_iter()
            .filter_map(|place| Some((place, report.rows.get(place)?)))
            .collect();
        let mut transaction = db::begin_change(&self.0.store.pool).await?;
        let store = &self.0.store;
        store
            .keep_rows(&mut transaction, report.batch.id, &rows)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// The values of a row's machine as they are known here.
fn values_of(board: &crate::fleet::FleetModel, row: &BatchRow) -> Option<Values> {
    let id = MachineId::new(&*row.id);
    board.machine(&id).map(|machine| values(machine))
}

/// What takes one row back.
fn back(kind: BatchKind, row: &BatchRow, now: Option<&Values>) -> PlannedChange {
    let settled = Task::Settled;
    let kind = match kind {
        BatchKind::Import if was_created(row) => BatchKind::Create,
        BatchKind::Revert if was_deleted(row) => BatchKind::Delete,
        kind => kind,
    };
    let task = match (kind, now) {
        _ if never_sent(row.outcome) => settled(RowOutcome::Already, Vec::new()),
        (BatchKind::Delete, None) if row.outcome == RowOutcome::Saved => {
            let values: Values = row
                .cells
                .iter()
                .map(|cell| (cell.field.clone(), cell.old.clone()))
                .collect();
            Task::Create(values)
        }
        (BatchKind::Delete, _) => settled(RowOutcome::Already, Vec::new()),
        (BatchKind::Create, None) => settled(RowOutcome::Gone, Vec::new()),
        (BatchKind::Create, Some(now)) => {
            let sent = row.cells.iter();
            let sent: Values = sent
                .map(|cell| (cell.field.clone(), cell.new.clone()))
                .collect();
            undo_creation(MACHINE_FIELDS, now, &sent, row.record.as_ref())
        }
        (_, None) => settled(RowOutcome::Gone, Vec::new()),
        (_, Some(now)) => undo_change(MACHINE_FIELDS, now, &row.cells),
    };
    PlannedChange {
        id: row.id.clone(),
        number: row.number.clone(),
        name: row.name.clone(),
        task,
    }
}

/// A row of a file that made a new machine: only then the number is among the cells.
fn was_created(row: &BatchRow) -> bool {
    let mut cells = row.cells.iter();
    cells.any(|cell| cell.field == "machineNumber" && cell.old.is_null())
}

/// Rows of which nothing was sent have nothing to take back.
const fn never_sent(outcome: RowOutcome) -> bool {
    matches!(
        outcome,
        RowOutcome::Already
            | RowOutcome::Conflict
            | RowOutcome::Gone
            | RowOutcome::Equipment
            | RowOutcome::Refused
            | RowOutcome::NotSent
            | RowOutcome::Kept
    )
}

/// A row of a revert that deleted a machine: only then it loses its number.
fn was_deleted(row: &BatchRow) -> bool {
    let mut cells = row.cells.iter();
    cells.any(|cell| cell.field == "machineNumber" && cell.new.is_null() && cell.left.is_none())
}

/// A row as it would come out.
fn shown(row: &BatchRow, task: &Task) -> BatchRow {
    let (outcome, cells) = match task {
        Task::Settled(outcome, cells) => (*outcome, cells.clone()),
        Task::Change(wanted) => {
            let cells = wanted.iter().map(|cell| {
                let old = cell.base.clone().unwrap_or_default();
                BatchCell::new(cell.field.name, old, cell.new.clone())
            });
            (RowOutcome::Waiting, cells.collect())
        }
        Task::Create(_) | Task::Delete(_) => (RowOutcome::Waiting, row.cells.clone()),
    };
    BatchRow {
        outcome,
        cells,
        failure: None,
        ..row.clone()
    }
}
