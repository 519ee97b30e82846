//! Shared parts of the actions of one run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use fielddesk_documents::lock::lock;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use fielddesk_rules::name_key::SectionKey;
use tokio_util::sync::CancellationToken;

use super::state_writer::StateWriter;
use fielddesk_documents::Session;
use fielddesk_documents::caller::ItemFailure;
use fielddesk_documents::fetch::Unfetchable;
use fielddesk_documents::pages::{Pages, Ports as DocumentPorts};

use crate::content_hash::ContentHash;
use crate::event::{Event, EventKind, Events, RunTotals};
use crate::limits::Limits;
use crate::mapping::Mapping;
use crate::mapping_state::{Change, NameFailure};
use crate::path::RelPath;
use crate::plan::Action;
use crate::ports::{ActId, LocalError, Ports, RemoteError, RootIdentity};
use crate::reason::Reason;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::tree::{RemoteTree, Stat};

/// Parts that a run borrows, apart from the engine itself.
pub(crate) struct Parts {
    pub(crate) mapping: Arc<Mapping>,
    pub(crate) ports: Ports,
    pub(crate) limits: Arc<Limits>,
    pub(crate) state_writer: Arc<StateWriter>,
    pub(crate) unfetchable: Arc<Unfetchable>,
}

/// The event of a name that is not done, its reason, and more in words.
pub(crate) type NameEvent = (EventKind, Reason, Option<String>);

/// The event of a failure of one name.
pub(crate) fn of_failure(failure: &ItemFailure) -> NameEvent {
    match failure {
        ItemFailure::HistoryFull => (EventKind::Waiting, Reason::HistoryFull, None),
        ItemFailure::File(LocalError::Locked(who)) => {
            (EventKind::Skipped, Reason::Locked, who.clone())
        }
        ItemFailure::File(error) => (
            EventKind::Skipped,
            Reason::Unreadable,
            Some(error.to_string()),
        ),
        ItemFailure::History(error) => (
            EventKind::Failed,
            Reason::HistoryFailed,
            Some(error.clone()),
        ),
        ItemFailure::Unfetchable(error) => (
            EventKind::Failed,
            Reason::Unfetchable,
            Some(error.to_string()),
        ),
    }
}

/// A run, or a resolution.
pub(crate) struct Run<'a> {
    pub(crate) mapping: &'a Mapping,
    pub(crate) ports: &'a Ports,
    pub(crate) state_writer: &'a Arc<StateWriter>,
    pub(crate) limits: &'a Limits,
    pub(crate) events: &'a Events,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) root: RootIdentity,
    /// The act of everything that it removes and replaces.
    pub(super) act: ActId,
    pages: Pages,
    tally: Mutex<RunTotals>,
    notes: Mutex<BTreeMap<FileKey, ItemFailure>>,
    /// Errors of requests that may be stored all the same, by the names that they carried.
    pub(super) unanswered: Mutex<BTreeMap<FileKey, RemoteError>>,
    stop: Mutex<Option<StopReason>>,
    moved: AtomicBool,
    looked: AtomicBool,
    fresh: Mutex<BTreeMap<RelPath, (Stat, ContentHash)>>,
    /// Files that begin as their name says, as read in this run.
    pub(super) typed: Mutex<BTreeMap<RelPath, Stat>>,
    scan_started: Mutex<Timestamp>,
    folder: Mutex<(BTreeSet<FileKey>, Option<Timestamp>)>,
    /// The new section and name of files whose old name goes in this run.
    pub(super) renames: Mutex<BTreeMap<FileKey, String>>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        parts: &'a Parts,
        events: &'a Events,
        cancel: &'a CancellationToken,
        root: RootIdentity,
    ) -> Self {
        let Parts {
            mapping,
            ports,
            limits,
            state_writer,
            unfetchable,
        } = parts;
        let started = ports.clock.now();
        let covered = mapping.clone();
        let pages = Pages::new(
            DocumentPorts {
                remote: ports.remote.clone(),
                history: ports.history.clone(),
                clock: ports.clock.clone(),
            },
            limits.documents,
            Arc::new(move |section: &SectionKey| covered.covers(section)),
        )
        .with_unfetchable(unfetchable.clone());
        Self {
            mapping,
            ports,
            state_writer,
            limits,
            events,
            cancel,
            root,
            act: ActId::of(&format!("{} {}", mapping.id, started.millis())),
            scan_started: Mutex::new(started),
            pages,
            tally: Mutex::default(),
            notes: Mutex::default(),
            unanswered: Mutex::default(),
            stop: Mutex::default(),
            moved: AtomicBool::new(false),
            looked: AtomicBool::new(false),
            fresh: Mutex::default(),
            typed: Mutex::default(),
            folder: Mutex::default(),
            renames: Mutex::default(),
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

    /// Returns the session that changes documents.
    pub(crate) fn session(&self) -> Session<'_, Self> {
        Session::new(&self.pages, self)
    }

    /// Lists the pages anew.
    pub(crate) async fn list(&self) -> Result<(), StopReason> {
        self.pages.list().await
    }

    /// Takes which names a scan saw.
    pub(crate) fn saw(&self, keys: BTreeSet<FileKey>, at: Timestamp) {
        *lock(&self.folder) = (keys, Some(at));
    }

    /// Returns true where a scan of this moment has a name; `None` where the last one is older.
    pub(crate) fn just_saw(&self, key: &FileKey) -> Option<bool> {
        let now = self.now();
        let folder = lock(&self.folder);
        let at = folder.1?;
        (now.since(at) <= self.limits.documents.listing_age).then(|| folder.0.contains(key))
    }

    /// Looks at the page as last known; never held while waiting.
    pub(crate) fn with_remote<T>(&self, look: impl FnOnce(&mut RemoteTree) -> T) -> T {
        self.pages.with_listing(look)
    }

    pub(crate) fn listed(&self, id: &FileReferenceId) -> bool {
        self.pages.lists(id)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.ports.clock.now()
    }

    pub(crate) async fn commit(&self, changes: Vec<Change>) -> Result<(), StopReason> {
        Ok(self.state_writer.commit(changes).await?)
    }

    /// Returns true where a file hashed now could change without looking different.
    pub(crate) fn unsure(&self, stat: &Stat) -> bool {
        stat.mtime_ns.saturating_add(self.root.granule_ns) >= lock(&self.scan_started).nanos()
    }

    /// The world is not what the plan saw: skip, and plan anew.
    pub(crate) fn moved(&self) {
        self.moved.store(true, Ordering::Relaxed);
    }

    /// Returns true where the folder or the page changed since the last call.
    pub(crate) fn take_moved(&self) -> bool {
        self.moved.swap(false, Ordering::Relaxed)
    }

    /// Returns true at the first call: this run did not look at the folder before.
    pub(crate) fn first_look(&self) -> bool {
        !self.looked.swap(true, Ordering::Relaxed)
    }

    /// Takes when the scan began that everything is now judged by.
    pub(crate) fn scanned(&self, started: Timestamp) {
        *lock(&self.scan_started) = started;
    }

    /// Notes why a name is not done.
    pub(crate) fn note(&self, action: &Action, failure: ItemFailure) {
        let Action {
            section,
            name,
            bytes,
            ..
        } = action;
        self.note_name(&action.key, (section, name, *bytes), failure);
    }

    /// Notes the same of a name without an action: its section and name as spelled, and bytes.
    pub(crate) fn note_name(&self, key: &FileKey, shown: (&str, &str, u64), failure: ItemFailure) {
        let (event, reason, message) = of_failure(&failure);
        let before = lock(&self.notes).insert(key.clone(), failure.clone());
        // Rounds of one run come by again.
        if before.as_ref() != Some(&failure) {
            self.tell_why(shown, event, reason, message);
        }
    }

    /// The failure that was noted of a name.
    pub(crate) fn noted_of(&self, key: &FileKey) -> Option<ItemFailure> {
        lock(&self.notes).get(key).cloned()
    }

    /// The error of the last request with a name that was not answered clearly; none where the
    /// file was stored since.
    pub(crate) fn unanswered(&self, key: &FileKey) -> Option<RemoteError> {
        lock(&self.unanswered).get(key).cloned()
    }

    /// The record of a name that is not done.
    pub(crate) fn trouble(&self, (_, reason, message): NameEvent) -> NameFailure {
        NameFailure {
            reason,
            message,
            at: self.now(),
        }
    }

    /// An error of one file: the run stops, or the file waits.
    pub(crate) fn local_failed(
        &self,
        action: &Action,
        error: LocalError,
    ) -> Result<(), StopReason> {
        let shown = (&*action.section, &*action.name, action.bytes);
        self.file_failed(&action.key, shown, error)
    }

    /// The same for a name without an action.
    pub(crate) fn file_failed(
        &self,
        key: &FileKey,
        shown: (&str, &str, u64),
        error: LocalError,
    ) -> Result<(), StopReason> {
        if let Some(stop) = StopReason::of_local(&error) {
            return Err(stop);
        }
        match error {
            LocalError::Changed | LocalError::Gone => self.moved(),
            error => self.note_name(key, shown, ItemFailure::File(error)),
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

    pub(crate) fn count(&self, change: impl FnOnce(&mut RunTotals)) {
        change(&mut lock(&self.tally));
    }

    pub(crate) fn tally(&self) -> RunTotals {
        *lock(&self.tally)
    }

    pub(crate) fn take_notes(&self) -> BTreeMap<FileKey, ItemFailure> {
        std::mem::take(&mut lock(&self.notes))
    }

    pub(crate) fn remote(&self) -> RemoteTree {
        self.with_remote(|remote| remote.clone())
    }

    pub(crate) fn tell(&self, action: &Action, event: EventKind, id: Option<&FileReferenceId>) {
        self.tell_name(&action.section, &action.name, event, id, action.bytes);
    }

    pub(crate) fn tell_name(
        &self,
        section: &str,
        name: &str,
        event: EventKind,
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

    /// Tells of a document that went; of the old name of a file that was renamed, which section
    /// and name it has now.
    pub(super) fn tell_removed(
        &self,
        section: &str,
        name: &str,
        id: Option<&FileReferenceId>,
        renamed_to: Option<String>,
    ) {
        self.events.tell(|| Event::Name {
            event: EventKind::DeletedRemote,
            mapping: self.mapping.id.clone(),
            section: section.to_owned(),
            name: name.to_owned(),
            id: id.cloned(),
            bytes: 0,
            reason: renamed_to.is_some().then_some(Reason::Renamed),
            message: renamed_to,
        });
    }

    pub(crate) fn tell_because(
        &self,
        action: &Action,
        event: EventKind,
        reason: Reason,
        message: Option<String>,
    ) {
        let shown = (&*action.section, &*action.name, action.bytes);
        self.tell_why(shown, event, reason, message);
    }

    /// Tells why, of a section and name as spelled and a number of bytes.
    pub(crate) fn tell_why(
        &self,
        (section, name, bytes): (&str, &str, u64),
        event: EventKind,
        reason: Reason,
        message: Option<String>,
    ) {
        self.events.tell(|| Event::Name {
            event,
            mapping: self.mapping.id.clone(),
            section: section.to_owned(),
            name: name.to_owned(),
            id: None,
            bytes,
            reason: Some(reason),
            message,
        });
    }
}
