//! The end of a replace, and of a cancel that came late: one document is deleted by its id.

use fielddesk_model::FileReferenceId;

use super::engine::Engine;
use super::old;
use super::online::is_away;
use super::row::{Row, Step};
use super::testing::Point;
use super::types::TransferState;
use crate::Failure;
use crate::documents::sent;

/// The new content is on the page: the old document goes, if its bytes are kept.
pub(super) async fn finish(engine: &Engine, id: i64) {
    let Some(row) = engine.rows(&[id]).into_iter().next() else {
        return;
    };
    let Some(old) = row.document.clone() else {
        return done(engine, &row).await;
    };
    if row.step != Some(Step::Deleting) {
        // Kept before it was sent; looked at again because nothing may go that is not kept.
        if let Err(failure) = old::keep(engine, &row).await {
            return stuck(engine, &row, failure).await;
        }
        if engine.rows(&[id]).iter().any(|row| row.live.cancel_wanted) {
            engine
                .keep(&[id], |row| row.step = Some(Step::Undoing))
                .await;
            return;
        }
        engine
            .keep(&[id], |row| row.step = Some(Step::Deleting))
            .await;
        engine.crash_at(Point::DeleteIntended).await;
    }
    match delete(engine, &row, &old).await {
        Ok(()) => {
            engine.crash_at(Point::Deleted).await;
            let owner = row.target.owner(&engine.key, None);
            engine.history.removed(&owner, &old).await;
            done(engine, &row).await;
        }
        Err(failure) => stuck(engine, &row, failure).await,
    }
}

/// The person cancelled after our document was stored: it goes, what was there stays.
pub(super) async fn undo(engine: &Engine, id: i64) {
    let Some(row) = engine.rows(&[id]).into_iter().next() else {
        return;
    };
    engine
        .keep(&[id], |row| row.step = Some(Step::Undoing))
        .await;
    if let Some(ours) = &row.sent_id
        && let Err(failure) = delete(engine, &row, ours).await
    {
        return stuck(engine, &row, failure).await;
    }
    let now = engine.now();
    engine
        .keep(&[id], |row| {
            row.sent_id = None;
            row.live.cancel_wanted = false;
            row.end(TransferState::Cancelled, None, now);
        })
        .await;
    engine.changed(&row.target);
}

/// Deletes by id; one that is gone is as good.
async fn delete(engine: &Engine, row: &Row, id: &FileReferenceId) -> Result<(), Failure> {
    match engine
        .client
        .documents(&row.target.on_service())
        .delete(id)
        .await
    {
        Ok(()) => {}
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(error.into()),
    }
    engine.reached();
    if let Err(failure) = sent::forget(&engine.database, &engine.key, id).await {
        tracing::warn!(%failure, "a deleted document could not be forgotten");
    }
    Ok(())
}

async fn done(engine: &Engine, row: &Row) {
    let now = engine.now();
    engine
        .keep(&[row.id], |row| row.end(TransferState::Done, None, now))
        .await;
    engine.changed(&row.target);
}

/// Both documents are on the page: it goes on when the service is back, or a person decides.
async fn stuck(engine: &Engine, row: &Row, failure: Failure) {
    if is_away(failure.kind) {
        return engine.away(&[row.id], failure, None).await;
    }
    let now = engine.now();
    engine
        .keep(&[row.id], |row| {
            row.end(TransferState::NeedsYou, Some(failure.clone()), now);
        })
        .await;
}
