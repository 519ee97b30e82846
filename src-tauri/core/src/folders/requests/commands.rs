//! A person's words: on conflicts, on versions, on a plan. Carried out at once, before any run.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use fielddesk_rules::name_key::{FileKey, NameKey, SectionKey};
use fielddesk_sync::engine::{Engine, RunOptions as EngineRunOptions};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::plan::{ActionKind, Approval, ConflictReason, PlanId};
use fielddesk_sync::ports::VersionId;
use fielddesk_sync::resolve::{Keep, Resolution};

use crate::folders::activity::activity_log::{self, LogEntry};
use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::schedule::report::{Finished, RunOptions};
use crate::folders::session::engine_session::{Slot, stamp};
use crate::folders::session::event_sink::EventSink;
use crate::folders::session::scan_summary::ScanSummary;
use crate::folders::views::mapping_views::{ConflictView, Restored};
use crate::folders::{Folders, errors, views::view_builder};
use crate::{Failure, FailureKind};

impl Folders {
    pub(in crate::folders) async fn resolve_here(
        &self,
        id: &MappingId,
        name: &str,
        section: Option<&str>,
        word: Resolution,
    ) -> Result<ConflictView, Failure> {
        let mapping = self.get(id).await?;
        let slot = self.inner.slots.of(id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let (sink, options) = self.listening(&slot);
        let resolved = async {
            let named = NameKey::of(name);
            look(engine, &options, &mapping, |key| key.name == named).await?;
            let (key, conflict) = pick(engine, name, section)?;
            let shown = match word.shown {
                Some(shown) => shown,
                None => self.shown(id).await?.remove(&key).unwrap_or_default(),
            };
            let word = Resolution {
                shown: Some(shown),
                ..word
            };
            self.settle(engine, &key, &conflict, &word, &options, &mapping)
                .await?;
            Ok(conflict)
        }
        .await;
        self.looked(engine, &mapping);
        self.said(sink, options, id).await;
        resolved
    }

    pub(in crate::folders) async fn resolve_all_here(
        &self,
        id: &MappingId,
        reason: Option<ConflictReason>,
        keep: Keep,
    ) -> Result<Vec<(ConflictView, Option<Failure>)>, Failure> {
        let mapping = self.get(id).await?;
        let slot = self.inner.slots.of(id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let (sink, options) = self.listening(&slot);
        let resolved = async {
            let mut shown = self.shown(id).await?;
            let known: BTreeSet<FileKey> = shown.keys().cloned().collect();
            look(engine, &options, &mapping, |key| known.contains(key)).await?;
            let wanted = view_builder::conflicts(engine)
                .into_iter()
                .filter(|(_, conflict)| reason.is_none_or(|reason| conflict.reason == reason));
            let mut done = Vec::new();
            for (key, conflict) in wanted {
                let word = Resolution {
                    shown: Some(shown.remove(&key).unwrap_or_default()),
                    ..Resolution::of(keep)
                };
                let settled = self
                    .settle(engine, &key, &conflict, &word, &options, &mapping)
                    .await;
                done.push((conflict, settled.err()));
            }
            Ok(done)
        }
        .await;
        self.looked(engine, &mapping);
        self.said(sink, options, id).await;
        resolved
    }

    async fn settle(
        &self,
        engine: &mut Engine,
        key: &FileKey,
        conflict: &ConflictView,
        word: &Resolution,
        options: &EngineRunOptions,
        mapping: &FolderMapping,
    ) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let stamp = stamp(parts.clock.now());
        engine
            .resolve(key, word, &stamp, options)
            .await
            .map_err(|error| errors::of_word(error, &conflict.name, mapping))?;
        self.forget_shown(&mapping.id, key).await?;
        let detail = serde_json::json!({"keep": word.keep, "reason": conflict.reason});
        let line = LogEntry {
            section: conflict.section.clone(),
            detail: detail.to_string(),
            ..LogEntry::of_mapping(
                parts.clock.now(),
                &mapping.id,
                Act::Resolved,
                conflict.name.clone(),
            )
        };
        self.write_down(&[line]).await;
        Ok(())
    }

    pub(in crate::folders) async fn restore_here(
        &self,
        version: VersionId,
        to: Option<&Path>,
    ) -> Result<Restored, Failure> {
        let history = &self.inner.parts.history;
        let kept = history.version(version).await?;
        if let Some(to) = to {
            history.restore_to_file(version, to).await?;
            return Ok(Restored {
                restored: to.to_owned(),
            });
        }
        let Some(of) = &kept.mapping else {
            return Err(Failure::new(
                FailureKind::Usage,
                "That version is of no synced folder: it was kept by hand.",
                "Say where to write it: --to FILE. Or put it back with `fieldctl docs restore`.",
            )
            .about("to"));
        };
        let mapping = match self.get(of).await {
            Err(failure) if failure.kind == FailureKind::NotFound => {
                return Err(Failure::new(
                    FailureKind::Refused,
                    "The folder of that version is no longer synced.",
                    "Say where to write it: --to FILE.",
                )
                .about("to"));
            }
            found => found?,
        };
        let slot = self.inner.slots.of(&mapping.id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let (sink, options) = self.listening(&slot);
        let restored = engine.restore(version, &options).await;
        drop(options);
        sink.close().await;
        let path = restored.map_err(|error| errors::of_word(error, &kept.name, &mapping))?;
        drop(guard);
        let parts = &self.inner.parts;
        let line = LogEntry {
            section: kept.section.clone(),
            document: kept.document.clone(),
            bytes: kept.bytes,
            detail: version.0.to_string(),
            ..LogEntry::of_mapping(
                parts.clock.now(),
                &mapping.id,
                Act::Restored,
                kept.name.clone(),
            )
        };
        self.write_down(&[line]).await;
        self.look_soon(&mapping.id);
        Ok(Restored {
            restored: mapping.folder.join(path.as_str()),
        })
    }

    pub(in crate::folders) async fn approve_here(
        &self,
        id: &MappingId,
        plan: &PlanId,
    ) -> Result<Finished, Failure> {
        let mapping = self.get(id).await?;
        let now = self.plan(id).await?;
        if now.plan != *plan {
            return Err(Failure::new(
                FailureKind::Conflict,
                "The plan has changed. Nothing was done.",
                "Review it again, then approve it.",
            )
            .with("plan", &now.plan));
        }
        self.note(&mapping, Act::Approved, plan.to_string()).await;
        self.run_now(
            &MappingSelection::One(id.clone()),
            RunOptions {
                approval: Approval::Plan(plan.clone()),
                ..RunOptions::default()
            },
        )
        .await
    }

    /// What a word is carried out with; what happens meanwhile is heard.
    pub(in crate::folders) fn listening(&self, slot: &Arc<Slot>) -> (EventSink, EngineRunOptions) {
        let (sink, events) = EventSink::open(&self.inner, slot, None);
        let options = EngineRunOptions {
            watching: self.is_watching(),
            events,
            ..EngineRunOptions::default()
        };
        (sink, options)
    }

    /// A word is carried out: what was heard is told, and a run follows soon.
    pub(in crate::folders) async fn said(
        &self,
        sink: EventSink,
        options: EngineRunOptions,
        id: &MappingId,
    ) {
        drop(options);
        sink.close().await;
        self.look_soon(id);
    }

    /// Adds lines to the log. What was done stays done where that fails.
    pub(in crate::folders) async fn write_down(&self, lines: &[LogEntry]) {
        let parts = &self.inner.parts;
        if let Err(failure) = activity_log::append(&parts.database, &parts.who, lines).await {
            tracing::error!(%failure, "the activity log could not be written");
        }
    }

    /// Takes what the engine saw for what is known of its mapping.
    pub(in crate::folders) fn looked(&self, engine: &Engine, mapping: &FolderMapping) {
        let found = engine
            .view()
            .map(|view| engine.with_saved(|saved| ScanSummary::of(view, saved)));
        let why = engine.view().and_then(|view| view.stop.clone());
        let why = why.map(crate::folders::schedule::stop_cause::StopCause::Stop);
        self.ended(mapping, found, why, true);
    }
}

/// Looks at both sides. A document that somebody put beside those of a conflict since is compared.
async fn look(
    engine: &mut Engine,
    options: &EngineRunOptions,
    mapping: &FolderMapping,
    compared: impl Fn(&FileKey) -> bool + Send + Sync,
) -> Result<(), Failure> {
    let looked = engine.plan_comparing(options, compared).await;
    looked
        .map(|_plan| ())
        .map_err(|stop| errors::of_stop(&stop, mapping))
}

/// The one conflict that is meant.
fn pick(
    engine: &Engine,
    name: &str,
    section: Option<&str>,
) -> Result<(FileKey, ConflictView), Failure> {
    let named = NameKey::of(name);
    let section = section.map(SectionKey::of);
    let mut found = view_builder::conflicts(engine);
    found.retain(|(key, _)| {
        key.name == named
            && section
                .as_ref()
                .is_none_or(|section| key.section == *section)
    });
    // A name can collide in the folder and be in conflict with the page as well: one key.
    found.dedup_by(|a, b| a.0 == b.0);
    match (found.pop(), found.is_empty()) {
        (Some(one), true) => Ok(one),
        (None, _) if uncompared(engine, &named) => Err(errors::not_compared(name)),
        (None, _) => Err(errors::no_conflict(name)),
        (Some(last), false) => {
            found.push(last);
            let sections: Vec<String> = found
                .iter()
                .map(|(_, conflict)| fielddesk_rules::file_name::shown(&conflict.section))
                .collect();
            let sections = sections.join(" and ");
            let name = fielddesk_rules::file_name::shown(name);
            Err(Failure::new(
                FailureKind::Conflict,
                format!("Several sections have a conflict of the name {name}: {sections}."),
                "Say which one with --section.",
            )
            .about("section")
            .with("file", name)
            .with("sections", sections))
        }
    }
}

/// Whether a document of that name could not be compared: it may be in conflict.
fn uncompared(engine: &Engine, name: &NameKey) -> bool {
    let mut left = engine
        .view()
        .into_iter()
        .flat_map(|view| &view.left.actions);
    left.any(|action| action.key.name == *name && matches!(action.act, ActionKind::Compare { .. }))
}
