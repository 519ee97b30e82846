//! What a replace supersedes: its bytes come into the history before anything is sent.

use fielddesk_documents::ports::{FromSide, RemovalReason};
use fielddesk_model::section_key;
use futures::StreamExt as _;
use futures::stream;

use super::engine::Engine;
use super::online::{is_away, is_locked_out};
use super::row::Row;
use super::send::{Ready, becomes_upload, refused};
use super::types::{TransferKind, TransferState};
use crate::history::NewVersion;
use crate::name_key::name_key;
use crate::target::Target;
use crate::{Failure, FailureKind};

/// What became of the old document.
pub(super) enum Old {
    /// Its bytes are in the history.
    Kept,
    /// It is no longer on the page.
    Gone,
}

/// Keeps the old content of every replace among the files. Gives those that may be sent, or
/// none when the service is away.
pub(super) async fn keep_all(
    engine: &Engine,
    target: &Target,
    ready: Vec<Ready>,
) -> Option<Vec<Ready>> {
    let ids: Vec<i64> = ready.iter().map(|ready| ready.row.id).collect();
    let kept: Vec<_> = stream::iter(ready)
        .map(|ready| async move {
            let outcome = keep(engine, &ready.row).await;
            (ready, outcome)
        })
        .buffered(4)
        .collect()
        .await;
    let mut going = Vec::new();
    for (mut ready, outcome) in kept {
        let id = ready.row.id;
        match outcome {
            Ok(Old::Kept) => going.push(ready),
            Ok(Old::Gone) => match taken_by_another(engine, target, &ready.row).await {
                Ok(None) => {
                    for row in engine.keep(&[id], becomes_upload).await {
                        ready.row = row;
                    }
                    going.push(ready);
                }
                Ok(Some(failure)) => needs_person(engine, id, failure).await,
                Err(error) => {
                    refused(engine, &[id], target, error).await;
                }
            },
            Err(failure) if is_away(failure.kind) => {
                engine.away(&ids, failure, None).await;
                return None;
            }
            Err(failure) if is_locked_out(failure.kind) => {
                engine.fail(&ids, &failure).await;
                return None;
            }
            Err(failure) => needs_person(engine, id, failure).await,
        }
    }
    Some(going)
}

async fn needs_person(engine: &Engine, id: i64, failure: Failure) {
    let now = engine.now();
    engine
        .keep(&[id], |row| {
            row.end(TransferState::NeedsYou, Some(failure.clone()), now);
        })
        .await;
}

/// Brings the bytes of the replaced document into the history, unless they are there.
pub(super) async fn keep(engine: &Engine, row: &Row) -> Result<Old, Failure> {
    let (TransferKind::Replace, Some(old)) = (row.kind, &row.document) else {
        return Ok(Old::Kept);
    };
    engine.history.room()?;
    let new = NewVersion {
        section: row.section.clone().unwrap_or_default(),
        name: row.name.clone(),
        document: Some(old.clone()),
        from: FromSide::Remote,
        reason: RemovalReason::Replaced,
    };
    let owner = row.target.owner(&engine.key, None);
    let kept = engine.history.fetch(&engine.client, &owner, old, new, &[]);
    match kept.await {
        Ok(_) => Ok(Old::Kept),
        Err(failure) if failure.kind == FailureKind::NotFound => Ok(Old::Gone),
        Err(failure) => Err(failure),
    }
}

/// The document that was to be replaced is gone. When another one has its name, somebody else
/// was faster, and the plan that the person saw no longer holds.
async fn taken_by_another(
    engine: &Engine,
    target: &Target,
    row: &Row,
) -> Result<Option<Failure>, fielddesk_api::Error> {
    let pages = engine.client.documents(&target.on_service()).list().await?;
    let section = row.section.as_deref().map(section_key);
    let here = pages.iter().filter(|page| {
        section
            .as_ref()
            .is_none_or(|section| *section == section_key(&page.section))
    });
    let taken = here
        .flat_map(|page| &page.files)
        .any(|file| name_key(&file.name) == name_key(&row.name));
    let shown = crate::names::shown(&row.name);
    Ok(taken.then(|| {
        Failure::new(
            FailureKind::Conflict,
            format!("Somebody replaced {shown} on the page meanwhile, so nothing was sent."),
            "Look at the page, then send it again.",
        )
        .with("file", shown)
    }))
}
