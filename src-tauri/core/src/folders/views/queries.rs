//! Looking without acting: plans, status, files, conflicts, trails. The process that holds the
//! data folder answers from what it saw last; any other looks for itself and stores nothing.

use std::collections::BTreeSet;

use fielddesk_rules::name_key::SectionKey;
use fielddesk_sync::engine::{Engine, RunOptions};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::stop_reason::StopReason;
use fielddesk_sync::verify::{Checked, Found as Compared};

use crate::Failure;
use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::{FolderMapping, NewMapping};
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::engine_ports::Remembered;
use crate::folders::session::scan_summary::ScanSummary;
use crate::folders::session::session_state::Live;
use crate::folders::views::mapping_views::{
    ConflictView, FileView, MappingPreview, MappingStatus, PlanView, Trail, Verified, VerifyResult,
};
use crate::folders::views::view_builder::{conflicts, file_view, plan_view, trails, wanted};
use crate::folders::{self, Folders, Sample, errors, mappings::store};
use fielddesk_documents::lock::lock;

impl Folders {
    /// Lets `read` look at an engine that saw its folder and its page: the one that works here
    /// if it is free and saw something, else one of its own.
    pub(in crate::folders) async fn with_look<T>(
        &self,
        mapping: &FolderMapping,
        fresh: bool,
        read: impl FnOnce(&Engine) -> T,
    ) -> Result<T, StopCause> {
        let beside = !fresh && self.is_watching();
        if beside {
            let slot = self.inner.slots.of(&mapping.id);
            if let Some(engine) = slot.if_free()
                && let Some(engine) = engine.as_ref()
                && engine.view().is_some_and(|view| view.stop.is_none())
            {
                return Ok(read(engine));
            }
        }
        let engine = self.looked_at(mapping, beside).await?;
        if beside && let Some(view) = engine.view() {
            let found = engine.with_saved(|saved| ScanSummary::of(view, saved));
            self.saw(mapping, found);
        }
        Ok(read(&engine))
    }

    /// Creates a separate engine and scans once. Beside a running engine it shares that one's set
    /// of missing files, so that both report the same list.
    async fn looked_at(&self, mapping: &FolderMapping, beside: bool) -> Result<Engine, StopCause> {
        let engine = self.inner.slots.looking(mapping).await;
        let mut engine = engine.map_err(StopCause::Failure)?;
        if beside {
            engine.set_missing(self.inner.slots.of(&mapping.id).missing());
        }
        let looked = look_until_settled(&mut engine, beside).await;
        looked.map_err(StopCause::Stop)?;
        Ok(engine)
    }

    /// The plan: what a run would do now. Nothing is sent, fetched or removed.
    pub async fn plan(&self, id: &MappingId) -> Result<PlanView, Failure> {
        let mapping = &self.get(id).await?;
        let looked = self.with_look(mapping, true, plan_view).await;
        looked
            .map_err(|why| why.into_failure(mapping))?
            .ok_or_else(|| Failure::internal("a look left no view"))
    }

    /// What a mapping would do at its first run, without making it. Nothing is sent.
    pub async fn preview(&self, new: NewMapping) -> Result<MappingPreview, Failure> {
        let parts = &self.inner.parts;
        let draft = self.draft(new).await?;
        let mapping = FolderMapping {
            id: MappingId("preview".into()),
            folder: draft.folder,
            profile: draft.profile,
            connection: draft.connection,
            place: draft.place,
            sections: draft.sections,
            deletes: draft.deletes,
            paused: None,
            added: parts.clock.now(),
        };
        let others = store::all(&parts.database).await?;
        self.check(&mapping, &others)?;
        let mut ports = self.inner.slots.engine_factory.looking(&mapping).await?;
        ports.state = Remembered::state(fielddesk_sync::mapping_state::Saved::default());
        let engine = Engine::open(mapping.for_engine(), ports, self.inner.limits).await;
        let mut engine = engine.map_err(errors::state_failure)?;
        let looked = look_until_settled(&mut engine, false).await;
        looked.map_err(|stop| errors::of_stop(&stop, &mapping))?;
        let plan = plan_view(&engine).ok_or_else(|| Failure::internal("a look left no view"))?;
        let (connection, target) = (mapping.profile.as_str(), &mapping.place.target);
        let kept = self.on_page(connection, target).await?.sections;
        let planned = plan.sums.by_section.iter();
        let met = planned.filter_map(|(section, _)| kept.get(&SectionKey::of(section)));
        let same_section: BTreeSet<String> = met.map(|folder| folder.name.clone()).collect();
        Ok(MappingPreview {
            plan,
            same_section: same_section.into_iter().collect(),
        })
    }

    /// How mappings stand.
    pub async fn status(&self, which: &MappingSelection) -> Result<Vec<MappingStatus>, Failure> {
        let all_paused = self.paused_all().await?;
        let now = self.inner.parts.clock.now();
        let mut answers = Vec::new();
        for mapping in self.select(which).await? {
            let paused = mapping.paused_at(now, all_paused).is_some();
            if self.is_watching() {
                let slot = self.inner.slots.of(&mapping.id);
                let live = lock(&slot.live).clone();
                answers.push(live.status(&mapping, paused));
                continue;
            }
            let found = self
                .with_look(&mapping, true, |engine| {
                    let view = engine.view();
                    view.map(|view| engine.with_saved(|saved| ScanSummary::of(view, saved)))
                })
                .await;
            let mut live = Live::default();
            match found {
                Ok(found) => live.found = found,
                Err(why) => live.why = Some(why),
            }
            answers.push(live.status(&mapping, paused));
        }
        Ok(answers)
    }

    /// Every file of a mapping with its state and reason.
    pub async fn files(&self, id: &MappingId) -> Result<Vec<FileView>, Failure> {
        let mapping = &self.get(id).await?;
        let read = |engine: &Engine| match engine.view() {
            Some(view) => engine.with_saved(|saved| view.files(saved)),
            None => Vec::new(),
        };
        let looked = self.with_look(mapping, false, read).await;
        let files = looked.map_err(|why| why.into_failure(mapping))?;
        Ok(files.into_iter().map(file_view).collect())
    }

    /// What waits for a person's word.
    pub async fn conflicts(&self, which: &MappingSelection) -> Result<Vec<ConflictView>, Failure> {
        let mut all = Vec::new();
        for mapping in self.select(which).await? {
            let looked = self.with_look(&mapping, false, conflicts).await;
            let found = looked.map_err(|why| why.into_failure(&mapping))?;
            all.extend(found.into_iter().map(|(_, conflict)| conflict));
        }
        Ok(all)
    }

    /// Fetches documents and compares them with the files.
    pub async fn verify(
        &self,
        id: &MappingId,
        sample: Sample,
        running: folders::RunOptions,
    ) -> Result<Vec<Verified>, Failure> {
        let mapping = &self.get(id).await?;
        let options = RunOptions {
            cancel: running.cancel,
            ..RunOptions::default()
        };
        let held = self.hold()?;
        let checked = if held.is_some() {
            let slot = self.inner.slots.of(&mapping.id);
            let mut guard = slot.for_a_run().await;
            let engine = self.inner.slots.open(&slot, &mut guard, mapping).await?;
            engine.verify(wanted(engine, sample), &options).await
        } else {
            let mut engine = self.inner.slots.looking(mapping).await?;
            let wanted = wanted(&engine, sample);
            engine.verify(wanted, &options).await
        };
        let checked = checked.map_err(|stop| errors::of_stop(&stop, mapping))?;
        if held.is_some() {
            let same = checked
                .iter()
                .filter(|one| one.found == Compared::Same)
                .count();
            let what = format!("{same} of {} the same", checked.len());
            self.note(mapping, Act::Verified, what).await;
        }
        let verified = |one: Checked| Verified {
            mapping: mapping.id.clone(),
            section: one.section,
            name: one.name,
            result: match one.found {
                Compared::Same => VerifyResult::Same,
                Compared::Different => VerifyResult::Different,
                Compared::MissingRemote => VerifyResult::MissingRemote,
                Compared::MissingLocal => VerifyResult::MissingLocal,
                Compared::NotChecked => VerifyResult::NotChecked,
            },
        };
        Ok(checked.into_iter().map(verified).collect())
    }

    /// Why a name stands as it does; any part of a name will do.
    pub async fn explain(&self, id: &MappingId, name: &str) -> Result<Vec<Trail>, Failure> {
        let mapping = &self.get(id).await?;
        let looked = self
            .with_look(mapping, false, |engine| trails(engine, &mapping.id, name))
            .await;
        let trails = looked.map_err(|why| why.into_failure(mapping))?;
        if trails.is_empty() {
            return Err(Failure::not_found(
                "file or document",
                name,
                "Neither the folder nor the page has a name with this text.",
            ));
        }
        Ok(trails)
    }

    /// The mappings that are meant.
    pub(in crate::folders) async fn select(
        &self,
        which: &MappingSelection,
    ) -> Result<Vec<FolderMapping>, Failure> {
        match which {
            MappingSelection::One(id) => Ok(vec![self.get(id).await?]),
            MappingSelection::All => self.seen().await,
        }
    }
}

/// Looks; again, soon, while files were saved a moment ago: nobody watches that would come back
/// to them.
async fn look_until_settled(engine: &mut Engine, watching: bool) -> Result<(), StopReason> {
    let options = RunOptions {
        watching,
        ..RunOptions::default()
    };
    for _ in 0..crate::folders::schedule::execute::SETTLING_LOOKS {
        let plan = engine.plan(&options).await?;
        if !plan
            .actions
            .iter()
            .any(|action| action.reason() == Reason::NotSettled)
        {
            break;
        }
        tokio::time::sleep(crate::folders::schedule::execute::SETTLES_IN).await;
    }
    Ok(())
}
