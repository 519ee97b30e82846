//! Noting what the service stored: the rows, what is known of the documents, the page.

use fielddesk_model::{FileReferenceId, UploadResponse};

use super::engine::Engine;
use super::row::{Row, Step};
use super::send::Ready;
use super::store;
use super::testing::Point;
use super::types::{TransferKind, TransferState};
use crate::content::lock;
use crate::documents::sent::Seen;
use crate::target::Target;

/// A row and the document that it became.
pub(super) struct Stored {
    pub(super) row: Row,
    pub(super) id: FileReferenceId,
    pub(super) section: String,
    pub(super) sha256: Option<String>,
}

/// The answer to a request: the documents in the order of its parts.
pub(super) async fn stored_answer(
    engine: &Engine,
    target: &Target,
    ready: Vec<Ready>,
    response: &UploadResponse,
) {
    engine.reached();
    if response.files.len() != ready.len() {
        // Not every file has its id: the page tells.
        let ids: Vec<i64> = ready.iter().map(|ready| ready.row.id).collect();
        engine
            .keep(&ids, |row| row.state = TransferState::Checking)
            .await;
        return;
    }
    if let Some(known) = lock(&engine.pages).get_mut(target) {
        known.extend(
            response
                .files
                .iter()
                .map(|file| file.file_reference.id.clone()),
        );
        known.extend(
            response
                .info_page_files
                .iter()
                .flatten()
                .map(|file| file.file_reference_id.clone()),
        );
    }
    let stored = ready
        .into_iter()
        .zip(&response.files)
        .map(|(ready, file)| Stored {
            id: file.file_reference.id.clone(),
            section: response.section.clone(),
            sha256: ready.content.sha256().or_else(|| ready.row.sha256.clone()),
            row: ready.row,
        });
    self::stored(engine, target, stored.collect()).await;
}

/// Notes documents that are on the page now. Rows and knowledge change together or not at all.
pub(super) async fn stored(engine: &Engine, target: &Target, stored: Vec<Stored>) {
    let now = engine.now();
    let mut rows = Vec::new();
    let mut seen = Vec::new();
    for Stored {
        row,
        id,
        section,
        sha256,
    } in stored
    {
        let changed = engine.update(&[row.id], |row| {
            row.sent_id = Some(id.clone());
            row.sha256.clone_from(&sha256);
            if row.live.cancel_wanted {
                row.step = Some(Step::Undoing);
                row.intent = None;
            } else if row.kind == TransferKind::Replace {
                row.step = Some(Step::Sent);
                row.intent = None;
            } else {
                row.end(TransferState::Done, None, now);
            }
        });
        rows.extend(changed);
        seen.push(Seen {
            id,
            target: target.clone(),
            section: if section.is_empty() {
                row.section.unwrap_or_default()
            } else {
                section
            },
            name: row.name,
            size: row.size,
            sha256,
        });
    }
    let remembered = {
        let mut state = lock(&engine.state);
        state.remembered.last_sent_at = Some(now);
        state.remembered
    };
    let saved =
        store::save_sent(&engine.database, &engine.key, &rows, &seen, remembered, now).await;
    if let Err(failure) = saved {
        tracing::error!(%failure, "what was sent could not be noted; it is looked up later");
    }
    engine.changed(target);
    engine.crash_at(Point::Noted).await;
}
