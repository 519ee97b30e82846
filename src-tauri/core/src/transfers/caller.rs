//! The queue as one that changes documents: what a job may send, and what follows for its rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use fielddesk_documents::Session;
use fielddesk_documents::caller::{Bound, Caller, Change, ItemFailure, Outgoing};
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::intent::{IntentId, Removal, SentPart};
use fielddesk_documents::ports::{ActId, Content, Journal, RemoteError};
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use super::backoff::wait_after;
use super::changes::Queued;
use super::engine::Engine;
use super::failpoints::FailPoint;
use super::pages::TargetPages;
use super::row::{Moving, Row};
use super::types::TransferState;
use super::wanted::Wanted;
use crate::Failure;
use crate::content::{Fault, FileContent};
use crate::documents::errors;
use fielddesk_documents::lock::lock;

/// One job on the pages of one target.
pub(super) struct JobCaller<'e> {
    pub(super) engine: &'e Engine,
    pub(super) pages: Arc<TargetPages>,
    /// Its rows by name.
    pub(super) rows: BTreeMap<FileKey, Vec<i64>>,
    begun: Mutex<BTreeSet<IntentId>>,
    stop: Mutex<Option<StopReason>>,
}

impl<'e> JobCaller<'e> {
    pub(super) fn new(engine: &'e Engine, pages: Arc<TargetPages>, ids: &[i64]) -> Self {
        let mut rows: BTreeMap<FileKey, Vec<i64>> = BTreeMap::new();
        for row in engine.rows(ids) {
            rows.entry(pages.key_of(&row)).or_default().push(row.id);
        }
        Self {
            engine,
            pages,
            rows,
            begun: Mutex::default(),
            stop: Mutex::default(),
        }
    }

    pub(super) fn session(&self) -> Session<'_, Self> {
        Session::new(&self.pages.pages, self)
    }

    pub(super) fn stopped(&self) -> Option<StopReason> {
        lock(&self.stop).clone()
    }

    /// Takes an open intent as this job's work.
    pub(super) fn begin(&self, id: IntentId) {
        self.pages.begin(id);
        lock(&self.begun).insert(id);
    }

    /// Leaves what is open to the next job.
    pub(super) fn leave(&self) {
        self.pages.leave(&lock(&self.begun));
    }

    fn row(&self, id: i64) -> Option<Row> {
        self.engine.rows(&[id]).into_iter().next()
    }

    /// The row whose replace a removal is.
    fn row_of(&self, removal: &Removal) -> Option<Row> {
        let ids = self.rows.get(&removal.key)?;
        let mut rows = self.engine.rows(ids).into_iter();
        rows.find(|row| row.sent_id.is_some() && row.sent_id == removal.successor)
    }
}

#[async_trait]
impl Caller for JobCaller<'_> {
    type Source = Queued;

    fn journal(&self) -> Arc<dyn Journal<Queued>> {
        self.pages.journal.clone()
    }

    async fn commit(&self, changes: Vec<Change<Queued>>) -> Result<(), StopReason> {
        self.store_changes(&changes).await
    }

    fn bound(&self, _key: &FileKey) -> Option<Bound> {
        None
    }

    fn bound_of(&self, part: &SentPart<Queued>) -> Option<Bound> {
        self.pages.bound_to(part.source.row)
    }

    fn is_known(&self, id: &FileReferenceId) -> bool {
        self.pages.is_known(id)
    }

    fn known_content(&self, id: &FileReferenceId) -> Option<ContentHash> {
        self.pages.content_of(id)
    }

    async fn open(&self, file: &Outgoing<Queued>) -> Result<Option<Arc<dyn Content>>, StopReason> {
        let Some(row) = self.row(file.source.row) else {
            return Ok(None);
        };
        if !row.is_open() || row.live.cancel_wanted {
            return Ok(None);
        }
        let content = match FileContent::look(&row.path, true).await {
            Ok(content) => content,
            Err(failure) => {
                self.engine.fail(&[row.id], &failure).await;
                return Ok(None);
            }
        };
        content.hash_small().await;
        self.engine.update(&[row.id], |row| {
            row.size = content.size();
            row.live.saved_at = content.saved_at();
            row.live.moving = Moving::File(content.clone());
        });
        Ok(Some(Arc::new(Wanted {
            content,
            cancel: row.live.cancel.unwrap_or_default(),
        })))
    }

    async fn may_remove(
        &self,
        removal: &Removal,
        _content: ContentHash,
    ) -> Result<bool, StopReason> {
        let row = self.row_of(removal);
        if row.is_some_and(|row| row.live.cancel_wanted) {
            return Ok(false);
        }
        self.engine.crash_at(FailPoint::DeleteIntended).await;
        Ok(true)
    }

    fn act(&self, removal: &Removal) -> Option<ActId> {
        let ids = self.rows.get(&removal.key)?;
        self.engine.rows(ids).into_iter().find_map(|row| row.act)
    }

    fn started(&self, _file: &Outgoing<Queued>) {}

    async fn not_read(
        &self,
        files: &[&Outgoing<Queued>],
        error: &RemoteError,
    ) -> Result<(), StopReason> {
        let ids: Vec<i64> = files.iter().map(|file| file.source.row).collect();
        let fault = |row: &Row| match &row.live.moving {
            Moving::File(content) => content.fault(),
            Moving::Nothing | Moving::Count(_) => None,
        };
        let rows = self.engine.rows(&ids);
        let is_told = rows
            .iter()
            .any(|row| row.live.cancel_wanted || fault(row).is_some());
        let failure = Failure::from(error);
        let now = self.engine.now();
        self.engine
            .keep(&ids, |row| match fault(row) {
                _ if row.live.cancel_wanted => row.end(TransferState::Cancelled, None, now),
                Some(Fault::Unreadable(failure)) => row.fail(failure, now),
                Some(Fault::Changed) => row.wait_for_quiet(now),
                // The others of the request go again.
                None if is_told => {
                    row.attempts = row.attempts.saturating_sub(1);
                    row.wait();
                }
                None => row.fail(failure.clone(), now),
            })
            .await;
        Ok(())
    }

    fn waits(&self, key: &FileKey, _section: &str, _name: &str, failure: ItemFailure) {
        let now = self.engine.now();
        let told = errors::of_item(&failure);
        let ids = self.rows.get(key).cloned().unwrap_or_default();
        self.engine.update(&ids, |row| {
            if row.document.is_none() && row.step.is_none() {
                return;
            }
            match failure {
                ItemFailure::Unfetchable(_) => {
                    row.attempts = row.attempts.saturating_add(1);
                    row.state = TransferState::Waiting;
                    row.failure = Some(told.clone());
                    row.next_try_at = Some(now + wait_after(row.attempts));
                }
                ItemFailure::HistoryFull | ItemFailure::History(_) | ItemFailure::File(_) => {
                    row.end(TransferState::NeedsYou, Some(told.clone()), now);
                }
            }
        });
    }

    fn moved(&self) {}

    fn is_stopped(&self) -> bool {
        lock(&self.stop).is_some() || self.engine.begins_nothing()
    }

    fn stop(&self, reason: StopReason) {
        lock(&self.stop).get_or_insert(reason);
    }
}
