//! The targets that jobs work on: their pages while something is open, and when to look again.

use std::sync::Arc;

use fielddesk_documents::caller::Bound;
use fielddesk_documents::intent::{Act, Intent, SentPart};
use fielddesk_documents::limits::Limits;
use fielddesk_documents::pages::{Pages, Ports};
use fielddesk_documents::ports::{Journal as _, StateError};
use fielddesk_rules::concurrency;

use super::changes::Queued;
use super::engine::Engine;
use super::pages::{TRY_AGAIN, TargetPages, parts_of};
use super::row::{Row, Step};
use crate::Failure;
use crate::connection::Connection;
use crate::content::{blocking, hash_file};
use crate::documents::journal::SqlJournal;
use crate::sync_adapters::{ApiRemote, ClientClock, RemoteParts};
use crate::target::Target;
use crate::upload_records;
use fielddesk_documents::lock::lock;

impl Engine {
    /// The pages of a target, opened by the first job that needs them.
    pub(super) async fn pages_of(&self, target: &Target) -> Result<Arc<TargetPages>, Failure> {
        let mut all = self.pages.lock().await;
        if let Some(pages) = all.get(target) {
            return Ok(pages.clone());
        }
        let pages = Arc::new(open(self, target).await?);
        all.insert(target.clone(), pages.clone());
        Ok(pages)
    }

    /// Notes when what is open on a target is looked at; forgets its pages where nothing is.
    pub(super) async fn settle_later(&self, target: &Target) {
        let mut all = self.pages.lock().await;
        let Some(pages) = all.get(target) else {
            return;
        };
        let due = pages.due(self.now());
        let is_idle = {
            let mut state = lock(&self.state);
            match due {
                Some(at) => state.unsettled.insert(target.clone(), at),
                None => state.unsettled.remove(target),
            };
            let rows = state.rows.values();
            !rows.filter(|row| row.target == *target).any(Row::is_open)
        };
        // One is the map's and one that of the job which ends: nobody else works on them.
        if due.is_none() && is_idle && Arc::strong_count(pages) == 2 {
            all.remove(target);
        }
    }

    /// Lets what is open on a target be looked at again although its journal could not be opened.
    pub(super) fn settle_again(&self, target: &Target) {
        let at = self.now() + TRY_AGAIN;
        lock(&self.state).unsettled.insert(target.clone(), at);
    }
}

/// Opens pages with their journal; what an earlier version left open is taken into it.
async fn open(engine: &Engine, target: &Target) -> Result<TargetPages, Failure> {
    let connection = Connection {
        client: engine.client.clone(),
        ..engine.connection.clone()
    };
    let remote = ApiRemote::new(RemoteParts {
        clock: engine.clock.clone(),
        room: engine.room.clone(),
        ..RemoteParts::new(connection, target.clone(), String::new())
    });
    let ports = Ports {
        remote: Arc::new(remote),
        history: Arc::new(engine.history.of_owner(target.owner(&engine.key, None))),
        clock: Arc::new(ClientClock(engine.clock.clone())),
    };
    let limits = Limits {
        in_flight: concurrency::UPLOADS_OF_A_JOB,
        ..Limits::default()
    };
    let pages = Pages::new(ports, limits, Arc::new(|_| true));
    let key = engine.key.clone();
    let journal = SqlJournal::open_lasting(&engine.database, key, target.clone()).await?;
    let rows = engine.rows_of(target);
    let mut seen = journal.known_before().clone();
    seen.extend(rows.iter().filter_map(|row| row.sent_id.clone()));
    let by_hand = upload_records::known_of(&engine.database, &engine.key, target).await?;
    seen.extend(
        by_hand
            .into_iter()
            .filter(|(_, known)| known.by_hand)
            .map(|(id, _)| id),
    );
    let bound = rows.iter().filter_map(bound_row).collect();
    let pages = TargetPages::new(target.clone(), pages, journal, (seen, bound));
    take_unnamed(engine, &pages, &rows).await?;
    Ok(pages)
}

/// Takes up rows whose request is open and that no intent names: those of an earlier version, and of
/// records that were lost.
async fn take_unnamed(engine: &Engine, pages: &TargetPages, rows: &[Row]) -> Result<(), Failure> {
    let open = pages.journal.open_intents();
    let is_named = |row: &Row| {
        let mut parts = open.iter().flat_map(parts_of);
        parts.any(|part| part.source.row == row.id)
    };
    let unnamed = rows
        .iter()
        .filter(|row| row.step == Some(Step::Sending) && !is_named(row));
    for row in unnamed {
        let mut sha256 = row.sha256.clone();
        if sha256.is_none() {
            let path = row.path.clone();
            sha256 = blocking(move || hash_file(&path))
                .await
                .ok()
                .map(|(hash, _)| hash);
        }
        pages.note_seen(row.document.clone());
        let part = SentPart {
            key: pages.key_of(row),
            name: row.name.clone(),
            sha256: sha256.and_then(|sha256| sha256.parse().ok()),
            supersedes: row.document.iter().cloned().collect(),
            decided: false,
            source: Queued {
                row: row.id,
                bytes: row.size,
            },
        };
        let intent = Intent {
            id: pages.journal.new_intent(),
            at: pages.pages.now(),
            act: Act::Upload {
                section: row.section_as_spelled().to_owned(),
                parts: vec![part],
                absent: false,
                answered: false,
            },
        };
        let id = intent.id.0;
        let recorded = pages.journal.record(intent).await;
        recorded.map_err(|error: StateError| Failure::internal(error))?;
        engine.keep(&[row.id], |row| row.intent = Some(id)).await;
    }
    Ok(())
}

/// The document that a row became in an earlier run.
fn bound_row(row: &Row) -> Option<(i64, Bound)> {
    let bound = Bound {
        id: row.sent_id.clone()?,
        sha256: row.sha256.as_ref()?.parse().ok()?,
        at: row.finished_at?.into(),
    };
    Some((row.id, bound))
}
