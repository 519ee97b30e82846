//! The resumption of an act: what it left undone is done as the same act, with one entry in the
//! history and one undo.

use futures::future::BoxFuture;

use super::board::RecordBoard;
use super::keeping::read_again;
use super::types::{BatchKind, BatchReport};
use super::{Leg, alone, carry_leg};
use crate::Failure;
use crate::records::course::{again, is_undone};
use crate::records::{BatchRow, PlannedChange, RecordKind};

/// Does what an act left undone. What became of its other records is looked up first.
///
/// # Errors
/// Not found; `usage` where nothing is left; as an act fails.
pub(crate) fn resume<B: RecordBoard>(
    board: &B,
    id: i64,
) -> BoxFuture<'_, Result<BatchReport, Failure>> {
    alone(board, async move {
        let store = &board.batches().store;
        let act = store.batch(id).await?;
        let left = act.rows.iter().filter(|row| is_undone(row.outcome));
        let begun = read_again(board, (id, act.batch.kind), left.count()).await?;
        let act = store.batch(id).await?;
        let (fields, key) = (B::Kind::RESOURCE.fields(), B::Kind::RESOURCE.key());
        let kind = act.batch.kind;
        let rows = act.rows.iter().enumerate();
        let left = rows.filter_map(|(place, row)| {
            let task = again(fields, kind, key, row)?;
            let task = match kind {
                BatchKind::Edits => board.edited(row, task)?,
                _ => task,
            };
            let change = PlannedChange {
                id: row.id.clone(),
                number: row.number.clone(),
                name: row.name.clone(),
                task,
            };
            Some((place, change))
        });
        let (places, changes): (Vec<usize>, Vec<PlannedChange>) = left.unzip();
        let is_taken_back = act.batch.reverted_by.or(act.batch.undo_left).is_some();
        if changes.is_empty() || is_taken_back || kind == BatchKind::Revert {
            begun.end();
            return Err(Failure::usage(
                "act",
                "Nothing of this change is left to do.",
                "Refresh the list of changes.",
            ));
        }
        let rows: Vec<BatchRow> = changes.iter().map(PlannedChange::row).collect();
        let rows: Vec<_> = places.iter().copied().zip(&rows).collect();
        store.resume_batch(id, &rows).await?;
        let again = places.clone();
        let leg = Leg {
            batch: id,
            kind,
            changes,
            places,
            left: Vec::new(),
        };
        carry_leg(board, leg).await?;
        let done = store.batch(id).await?;
        let rows = again.into_iter().filter_map(|place| done.rows.get(place));
        let rows: Vec<BatchRow> = rows.cloned().collect();
        board.late(&done.batch, &rows).await?;
        Ok(done)
    })
}
