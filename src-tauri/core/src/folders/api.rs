//! The use cases as both doors call them: the window's commands and the verbs of `fieldctl`.
//! Each is one call; what it does lies beside it, by what it is about.

use std::path::{Path, PathBuf};

use fielddesk_model::ProjectId;
use fielddesk_sync::mapping::{Deletes, MappingId};
use fielddesk_sync::plan::{ConflictReason, PlanId};
use fielddesk_sync::ports::VersionId;
use fielddesk_sync::resolve::{Keep, Resolution};

use crate::folders::mappings::resolved_path::resolved;
use crate::folders::requests::change_requests::{self, Made};
use crate::folders::requests::request_queue::{Draft, Request};
use crate::folders::schedule::report::ExportedMapping;
use crate::folders::views::folders_view;
use crate::folders::{
    Added, ConflictView, Finished, FolderMapping, Folders, Keeping, MappingSelection, NewMapping,
    PausedUntil, Restored, RunOptions, errors, mappings::store, requests::request_server,
    schedule::execute, schedule::scheduler,
};
use crate::history::{HistoryFilter, KeptVersion};
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

impl Folders {
    /// Makes a mapping.
    ///
    /// # Errors
    /// Kind `refused` with the reason in `params["reason"]` for the root, a home folder or a
    /// hidden folder of one, a folder of keys, our data folder, a folder above or below one that
    /// goes to the same page; not found for a missing folder or project.
    pub async fn add(&self, new: NewMapping) -> Result<Added, Failure> {
        self.add_paused(new, None).await
    }

    /// Makes a mapping that does nothing until then.
    pub(super) async fn add_paused(
        &self,
        new: NewMapping,
        paused: Option<PausedUntil>,
    ) -> Result<Added, Failure> {
        let draft = Draft {
            paused,
            ..self.draft(new).await?
        };
        let made: Made = self.act(Request::Add(Box::new(draft))).await?;
        self.made(made).await
    }

    pub(in crate::folders) async fn made(&self, made: Made) -> Result<Added, Failure> {
        Ok(Added {
            mapping: self.get(&made.id).await?,
            warnings: made.warnings,
        })
    }

    /// The mappings, oldest first.
    pub async fn list(&self) -> Result<Vec<FolderMapping>, Failure> {
        self.seen().await
    }

    /// The mapping of an id or a folder.
    ///
    /// # Errors
    /// Not found; `conflict` where a folder has several mappings.
    pub async fn find(&self, text: &str) -> Result<FolderMapping, Failure> {
        let all = store::all(&self.inner.parts.database).await?;
        if let Some(by_id) = all.iter().find(|mapping| mapping.id.0 == text) {
            self.check_shown(&by_id.profile)?;
            return Ok(by_id.clone());
        }
        let path = std::path::absolute(text).unwrap_or_else(|_| PathBuf::from(text));
        let path = resolved(&path);
        let mut found = all
            .into_iter()
            .filter(|mapping| resolved(&mapping.folder) == path);
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(change_requests::no_mapping(text)),
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
    pub async fn remove(&self, id: &MappingId) -> Result<FolderMapping, Failure> {
        let mapping = self.get(id).await?;
        self.act::<()>(Request::Remove(id.clone())).await?;
        Ok(mapping)
    }

    /// Gives a mapping another folder: the same files in another place. What was agreed stays.
    pub async fn move_to(&self, id: &MappingId, folder: &Path) -> Result<Added, Failure> {
        let folder = std::path::absolute(folder)
            .map_err(|error| Failure::local("use the folder", folder, &error))?;
        let ask = Request::Move {
            mapping: id.clone(),
            folder,
        };
        let made: Made = self.act(ask).await?;
        self.made(made).await
    }

    /// Sets what a local delete means.
    pub async fn set_deletes(
        &self,
        id: &MappingId,
        deletes: Deletes,
    ) -> Result<FolderMapping, Failure> {
        let ask = Request::SetDeletes {
            mapping: id.clone(),
            deletes,
        };
        self.act::<()>(ask).await?;
        self.get(id).await
    }

    /// Pauses mappings, or lets them go on.
    pub async fn pause(
        &self,
        which: &MappingSelection,
        until: Option<PausedUntil>,
    ) -> Result<(), Failure> {
        let ask = Request::Pause {
            which: which.clone(),
            until,
        };
        self.act(ask).await
    }

    pub(super) async fn paused_all(&self) -> Result<Option<PausedUntil>, Failure> {
        store::paused(&self.inner.parts.database).await
    }

    /// Keeps mappings in step until it is cancelled.
    pub async fn watch(
        &self,
        which: &MappingSelection,
        running: RunOptions,
    ) -> Result<Finished, Failure> {
        let _held = self.hold_for_runs()?;
        if self.select(which).await?.is_empty() {
            return Err(errors::none_there());
        }
        let _server = request_server::Serving::begin(self);
        let _keeping = Keeping::begin(&self.inner.keeping);
        let how = execute::How {
            watching: true,
            approval: running.approval,
            retry_refused: false,
            caller: running.events,
            cancel: running.cancel,
        };
        Ok(scheduler::Scheduler::new(self.clone(), which.clone(), how)
            .keep()
            .await)
    }

    /// The way in which changes of a folder that is watched here are noticed.
    #[must_use]
    pub fn noticed(&self, id: &MappingId) -> folders_view::WatchMode {
        lock(&self.inner.slots.of(id).live).noticed
    }

    /// Looks at mappings now and does what is to be done, in the background. What the service
    /// refused is sent again.
    ///
    /// # Errors
    /// Kind `busy` where nothing runs here.
    pub async fn look_now(&self, which: &MappingSelection) -> Result<(), Failure> {
        if !self.is_watching() {
            return Err(Failure::new(
                FailureKind::Busy,
                "This program does not sync the folders.",
                "Use the Fielddesk that runs them.",
            ));
        }
        for mapping in self.select(which).await? {
            self.look(&mapping.id, true);
        }
        Ok(())
    }

    pub(in crate::folders) fn look_soon(&self, id: &MappingId) {
        self.look(id, false);
    }

    fn look(&self, id: &MappingId, retry_refused: bool) {
        *lock(&self.inner.asked).entry(id.clone()).or_default() |= retry_refused;
        self.inner.wake.notify_one();
    }

    /// Carries out a person's choice on one conflict. Without a section it must be the only
    /// conflict of that name. A choice that names no documents is about those that were last
    /// listed for a person, else reported by a run.
    ///
    /// # Errors
    /// Not found where there is no such conflict; `refused` for two files that are one name,
    /// naming both, and for what the server refused; `conflict` where several sections have the
    /// name, or other documents are listed by now.
    pub async fn resolve(
        &self,
        id: &MappingId,
        name: &str,
        section: Option<&str>,
        resolution: Resolution,
    ) -> Result<ConflictView, Failure> {
        let ask = Request::Resolve {
            mapping: id.clone(),
            name: name.to_owned(),
            section: section.map(str::to_owned),
            resolution,
        };
        self.act(ask).await
    }

    /// Carries out one word on all conflicts, or on all of a reason. Each with its outcome.
    pub async fn resolve_all(
        &self,
        id: &MappingId,
        reason: Option<ConflictReason>,
        keep: Keep,
    ) -> Result<Vec<(ConflictView, Result<(), Failure>)>, Failure> {
        let ask = Request::ResolveAll {
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
    /// `conflict` where the plan is another one by now.
    pub async fn approve(&self, id: &MappingId, plan: &PlanId) -> Result<Finished, Failure> {
        if let Some(_held) = self.hold()? {
            return self.approve_here(id, plan).await;
        }
        let ask = Request::Approve {
            mapping: id.clone(),
            plan: plan.clone(),
        };
        let carried: ExportedMapping = self.act(ask).await?;
        Ok(carried.into())
    }

    /// Content that is kept of a synced folder, or all that is kept, newest first.
    pub async fn history(&self, id: Option<&MappingId>) -> Result<Vec<KeptVersion>, Failure> {
        let filter = HistoryFilter {
            mapping: id.cloned(),
            ..HistoryFilter::default()
        };
        self.versions(&filter).await
    }

    /// Content that is kept and fits, newest first.
    pub async fn versions(&self, filter: &HistoryFilter) -> Result<Vec<KeptVersion>, Failure> {
        let parts = &self.inner.parts;
        let numbers = self.project_numbers().await?;
        let kept = parts.history.list(&parts.database, numbers, filter);
        kept.await
    }

    /// The project of a number, where this computer knows it.
    pub async fn project_of_number(&self, number: &str) -> Result<Option<ProjectId>, Failure> {
        let parts = &self.inner.parts;
        let numbers = self.project_numbers().await?;
        let found = parts
            .history
            .project_of_number(&parts.database, numbers, number);
        found.await
    }

    /// The projects of mappings with their numbers.
    async fn project_numbers(&self) -> Result<Vec<(ProjectId, String)>, Failure> {
        let mappings = self.inner.mappings().await?;
        let places = mappings.iter().map(|mapping| &mapping.place);
        Ok(places
            .map(|place| (place.target.project.clone(), place.project_number.clone()))
            .collect())
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
        let ask = Request::Restore {
            version,
            to: to.map(absolute).transpose()?,
        };
        self.act(ask).await
    }
}
