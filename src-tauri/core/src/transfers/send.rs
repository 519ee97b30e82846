//! One upload request: measure, keep what is replaced, write the intent, send, note.

use std::collections::BTreeSet;
use std::sync::Arc;

use fielddesk_api::{CancellationToken, Error, ErrorKind, Progress, Upload, UploadFile};
use fielddesk_model::{FileReferenceId, UploadResponse};
use futures::StreamExt as _;
use futures::stream;

use super::engine::Engine;
use super::online::{is_away, is_locked_out};
use super::row::{Moving, Row, Step};
use super::store;
use super::testing::Point;
use super::types::{TransferKind, TransferState};
use super::{note, old};
use crate::batch::halves;
use crate::content::{self, Fault, FileContent};
use crate::target::Target;
use crate::{Failure, FailureKind};

/// Files up to this size are hashed before they leave: should this computer stop in the
/// middle, their bytes are found on the page without reading them again.
const HASHED_FIRST_UP_TO_BYTES: u64 = 8 * 1024 * 1024;

/// A file ready to be sent.
pub(super) struct Ready {
    pub(super) row: Row,
    pub(super) content: FileContent,
}

pub(super) async fn send(engine: &Engine, ids: &[i64], cancel: CancellationToken) {
    let rows = engine.rows(ids);
    let Some(target) = rows.first().map(|row| row.target.clone()) else {
        return;
    };
    let ready = measure(engine, rows).await;
    let Some(ready) = old::keep_all(engine, &target, ready).await else {
        return;
    };
    let ready = without_cancelled(engine, ready).await;
    if ready.is_empty() {
        return;
    }
    let sent: Vec<i64> = ready.iter().map(|ready| ready.row.id).collect();
    let known = match known(engine, &target).await {
        Ok(known) => known,
        Err(error) => return refused(engine, &sent, &target, error).await,
    };
    if let Err(failure) = intend(engine, &ready, &known).await {
        return engine.fail(&sent, &failure).await;
    }
    engine.crash_at(Point::Intended).await;
    let outcome = request(engine, &target, &ready, known, cancel).await;
    if outcome.is_ok() {
        engine.crash_at(Point::Answered).await;
    }
    match outcome {
        Ok(response) => note::stored_answer(engine, &target, ready, &response).await,
        Err(error) => failed(engine, &target, ready, error).await,
    }
}

/// Measures the files; those that cannot be read end here and hold up nobody.
async fn measure(engine: &Engine, rows: Vec<Row>) -> Vec<Ready> {
    let looked: Vec<_> = stream::iter(rows)
        .map(|row| async move {
            let content = look(&row).await;
            (row, content)
        })
        .buffered(4)
        .collect()
        .await;
    let mut ready = Vec::new();
    for (row, content) in looked {
        match content {
            Ok((content, sha256)) => {
                let rows = engine.update(&[row.id], |row| {
                    row.size = content.size();
                    row.sha256.clone_from(&sha256);
                    row.live.moving = Moving::File(content.clone());
                });
                ready.extend(rows.into_iter().map(|row| Ready {
                    row,
                    content: content.clone(),
                }));
            }
            Err(failure) => engine.fail(&[row.id], &failure).await,
        }
    }
    ready
}

async fn look(row: &Row) -> Result<(FileContent, Option<String>), Failure> {
    let content = FileContent::look(&row.path, true).await?;
    if content.size() > HASHED_FIRST_UP_TO_BYTES {
        return Ok((content, None));
    }
    let path = row.path.clone();
    let hashed = content::blocking(move || content::hash_file(&path)).await;
    // A file that changes just now is noticed when it is sent.
    Ok((content, hashed.ok().map(|(sha256, _)| sha256)))
}

/// Lets go of what the person cancelled while it was prepared.
async fn without_cancelled(engine: &Engine, ready: Vec<Ready>) -> Vec<Ready> {
    let now = engine.now();
    let mut going = Vec::new();
    for ready in ready {
        let rows = engine.update(&[ready.row.id], |_| {});
        if rows.iter().any(|row| row.live.cancel_wanted) {
            engine
                .keep(&[ready.row.id], |row| {
                    row.end(TransferState::Cancelled, None, now);
                })
                .await;
        } else {
            going.push(ready);
        }
    }
    going
}

/// The ids on the page, listed once and followed from then on.
pub(super) async fn known(
    engine: &Engine,
    target: &Target,
) -> Result<BTreeSet<FileReferenceId>, Error> {
    let remembered = content::lock(&engine.pages).get(target).cloned();
    if let Some(known) = remembered {
        return Ok(known);
    }
    let pages = engine.client.documents(&target.on_service()).list().await?;
    engine.reached();
    let files = pages.into_iter().flat_map(|page| page.files);
    let known: BTreeSet<_> = files.map(|file| file.file_reference_id).collect();
    content::lock(&engine.pages).insert(target.clone(), known.clone());
    Ok(known)
}

async fn intend(
    engine: &Engine,
    ready: &[Ready],
    known: &BTreeSet<FileReferenceId>,
) -> Result<(), Failure> {
    let ids: Vec<i64> = ready.iter().map(|ready| ready.row.id).collect();
    let mut rows = engine.update(&ids, |row| {
        row.attempts = row.attempts.saturating_add(1);
        row.step = Some(Step::Sending);
    });
    let intent = store::intend(&engine.database, known, &mut rows, engine.now()).await?;
    engine.update(&ids, |row| row.intent = Some(intent));
    Ok(())
}

async fn request(
    engine: &Engine,
    target: &Target,
    ready: &[Ready],
    known: BTreeSet<FileReferenceId>,
    cancel: CancellationToken,
) -> Result<UploadResponse, Error> {
    let files = ready.iter().map(|ready| UploadFile {
        name: ready.row.name.clone(),
        size: ready.content.size(),
        content: Arc::new(ready.content.clone()),
    });
    let upload = Upload {
        section: ready.first().and_then(|ready| ready.row.section.clone()),
        files: files.collect(),
        known: Some(known),
        progress: Progress::new(),
        cancel,
    };
    engine
        .client
        .documents(&target.on_service())
        .upload_once(upload)
        .await
}

/// A request that did not end well.
async fn failed(engine: &Engine, target: &Target, ready: Vec<Ready>, error: Error) {
    let ids: Vec<i64> = ready.iter().map(|ready| ready.row.id).collect();
    match error.kind() {
        // The answer was lost or is no answer: the page is asked.
        ErrorKind::OutcomeUnknown | ErrorKind::UnreadableAnswer | ErrorKind::ProxyPage => {
            for ready in &ready {
                engine.update(&[ready.row.id], |row| {
                    row.sha256 = ready.content.sha256().or_else(|| row.sha256.take());
                });
            }
            engine
                .keep(&ids, |row| {
                    row.state = TransferState::Checking;
                    row.next_try_at = error.until();
                })
                .await;
        }
        ErrorKind::Cancelled => cancelled(engine, &ids).await,
        ErrorKind::ContentChanged | ErrorKind::ContentUnreadable(_) => {
            faulty(engine, ready, &error).await;
        }
        _ => refused(engine, &ids, target, error).await,
    }
}

/// Nothing was stored. Those that were not meant go again.
async fn cancelled(engine: &Engine, ids: &[i64]) {
    let now = engine.now();
    engine
        .keep(ids, |row| {
            if row.live.cancel_wanted {
                row.end(TransferState::Cancelled, None, now);
            } else {
                row.attempts = row.attempts.saturating_sub(1);
                row.wait();
            }
        })
        .await;
}

/// Nothing was stored. A file that changed goes again when it stands still, one that
/// cannot be read ends, the others go again at once.
async fn faulty(engine: &Engine, ready: Vec<Ready>, error: &Error) {
    let now = engine.now();
    let known_fault = ready.iter().any(|ready| ready.content.fault().is_some());
    for Ready { row, content } in ready {
        match content.fault() {
            Some(Fault::Unreadable(failure)) => engine.fail(&[row.id], &failure).await,
            Some(Fault::Changed) => {
                engine.keep(&[row.id], |row| row.wait_for_quiet(now)).await;
            }
            None if known_fault => {
                engine
                    .keep(&[row.id], |row| {
                        row.attempts = row.attempts.saturating_sub(1);
                        row.wait();
                    })
                    .await;
            }
            None => engine.fail(&[row.id], &Failure::from(error)).await,
        }
    }
}

/// The service said no, or did not answer at all. Nothing was stored.
pub(super) async fn refused(engine: &Engine, ids: &[i64], target: &Target, error: Error) {
    let splits = matches!(
        error.kind(),
        ErrorKind::Refused | ErrorKind::Conflict | ErrorKind::TooLarge
    );
    let asked = error.until();
    let failure = Failure::from(&error);
    if is_away(failure.kind) {
        engine
            .update(ids, |row| {
                row.step = None;
                row.intent = None;
            })
            .clear();
        return engine.away(ids, failure, asked).await;
    }
    engine.reached();
    if let (true, Some((first, second))) = (splits, halves(ids)) {
        for half in [first, second] {
            let lot = content::lock(&engine.state).next_lot();
            engine
                .keep(&half, |row| {
                    row.wait();
                    row.live.lot = lot;
                })
                .await;
        }
        return;
    }
    engine.fail(ids, &failure).await;
    if !splits {
        end_hopeless(engine, target, &failure).await;
    }
}

/// What waits has no chance either: a project that is closed to us, a client that is refused.
async fn end_hopeless(engine: &Engine, target: &Target, failure: &Failure) {
    let everywhere = is_locked_out(failure.kind);
    let here = matches!(
        failure.kind,
        FailureKind::NotAllowed
            | FailureKind::NotAdministrator
            | FailureKind::ReadOnlyClient
            | FailureKind::IntegrationDisabled
            | FailureKind::NotFound
    );
    let hopeless: Vec<i64> = {
        let state = content::lock(&engine.state);
        let waiting = state.rows.values().filter(|row| {
            row.is_open()
                && !row.live.busy
                && row.step.is_none()
                && (everywhere || (here && row.is_upload() && row.target == *target))
        });
        waiting.map(|row| row.id).collect()
    };
    engine.fail(&hopeless, failure).await;
}

/// A replace without anything left to replace is an upload.
pub(super) fn becomes_upload(row: &mut Row) {
    row.kind = TransferKind::Upload;
    row.document = None;
}
