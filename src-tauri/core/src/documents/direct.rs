//! Documents changed at once, without the queue: by `fieldctl docs`, and by deletes.
//!
//! Started changes are in a journal, so that those of a killed command are finished or reported by
//! the next one.

mod caller;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use fielddesk_api::{CancellationToken, Clock};
use fielddesk_documents::Session;
use fielddesk_documents::caller::{Bound, Caller, Change};
use fielddesk_documents::content_hash::ContentHash;
use fielddesk_documents::fetch::KeepOutcome;
use fielddesk_documents::intent::{Act, Intent, IntentId, Removal, Source};
use fielddesk_documents::limits::Limits;
use fielddesk_documents::pages::{Pages, Ports};
use fielddesk_documents::ports::{ActId, Journal, RemoteError, RemoteErrorKind};
use fielddesk_documents::remove::Outcome;
use fielddesk_documents::stop_reason::StopReason;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use serde::{Deserialize, Serialize};

use super::errors;
use super::journal::SqlJournal;
pub use super::types::SentFile;
use crate::connection::Connection;
use crate::content::FileContent;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::history::History;
use crate::sync_adapters::{ApiRemote, ClientClock, RemoteParts};
use crate::target::{Target, connection_key};
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

/// What is worked with.
#[derive(Clone)]
pub struct DocumentContext<'a> {
    /// Where to.
    pub connection: &'a Connection,
    /// Whose documents.
    pub target: Target,
    /// The folder of the journal's lock.
    pub data_dir: &'a DataDir,
    /// The journal.
    pub database: &'a Database,
    /// Old content.
    pub history: &'a History,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// The act of everything that it removes and sends.
    pub act: ActId,
    /// Ends it.
    pub cancel: CancellationToken,
}

/// A file that is sent by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SentByHand {
    /// Which of the command's files, by its place.
    pub(super) item: usize,
    /// Length in bytes.
    pub(super) bytes: u64,
}

impl Source for SentByHand {
    fn size_bytes(&self) -> u64 {
        self.bytes
    }
}

/// A file of the command.
pub(super) struct LocalFile {
    pub(super) path: std::path::PathBuf,
    pub(super) content: Option<FileContent>,
    pub(super) result: Option<Result<SentFile, Failure>>,
    /// Documents that it replaces and that are on the page still.
    pub(super) replaces: BTreeSet<FileReferenceId>,
}

/// Work on the documents of one target.
pub(super) struct DirectCaller {
    pub(super) pages: Pages,
    pub(super) remote: ApiRemote,
    journal: Arc<SqlJournal<SentByHand>>,
    act: ActId,
    cancel: CancellationToken,
    files: Mutex<Vec<LocalFile>>,
    /// What was on the page before anything was sent.
    seen: Mutex<BTreeSet<FileReferenceId>>,
    /// What each file of the command is bound to.
    bound: Mutex<BTreeMap<usize, Bound>>,
    contents: Mutex<BTreeMap<FileReferenceId, ContentHash>>,
    waiting: Mutex<BTreeMap<FileKey, Failure>>,
    /// What an earlier command had begun and this one found on the page.
    recovered: Mutex<Vec<String>>,
    recovering: AtomicBool,
    /// What earlier commands had begun and is open still.
    earlier: BTreeSet<IntentId>,
    stop: Mutex<Option<StopReason>>,
}

impl DirectCaller {
    /// Opens the journal and lists the page; what a dead command left is settled first.
    pub(super) async fn begin(work: &DocumentContext<'_>) -> Result<Self, Failure> {
        let key = connection_key(work.connection);
        let clock = Arc::new(ClientClock(work.clock.clone()));
        let remote = ApiRemote::new(RemoteParts {
            cancel: work.cancel.clone(),
            clock: work.clock.clone(),
            ..RemoteParts::new(work.connection.clone(), work.target.clone(), String::new())
        })
        .keeping_details();
        let ports = Ports {
            remote: Arc::new(remote.clone()),
            history: Arc::new(work.history.of_owner(work.target.owner(&key, None))),
            clock,
        };
        let mut direct = Self {
            pages: Pages::new(ports, Limits::default(), Arc::new(|_| true)),
            remote,
            journal: Arc::new(
                SqlJournal::open(work.data_dir, work.database, key, work.target.clone()).await?,
            ),
            act: work.act.clone(),
            cancel: work.cancel.clone(),
            files: Mutex::default(),
            seen: Mutex::default(),
            bound: Mutex::default(),
            contents: Mutex::default(),
            waiting: Mutex::default(),
            recovered: Mutex::default(),
            recovering: AtomicBool::new(false),
            earlier: BTreeSet::new(),
            stop: Mutex::default(),
        };
        direct.list().await?;
        lock(&direct.seen).clone_from(direct.journal.known_before());
        if !direct.journal.open_intents().is_empty() {
            direct.set_recovering(true);
            let settled = direct.session().recover().await;
            direct.set_recovering(false);
            settled.map_err(|stop| direct.failure(&stop))?;
        }
        direct.finish().await?;
        let open = direct.journal.open_intents();
        direct.earlier = open.iter().map(|intent| intent.id).collect();
        let listed = direct
            .pages
            .with_listing(|page| page.ids().cloned().collect());
        direct.journal.remember(&listed).await?;
        *lock(&direct.seen) = listed;
        Ok(direct)
    }

    /// Ends what nothing more is to be done about.
    pub(super) async fn finish(&self) -> Result<(), Failure> {
        let finished = self.journal.finish().await;
        finished.map_err(|error| self.failure(&StopReason::State(error)))
    }

    fn set_recovering(&self, recovering: bool) {
        self.recovering.store(recovering, Ordering::Relaxed);
    }

    pub(super) async fn list(&self) -> Result<(), Failure> {
        self.pages.list().await.map_err(|stop| self.failure(&stop))
    }

    pub(super) fn session(&self) -> Session<'_, Self> {
        Session::new(&self.pages, self)
    }

    pub(super) fn failure(&self, stop: &StopReason) -> Failure {
        errors::of_stop(stop)
    }

    /// The names that an earlier, killed command had sent and that are on the page.
    pub(super) fn recovered(&self) -> Vec<String> {
        lock(&self.recovered).clone()
    }

    pub(super) fn files(&self) -> std::sync::MutexGuard<'_, Vec<LocalFile>> {
        lock(&self.files)
    }

    pub(super) fn stopped(&self) -> Option<StopReason> {
        lock(&self.stop).clone()
    }

    pub(super) fn waits_for(&self, key: &FileKey) -> Option<Failure> {
        lock(&self.waiting).get(key).cloned()
    }

    /// The section and name of a document as listed.
    pub(super) fn find(&self, id: &FileReferenceId) -> Option<(String, String)> {
        self.pages.with_listing(|page| {
            let key = page.key_of(id)?;
            let file = page.of_key(key).iter().find(|file| file.id == *id)?;
            Some((page.spelled(&key.section).to_owned(), file.name.clone()))
        })
    }

    /// Whether a document was on the page before anything was sent.
    pub(super) fn was_listed(&self, id: &FileReferenceId) -> bool {
        lock(&self.seen).contains(id)
    }

    /// The request of this command that carried a file and whose fate is open.
    pub(super) fn open_request(&self, item: usize) -> Option<Intent<SentByHand>> {
        let carries = |intent: &Intent<SentByHand>| match &intent.act {
            Act::Upload { parts, absent, .. } => {
                !absent && parts.iter().any(|part| part.source.item == item)
            }
            Act::Remove(_) => false,
        };
        let open = self.journal.open_intents();
        open.into_iter()
            .find(|intent| !self.earlier.contains(&intent.id) && carries(intent))
    }

    /// Notes why a name is not done.
    pub(super) fn note(&self, key: &FileKey, failure: Failure) {
        lock(&self.waiting).insert(key.clone(), failure);
    }

    /// Brings the bytes of a document into the history.
    pub(super) async fn keep(&self, removal: Removal) -> Result<(), Failure> {
        match self.session().keep(&removal).await {
            Ok(KeepOutcome::Kept(_)) => Ok(()),
            Ok(KeepOutcome::WasGone) => {
                Err(Failure::from(&RemoteError::from(RemoteErrorKind::NotFound)))
            }
            Ok(KeepOutcome::OtherBytes) => Err(Failure::internal("other bytes than expected")),
            Ok(KeepOutcome::Not(failure)) => Err(errors::of_item(&failure)),
            Err(stop) => Err(self.failure(&stop)),
        }
    }

    /// Removes a document that is listed: its bytes to the history, then a delete by id.
    pub(super) async fn remove(&self, removal: Removal) -> Result<(), Failure> {
        let work = async {
            let intent = self.session().intend(removal.clone());
            Caller::commit(self, vec![Change::Intent(intent.clone())]).await?;
            self.session().remove(intent.id, &removal).await
        };
        match work.await {
            Ok(Outcome::Gone) => Ok(()),
            Ok(Outcome::Stays) => Err(Failure::new(
                FailureKind::Conflict,
                "The documents changed meanwhile, so nothing was deleted.",
                "Refresh the list, then try again.",
            )),
            Ok(Outcome::Waits(failure)) => Err(errors::of_item(&failure)),
            Err(stop) => Err(self.failure(&stop)),
        }
    }

    fn end(&self, item: usize, result: Result<SentFile, Failure>) {
        if let Some(file) = self.files().get_mut(item) {
            file.result = Some(result);
        }
    }
}
