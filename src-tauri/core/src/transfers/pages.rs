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
use fielddesk_documents::pages::Pages;
use fielddesk_documents::ports::{Journal as _, StateError};
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::changes::Queued;
use super::row::Row;
use crate::documents::journal::SqlJournal;
use crate::target::Target;
use fielddesk_documents::lock::lock;

/// Until a page that was changing is looked at again.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(5);

/// Until a removal that waits, or a journal that could not be opened, is tried again.
pub(super) const TRY_AGAIN: TimeDelta = TimeDelta::seconds(60);

/// The pages of one target, and what the queue knows of them.
pub(super) struct TargetPages {
    pub(super) pages: Pages,
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
    /// Pages that no job works on yet. `seen` are documents that were there before anything was
    /// sent that is still open; `bound` what rows became in an earlier run.
    pub(super) fn new(
        target: Target,
        pages: Pages,
        journal: SqlJournal<Queued>,
        (seen, bound): (BTreeSet<FileReferenceId>, BTreeMap<i64, Bound>),
    ) -> Self {
        let unfetchable = Arc::<Unfetchable>::default();
        Self {
            pages: pages.with_unfetchable(unfetchable.clone()),
            journal: Arc::new(journal),
            unfetchable,
            target,
            known: Mutex::new(Known {
                seen,
                bound,
                ..Known::default()
            }),
            in_work: Mutex::default(),
            listed: AtomicBool::new(false),
        }
    }

    pub(super) fn key_of(&self, row: &Row) -> FileKey {
        FileKey::of(row.section_as_spelled(), &row.name)
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
        self.note_seen(seen.iter().cloned());
        let remembered = self.journal.remember(&seen).await;
        remembered.map_err(|failure| StopReason::State(StateError::Failed(failure.message)))
    }

    /// After a gap the pages may be others.
    pub(super) fn forget_listing(&self) {
        self.listed.store(false, Ordering::Relaxed);
    }

    /// Notes documents that were there before what is open was sent.
    pub(super) fn note_seen(&self, ids: impl IntoIterator<Item = FileReferenceId>) {
        lock(&self.known).seen.extend(ids);
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

/// The files of an intent; none for a removal.
pub(super) fn parts_of(intent: &Intent<Queued>) -> &[SentPart<Queued>] {
    match &intent.act {
        Act::Upload { parts, .. } => parts,
        Act::Remove(_) => &[],
    }
}
