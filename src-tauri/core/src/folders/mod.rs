//! Synced folders: the mappings and everything a person or a script does with them.
//!
//! One engine a mapping (`fielddesk_sync`), opened when it is needed. The process that holds
//! the data folder runs them and carries out what others ask for; the rest only reads.

mod activity;
mod acts;
mod carry;
mod connections;
mod digest;
mod ears;
mod live;
mod log;
mod looks;
mod mapping;
mod outfit;
mod pace;
mod places;
mod receipt;
mod refuse;
mod report;
mod requests;
mod run;
mod runner;
mod runs;
mod server;
mod settings;
mod shop;
mod show;
mod slot;
mod store;
mod trouble;
mod view;
mod who;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use chrono::NaiveDate;
use fielddesk_api::Clock;
use fielddesk_model::FileReferenceId;
use fielddesk_sync::limits::Limits;
use tokio::sync::{Notify, broadcast, watch};

pub use fielddesk_sync::event::{Event, Happened, Tally};
pub use fielddesk_sync::mapping::{Deletes, MappingId, Sections};
pub use fielddesk_sync::plan::{Approval, ConflictReason, PlanId};
pub use fielddesk_sync::ports::{FromSide, KeptBecause, VersionId};
pub use fielddesk_sync::resolve::Keep;
pub use fielddesk_sync::status::Explanation;
pub use fielddesk_sync::stop::Stop;

pub use activity::{Act, Activity, ActivityFilter, LogSize, Who};
pub use connections::{Connections, StoredConnections};
pub use mapping::{Added, FolderMapping, NewMapping, Place, Until, Warning};
pub use report::{
    ConflictView, FileView, KeptVersion, LocalSide, MappingStatus, PlanSums, PlanView,
    PlannedAction, RemoteSide, Restored, State, Trail, Verified, VerifyResult, instant,
};
pub use run::{Ending, Finished, Running, Stopped, Which, Why};
pub use settings::FoldersSettings;
pub use view::{
    Digest, DigestItem, FoldersView, MappingView, Moving, Noticed, Progress, Runs, Sentence,
};

use crate::content::lock;
use crate::data_dir::{DataDir, DataDirLock};
use crate::db::Database;
use crate::history::History;
use crate::{Failure, FailureKind};
use acts::Made;
use outfit::Outfitter;
use requests::Ask;
use slot::Slots;

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
    /// Who works here, for the log.
    pub who: Who,
    /// The data folder, where this process holds it for as long as it lives (the app). Without
    /// it, each act that changes something takes the folder for itself, or asks its holder.
    pub lock: Option<Arc<DataDirLock>>,
}

/// The synced folders of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct Folders {
    inner: Arc<Inner>,
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
    paused: tokio::sync::Mutex<Option<Until>>,
    /// Something that is shown is different.
    changed: Notify,
    /// A mapping shall be looked at now.
    asked: Mutex<BTreeSet<MappingId>>,
    wake: Notify,
    /// Runners that keep mappings in step here.
    keeping: AtomicUsize,
    background: tokio::sync::Mutex<Option<runner::Background>>,
    view: watch::Sender<FoldersView>,
    events: broadcast::Sender<Event>,
    digests: broadcast::Sender<Digest>,
}

impl Inner {
    /// The mappings.
    async fn mappings(&self) -> Result<Arc<Vec<FolderMapping>>, Failure> {
        let mut known = self.known.lock().await;
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let read = Arc::new(store::all(&self.parts.database).await?);
        *known = Some(read.clone());
        Ok(read)
    }

    /// Something about the mappings is different: whoever keeps or shows them looks again.
    async fn mappings_changed(&self) -> Result<(), Failure> {
        *self.known.lock().await = None;
        *self.paused.lock().await = store::paused(&self.parts.database).await?;
        self.changed.notify_one();
        self.wake.notify_one();
        Ok(())
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
    ///
    /// # Errors
    /// When the records cannot be read.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let outfitter = Arc::new(shop::Shop::open(&parts).await?);
        Self::open_with(parts, outfitter, Limits::default()).await
    }

    async fn open_with(
        parts: Parts,
        outfitter: Arc<dyn Outfitter>,
        limits: Limits,
    ) -> Result<Self, Failure> {
        let (events, _) = broadcast::channel(4096);
        let (digests, _) = broadcast::channel(16);
        let now = parts.clock.now();
        requests::tidy(&parts.database, now).await?;
        log::prune(&parts.database, now).await?;
        let paused = store::paused(&parts.database).await?;
        let inner = Inner {
            name: uuid::Uuid::new_v4().simple().to_string(),
            limits,
            slots: Slots::new(outfitter, limits),
            held: Mutex::new(Weak::new()),
            known: tokio::sync::Mutex::new(None),
            paused: tokio::sync::Mutex::new(paused),
            changed: Notify::new(),
            asked: Mutex::default(),
            wake: Notify::new(),
            keeping: AtomicUsize::new(0),
            background: tokio::sync::Mutex::new(None),
            view: watch::Sender::new(FoldersView::default()),
            events,
            digests,
            parts,
        };
        inner.show(inner.look(Runs::Nobody).await?);
        Ok(Self {
            inner: Arc::new(inner),
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
            *background = Some(runner::Background::begin(self));
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

    /// A profile has another address or another secret (see [`StoredConnections::put`]): its
    /// folders are opened anew, and tried at once.
    ///
    /// # Errors
    /// When the mappings cannot be read.
    pub async fn renew(&self, profile: &crate::profiles::ProfileId) -> Result<(), Failure> {
        for mapping in self.inner.mappings().await?.iter() {
            if mapping.profile == *profile {
                let slot = self.inner.slots.of(&mapping.id);
                slot.for_a_word().await.take();
                self.look_soon(&mapping.id);
            }
        }
        Ok(())
    }

    /// Makes a mapping.
    ///
    /// # Errors
    /// Kind `refused` with the reason in `params["reason"]` for the root, a home folder, our
    /// data folder, a folder above or below one that goes to the same page; not found for a
    /// missing folder or project.
    pub async fn add(&self, new: NewMapping) -> Result<Added, Failure> {
        let draft = self.draft(new).await?;
        let made: Made = self.act(Ask::Add(Box::new(draft))).await?;
        self.made(made).await
    }

    async fn made(&self, made: Made) -> Result<Added, Failure> {
        Ok(Added {
            mapping: self.get(&made.id).await?,
            warnings: made.warnings,
        })
    }

    /// What a mapping would do at its first run, without making it. Nothing is sent.
    ///
    /// # Errors
    /// As [`Self::add`], or when the folder or the page cannot be looked at.
    pub async fn preview(&self, new: NewMapping) -> Result<PlanView, Failure> {
        self.preview_here(new).await
    }

    /// The mappings, oldest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn list(&self) -> Result<Vec<FolderMapping>, Failure> {
        store::all(&self.inner.parts.database).await
    }

    /// The mapping of an id or a folder.
    ///
    /// # Errors
    /// Not found; `conflict` where a folder has several mappings.
    pub async fn find(&self, text: &str) -> Result<FolderMapping, Failure> {
        let all = self.list().await?;
        if let Some(by_id) = all.iter().find(|mapping| mapping.id.0 == text) {
            return Ok(by_id.clone());
        }
        let path = std::path::absolute(text).unwrap_or_else(|_| PathBuf::from(text));
        let path = refuse::resolved(&path);
        let mut found = all
            .into_iter()
            .filter(|mapping| refuse::resolved(&mapping.folder) == path);
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(acts::no_mapping(text)),
            (Some(one), Some(other)) => Err(Failure::new(
                FailureKind::Conflict,
                format!(
                    "That folder goes to several pages: {} and {}.",
                    one.id, other.id
                ),
                "Say which one by its id.",
            )),
        }
    }

    /// Removes a mapping. No file is touched on either side; its versions stay.
    ///
    /// # Errors
    /// Not found, or when the holder of the data folder does not answer.
    pub async fn remove(&self, id: &MappingId) -> Result<FolderMapping, Failure> {
        let mapping = self.get(id).await?;
        self.act::<()>(Ask::Remove(id.clone())).await?;
        Ok(mapping)
    }

    /// Gives a mapping another folder: the same files in another place. What was agreed stays.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub async fn move_to(&self, id: &MappingId, folder: &Path) -> Result<Added, Failure> {
        let folder = std::path::absolute(folder)
            .map_err(|error| Failure::local("use the folder", folder, &error))?;
        let ask = Ask::Move {
            mapping: id.clone(),
            folder,
        };
        let made: Made = self.act(ask).await?;
        self.made(made).await
    }

    /// Sets what a local delete means.
    ///
    /// # Errors
    /// Not found.
    pub async fn set_deletes(
        &self,
        id: &MappingId,
        deletes: Deletes,
    ) -> Result<FolderMapping, Failure> {
        let ask = Ask::SetDeletes {
            mapping: id.clone(),
            deletes,
        };
        self.act::<()>(ask).await?;
        self.get(id).await
    }

    /// Pauses mappings, or lets them go on.
    ///
    /// # Errors
    /// Not found.
    pub async fn pause(&self, which: &Which, until: Option<Until>) -> Result<(), Failure> {
        let ask = Ask::Pause {
            which: which.clone(),
            until,
        };
        self.act(ask).await
    }

    async fn paused_all(&self) -> Result<Option<Until>, Failure> {
        store::paused(&self.inner.parts.database).await
    }

    /// The plan: what a run would do now. Nothing is sent, fetched or removed.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn plan(&self, id: &MappingId) -> Result<PlanView, Failure> {
        self.plan_here(&self.get(id).await?).await
    }

    /// Brings mappings in step once, as far as it goes without a person. Of all, paused ones
    /// are left alone; one that is named runs.
    ///
    /// # Errors
    /// Kind `busy` where another process holds the data folder; not found where there is no
    /// mapping. What happens to one mapping is in the outcome.
    pub async fn run_once(&self, which: &Which, running: Running) -> Result<Finished, Failure> {
        self.run_once_here(which, running).await
    }

    /// Keeps mappings in step until it is cancelled.
    ///
    /// # Errors
    /// As [`Self::run_once`].
    pub async fn watch(&self, which: &Which, running: Running) -> Result<Finished, Failure> {
        let _held = self.hold_for_runs()?;
        if self.select(which).await?.is_empty() {
            return Err(looks::none_there());
        }
        let _server = server::Serving::begin(self);
        let _keeping = Keeping::begin(&self.inner.keeping);
        let how = runs::How {
            watching: true,
            approval: running.approval,
            caller: running.events,
            cancel: running.cancel,
        };
        Ok(runner::Runner::new(self.clone(), which.clone(), how)
            .keep()
            .await)
    }

    /// Looks at mappings now and does what is to be done, in the background.
    ///
    /// # Errors
    /// Kind `busy` where nothing runs here.
    pub async fn look_now(&self, which: &Which) -> Result<(), Failure> {
        if !self.is_watching() {
            return Err(Failure::new(
                FailureKind::Busy,
                "Nothing keeps the folders in step in this program.",
                "Use the Fielddesk that runs them.",
            ));
        }
        for mapping in self.select(which).await? {
            self.look_soon(&mapping.id);
        }
        Ok(())
    }

    fn look_soon(&self, id: &MappingId) {
        lock(&self.inner.asked).insert(id.clone());
        self.inner.wake.notify_one();
    }

    /// How mappings stand.
    ///
    /// # Errors
    /// Not found; what is wrong with a mapping is its state.
    pub async fn status(&self, which: &Which) -> Result<Vec<MappingStatus>, Failure> {
        self.status_here(which).await
    }

    /// Every file of a mapping with its state and reason.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn files(&self, id: &MappingId) -> Result<Vec<FileView>, Failure> {
        self.files_here(&self.get(id).await?).await
    }

    /// What waits for a person's word.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn conflicts(&self, which: &Which) -> Result<Vec<ConflictView>, Failure> {
        self.conflicts_here(which).await
    }

    /// Carries out a person's word on one conflict. Without a section it must be the only
    /// conflict of that name.
    ///
    /// # Errors
    /// Not found where there is no such conflict; `refused` for two files that are one name,
    /// naming both; `conflict` where several sections have the name.
    pub async fn resolve(
        &self,
        id: &MappingId,
        name: &str,
        section: Option<&str>,
        document: Option<&FileReferenceId>,
        keep: Keep,
    ) -> Result<ConflictView, Failure> {
        let ask = Ask::Resolve {
            mapping: id.clone(),
            name: name.to_owned(),
            section: section.map(str::to_owned),
            document: document.cloned(),
            keep,
        };
        self.act(ask).await
    }

    /// Carries out one word on all conflicts, or on all of a reason. Each with its outcome.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn resolve_all(
        &self,
        id: &MappingId,
        reason: Option<ConflictReason>,
        keep: Keep,
    ) -> Result<Vec<(ConflictView, Result<(), Failure>)>, Failure> {
        let ask = Ask::ResolveAll {
            mapping: id.clone(),
            reason,
            keep,
        };
        let done: Vec<(ConflictView, Option<Failure>)> = self.act(ask).await?;
        let outcome = |(conflict, failure): (ConflictView, Option<Failure>)| {
            (conflict, failure.map_or(Ok(()), Err))
        };
        Ok(done.into_iter().map(outcome).collect())
    }

    /// Approves the deletes of exactly this plan and carries them out.
    ///
    /// # Errors
    /// `conflict` where the plan is another one by now; `busy` where another process holds the
    /// data folder.
    pub async fn approve(&self, id: &MappingId, plan: &PlanId) -> Result<Finished, Failure> {
        let _held = self.hold_for_runs()?;
        self.approve_here(id, plan).await
    }

    /// Fetches documents and compares them with the files.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn verify(
        &self,
        id: &MappingId,
        sample: Sample,
        running: Running,
    ) -> Result<Vec<Verified>, Failure> {
        self.verify_here(&self.get(id).await?, sample, running.cancel)
            .await
    }

    /// Content that is kept, newest first.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn history(&self, id: Option<&MappingId>) -> Result<Vec<KeptVersion>, Failure> {
        let versions = crate::mirror::versions(&self.inner.parts.history, id).await?;
        let kept = |version: fielddesk_sync::ports::Version| KeptVersion {
            version: version.version,
            mapping: version.kept.mapping,
            section: version.kept.section,
            name: version.kept.name,
            sha256: version.sha256.to_string(),
            bytes: version.bytes,
            from: version.kept.from,
            reason: version.kept.reason,
            at: instant(version.at),
            document: version.kept.document,
        };
        Ok(versions.into_iter().map(kept).collect())
    }

    /// Puts a version back into its folder, or writes it elsewhere.
    ///
    /// # Errors
    /// Not found for an unknown version; `refused` without a place where its mapping is gone.
    pub async fn restore(
        &self,
        version: VersionId,
        to: Option<&Path>,
    ) -> Result<Restored, Failure> {
        let absolute = |to: &Path| {
            std::path::absolute(to).map_err(|error| Failure::local("write", to, &error))
        };
        let ask = Ask::Restore {
            version,
            to: to.map(absolute).transpose()?,
        };
        self.act(ask).await
    }

    /// Why a name stands as it does; any part of a name will do.
    ///
    /// # Errors
    /// Not found where no name of the folder or the page has it.
    pub async fn explain(&self, id: &MappingId, name: &str) -> Result<Vec<Trail>, Failure> {
        self.explain_here(&self.get(id).await?, name).await
    }

    /// What was delivered on a day, by this computer's time; today when none is said.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn receipt(
        &self,
        id: &MappingId,
        day: Option<NaiveDate>,
    ) -> Result<Receipt, Failure> {
        self.receipt_here(&self.get(id).await?, day).await
    }

    /// The mappings as JSON for another computer; without secrets.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn export(&self) -> Result<String, Failure> {
        self.export_here().await
    }

    /// Makes the mappings of an export. A profile is found by its id, else by its addresses.
    ///
    /// # Errors
    /// `usage` where the text is no export.
    pub async fn import(&self, text: &str) -> Result<Imported, Failure> {
        self.import_here(text).await
    }

    /// Lines of the log, newest first.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn activity(&self, filter: &ActivityFilter) -> Result<Vec<Activity>, Failure> {
        log::read(&self.inner.parts.database, filter).await
    }

    /// How much the log holds.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn log_size(&self) -> Result<LogSize, Failure> {
        log::size(&self.inner.parts.database).await
    }
}
