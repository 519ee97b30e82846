//! A download, into a folder that the person chose or as a private copy to open.

use std::path::{Path, PathBuf};

use fielddesk_api::{CancellationToken, Progress};
use fielddesk_rules::file_name::safe_file_name;
use fielddesk_rules::preview::PREVIEW_LIMIT_BYTES;

use super::Transfers;
use super::engine::Engine;
use super::row::{Moving, Row};
use super::types::{NewDownload, TransferId, TransferKind, TransferState};
use crate::Failure;
use crate::connection::Connection;
use crate::content::blocking;
use crate::documents::OpenCopy;
use crate::documents::copies::seal;
use crate::documents::kinds::opens;
use crate::download::{SaveOptions, Saved, save};
use crate::online::is_away;
use crate::upload_records::{StoredDocument, record_fetched};
use fielddesk_documents::lock::lock;

impl Transfers {
    /// Puts one download into the queue that goes into that very file, in place of one that is
    /// there.
    pub async fn save_as(&self, document: NewDownload, file: &Path) -> Result<TransferId, Failure> {
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        let row = Row {
            saved_path: Some(file.to_owned()),
            ..Row::download(TransferKind::Download, document, folder.to_owned())
        };
        let ids = self.enqueue(vec![row]).await?;
        let one = ids.into_iter().next();
        one.ok_or_else(|| Failure::internal("a download that is not in the queue"))
    }
}

pub(super) async fn fetch(engine: &Engine, row: Row) {
    let cancel = row.live.cancel.clone().unwrap_or_default();
    let outcome = bring(engine, &row, cancel).await;
    match outcome {
        Ok(saved) => arrived(engine, &row, saved).await,
        Err(failure) => failed(engine, &row, failure).await,
    }
}

async fn bring(engine: &Engine, row: &Row, cancel: CancellationToken) -> Result<Saved, Failure> {
    let Some(document) = &row.document else {
        return Err(Failure::internal("a download without a document"));
    };
    let dir = folder(engine, row)?;
    let progress = Progress::new();
    engine
        .keep(&[row.id], |row| {
            row.attempts = row.attempts.saturating_add(1);
            row.live.moving = Moving::Count(progress.clone());
        })
        .await;
    let connection = Connection {
        client: engine.client.clone(),
        ..engine.connection.clone()
    };
    let copy_name = row.live.copy_name.as_ref();
    let copy = copy_name.map(|name| dir.join(safe_file_name(name).name));
    let options = SaveOptions {
        name: Some(row.name.clone()),
        // A copy lies in a folder that is new; the save dialog has asked about a file that is there.
        to: copy.or_else(|| row.saved_path.clone()),
        limit_bytes: row.live.for_preview.then_some(PREVIEW_LIMIT_BYTES),
        progress,
        cancel,
        clock: engine.clock.clone(),
    };
    let saved = save(
        &connection,
        &row.target.on_service(),
        document,
        &dir,
        options,
    )
    .await?;
    if row.kind == TransferKind::Open {
        let path = saved.path.clone();
        blocking(move || seal(&path))
            .await
            .map_err(|error| Failure::local("protect", &saved.path, &error))?;
    }
    Ok(saved)
}

fn folder(engine: &Engine, row: &Row) -> Result<PathBuf, Failure> {
    match row.kind {
        TransferKind::Open => engine.copies.fresh_dir(),
        _ => Ok(row.path.clone()),
    }
}

async fn arrived(engine: &Engine, row: &Row, saved: Saved) {
    engine.reached();
    let now = engine.now();
    if let Some(id) = &row.document {
        let seen = StoredDocument {
            saved_at: None,
            restored: false,
            replaced: false,
            act: None,
            id: id.clone(),
            target: row.target.clone(),
            section: row.section.clone().unwrap_or_default(),
            name: row.name.clone(),
            size: saved.bytes,
            sha256: Some(saved.sha256.clone()),
        };
        if let Err(failure) = record_fetched(&engine.database, &engine.key, &seen, now).await {
            tracing::warn!(%failure, "what was fetched could not be noted");
        }
    }
    engine
        .keep(&[row.id], |row| {
            row.size = saved.bytes;
            row.saved_path = Some(saved.path.clone());
            row.end(TransferState::Done, None, now);
        })
        .await;
    // Its size is known now, or it is verified.
    engine.changed(&row.target);
    let name = saved
        .path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    answer(
        engine,
        row,
        Ok(OpenCopy {
            opens: name.is_some_and(|name| opens(&name)),
            sha256: Some(saved.sha256),
            path: saved.path,
        }),
    );
}

async fn failed(engine: &Engine, row: &Row, failure: Failure) {
    let now = engine.now();
    let cancelled = engine
        .rows(&[row.id])
        .iter()
        .any(|row| row.live.cancel_wanted);
    if cancelled {
        engine
            .keep(&[row.id], |row| {
                row.end(TransferState::Cancelled, None, now);
            })
            .await;
        return answer(engine, row, Err(Failure::cancelled()));
    }
    let opening = row.kind == TransferKind::Open;
    if is_away(failure.kind) {
        if opening {
            // The person waits in front of the screen; the panel offers to try again.
            engine.away(&[], failure.clone(), None).await;
            if row.live.for_preview {
                return refuse_preview(engine, row, failure).await;
            }
            engine.fail(&[row.id], &failure).await;
            return answer(engine, row, Err(failure));
        }
        return engine.away(&[row.id], failure, None).await;
    }
    if row.live.for_preview {
        return refuse_preview(engine, row, failure).await;
    }
    engine.fail(&[row.id], &failure).await;
    answer(engine, row, Err(failure));
}

/// Ends the fetch of a preview: its failure is told where it was to be shown, and is not one more
/// failed transfer.
async fn refuse_preview(engine: &Engine, row: &Row, failure: Failure) {
    let now = engine.now();
    engine
        .keep(&[row.id], |row| {
            row.end(TransferState::Cancelled, None, now);
        })
        .await;
    answer(engine, row, Err(failure));
}

/// Tells whoever waits for the copy.
fn answer(engine: &Engine, row: &Row, outcome: Result<OpenCopy, Failure>) {
    if let Some(waiter) = lock(&engine.opening).remove(&row.id) {
        // Whoever asked may have gone.
        drop(waiter.send(outcome));
    }
}
