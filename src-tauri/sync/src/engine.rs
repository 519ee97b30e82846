//! The engine of one mapping: observe → plan → guard → execute → commit, again while the folder or
//! the page changes.

mod planning;
mod report;
mod taking;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_documents::fetch::Unfetchable;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use tokio_util::sync::CancellationToken;

pub(crate) use planning::make;
pub use report::RunReport;

pub use crate::observe::MissingSince;

use self::planning::{decided_changes, held, make_with};
use crate::event::Events;
use crate::execute::{Parts, Run, StateWriter};
use crate::intent::Act;
use crate::limits::Limits;
use crate::mapping::Mapping;
use crate::mapping_state::{Change, Saved};
use crate::observe::{Observation, away};
use crate::plan::{ActionKind, Approval, Plan};
use crate::ports::{Ports, RootIdentity, StateError};
use crate::status::View;
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::volumes::VolumesKnown;

/// The options of a run.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// True for a run among many while the folder is watched: a missing name counts as deleted only
    /// after a while. False for a single run, which looks twice.
    pub watching: bool,
    /// The user's approval of deletes.
    pub approval: Approval,
    /// Files that the service refused are sent again; otherwise they wait until they change.
    pub retry_refused: bool,
    /// Listener of the run.
    pub events: Events,
    /// Ends it, after the request under way.
    pub cancel: CancellationToken,
}

/// The engine of one mapping. It has the mapping's state for itself.
pub struct Engine {
    pub(crate) mapping: Arc<Mapping>,
    pub(crate) ports: Ports,
    pub(crate) limits: Arc<Limits>,
    pub(crate) state_writer: Arc<StateWriter>,
    pub(crate) missing: MissingSince,
    /// Time when the first missing file counts as deleted.
    gone_at: Option<Timestamp>,
    view: Option<View>,
    tidied: bool,
    unfetchable: Arc<Unfetchable>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("mapping", &self.mapping.id)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Reads what is remembered of a mapping.
    pub async fn open(mapping: Mapping, ports: Ports, limits: Limits) -> Result<Self, StateError> {
        let state_writer = Arc::new(StateWriter::open(ports.state.clone()).await?);
        Ok(Self {
            mapping: Arc::new(mapping),
            ports,
            limits: Arc::new(limits),
            state_writer,
            missing: MissingSince::new(),
            gone_at: None,
            view: None,
            tidied: false,
            unfetchable: Arc::default(),
        })
    }

    /// Returns the mapping.
    #[must_use]
    pub fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// Changes the policy on deletes from the next plan on.
    pub fn set_mapping(&mut self, mapping: Mapping) {
        self.mapping = Arc::new(mapping);
    }

    /// Returns a copy of the stored state.
    #[must_use]
    pub fn saved(&self) -> Saved {
        self.state_writer.saved().clone()
    }

    /// Reads what is remembered without copying it.
    pub fn with_saved<T>(&self, read: impl FnOnce(&Saved) -> T) -> T {
        read(&self.state_writer.saved())
    }

    /// Returns the last scan and its remaining plan; `None` before the first.
    #[must_use]
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// Returns the time after which a watched folder must be looked at again although nothing
    /// happens: files that are missing count as deleted then. `None` when none is missing.
    #[must_use]
    pub fn look_again_in(&self) -> Option<Duration> {
        let left = self.gone_at?.since(self.ports.clock.now());
        // At least a moment: the second scan must be another one.
        Some(left.max(Duration::from_secs(1)))
    }

    /// Returns the times since which agreed files are missing.
    #[must_use]
    pub fn missing(&self) -> &MissingSince {
        &self.missing
    }

    /// Takes over since when agreed files are missing: an engine that looks beside another one
    /// tells of them what that one tells.
    pub fn set_missing(&mut self, missing: MissingSince) {
        self.missing = missing;
    }

    /// Notes when the first of the files that are missing counts as deleted.
    fn note_missing(&mut self, seen: &Observation) {
        let since = seen.missing.iter().filter_map(|key| self.missing.get(key));
        let first = since.map(|(first, _)| *first).min();
        self.gone_at = first.map(|first| first.plus(self.limits.missing_for));
    }

    /// Makes the plan without carrying out anything: nothing is sent, fetched or removed.
    pub async fn plan(&mut self, options: &RunOptions) -> Result<Plan, StopReason> {
        self.plan_comparing(options, |_| false).await
    }

    /// Makes the plan after comparing those of the wanted names whose documents were never
    /// compared, so that it is known whether they are in conflict. Nothing is sent or removed.
    pub async fn plan_comparing(
        &mut self,
        options: &RunOptions,
        wanted: impl Fn(&FileKey) -> bool + Send + Sync,
    ) -> Result<Plan, StopReason> {
        let parts = self.parts();
        let run = parts.run(options, self.root().await?);
        run.list().await?;
        let mut seen = run.observe(&mut self.missing, options.watching).await?;
        let mut plan = make(&run, &seen);
        for action in plan.actions.iter().filter(|action| wanted(&action.key)) {
            if let ActionKind::Compare { file, ids } = &action.act {
                run.compare(action, file.as_ref(), ids).await?;
            }
        }
        if run.take_moved() {
            self.refresh(&run, &mut seen);
            plan = make(&run, &seen);
        }
        self.look(&run, seen, plan.clone(), None);
        Ok(plan)
    }

    /// Brings both sides in step as far as it goes without a person.
    pub async fn run(&mut self, options: &RunOptions) -> RunReport {
        let started = self.ports.clock.now();
        let parts = self.parts();
        let root = match self.root().await {
            Ok(root) => root,
            Err(stop) => return self.stopped_before(options, stop).await,
        };
        let run = parts.run(options, root);
        let mut last = None;
        if let Err(stop) = self.rounds(&run, options, &mut last).await {
            run.stop(stop);
        }
        let Some(seen) = last else {
            let stop = run.stopped().unwrap_or(StopReason::Cancelled);
            return self.stopped_before(options, stop).await;
        };
        if run.stopped().is_none()
            && let Err(stop) = run.keep_volumes(&seen.local, VolumesKnown::Whole).await
        {
            run.stop(stop);
        }
        self.report(&run, options, seen, started).await
    }

    async fn rounds(
        &mut self,
        run: &Run<'_>,
        options: &RunOptions,
        last: &mut Option<Observation>,
    ) -> Result<(), StopReason> {
        if !self.tidied {
            if let Err(error) = self.ports.fs.tidy().await {
                tracing::warn!(%error, "could not remove our temporary files of an earlier life");
            }
            self.tidied = true;
        }
        run.list().await?;
        let retry = options.retry_refused.then(|| run.now());
        let mut approved = BTreeSet::new();
        for round in 0..self.limits.rounds {
            run.session().recover().await?;
            let seen = run.observe(&mut self.missing, options.watching).await?;
            self.note_missing(&seen);
            // Before anything is sent: what is agreed on from here on is on these volumes.
            run.keep_volumes(&seen.local, VolumesKnown::Taken).await?;
            self.tidy_up(run, &seen).await?;
            let mut plan = make_with(run, &seen, retry);
            // A plan's id covers the whole run: what its uploads change is not another plan. Nor
            // is what is tried again, which no plan shows.
            if (round == 0 || options.approval == Approval::Yes)
                && options.approval != Approval::None
                && options.approval.covers(&make(run, &seen))
            {
                approved.extend(held(&plan));
            }
            if round == 0 && options.approval.covers_changes(&make(run, &seen)) {
                let decided = decided_changes(&plan);
                if !decided.is_empty() {
                    run.commit(decided).await?;
                    plan = make_with(run, &seen, retry);
                }
            }
            *last = Some(seen);
            run.take_moved();
            run.execute(&plan, &approved).await;
            // What was done is part of what was seen.
            if let Some(seen) = last {
                self.refresh(run, seen);
            }
            if run.stopped().is_some() || !run.take_moved() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes contents learnt while executing into the tree.
    fn refresh(&self, run: &Run<'_>, seen: &mut Observation) {
        let saved = self.state_writer.saved();
        for (key, files) in &mut seen.local.files {
            for file in files.iter_mut().filter(|file| file.sha256.is_none()) {
                let fresh = run.fresh_hash(&file.path, &file.stat);
                file.sha256 = fresh.or_else(|| saved.known_hash(&file.path, key, &file.stat));
            }
        }
    }

    /// Forgets what is of no use any more, and notes which documents are not ours before
    /// anything new is sent.
    async fn tidy_up(&self, run: &Run<'_>, seen: &Observation) -> Result<(), StopReason> {
        let changes = run.with_remote(|remote| {
            let saved = self.state_writer.saved();
            let mut changes = Vec::new();
            if !saved.local_hashes.is_empty() {
                let here: BTreeSet<_> = seen
                    .local
                    .files
                    .values()
                    .flatten()
                    .map(|file| &file.path)
                    .collect();
                let old = saved
                    .local_hashes
                    .keys()
                    .filter(|path| !here.contains(path));
                changes.extend(old.cloned().map(Change::NoLocalHash));
            }
            let there = |key: &&FileKey| seen.local.files.contains_key(key);
            let refused = saved.refusals.keys().filter(|key| !there(key));
            changes.extend(refused.cloned().map(Change::NoRefusal));
            let read = saved.remote_hashes.keys().filter(|id| !remote.has(id));
            changes.extend(read.cloned().map(Change::NoRemoteHash));
            let open = saved
                .intents
                .values()
                .any(|intent| matches!(intent.act, Act::Upload { .. }));
            if !open {
                let strangers = remote.ids().filter(|id| saved.synced.key_of(id).is_none());
                let strangers: BTreeSet<FileReferenceId> = strangers.cloned().collect();
                if strangers != saved.seen {
                    changes.push(Change::Seen(strangers));
                }
            }
            changes
        });
        run.commit(changes).await
    }

    /// Looks at the root: it must be the folder that it was.
    async fn root(&self) -> Result<RootIdentity, StopReason> {
        let root = self.ports.fs.root().await;
        let root = root.map_err(away)?;
        let known = self.state_writer.saved().root.clone();
        match known {
            Some(known) if known.volume != root.volume => Err(StopReason::FolderAway(
                "another folder or volume is in its place".into(),
            )),
            Some(known) if known == root => Ok(root),
            _ => {
                self.state_writer
                    .commit(vec![Change::Root(root.clone())])
                    .await?;
                Ok(root)
            }
        }
    }

    /// Looks at the root for a user's decision, which is carried out at once.
    pub(crate) async fn root_now(&self) -> Result<RootIdentity, StopReason> {
        self.root().await
    }

    pub(crate) fn parts(&self) -> Parts {
        Parts {
            mapping: self.mapping.clone(),
            ports: self.ports.clone(),
            limits: self.limits.clone(),
            state_writer: self.state_writer.clone(),
            unfetchable: self.unfetchable.clone(),
        }
    }
}

impl Parts {
    pub(crate) fn run<'a>(&'a self, options: &'a RunOptions, root: RootIdentity) -> Run<'a> {
        if !options.watching {
            // A person's run asks for everything at once.
            self.unfetchable.forget();
        }
        Run::new(self, &options.events, &options.cancel, root)
    }
}
