//! Sends rows of one target: what each replaces is looked up, the rest is the documents' engine.

use fielddesk_documents::caller::{Caller as _, Outgoing};
use fielddesk_documents::stop_reason::StopReason;

use super::caller::JobCaller;
use super::changes::Queued;
use super::engine::Engine;
use super::quiet;
use super::row::Row;
use super::types::{TransferKind, TransferState};
use crate::target::Target;
use crate::upload_records::refused_size;
use crate::{Failure, FailureKind};

/// How often files go again that were cut off or whose page changed, within one job.
const ROUNDS: usize = 4;

pub(super) async fn publish(engine: &Engine, target: &Target, ids: &[i64]) {
    let pages = match engine.pages_of(target).await {
        Ok(pages) => pages,
        Err(failure) => return engine.fail(ids, &failure).await,
    };
    let caller = JobCaller::new(engine, pages, ids);
    let refused_size = match refused_size(&engine.database, &engine.key).await {
        Ok(size) => size,
        Err(failure) => return engine.fail(ids, &failure).await,
    };
    for _ in 0..ROUNDS {
        let rows = engine.rows(ids);
        let rows: Vec<Row> = rows.into_iter().filter(may_go).collect();
        if rows.is_empty() || caller.stopped().is_some() || engine.begins_nothing() {
            break;
        }
        match plan(&caller, rows).await {
            Ok(files) => caller.session().publish(files, refused_size).await,
            Err(stop) => caller.stop(stop),
        }
    }
    caller.end(ids).await;
}

fn may_go(row: &Row) -> bool {
    row.state == TransferState::Waiting
        && row.step.is_none()
        && row.next_try_at.is_none()
        && !row.live.cancel_wanted
}

/// What each row replaces, as the page is now.
async fn plan(caller: &JobCaller<'_>, rows: Vec<Row>) -> Result<Vec<Outgoing<Queued>>, StopReason> {
    let (engine, pages) = (caller.engine, &caller.pages);
    pages.list_first().await?;
    let followed: Vec<i64> = rows
        .iter()
        .filter(|row| row.follows.is_some())
        .map(|row| row.id)
        .collect();
    for id in followed {
        engine.follow(id).await;
    }
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let rows = quiet::not_growing(engine, engine.rows(&ids)).await;
    if rows.iter().any(|row| row.document.is_some()) {
        pages.pages.list_if_old().await?;
    }
    let mut files = Vec::with_capacity(rows.len());
    for row in rows {
        let key = pages.key_of(&row);
        if let Some(old) = &row.document
            && !pages.pages.lists(old)
        {
            if pages.has_name(&key) {
                let now = engine.now();
                let failure = replaced_by_others(&row);
                let end =
                    |row: &mut Row| row.end(TransferState::NeedsYou, Some(failure.clone()), now);
                engine.keep(&[row.id], end).await;
                continue;
            }
            engine.keep(&[row.id], becomes_upload).await;
        }
        files.push(Outgoing {
            section: row.section_as_spelled().to_owned(),
            name: row.name.clone(),
            supersedes: row
                .document
                .iter()
                .filter(|old| pages.pages.lists(old))
                .cloned()
                .collect(),
            decided: false,
            source: Queued {
                row: row.id,
                bytes: row.size,
            },
            key,
        });
    }
    Ok(files)
}

/// A replace without anything left to replace is an upload.
fn becomes_upload(row: &mut Row) {
    row.kind = TransferKind::Upload;
    row.document = None;
}

/// The document that was to be replaced is gone and another one has its name: somebody else was
/// faster, and the plan that the person saw no longer holds.
fn replaced_by_others(row: &Row) -> Failure {
    let shown = fielddesk_rules::file_name::shown(&row.name);
    Failure::new(
        FailureKind::Conflict,
        format!("Somebody replaced {shown} on the page meanwhile, so nothing was sent."),
        "Look at the page, then send it again.",
    )
    .with("file", shown)
}
