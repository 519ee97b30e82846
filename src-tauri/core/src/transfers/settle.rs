//! The end of started changes: open intents, replaces that wait, uploads that are undone.

use fielddesk_documents::caller::{Caller as _, Change};
use fielddesk_documents::intent::{Act, Intent, Removal};
use fielddesk_documents::ports::RemovalReason;
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;

use super::caller::JobCaller;
use super::changes::Queued;
use super::engine::Engine;
use super::pages::parts_of;
use super::row::{Row, Step};
use super::types::TransferState;
use crate::target::Target;

/// Finds out how ended what is open on a target and nobody works on.
pub(super) async fn recover(engine: &Engine, target: &Target, ids: &[i64]) {
    let pages = match engine.pages_of(target).await {
        Ok(pages) => pages,
        Err(failure) => {
            engine.settle_again(target);
            return engine.give_up(ids, &failure).await;
        }
    };
    let intents = pages.unsettled();
    let named = intents
        .iter()
        .flat_map(parts_of)
        .map(|part| part.source.row);
    let rows: Vec<i64> = ids.iter().copied().chain(named).collect();
    let caller = JobCaller::new(engine, pages, &rows);
    intents.iter().for_each(|intent| caller.begin(intent.id));
    let settled = async {
        if intents.is_empty() {
            return Ok(());
        }
        caller.pages.list().await?;
        caller.session().settle(&intents).await
    };
    end(&caller, settled.await, ids).await;
}

/// The new content is on the page: the old document goes.
pub(super) async fn finish(engine: &Engine, row: &Row) {
    let (Some(old), Some(sent)) = (&row.document, &row.sent_id) else {
        let now = engine.now();
        engine
            .keep(&[row.id], |row| row.end(TransferState::Done, None, now))
            .await;
        return;
    };
    remove(engine, row, old, Some(sent), RemovalReason::Replaced).await;
}

/// The person cancelled after our document was stored: it goes, what was there stays.
pub(super) async fn undo(engine: &Engine, row: &Row) {
    engine
        .keep(&[row.id], |row| row.step = Some(Step::Undoing))
        .await;
    let Some(sent) = &row.sent_id else {
        let now = engine.now();
        engine
            .keep(&[row.id], |row| {
                row.end(TransferState::Cancelled, None, now);
            })
            .await;
        return;
    };
    remove(engine, row, sent, None, RemovalReason::Deleted).await;
}

async fn remove(
    engine: &Engine,
    row: &Row,
    id: &FileReferenceId,
    successor: Option<&FileReferenceId>,
    reason: RemovalReason,
) {
    let pages = match engine.pages_of(&row.target).await {
        Ok(pages) => pages,
        Err(failure) => return engine.give_up(&[row.id], &failure).await,
    };
    let caller = JobCaller::new(engine, pages, &[row.id]);
    let removal = Removal {
        key: caller.pages.key_of(row),
        section: row.section_as_spelled().to_owned(),
        name: row.name.clone(),
        id: id.clone(),
        sha256: None,
        successor: successor.cloned(),
        reason,
        approved: reason == RemovalReason::Deleted,
    };
    let removed = async {
        caller.pages.list().await?;
        let intent = match open_removal(&caller, &removal) {
            Some(intent) => intent,
            None => {
                let intent = caller.session().intend(removal);
                caller.commit(vec![Change::Intent(intent.clone())]).await?;
                intent
            }
        };
        caller.begin(intent.id);
        caller.session().remove_open(&intent).await
    };
    end(&caller, removed.await, &[row.id]).await;
}

/// The same removal, where it was begun before.
fn open_removal(caller: &JobCaller<'_>, wanted: &Removal) -> Option<Intent<Queued>> {
    let same = |intent: &Intent<Queued>| match &intent.act {
        Act::Remove(removal) => removal.id == wanted.id && removal.successor == wanted.successor,
        Act::Upload { .. } => false,
    };
    caller.pages.unsettled().into_iter().find(same)
}

async fn end(caller: &JobCaller<'_>, outcome: Result<(), StopReason>, ids: &[i64]) {
    if let Err(stop) = outcome {
        caller.stop(stop);
    }
    caller.end(ids).await;
}
