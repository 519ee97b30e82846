//! The pages of one target as the jobs of the queue share them, with the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_documents::caller::{Bound, Change};
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::fetch::Unfetchable;
use fielddesk_documents::intent::{Act, Intent, IntentId, SentPart};
use fielddesk_documents::limits::Limits;
use fielddesk_documents::pages::{Pages, Ports};
use fielddesk_documents::ports::{Journal as _, StateError};
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::concurrency;
use fielddesk_rules::name_key::FileKey;

use super::changes::Queued;
use super::engine::Engine;
use super::row::{Row, Step};
use crate::Failure;
use crate::connection::Connection;
use crate::content::{blocking, hash_file};
use crate::documents::default_section;
use crate::documents::journal::SqlJournal;
use crate::sync_adapters::{ApiRemote, ClientClock, RemoteParts};
use crate::target::Target;
use crate::upload_records;
use fielddesk_documents::lock::lock;

/// Until a page that was changing is looked at again.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(5);

/// Until a removal that waits, or a journal that could not be opened, is tried again.
pub(super) const TRY_AGAIN: TimeDelta = TimeDelta::seconds(60);

/// The pages of one target, and what the queue knows of them.
pub(super) struct TargetPages {
    pub(super) pages: Pages,
    pub(super) remote: ApiRemote,
    pub(super) journal: Arc<SqlJournal<Queued>>,
    pub(super) unfetchable: Arc<Unfetchable>,
    target: Target,
    known: Mutex<Known>,
    /// Open intents that a job works on.
    in_work: Mutex<BTreeSet<IntentId>>,
    listed: AtomicBool,
}

#[derive(Default)]
struct Known {
    /// On the page before anything was sent that is still open, or bound since.
    seen: BTreeSet<FileReferenceId>,
    bound: BTreeMap<i64, Bound>,
    contents: BTreeMap<FileReferenceId, ContentHash>,
}

impl TargetPages {
    /// Opens the journal; what an earlier version left open is taken into it.
    pub(super) async fn open(engine: &Engine, target: &Target) -> Result<Self, Failure> {
        let connection = Connection {
            client: engine.client.clone(),
            ..engine.connection.clone()
        };
        let section = default_section(target).to_owned();
        let remote = ApiRemote::new(RemoteParts {
            clock: engine.clock.clone(),
            ..RemoteParts::new(connection, target.clone(), section)
        });
        let ports = Ports {
            remote: Arc::new(remote.clone()),
            history: Arc::new(engine.history.of_owner(target.owner(&engine.key, None))),
            clock: Arc::new(ClientClock(engine.clock.clone())),
        };
        let limits = Limits {
            in_flight: concurrency::UPLOADS_OF_A_JOB,
            ..Limits::default()
        };
        let unfetchable = Arc::<Unfetchable>::default();
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
        let this = Self {
            pages: pages.with_unfetchable(unfetchable.clone()),
            remote,
            journal: Arc::new(journal),
            unfetchable,
            target: target.clone(),
            known: Mutex::new(Known {
                seen,
                bound: rows.iter().filter_map(bound_row).collect(),
                ..Known::default()
            }),
            in_work: Mutex::default(),
            listed: AtomicBool::new(false),
        };
        this.take_unnamed(engine, &rows).await?;
        Ok(this)
    }

    /// Rows whose request is open and that no intent names: those of an earlier version, and of
    /// records that were lost.
    async fn take_unnamed(&self, engine: &Engine, rows: &[Row]) -> Result<(), Failure> {
        let open = self.journal.open_intents();
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
            lock(&self.known).seen.extend(row.document.clone());
            let part = SentPart {
                key: self.key_of(row),
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
                id: self.journal.new_intent(),
                at: self.pages.now(),
                act: Act::Upload {
                    section: self.section_of(row),
                    parts: vec![part],
                    absent: false,
                    answered: false,
                },
            };
            let id = intent.id.0;
            let recorded = self.journal.record(intent).await;
            recorded.map_err(|error: StateError| Failure::internal(error))?;
            engine.keep(&[row.id], |row| row.intent = Some(id)).await;
        }
        Ok(())
    }

    /// The section of a row as spelled; empty for a default page whose name only the server knows.
    pub(super) fn section_of(&self, row: &Row) -> String {
        let section = row.section.clone();
        section.unwrap_or_else(|| default_section(&self.target).to_owned())
    }

    pub(super) fn key_of(&self, row: &Row) -> FileKey {
        FileKey::of(&self.section_of(row), &row.name)
    }

    pub(super) const fn target(&self) -> &Target {
        &self.target
    }

    /// Whether a document of that name is listed; on any page where the section is not known.
    pub(super) fn has_name(&self, key: &FileKey) -> bool {
        self.pages.with_listing(|page| {
            let names = page.files.keys();
            let mut same = names.filter(|listed| listed.name == key.name);
            same.any(|listed| key.section.as_str().is_empty() || listed.section == key.section)
        })
    }

    /// Lists the pages, unless that was done since the last gap.
    pub(super) async fn list_first(&self) -> Result<(), StopReason> {
        if self.listed.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.list().await
    }

    /// Lists the pages. While nothing is open, whatever is listed is no lost upload.
    pub(super) async fn list(&self) -> Result<(), StopReason> {
        self.pages.list().await?;
        self.listed.store(true, Ordering::Relaxed);
        if !self.journal.open_intents().is_empty() {
            return Ok(());
        }
        let seen: BTreeSet<_> = self
            .pages
            .with_listing(|page| page.ids().cloned().collect());
        lock(&self.known).seen.extend(seen.iter().cloned());
        let remembered = self.journal.remember(&seen).await;
        remembered.map_err(|failure| StopReason::State(StateError::Failed(failure.message)))
    }

    /// After a gap the pages may be others.
    pub(super) fn forget_listing(&self) {
        self.listed.store(false, Ordering::Relaxed);
    }

    pub(super) fn is_known(&self, id: &FileReferenceId) -> bool {
        lock(&self.known).seen.contains(id)
    }

    pub(super) fn bound_to(&self, row: i64) -> Option<Bound> {
        lock(&self.known).bound.get(&row).cloned()
    }

    pub(super) fn content_of(&self, id: &FileReferenceId) -> Option<ContentHash> {
        lock(&self.known).contents.get(id).copied()
    }

    /// Takes what was stored as true.
    pub(super) fn take(&self, changes: &[Change<Queued>]) {
        self.journal.take(changes);
        let mut known = lock(&self.known);
        for change in changes {
            match change {
                Change::Stored { part, bound, .. } => {
                    known.seen.insert(bound.id.clone());
                    known.bound.insert(part.source.row, bound.clone());
                }
                Change::RemoteHash(id, sha256) => {
                    known.contents.insert(id.clone(), *sha256);
                }
                Change::NoRemoteHash(id) => {
                    known.contents.remove(id);
                }
                _ => {}
            }
        }
    }

    /// What is open and nobody works on, oldest first.
    pub(super) fn unsettled(&self) -> Vec<Intent<Queued>> {
        let in_work = lock(&self.in_work);
        let mut open = self.journal.open_intents();
        open.retain(|intent| !in_work.contains(&intent.id));
        open
    }

    pub(super) fn begin(&self, id: IntentId) {
        lock(&self.in_work).insert(id);
    }

    pub(super) fn leave(&self, ids: &BTreeSet<IntentId>) {
        lock(&self.in_work).retain(|id| !ids.contains(id));
    }

    /// When what is open is to be looked at next; none when nothing is.
    pub(super) fn due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let late = Limits::default().late_duplicate;
        let due = |intent: &Intent<Queued>| match &intent.act {
            Act::Upload { absent: true, .. } => {
                DateTime::from_timestamp_millis(intent.at.plus(late).millis())
                    .map_or(now + LOOK_AGAIN, |at| at.max(now + LOOK_AGAIN))
            }
            Act::Upload { absent: false, .. } => now + LOOK_AGAIN,
            Act::Remove(_) => now + TRY_AGAIN,
        };
        self.unsettled().iter().map(due).min()
    }
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

/// The files of an intent; none for a removal.
pub(super) fn parts_of(intent: &Intent<Queued>) -> &[SentPart<Queued>] {
    match &intent.act {
        Act::Upload { parts, .. } => parts,
        Act::Remove(_) => &[],
    }
}
