//! Undoes an act: old values where no one changed them since; created records are deleted, deleted
//! ones are created again under a new id.

use futures::future::BoxFuture;

use super::board::RecordBoard;
use super::keeping::read_again;
use super::types::{BatchKind, BatchReport};
use super::{BatchOrder, Leg, alone, busy, carry_leg};
use crate::records::course::{RowTask, is_undone};
use crate::records::{
    BatchCell, BatchRow, PlannedChange, RecordKind, RowOutcome, Task, undo, undo_change,
    undo_creation,
};
use crate::{Failure, FailureKind, db};
use fielddesk_rules::fields::Values;

/// What taking an act back would do, by what is known here: `Waiting` rows would be sent.
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

/// Takes an act back. Doing it twice does nothing the second time. It is written down before
/// anything is read: one that cannot be sent stays, and goes on with the records that it left.
pub(crate) fn revert<B: RecordBoard>(
    board: &B,
    id: i64,
) -> BoxFuture<'_, Result<BatchReport, Failure>> {
    alone(board, undo_act(board, id))
}

/// Takes an act back, or goes on with that.
pub(super) async fn undo_act<B: RecordBoard>(board: &B, id: i64) -> Result<BatchReport, Failure> {
    let store = &board.batches().store;
    let act = revertable(board, id).await?.batch;
    let id_of_undo = match act.undo_left {
        Some(begun) => begun,
        None => {
            let rows = store.batch(id).await?.rows;
            let order = BatchOrder {
                kind: BatchKind::Revert,
                message: act.message,
                reverts: Some(id),
                until: None,
                changes: rows.iter().map(unread).collect(),
            };
            store.begin_batch(&order).await?
        }
    };
    // Records and outcomes as they are now: only what the act wrote goes back.
    let begun = store.batch(id_of_undo).await?.rows.len();
    if let Err(failure) = read_again(board, (id_of_undo, BatchKind::Revert), begun).await {
        break_off(board, id_of_undo, &failure).await?;
        return Err(failure);
    }
    let rows = store.batch(id).await?.rows;
    let before = store.batch(id_of_undo).await?.rows;
    let (mut changes, mut places, mut left) = (Vec::new(), Vec::new(), Vec::new());
    for (place, row) in rows.iter().enumerate() {
        let open =
            |undone: &BatchRow| undone.outcome == RowOutcome::Waiting || is_undone(undone.outcome);
        if !before.get(place).is_some_and(open) {
            continue;
        }
        let now = values_of(board, row);
        changes.push(back::<B::Kind>(act.kind, row, now.as_ref()));
        places.push(place);
        let changed = RowTask::of(act.kind, B::Kind::RESOURCE.key(), row) == RowTask::Change
            && !never_sent(row.outcome);
        if let Some(now) = now.filter(|_| changed) {
            let stays = undo(B::Kind::RESOURCE.fields(), &now, &row.cells).1;
            if !stays.is_empty() {
                left.push((place, stays));
            }
        }
    }
    let planned: Vec<BatchRow> = changes.iter().map(PlannedChange::row).collect();
    let planned: Vec<_> = places.iter().copied().zip(&planned).collect();
    store.resume_batch(id_of_undo, &planned).await?;
    let leg = Leg {
        batch: id_of_undo,
        kind: BatchKind::Revert,
        changes,
        places,
        left,
    };
    carry_leg(board, leg).await?;
    let undone = store.batch(id_of_undo).await?;
    board.undone(act.kind, &undone).await?;
    Ok(undone)
}

/// Gives up what is left of an undo that broke off: the records stay as they are.
pub(crate) async fn drop_undo<B: RecordBoard>(board: &B, id: i64) -> Result<(), Failure> {
    board.load().await?;
    let batches = board.batches();
    let _one_at_a_time = batches.running.try_lock().map_err(|_| busy::<B>())?;
    let store = &batches.store;
    let undo = store.batch(id).await?;
    if undo.batch.kind != BatchKind::Revert {
        return Ok(());
    }
    if undo.batch.totals.saved + undo.batch.totals.partly == 0 {
        return store.drop_batch(id).await;
    }
    settle_undone(board, &undo, RowOutcome::Kept, None).await
}

/// The undo could not begin: nothing of it was sent.
async fn break_off<B: RecordBoard>(board: &B, id: i64, why: &Failure) -> Result<(), Failure> {
    let store = &board.batches().store;
    let undo = store.batch(id).await?;
    settle_undone(board, &undo, RowOutcome::NotSent, Some(why)).await?;
    store.finish_batch(id, Some(why)).await
}

/// Gives the rows of an undo that are not done an outcome.
async fn settle_undone<B: RecordBoard>(
    board: &B,
    undo: &BatchReport,
    outcome: RowOutcome,
    why: Option<&Failure>,
) -> Result<(), Failure> {
    let store = &board.batches().store;
    let rows = undo.rows.iter().enumerate();
    let rows =
        rows.filter(|(_, row)| matches!(row.outcome, RowOutcome::Waiting | RowOutcome::NotSent));
    let rows: Vec<(usize, BatchRow)> = rows
        .map(|(place, row)| {
            let settled = BatchRow {
                outcome,
                failure: why.cloned(),
                ..row.clone()
            };
            (place, settled)
        })
        .collect();
    let rows: Vec<(usize, &BatchRow)> = rows.iter().map(|(place, row)| (*place, row)).collect();
    let mut transaction = db::begin_change(&store.pool).await?;
    store
        .keep_rows(&mut transaction, undo.batch.id, &rows)
        .await?;
    transaction.commit().await?;
    Ok(())
}

/// A row of an undo whose record was not read yet.
fn unread(row: &BatchRow) -> PlannedChange {
    PlannedChange {
        id: row.id.clone(),
        number: row.number.clone(),
        name: row.name.clone(),
        task: Task::Settled(RowOutcome::Waiting, Vec::new()),
    }
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
pub(super) async fn keep_left<B: RecordBoard>(
    board: &B,
    undo: i64,
    left: Vec<(usize, Vec<BatchCell>)>,
) -> Result<(), Failure> {
    if left.is_empty() {
        return Ok(());
    }
    let store = &board.batches().store;
    let mut report = store.batch(undo).await?;
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
    let mut transaction = db::begin_change(&store.pool).await?;
    store.keep_rows(&mut transaction, undo, &rows).await?;
    transaction.commit().await?;
    Ok(())
}

/// The values of a row's record as they are known here.
fn values_of<B: RecordBoard>(board: &B, row: &BatchRow) -> Option<Values> {
    board.cache(|cache| cache.get(&row.id).map(|record| B::Kind::values(record)))
}

/// What takes one row back.
pub(crate) fn back<K: RecordKind>(
    kind: BatchKind,
    row: &BatchRow,
    now: Option<&Values>,
) -> PlannedChange {
    let settled = Task::Settled;
    let fields = K::RESOURCE.fields();
    let did = RowTask::of(kind, K::RESOURCE.key(), row);
    let task = match (did, now) {
        _ if never_sent(row.outcome) => settled(RowOutcome::Already, Vec::new()),
        (RowTask::Delete, None) if row.outcome == RowOutcome::Saved => {
            let values: Values = row
                .cells
                .iter()
                .map(|cell| (cell.field.clone(), cell.old.clone()))
                .collect();
            Task::Create(values)
        }
        (RowTask::Delete, _) => settled(RowOutcome::Already, Vec::new()),
        (RowTask::Create, None) => settled(RowOutcome::Gone, Vec::new()),
        (RowTask::Create, Some(now)) => {
            let sent = row.cells.iter();
            let sent: Values = sent
                .map(|cell| (cell.field.clone(), cell.new.clone()))
                .collect();
            undo_creation(fields, now, &sent, row.record.as_ref())
        }
        (RowTask::Change, None) => settled(RowOutcome::Gone, Vec::new()),
        (RowTask::Change, Some(now)) => undo_change(fields, now, &row.cells),
    };
    PlannedChange {
        id: row.id.clone(),
        number: row.number.clone(),
        name: row.name.clone(),
        task,
    }
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
