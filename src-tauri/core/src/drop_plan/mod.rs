//! From dropped files to a plan of what goes where.
//!
//! `scan` walks what was dropped, `plan` is pure and decides, [`Plans`] holds drops and plans
//! by handle so that no path leaves this side. A plan is a contract: what it shows is what is
//! sent.

mod drops;
mod other_project;
mod plan;
mod plan_draft;
mod scan;
mod similar;
mod splitting;
mod taken_whole;
mod types;
mod watcher;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fielddesk_rules::file_name::shown;
use tokio::sync::{broadcast, watch};

pub use other_project::{OtherProject, OtherProjectReason};
pub use types::{
    DropPlan, DropSource, DroppedFiles, LeftOut, NameProblem, OnPage, Place, PlanChange, PlanRow,
    PlanUpdate, SameName, What, Why, WhyReason,
};

use crate::documents::{Documents, Page};
use crate::folders::Folders;
use crate::profiles::ProfileId;
use crate::transfers::Transfers;
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

use drops::Dropped;
use plan_draft::PlanDraft;
use scan::{Scan, look_again};

/// How long a plan that was put away can be brought back.
const KEPT: Duration = Duration::from_secs(600);

/// Drops and plans by handle. Cheap to clone.
#[derive(Clone)]
pub struct Plans(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    updates: broadcast::Sender<PlanUpdate>,
}

#[derive(Default)]
struct State {
    drops: HashMap<String, Dropped>,
    plans: HashMap<String, PlanDraft>,
    /// The connection whose projects the plans are for.
    connection: Option<ProfileId>,
}

impl Plans {
    /// An empty registry.
    #[must_use]
    pub fn new() -> Self {
        let (updates, _) = broadcast::channel(1024);
        Self(Arc::new(Shared {
            state: Mutex::default(),
            updates,
        }))
    }

    /// Takes files and folders in and begins to count; the counts come through the watch.
    pub fn begin(&self, paths: Vec<PathBuf>, source: DropSource) -> watch::Receiver<DroppedFiles> {
        let id = uuid::Uuid::new_v4().to_string();
        let dropped = drops::begin(id.clone(), paths, source);
        let drop = dropped.drop.clone();
        lock(&self.0.state).drops.insert(id, dropped);
        drop
    }

    /// Forgets a drop that went nowhere.
    pub fn forget(&self, drop_id: &str) {
        if let Some(dropped) = lock(&self.0.state).drops.remove(drop_id) {
            dropped.cancel.cancel();
        }
    }

    /// From now on plans are for this connection; those for another's projects are forgotten.
    pub fn belong_to(&self, profile: &ProfileId) {
        let mut state = lock(&self.0.state);
        let before = state.connection.replace(profile.clone());
        if before.is_some_and(|before| before != *profile) {
            state.plans.clear();
        }
    }

    /// Plans a drop; waits until it is counted.
    pub async fn plan(
        &self,
        documents: Option<&Documents>,
        drop_id: &str,
        place: Option<Place>,
        section: Option<String>,
    ) -> Result<DropPlan, Failure> {
        let (drop, scan) = self.counted(drop_id).await?;
        let page = page_of(documents, place.as_ref()).await?;
        let mut draft = PlanDraft::new(uuid::Uuid::new_v4().to_string(), drop, &scan);
        draft.propose_subfolders(&scan, section.is_some());
        draft.aim(place, page, section);
        lock(&self.0.state).drops.remove(drop_id);
        Ok(self.add(draft))
    }

    /// Adds the files of a drop to a plan, by what is on the page now.
    ///
    /// # Errors
    /// Fails when there is no such plan or drop, or the page cannot be read and never was.
    pub async fn add_drop(
        &self,
        documents: &Documents,
        plan_id: &str,
        drop_id: &str,
    ) -> Result<DropPlan, Failure> {
        let (drop, scan) = self.counted(drop_id).await?;
        let place = self.with(plan_id, |draft| draft.place.clone())?;
        let page = page_of(Some(documents), place.as_ref()).await?;
        let plan = self.with(plan_id, |draft| {
            draft.page = page;
            draft.add(drop, &scan);
            draft.shown()
        })?;
        lock(&self.0.state).drops.remove(drop_id);
        Ok(plan)
    }

    fn add(&self, mut draft: PlanDraft) -> DropPlan {
        let mut state = lock(&self.0.state);
        watcher::watch(&self.0, &mut draft);
        let shown = draft.shown();
        state.plans.insert(draft.plan_id.clone(), draft);
        shown
    }

    async fn counted(&self, drop_id: &str) -> Result<(DroppedFiles, Arc<Scan>), Failure> {
        let gone = || Failure::not_found("drop", drop_id, "Drop the files again.");
        let (drop, mut scan) = {
            let state = lock(&self.0.state);
            let dropped = state.drops.get(drop_id).ok_or_else(gone)?;
            (dropped.drop.clone(), dropped.scan.clone())
        };
        let found = scan
            .wait_for(Option::is_some)
            .await
            .map_err(|_| gone())?
            .clone();
        let found = found.ok_or_else(gone)?;
        let drop = drop.borrow().clone();
        Ok((drop, found))
    }

    /// The same files to another place.
    pub async fn retarget(
        &self,
        documents: &Documents,
        plan_id: &str,
        place: Place,
        section: Option<String>,
    ) -> Result<DropPlan, Failure> {
        let page = page_of(Some(documents), Some(&place)).await?;
        self.with(plan_id, |draft| {
            draft.aim(Some(place), page, section);
            draft.shown()
        })
    }

    /// Changes rows; returns every row that is different now.
    pub fn change(
        &self,
        plan_id: &str,
        row_ids: &[u32],
        change: &PlanChange,
    ) -> Result<Vec<PlanRow>, Failure> {
        self.with(plan_id, |draft| draft.change(row_ids, change))
    }

    /// Subfolders as sections, on or off.
    pub fn set_subfolders_as_sections(&self, plan_id: &str, on: bool) -> Result<DropPlan, Failure> {
        self.with(plan_id, |draft| {
            draft.subfolders_as_sections = on;
            draft.decide();
            draft.shown()
        })
    }

    /// The policy of the whole plan; rows that differ by choice stay.
    pub fn set_same_name(&self, plan_id: &str, same_name: SameName) -> Result<DropPlan, Failure> {
        self.with(plan_id, |draft| {
            draft.same_name = same_name;
            draft.decide();
            draft.shown()
        })
    }

    /// Hands the rows to the transfers exactly as shown; returns how many. Rows that cannot be
    /// sent as they stand are left out. The plan is put away with the other rows.
    ///
    /// # Errors
    /// When there is no such plan, none of the rows can be sent, or the queue cannot be
    /// written; the plan stays then.
    pub async fn send(
        &self,
        transfers: &Transfers,
        plan_id: &str,
        row_ids: &[u32],
    ) -> Result<usize, Failure> {
        let uploads = self.with(plan_id, |draft| draft.uploads(row_ids))?;
        if uploads.is_empty() {
            return Err(Failure::new(
                FailureKind::Usage,
                "None of these files can be sent as they stand.",
                "Choose a section for each, or another name.",
            ));
        }
        let (sent, uploads): (Vec<u32>, Vec<_>) = uploads.into_iter().unzip();
        let count = transfers.send(uploads).await?.len();
        let mut state = lock(&self.0.state);
        if let Some(draft) = state.plans.get_mut(plan_id) {
            draft.gone.extend(sent);
            draft.decide();
            draft.discarded = Some(Instant::now());
        }
        tidy(&mut state);
        Ok(count)
    }

    /// Puts files into the synced folders that keep their sections instead of uploading them;
    /// those leave the plan. Returns the plan as it is then, and which files could not be put
    /// there.
    pub async fn put_into_folders(
        &self,
        folders: &Folders,
        plan_id: &str,
        row_ids: &[u32],
    ) -> Result<(DropPlan, Vec<Failure>), Failure> {
        let wanted = self.with(plan_id, |draft| draft.for_folders(row_ids))?;
        let (mut put, mut failures) = (Vec::new(), Vec::new());
        for (row, folder, path) in wanted {
            let section = row.section.as_deref().unwrap_or_default();
            match folders.put(&folder.id, section, &row.name, &path).await {
                Ok(_) => put.push(row.row_id),
                Err(failure) => failures.push(failure.with("file", shown(&row.name))),
            }
        }
        let plan = self.with(plan_id, |draft| {
            draft.gone.extend(put);
            draft.decide();
            draft.shown()
        })?;
        Ok((plan, failures))
    }

    /// The local file of a row.
    pub fn file(&self, plan_id: &str, row_id: u32) -> Result<PathBuf, Failure> {
        let file = self.with(plan_id, |draft| {
            let file = draft.files.get(usize::try_from(row_id).ok()?)?;
            Some(file.path.clone())
        })?;
        file.ok_or_else(|| Failure::not_found("plan", plan_id, "Drop the files again."))
    }

    /// Puts a plan away; it can be brought back for ten minutes.
    pub fn discard(&self, plan_id: &str) {
        let mut state = lock(&self.0.state);
        if let Some(draft) = state.plans.get_mut(plan_id) {
            draft.discarded = Some(Instant::now());
        }
        tidy(&mut state);
    }

    /// A plan as it stands.
    pub fn get(&self, plan_id: &str) -> Result<DropPlan, Failure> {
        self.with(plan_id, |draft| draft.shown())
    }

    /// Brings a plan back, by what is on the page now. A file that could not be read is looked at
    /// again.
    ///
    /// # Errors
    /// When there is no such plan any more, or the page cannot be read and never was.
    pub async fn reopen(&self, documents: &Documents, plan_id: &str) -> Result<DropPlan, Failure> {
        let place = self.with(plan_id, |draft| draft.place.clone())?;
        let page = page_of(Some(documents), place.as_ref()).await?;
        let unread = self.with(plan_id, |draft| draft.unread())?;
        let look = move || unread.into_iter().filter_map(look_again).collect();
        let read: Vec<_> = tokio::task::spawn_blocking(look)
            .await
            .map_err(Failure::internal)?;
        self.with(plan_id, |draft| {
            draft.discarded = None;
            for (at, stamp) in read {
                draft.can_be_read(at, stamp);
            }
            draft.page = page;
            draft.decide();
            draft.shown()
        })
    }

    /// News from the background.
    #[must_use]
    pub fn updates(&self) -> broadcast::Receiver<PlanUpdate> {
        self.0.updates.subscribe()
    }

    fn with<T>(&self, plan_id: &str, act: impl FnOnce(&mut PlanDraft) -> T) -> Result<T, Failure> {
        let mut state = lock(&self.0.state);
        tidy(&mut state);
        let draft = state
            .plans
            .get_mut(plan_id)
            .ok_or_else(|| Failure::not_found("plan", plan_id, "Drop the files again."))?;
        let outcome = act(draft);
        watcher::watch(&self.0, draft);
        Ok(outcome)
    }
}

impl Default for Plans {
    fn default() -> Self {
        Self::new()
    }
}

fn tidy(state: &mut State) {
    let kept = |draft: &PlanDraft| {
        draft
            .discarded
            .is_none_or(|at| at.elapsed() < KEPT && !draft.rows.is_empty())
    };
    state.plans.retain(|_, draft| kept(draft));
}

/// The page as it is now, or as it was last read when the service is away: then the files wait
/// in the queue until it is back.
async fn page_of(
    documents: Option<&Documents>,
    place: Option<&Place>,
) -> Result<Option<Page>, Failure> {
    let (Some(documents), Some(place)) = (documents, place) else {
        return Ok(None);
    };
    let Some(cached) = documents.cached(&place.target).await? else {
        return documents.list(&place.target, true).await.map(Some);
    };
    let listed = tokio::select! {
        listed = documents.list(&place.target, true) => listed,
        // Nobody waits for the end of the retries to review what they dropped.
        () = documents.away() => return Ok(Some(cached)),
    };
    match listed {
        Err(failure) if crate::online::is_away(failure.kind) => Ok(Some(cached)),
        listed => listed.map(Some),
    }
}
