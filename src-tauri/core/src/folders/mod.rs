//! Synced folders: the mappings and everything a person or a script does with them.
//!
//! One engine a mapping (`fielddesk_sync`), opened when it is needed. The process that holds
//! the data folder runs them and carries out what others ask for; the rest only reads.

mod activity;
mod connections;
mod mapping;
mod report;
mod run;
mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use fielddesk_api::Clock;
use fielddesk_model::FileReferenceId;
use tokio::sync::{broadcast, watch};

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
pub use view::{
    Digest, DigestItem, FoldersView, MappingView, Moving, Noticed, Progress, Runs, Sentence,
};

use crate::data_dir::{DataDir, DataDirLock};
use crate::db::Database;
use crate::history::History;
use crate::{Failure, FailureKind};

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
    view: watch::Sender<FoldersView>,
    events: broadcast::Sender<Event>,
    digests: broadcast::Sender<Digest>,
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

fn not_yet() -> Failure {
    Failure::new(
        FailureKind::Internal,
        "This version of Fielddesk cannot do that yet.",
        "Install a newer version.",
    )
}

impl Folders {
    /// Opens the folders. Nothing runs yet.
    ///
    /// # Errors
    /// When the records cannot be read.
    pub async fn open(parts: Parts) -> Result<Self, Failure> {
        let (events, _) = broadcast::channel(1024);
        let (digests, _) = broadcast::channel(16);
        Ok(Self {
            inner: Arc::new(Inner {
                parts,
                view: watch::Sender::new(FoldersView::default()),
                events,
                digests,
            }),
        })
    }

    /// Begins to keep all folders in step in the background, and to carry out what other
    /// processes ask for. Needs the data folder (`Parts::lock`).
    ///
    /// # Errors
    /// Kind `busy` without the data folder.
    pub async fn start(&self) -> Result<(), Failure> {
        Err(not_yet())
    }

    /// Ends the background: requests under way have ten seconds, the rest goes on at the next
    /// start.
    pub async fn stop(&self) {}

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

    /// Makes a mapping.
    ///
    /// # Errors
    /// Kind `refused` with the reason in `params["reason"]` for the root, a home folder, our
    /// data folder, a folder above or below one that goes to the same page; not found for a
    /// missing folder or project.
    pub async fn add(&self, _new: NewMapping) -> Result<Added, Failure> {
        Err(not_yet())
    }

    /// What a mapping would do at its first run, without making it. Nothing is sent.
    ///
    /// # Errors
    /// As [`Self::add`], or when the folder or the page cannot be looked at.
    pub async fn preview(&self, _new: NewMapping) -> Result<PlanView, Failure> {
        Err(not_yet())
    }

    /// The mappings, oldest first.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn list(&self) -> Result<Vec<FolderMapping>, Failure> {
        Err(not_yet())
    }

    /// The mapping of an id or a folder.
    ///
    /// # Errors
    /// Not found; `conflict` where a folder has several mappings.
    pub async fn find(&self, _text: &str) -> Result<FolderMapping, Failure> {
        Err(not_yet())
    }

    /// Removes a mapping. No file is touched on either side; its versions stay.
    ///
    /// # Errors
    /// Not found, or when the holder of the data folder does not answer.
    pub async fn remove(&self, _id: &MappingId) -> Result<FolderMapping, Failure> {
        Err(not_yet())
    }

    /// Gives a mapping another folder: the same files in another place. What was agreed stays.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub async fn move_to(&self, _id: &MappingId, _folder: &Path) -> Result<Added, Failure> {
        Err(not_yet())
    }

    /// Sets what a local delete means.
    ///
    /// # Errors
    /// Not found.
    pub async fn set_deletes(
        &self,
        _id: &MappingId,
        _deletes: Deletes,
    ) -> Result<FolderMapping, Failure> {
        Err(not_yet())
    }

    /// Pauses mappings, or lets them go on.
    ///
    /// # Errors
    /// Not found.
    pub async fn pause(&self, _which: &Which, _until: Option<Until>) -> Result<(), Failure> {
        Err(not_yet())
    }

    /// The plan: what a run would do now. Nothing is sent, fetched or removed.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn plan(&self, _id: &MappingId) -> Result<PlanView, Failure> {
        Err(not_yet())
    }

    /// Brings mappings in step once, as far as it goes without a person.
    ///
    /// # Errors
    /// Kind `busy` where another process holds the data folder; not found where there is no
    /// mapping. What happens to one mapping is in the outcome.
    pub async fn run_once(&self, _which: &Which, _running: Running) -> Result<Finished, Failure> {
        Err(not_yet())
    }

    /// Keeps mappings in step until it is cancelled.
    ///
    /// # Errors
    /// As [`Self::run_once`].
    pub async fn watch(&self, _which: &Which, _running: Running) -> Result<Finished, Failure> {
        Err(not_yet())
    }

    /// Looks at a mapping now and does what is to be done, in the background.
    ///
    /// # Errors
    /// Kind `busy` where nothing runs here.
    pub async fn look_now(&self, _which: &Which) -> Result<(), Failure> {
        Err(not_yet())
    }

    /// How mappings stand.
    ///
    /// # Errors
    /// Not found; what is wrong with a mapping is its state.
    pub async fn status(&self, _which: &Which) -> Result<Vec<MappingStatus>, Failure> {
        Err(not_yet())
    }

    /// Every file of a mapping with its state and reason.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn files(&self, _id: &MappingId) -> Result<Vec<FileView>, Failure> {
        Err(not_yet())
    }

    /// What waits for a person's word.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn conflicts(&self, _which: &Which) -> Result<Vec<ConflictView>, Failure> {
        Err(not_yet())
    }

    /// Carries out a person's word on one conflict. Without a section it must be the only
    /// conflict of that name.
    ///
    /// # Errors
    /// Not found where there is no such conflict; `refused` for two files that are one name,
    /// naming both; `conflict` where several sections have the name.
    pub async fn resolve(
        &self,
        _id: &MappingId,
        _name: &str,
        _section: Option<&str>,
        _document: Option<&FileReferenceId>,
        _keep: Keep,
    ) -> Result<ConflictView, Failure> {
        Err(not_yet())
    }

    /// Carries out one word on all conflicts, or on all of a reason. Each with its outcome.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn resolve_all(
        &self,
        _id: &MappingId,
        _reason: Option<ConflictReason>,
        _keep: Keep,
    ) -> Result<Vec<(ConflictView, Result<(), Failure>)>, Failure> {
        Err(not_yet())
    }

    /// Approves the deletes of exactly this plan and carries them out.
    ///
    /// # Errors
    /// `conflict` where the plan is another one by now.
    pub async fn approve(&self, _id: &MappingId, _plan: &PlanId) -> Result<Finished, Failure> {
        Err(not_yet())
    }

    /// Fetches documents and compares them with the files.
    ///
    /// # Errors
    /// When the folder or the page cannot be looked at.
    pub async fn verify(
        &self,
        _id: &MappingId,
        _sample: Sample,
        _running: Running,
    ) -> Result<Vec<Verified>, Failure> {
        Err(not_yet())
    }

    /// Content that is kept, newest first.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn history(&self, _id: Option<&MappingId>) -> Result<Vec<KeptVersion>, Failure> {
        Err(not_yet())
    }

    /// Puts a version back into its folder, or writes it elsewhere.
    ///
    /// # Errors
    /// Not found for an unknown version; `refused` without a place where its mapping is gone.
    pub async fn restore(
        &self,
        _version: VersionId,
        _to: Option<&Path>,
    ) -> Result<Restored, Failure> {
        Err(not_yet())
    }

    /// Why a name stands as it does; any part of a name will do.
    ///
    /// # Errors
    /// Not found where no name of the folder or the page has it.
    pub async fn explain(&self, _id: &MappingId, _name: &str) -> Result<Vec<Trail>, Failure> {
        Err(not_yet())
    }

    /// What was delivered on a day, by this computer's time; today when none is said.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn receipt(
        &self,
        _id: &MappingId,
        _day: Option<NaiveDate>,
    ) -> Result<Receipt, Failure> {
        Err(not_yet())
    }

    /// The mappings as JSON for another computer; without secrets.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn export(&self) -> Result<String, Failure> {
        Err(not_yet())
    }

    /// Makes the mappings of an export. A profile is found by its id, else by its addresses.
    ///
    /// # Errors
    /// `usage` where the text is no export.
    pub async fn import(&self, _text: &str) -> Result<Imported, Failure> {
        Err(not_yet())
    }

    /// Lines of the log, newest first.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn activity(&self, _filter: &ActivityFilter) -> Result<Vec<Activity>, Failure> {
        Err(not_yet())
    }

    /// How much the log holds.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn log_size(&self) -> Result<LogSize, Failure> {
        Err(not_yet())
    }
}
