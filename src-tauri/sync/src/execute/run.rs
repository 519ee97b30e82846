//! What the actions of one run share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fielddesk_model::FileReferenceId;
use tokio_util::sync::CancellationToken;

use super::ledger::Ledger;
use crate::content_hash::ContentHash;
use crate::event::{Event, Events, Happened, Tally};
use crate::limits::Limits;
use crate::mapping::Mapping;
use crate::name::FileKey;
use crate::path::RelPath;
use crate::plan::Action;
use crate::ports::{LocalError, Ports, RemoteError, RootIdentity};
use crate::saved::Change;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::tree::{RemoteTree, Stat};

/// Why a name is not done although nothing was wrong with the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// There is no room to keep what it replaces.
    HistoryFull,
    /// It could not be read or written right now.
    File(LocalError),
    /// The history failed.
    History(String),
}

/// One run, or one resolution.
pub(crate) struct Run<'a> {
    pub(crate) mapping: &'a Mapping,
    pub(crate) ports: &'a Ports,
    pub(crate) ledger: &'a Arc<Ledger>,
    pub(crate) limits: &'a Limits,
    pub(crate) events: &'a Events,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) root: RootIdentity,
    remote: Mutex<(RemoteTree, Timestamp)>,
    tally: Mutex<Tally>,
    notes: Mutex<BTreeMap<FileKey, Note>>,
    stop: Mutex<Option<StopReason>>,
    moved: AtomicBool,
    looked: AtomicBool,
    fresh: Mutex<BTreeMap<RelPath, (Stat, ContentHash)>>,
    scan_started: Mutex<Timestamp>,
    folder: Mutex<(BTreeSet<FileKey>, Option<Timestamp>)>,
    confirmed: Mutex<BTreeMap<FileReferenceId, Timestamp>>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        mapping: &'a Mapping,
        ports: &'a Ports,
        ledger: &'a Arc<Ledger>,
        limits: &'a Limits,
        events: &'a Events,
        cancel: &'a CancellationToken,
        root: RootIdentity,
    ) -> Self {
        Self {
            mapping,
            ports,
            ledger,
            limits,
            events,
            cancel,
            root,
            scan_started: Mutex::new(ports.clock.now()),
            remote: Mutex::default(),
            tally: Mutex::default(),
            notes: Mutex::default(),
            stop: Mutex::default(),
            moved: AtomicBool::new(false),
            looked: AtomicBool::new(false),
            fresh: Mutex::default(),
            confirmed: Mutex::default(),
            folder: Mutex::default(),
        }
    }

    /// Takes a file's content as read after this run's scan: good for this run's plans, sure or
    /// not.
    pub(crate) fn fresh(&self, path: &RelPath, stat: Stat, sha256: ContentHash) {
        lock(&self.fresh).insert(path.clone(), (stat, sha256));
    }

    pub(crate) fn fresh_hash(&self, path: &RelPath, stat: &Stat) -> Option<ContentHash> {
        let fresh = lock(&self.fresh);
        let (seen, sha256) = fresh.get(path)?;
        (seen == stat).then_some(*sha256)
    }

    /// Lists the pages anew.
    pub(crate) async fn list(&self) -> Result<(), StopReason> {
        let at = self.now();
        let listing = match self.ports.remote.list().await {
            Ok(listing) => listing,
            Err(RemoteError::NotFound) => return Err(StopReason::Gone),
            Err(error) => {
                return Err(StopReason::of_remote(&error)
                    .unwrap_or(StopReason::Service { error, wait: None }));
            }
        };
        let tree = RemoteTree::of(&listing, |section| self.mapping.covers(section));
        *lock(&self.remote) = (tree, at);
        Ok(())
    }

    /// Lists anew when the last listing is too old to remove anything on its word.
    pub(crate) async fn list_if_old(&self) -> Result<(), StopReason> {
        let at = lock(&self.remote).1;
        if self.now().since(at) > self.limits.listing_age {
            self.list().await?;
        }
        Ok(())
    }

    /// Takes that an answer of that time listed a document.
    pub(crate) fn confirm(&self, id: &FileReferenceId, at: Timestamp) {
        lock(&self.confirmed).insert(id.clone(), at);
    }

    /// Whether an answer listed a document a moment ago.
    pub(crate) fn just_confirmed(&self, id: &FileReferenceId) -> bool {
        let at = lock(&self.confirmed).get(id).copied();
        at.is_some_and(|at| self.now().since(at) <= self.limits.listing_age)
    }

    /// Takes which names a scan saw.
    pub(crate) fn saw(&self, keys: BTreeSet<FileKey>, at: Timestamp) {
        *lock(&self.folder) = (keys, Some(at));
    }

    /// Whether a scan of this moment has a name; none where the last one is older.
    pub(crate) fn just_saw(&self, key: &FileKey) -> Option<bool> {
        let now = self.now();
        let folder = lock(&self.folder);
        let at = folder.1?;
        (now.since(at) <= self.limits.listing_age).then(|| folder.0.contains(key))
    }

    /// Looks at the page as last known; never held while waiting.
    pub(crate) fn with_remote<T>(&self, look: impl FnOnce(&mut RemoteTree) -> T) -> T {
        look(&mut lock(&self.remote).0)
    }

    pub(crate) fn listed(&self, id: &FileReferenceId) -> bool {
        self.with_remote(|remote| remote.has(id))
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.ports.clock.now()
    }

    pub(crate) async fn commit(&self, changes: Vec<Change>) -> Result<(), StopReason> {
        Ok(self.ledger.commit(changes).await?)
    }

    /// Whether a file hashed now could change without looking different.
    pub(crate) fn unsure(&self, stat: &Stat) -> bool {
        stat.mtime_ns.saturating_add(self.root.granule_ns) >= lock(&self.scan_started).nanos()
    }

    /// The world is not what the plan saw: skip, and plan anew.
    pub(crate) fn moved(&self) {
        self.moved.store(true, Ordering::Relaxed);
    }

    /// Whether the world moved since the last time this was asked.
    pub(crate) fn take_moved(&self) -> bool {
        self.moved.swap(false, Ordering::Relaxed)
    }

    /// Whether this run did not look at the folder before.
    pub(crate) fn first_look(&self) -> bool {
        !self.looked.swap(true, Ordering::Relaxed)
    }

    /// Takes when the scan began that everything is now judged by.
    pub(crate) fn scanned(&self, started: Timestamp) {
        *lock(&self.scan_started) = started;
    }

    /// Notes why a name is not done.
    pub(crate) fn note(&self, action: &Action, note: Note) {
        let (event, reason, message) = match &note {
            Note::HistoryFull => (Happened::Waiting, "historyFull", None),
            Note::File(LocalError::Locked(who)) => (Happened::Skipped, "locked", who.clone()),
            Note::File(error) => (Happened::Skipped, "unreadable", Some(error.to_string())),
            Note::History(error) => (Happened::Failed, "historyFailed", Some(error.clone())),
        };
        self.tell_because(action, event, reason, message);
        lock(&self.notes).insert(action.key.clone(), note);
    }

    /// Notes the same of a name without an action.
    pub(crate) fn note_name(&self, key: &FileKey, section: &str, name: &str, note: Note) {
        self.tell_name(section, name, Happened::Waiting, None, 0);
        self.put_note(key.clone(), note);
    }

    pub(crate) fn put_note(&self, key: FileKey, note: Note) {
        lock(&self.notes).insert(key, note);
    }

    /// An error of one file: the run stops, or the file waits.
    pub(crate) fn local_failed(
        &self,
        action: &Action,
        error: LocalError,
    ) -> Result<(), StopReason> {
        if let Some(stop) = StopReason::of_local(&error) {
            return Err(stop);
        }
        match error {
            LocalError::Changed | LocalError::Gone => self.moved(),
            error => self.note(action, Note::File(error)),
        }
        Ok(())
    }

    /// Ends the run; the first reason stays.
    pub(crate) fn stop(&self, stop: StopReason) {
        lock(&self.stop).get_or_insert(stop);
    }

    pub(crate) fn stopped(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            self.stop(StopReason::Cancelled);
        }
        lock(&self.stop).clone()
    }

    pub(crate) fn count(&self, change: impl FnOnce(&mut Tally)) {
        change(&mut lock(&self.tally));
    }

    pub(crate) fn tally(&self) -> Tally {
        *lock(&self.tally)
    }

    pub(crate) fn take_notes(&self) -> BTreeMap<FileKey, Note> {
        std::mem::take(&mut lock(&self.notes))
    }

    pub(crate) fn remote(&self) -> RemoteTree {
        lock(&self.remote).0.clone()
    }

    pub(crate) fn tell(&self, action: &Action, event: Happened, id: Option<&FileReferenceId>) {
        self.tell_name(&action.section, &action.name, event, id, action.bytes);
    }

    pub(crate) fn tell_name(
        &self,
        section: &str,
        name: &str,
        event: Happened,
        id: Option<&FileReferenceId>,
        bytes: u64,
    ) {
        self.events.tell(|| Event::Name {
            event,
            mapping: self.mapping.id.clone(),
            section: section.to_owned(),
            name: name.to_owned(),
            id: id.cloned(),
            bytes,
            reason: None,
            message: None,
        });
    }

    pub(crate) fn tell_because(
        &self,
        action: &Action,
        event: Happened,
        reason: &str,
        message: Option<String>,
    ) {
        self.events.tell(|| Event::Name {
            event,
            mapping: self.mapping.id.clone(),
            section: action.section.clone(),
            name: action.name.clone(),
            id: None,
            bytes: action.bytes,
            reason: Some(reason.to_owned()),
            message,
        });
    }
}
