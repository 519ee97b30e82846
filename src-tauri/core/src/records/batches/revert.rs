//! Taking an act back: old values where nobody changed them since; what was created is
//! deleted, what was deleted is created again under a new id.

use super::board::RecordBoard;
use super::types::{BatchKind, BatchReport};
use super::{BatchOrder, carry_batch};
use crate::records::{
    BatchCell, BatchRow, PlannedChange, RecordKind, RowOutcome, Task, undo, undo_change,
    undo_creation,
};
use crate::{Failure, FailureKind, db};
use fielddesk_rules::fields::Values;

/// What taking an act back would do, by what is known here: `Waiting` rows would be sent.
///
/// # Errors
/// Not found; those of the database.
pub(crate) async fn preview_revert<B: RecordBoard>(
    board: &B,
    id: i64,
) -> Result<Vec<BatchRow>, Failure> {
    board.load().await?;
    let report = revertable(board, id).await?;
    let kind = report.batch.kind;
    let rows = report.rows.iter().map(|row| {
        let now = values_of(board, row);
        let wanted = back::<B::Kind>(kind, row, now.as_ref());
        let mut shown = shown(row, &wanted.task);
        if let (Task::Change(_), Some(now)) = (&wanted.task, &now) {
            let fields = B::Kind::RESOURCE.fields();
            shown.cells.extend(undo(fields, now, &row.cells).1);
        }
        shown
    });
    Ok(rows.collect())
}

/// Takes an act back. Doing it twice does nothing the second time.
///
/// # Errors
/// Not found; as an act fails.
pub(crate) async fn revert<B: RecordBoard>(board: &B, id: i64) -> Result<BatchReport, Failure> {
    board.reread().await?;
    let report = revertable(board, id).await?;
    let kind = report.batch.kind;
    let (mut changes, mut left) = (Vec::new(), Vec::new());
    for (place, row) in report.rows.iter().enumerate() {
        let now = values_of(board, row);
        changes.push(back::<B::Kind>(kind, row, now.as_ref()));
        let changed = !matches!(kind, BatchKind::Create | BatchKind::Delete)
            && !was_created::<B::Kind>(row)
            && !never_sent(row.outcome);
        if let Some(now) = now.filter(|_| changed) {
            let stays = undo(B::Kind::RESOURCE.fields(), &now, &row.cells).1;
            if !stays.is_empty() {
                left.push((place, stays));
            }
        }
    }
    let order = BatchOrder {
        kind: BatchKind::Revert,
        message: report.batch.message,
        reverts: Some(id),
        changes,
    };
    let mut reverted = carry_batch(board, order).await?;
    keep_left(board, &mut reverted, left).await?;
    Ok(reverted)
}

/// The act, where it is one that can be taken back.
async fn revertable<B: RecordBoard>(board: &B, id: i64) -> Result<BatchReport, Failure> {
    let report = board.batches().store.batch(id).await?;
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
async fn keep_left<B: RecordBoard>(
    board: &B,
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
    let store = &board.batches().store;
    let mut transaction = db::begin_change(&store.pool).await?;
    store
        .keep_rows(&mut transaction, report.batch.id, &rows)
        .await?;
    transaction.commit().await?;
    Ok(())
}
/// The values of a row's record as they are known here.
fn values_of<B: RecordBoard>(board: &B, row: &BatchRow) -> Option<Values> {
    board.cache(|cache| cache.get(&row.id).map(|record| B::Kind::values(record)))
}

/// What takes one row back.
fn back<K: RecordKind>(kind: BatchKind, row: &BatchRow, now: Option<&Values>) -> PlannedChange {
    let settled = Task::Settled;
    let fields = K::RESOURCE.fields();
    let kind = match kind {
        BatchKind::Import if was_created::<K>(row) => BatchKind::Create,
        BatchKind::Revert if was_deleted::<K>(row) => BatchKind::Delete,
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
            undo_creation(fields, now, &sent, row.record.as_ref())
        }
        (_, None) => settled(RowOutcome::Gone, Vec::new()),
        (_, Some(now)) => undo_change(fields, now, &row.cells),
    };
    PlannedChange {
        id: row.id.clone(),
        number: row.number.clone(),
        name: row.name.clone(),
        task,
    }
}

/// A row of a file that made a new record: only then the number is among the cells.
fn was_created<K: RecordKind>(row: &BatchRow) -> bool {
    let mut cells = row.cells.iter();
    cells.any(|cell| cell.field == K::RESOURCE.key() && cell.old.is_null())
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

/// A row of a revert that deleted a record: only then it loses its number.
fn was_deleted<K: RecordKind>(row: &BatchRow) -> bool {
    let mut cells = row.cells.iter();
    cells.any(|cell| cell.field == K::RESOURCE.key() && cell.new.is_null() && cell.left.is_none())
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
