//! A request whose answer was lost: the page tells whether it was stored.
//!
//! New documents of our names with our bytes are ours. Only when two listings 2 s apart agree
//! that there are none does the request go again: it may have been on its way still.

use std::collections::BTreeSet;
use std::time::Duration;

use fielddesk_api::{Client, Error};
use fielddesk_model::{FileReferenceId, SectionPage, section_key};
use futures::StreamExt as _;
use sha2::{Digest as _, Sha256};

use super::engine::Engine;
use super::note::{Stored, stored};
use super::online::is_away;
use super::row::Row;
use super::store;
use super::types::TransferState;
use crate::Failure;
use crate::content::{blocking, hash_file};
use crate::name_key::name_key;
use crate::target::Target;

/// Between two listings that must agree.
const APART: Duration = Duration::from_secs(2);

/// How often a page that keeps changing is listed before the request goes again.
const MOST_LISTINGS: usize = 5;

pub(super) async fn resolve(engine: &Engine, intent: i64, ids: &[i64]) {
    let rows = with_hashes(engine.rows(ids)).await;
    let Some(target) = rows.first().map(|row| row.target.clone()) else {
        return;
    };
    match look(engine, intent, &target, rows).await {
        Ok(()) => engine.reached(),
        Err(Trouble::Service(error)) => {
            let asked = error.until();
            let failure = Failure::from(&error);
            if is_away(failure.kind) {
                engine.away(ids, failure, asked).await;
            } else {
                needs_person(engine, ids, &failure).await;
            }
        }
        Err(Trouble::Local(failure)) => needs_person(engine, ids, &failure).await,
    }
}

/// The intent stays: trying again asks the page again and sends nothing blindly.
async fn needs_person(engine: &Engine, ids: &[i64], failure: &Failure) {
    let now = engine.now();
    engine
        .keep(ids, |row| {
            row.end(TransferState::NeedsYou, Some(failure.clone()), now);
        })
        .await;
}

enum Trouble {
    Service(Error),
    Local(Failure),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Service(error)
    }
}

async fn look(
    engine: &Engine,
    intent: i64,
    target: &Target,
    rows: Vec<Row>,
) -> Result<(), Trouble> {
    let mut not_ours = store::known_before(&engine.database, intent)
        .await
        .map_err(Trouble::Local)?;
    let bound = store::bound_ids(&engine.database, &engine.key).await;
    not_ours.extend(bound.map_err(Trouble::Local)?);
    let documents = engine.client.documents(&target.on_service());
    let mut before: Option<BTreeSet<FileReferenceId>> = None;
    for _ in 0..MOST_LISTINGS {
        let pages = documents.list().await?;
        let found = ours(&engine.client, target, &rows, &pages, &not_ours).await?;
        if !found.is_empty() {
            engine.pages_unknown();
            return finish(engine, target, rows, found).await;
        }
        let listed = pages.iter().flat_map(|page| &page.files);
        let listed: BTreeSet<_> = listed.map(|file| file.file_reference_id.clone()).collect();
        if before.as_ref() == Some(&listed) {
            break;
        }
        before = Some(listed);
        engine.clock.sleep(APART).await;
    }
    engine.pages_unknown();
    finish(engine, target, rows, Vec::new()).await
}

/// What was found is noted, the rest goes again.
async fn finish(
    engine: &Engine,
    target: &Target,
    rows: Vec<Row>,
    found: Vec<(i64, FileReferenceId, String)>,
) -> Result<(), Trouble> {
    let now = engine.now();
    let mut on_page = Vec::new();
    for row in rows {
        if let Some((_, id, section)) = found.iter().find(|(row_id, ..)| *row_id == row.id) {
            on_page.push(Stored {
                id: id.clone(),
                section: section.clone(),
                sha256: row.sha256.clone(),
                row,
            });
            continue;
        }
        engine
            .keep(&[row.id], |row| {
                if row.live.cancel_wanted {
                    row.end(TransferState::Cancelled, None, now);
                } else {
                    row.wait();
                }
            })
            .await;
    }
    if !on_page.is_empty() {
        stored(engine, target, on_page).await;
    }
    Ok(())
}

/// The new documents that have a row's name and bytes, each for one row.
async fn ours(
    client: &Client,
    target: &Target,
    rows: &[Row],
    pages: &[SectionPage],
    not_ours: &BTreeSet<FileReferenceId>,
) -> Result<Vec<(i64, FileReferenceId, String)>, Error> {
    let mut found: Vec<(i64, FileReferenceId, String)> = Vec::new();
    let mut taken = not_ours.clone();
    for row in rows {
        let section = row.section.as_deref().map(section_key);
        let mut candidates = Vec::new();
        for page in pages {
            if section
                .as_ref()
                .is_some_and(|section| *section != section_key(&page.section))
            {
                continue;
            }
            for file in &page.files {
                let id = &file.file_reference_id;
                if !taken.contains(id) && name_key(&file.name) == name_key(&row.name) {
                    candidates.push((id.clone(), page.section.clone()));
                }
            }
        }
        for (id, section) in candidates {
            if row.sha256.is_some() && hash_of(client, target, &id).await? == row.sha256 {
                taken.insert(id.clone());
                found.push((row.id, id, section));
                break;
            }
        }
    }
    Ok(found)
}

/// SHA-256 of a document; none when it is gone meanwhile.
async fn hash_of(
    client: &Client,
    target: &Target,
    id: &FileReferenceId,
) -> Result<Option<String>, Error> {
    let download = match client.documents(&target.on_service()).download(id).await {
        Ok(download) => download,
        Err(error) if error.is_not_found() => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut hasher = Sha256::new();
    let mut bytes = download.into_stream();
    while let Some(chunk) = bytes.next().await {
        hasher.update(&chunk?);
    }
    Ok(Some(hex::encode(hasher.finalize())))
}

/// What was not hashed while it was sent is hashed now. A file that is gone cannot be told on
/// the page; it is sent again and then says that it is gone.
async fn with_hashes(rows: Vec<Row>) -> Vec<Row> {
    let mut hashed = Vec::with_capacity(rows.len());
    for mut row in rows {
        if row.sha256.is_none() {
            let path = row.path.clone();
            if let Ok((sha256, _)) = blocking(move || hash_file(&path)).await {
                row.sha256 = Some(sha256);
            }
        }
        hashed.push(row);
    }
    hashed
}
