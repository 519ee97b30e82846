//! Synced folders: the mappings and everything a person or a script does with them.
//!
//! One engine a mapping (`fielddesk_sync`), opened when it is needed. The process that holds
//! the data folder runs them and carries out what others ask for; the rest only reads.

mod activity;
mod api;
mod errors;
pub mod icon;
mod mappings;
mod receipts;
mod requests;
mod schedule;
mod session;
mod shown_for;
mod views;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use chrono::{DateTime, Utc};
use fielddesk_api::Clock;
use fielddesk_model::ProjectId;
use fielddesk_sync::limits::Limits;
use serde::Deserialize;
use tokio::sync::{Notify, broadcast, watch};

pub use fielddesk_sync::event::{Event, EventKind, RunTotals};
pub use fielddesk_sync::mapping::{Deletes, MappingId, Sections};
pub use fielddesk_sync::plan::{Approval, ConflictReason, PlanId};
pub use fielddesk_sync::ports::{FromSide, RemovalReason, VersionId};
pub use fielddesk_sync::reason::Reason;
pub use fielddesk_sync::resolve::{ChangedChoice, DeletedChoice, Keep, Resolution};
pub use fielddesk_sync::status::Explanation;
pub use fielddesk_sync::stop_reason::StopReason;
pub use views::page_view::{FolderRef, KeptDocument, SyncedDocument, SyncedPage};

pub use crate::history::KeptVersion;
pub use crate::sync_adapters::instant;
pub use activity::entry::{Act, Activity, ActivityFilter, Actor, LogSize};
pub use activity::folder_names::folder_names;
pub use activity::renames::join_renames;
pub use mappings::connections::{Connections, StoredConnections};
pub use mappings::mapping::{Added, FolderMapping, NamedTarget, NewMapping, PausedUntil, Warning};
pub use mappings::selection::MappingSelection;
pub use mappings::settings::FoldersSettings;
pub use schedule::bandwidth::{time_of_day, time_text};
pub use schedule::report::{Finished, RunOptions, Stopped};
pub use schedule::stop_cause::{Ending, StopCause};
pub use views::done_by_hand::{DoneByHand, was_in_project};
pub use views::file_list::{
    Damage, DamagedFile, DamagedFiles, DeletedFiles, FileFilter, FilesPage, RenamedFile,
};
pub use views::folders_view::{
    Digest, DigestItem, FoldersView, MappingView, Moving, PollingReason, Progress, Runs, Sentence,
    WatchMode,
};
pub use views::mapping_views::{
    Cause, ConflictView, FileView, LocalSide, MappingPreview, MappingStatus, PlanSums, PlanView,
    PlannedAction, RemoteSide, Restored, State, Trail, Verified, VerifyResult,
};
pub use views::rules_preview::{RuleChange, RulesPreview};

pub(crate) use mappings::list_file::{LIST_FILE, restore_list, write_list};

use crate::Failure;
use crate::data_dir::{DataDir, DataDirLock};
use crate::db::Database;
use crate::history::History;
use crate::profiles::ProfileId;
use crate::shown_for::ShownFor;
use crate::sync_adapters::UploadRoom;
use crate::target::Target;
use crate::upload_records;
use schedule::reach::Unreached;
use session::engine_ports::EngineFactory;
use session::engine_session::Slots;

/// What the folders work with.
pub struct Parts {
    /// Where everything is kept.
    pub data_dir: DataDir,
    /// Mappings, log, requests.
    pub database: Database,
    /// Old content.
    pub history: History,
    /// Where the engines' connections come from.
    pub connections: Arc<dyn Connections>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Room for upload requests, shared with whatever else uploads in this process.
    pub room: UploadRoom,
    /// Who works here, for the log.
    pub who: Actor,
    /// The data folder, where this process holds it for as long as it lives (the app). Without
    /// it, each act that changes something takes the folder for itself, or asks its holder.
    pub lock: Option<Arc<DataDirLock>>,
}

/// The synced folders of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct Folders {
    inner: Arc<Inner>,
    /// The screen that they are seen from; none sees and changes all.
    shown_for: Option<ShownFor>,
}

struct Inner {
    parts: Parts,
    /// This process, among those that may answer a question.
    name: String,
    limits: Limits,
    slots: Slots,
    /// The data folder while an act of this process has it.
    held: Mutex<Weak<DataDirLock>>,
    /// The mappings as last read; none when they may be others by now.
    known: tokio::sync::Mutex<Option<Arc<Vec<FolderMapping>>>>,
    /// Until when all do nothing.
    paused: tokio::sync::Mutex<Option<PausedUntil>>,
    /// Something that is shown is different.
    changed: Notify,
    /// When it was last asked whether the history is due to be pruned.
    history_looked: Mutex<Option<DateTime<Utc>>>,
    /// Mappings to be looked at now, and whether what was refused is sent again.
    asked: Mutex<BTreeMap<MappingId, bool>>,
    wake: Notify,
    /// Connections whose server cannot be reached, and why.
    unreached: Mutex<BTreeMap<ProfileId, Unreached>>,
    /// Runners that keep mappings in step here.
    keeping: AtomicUsize,
    background: tokio::sync::Mutex<Option<schedule::scheduler::Background>>,
    view: watch::Sender<FoldersView>,
    events: broadcast::Sender<Event>,
    digests: broadcast::Sender<Digest>,
    /// Whose documents a folder changed, or asks other things about.
    pages: broadcast::Sender<Target>,
}

impl Inner {
    /// The mappings.
    async fn mappings(&self) -> Result<Arc<Vec<FolderMapping>>, Failure> {
        let mut known = self.known.lock().await;
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let read = Arc::new(mappings::store::all(&self.parts.database).await?);
        *known = Some(read.clone());
        Ok(read)
    }

    /// Something about the mappings is different: whoever keeps or shows them looks again.
    async fn mappings_changed(&self) -> Result<(), Failure> {
        *self.known.lock().await = None;
        *self.paused.lock().await = mappings::store::paused(&self.parts.database).await?;
        let parts = &self.parts;
        if let Err(failure) = write_list(&parts.data_dir, &parts.database).await {
            // The next start writes it; the change itself is in the records.
            tracing::warn!(%failure, "the list of synced folders beside the records is not up to date");
        }
        self.changed.notify_one();
        self.wake.notify_one();
        Ok(())
    }
}

/// What a receipt is of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ReceiptOf {
    /// A folder.
    Folder(MappingId),
    /// The project of a folder, through its connection.
    ProjectOfFolder(MappingId),
    /// A project of the connection in use.
    Project(ReceiptProject),
}

/// A project as its receipt calls it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ReceiptProject {
    /// The project.
    pub id: ProjectId,
    /// Its number.
    pub number: String,
    /// Its name; empty where it is not known.
    pub name: String,
}

impl ReceiptProject {
    /// The project of a place.
    #[must_use]
    pub fn of(place: &NamedTarget) -> Self {
        Self {
            id: place.target.project.clone(),
            number: place.project_number.clone(),
            name: place.project_name.clone().unwrap_or_default(),
        }
    }
}

/// A receipt of what was delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// For a spreadsheet.
    pub csv: String,
    /// For printing: a page of its own that loads and runs nothing.
    pub html: String,
    /// Documents on it.
    pub documents: u64,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Mappings that were made.
    pub added: Vec<Added>,
    /// Folders that were refused or are there already, and why.
    pub refused: Vec<(PathBuf, Failure)>,
}

/// How much of a mapping is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// Every document.
    All,
    /// About so many, spread over all.
    Some(usize),
}

/// A runner counts as long as this lives.
struct Keeping<'a>(&'a AtomicUsize);

impl<'a> Keeping<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Keeping<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Folders {
    /// Opens the folders. Nothing runs yet.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let engine_factory =
            Arc::new(session::engine_factory::OsEngineFactory::open(&parts).await?);
        Self::open_with(parts, engine_factory, Limits::default()).await
    }

    async fn open_with(
        parts: Parts,
        engine_factory: Arc<dyn EngineFactory>,
        limits: Limits,
    ) -> Result<Self, Failure> {
        let (events, _) = broadcast::channel(4096);
        let (digests, _) = broadcast::channel(16);
        let (pages, _) = broadcast::channel(256);
        let now = parts.clock.now();
        requests::request_queue::tidy(&parts.database, now).await?;
        activity::activity_log::prune(&parts.database, now).await?;
        upload_records::prune(&parts.database, now).await?;
        let paused = mappings::store::paused(&parts.database).await?;
        let inner = Inner {
            name: uuid::Uuid::new_v4().simple().to_string(),
            limits,
            slots: Slots::new(engine_factory, limits),
            held: Mutex::new(Weak::new()),
            known: tokio::sync::Mutex::new(None),
            paused: tokio::sync::Mutex::new(paused),
            changed: Notify::new(),
            history_looked: Mutex::default(),
            asked: Mutex::default(),
            wake: Notify::new(),
            unreached: Mutex::default(),
            keeping: AtomicUsize::new(0),
            background: tokio::sync::Mutex::new(None),
            view: watch::Sender::new(FoldersView::default()),
            events,
            digests,
            pages,
            parts,
        };
        inner.show(inner.look(Runs::Nobody).await?);
        Ok(Self {
            inner: Arc::new(inner),
            shown_for: None,
        })
    }

    /// Begins to keep all folders in step in the background, and to carry out what other
    /// processes ask for. Needs the data folder (`Parts::lock`).
    ///
    /// # Errors
    /// Kind `busy` without the data folder.
    pub async fn start(&self) -> Result<(), Failure> {
        let _held = self.hold_for_runs()?;
        let mut background = self.inner.background.lock().await;
        if background.is_none() {
            self.inner.keeping.fetch_add(1, Ordering::SeqCst);
            *background = Some(schedule::scheduler::Background::begin(self));
        }
        Ok(())
    }

    /// Ends the background: requests under way have ten seconds, the rest goes on at the next
    /// start.
    pub async fn stop(&self) {
        let background = self.inner.background.lock().await.take();
        if let Some(background) = background {
            background.end().await;
            self.inner.keeping.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Whether something keeps mappings in step in this process.
    fn is_watching(&self) -> bool {
        self.inner.keeping.load(Ordering::SeqCst) > 0
    }

    /// Everything as it stands, at most five times a second.
    #[must_use]
    pub fn view(&self) -> watch::Receiver<FoldersView> {
        self.inner.view.subscribe()
    }

    /// What happens, as it happens.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.inner.events.subscribe()
    }

    /// Who must act, at most once in 15 minutes: for notifications.
    #[must_use]
    pub fn digests(&self) -> broadcast::Receiver<Digest> {
        self.inner.digests.subscribe()
    }

    /// Targets whose documents a folder changed, or asks other things about.
    #[must_use]
    pub fn page_changes(&self) -> broadcast::Receiver<Target> {
        self.inner.pages.subscribe()
    }

    /// A profile has another address or another secret (see [`StoredConnections::put`]): its
    /// folders are opened anew, and tried at once.
    pub async fn renew(&self, profile: &ProfileId) -> Result<(), Failure> {
        for mapping in self.inner.mappings().await?.iter() {
            if mapping.profile == *profile {
                let slot = self.inner.slots.of(&mapping.id);
                slot.lock_for_command().await.take();
                self.look_soon(&mapping.id);
            }
        }
        Ok(())
    }
}
