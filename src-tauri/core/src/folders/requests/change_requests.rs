//! Acts that change something: carried out here by the process that holds the data folder, or
//! asked of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::{Deletes, MappingId};
use fielddesk_sync::resolve::HeldChoice;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::data_dir::DataDirLock;
use crate::folders::activity::activity_log::LogEntry;
use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::{FolderMapping, NewMapping, Warning};
use crate::folders::mappings::validate::{self, Candidate, ValidationContext};
use crate::folders::requests::moved_root;
use crate::folders::requests::request_queue::{self, Draft, Request};
use crate::folders::schedule::report::ExportedMapping;
use crate::folders::session::engine_session::Slot;
use crate::folders::{
    Folders, errors, mappings::private_places, mappings::store, mappings::target_lookup,
};
use crate::policy;
use crate::{Failure, FailureKind};
use fielddesk_documents::lock::lock;

/// How often whoever asked looks for the answer.
const LOOK: Duration = Duration::from_millis(100);

/// A question that the holder has not taken by then is taken back: that process carries out
/// nothing for others.
const TAKEN_WITHIN: Duration = Duration::from_secs(20);

/// What making or moving a mapping answers.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::folders) struct Made {
    pub(in crate::folders) id: MappingId,
    pub(in crate::folders) warnings: Vec<Warning>,
}

impl Folders {
    /// The data folder, for as long as the answer is kept; none while another process has it.
    pub(in crate::folders) fn hold(&self) -> Result<Option<Arc<DataDirLock>>, Failure> {
        let parts = &self.inner.parts;
        if let Some(lock) = &parts.lock {
            return Ok(Some(lock.clone()));
        }
        let mut held = lock(&self.inner.held);
        if let Some(lock) = held.upgrade() {
            return Ok(Some(lock));
        }
        match parts.data_dir.lock() {
            Ok(taken) => {
                let taken = Arc::new(taken);
                *held = Arc::downgrade(&taken);
                Ok(Some(taken))
            }
            Err(failure) if failure.kind == FailureKind::Busy => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Has an act carried out, here or by the process that holds the data folder.
    pub(in crate::folders) async fn act<T: DeserializeOwned>(
        &self,
        ask: Request,
    ) -> Result<T, Failure> {
        let value = match self.hold()? {
            Some(_held) => self.carry_out(ask).await?,
            None => self.ask(&ask).await?,
        };
        serde_json::from_value(value).map_err(Failure::internal)
    }

    async fn ask(&self, ask: &Request) -> Result<Value, Failure> {
        let parts = &self.inner.parts;
        let (database, clock) = (&parts.database, &parts.clock);
        let id = request_queue::post(&parts.data_dir, database, ask, clock.now()).await?;
        let asked = tokio::time::Instant::now();
        loop {
            tokio::time::sleep(LOOK).await;
            if let Some(outcome) = request_queue::outcome(database, &id).await? {
                return outcome;
            }
            if let Some(_held) = self.hold()? {
                // The holder is gone, with the question or without it.
                if let Some(outcome) = request_queue::outcome(database, &id).await? {
                    return outcome;
                }
                if let Some(ask) =
                    request_queue::take(database, &id, &self.inner.name, true).await?
                {
                    let outcome = self.carry_out(ask).await;
                    request_queue::withdraw(database, &id).await?;
                    return outcome;
                }
            }
            if asked.elapsed() > TAKEN_WITHIN && !request_queue::is_taken(database, &id).await? {
                request_queue::withdraw(database, &id).await?;
                return Err(parts.data_dir.lock().err().unwrap_or_else(|| {
                    Failure::new(
                        FailureKind::Busy,
                        "Another Fielddesk on this computer did not answer.",
                        "Try again.",
                    )
                }));
            }
        }
    }

    /// Carries out an act. This process holds the data folder.
    pub(in crate::folders) async fn carry_out(&self, ask: Request) -> Result<Value, Failure> {
        let value = match ask {
            Request::Add(draft) => json(&self.add_here(*draft).await?),
            Request::Remove(id) => json(&self.remove_here(&id).await?),
            Request::Move { mapping, folder } => json(&self.move_here(&mapping, folder).await?),
            Request::MoveSubfolder {
                mapping,
                subfolder,
                now,
            } => json(&self.move_subfolder_here(&mapping, &subfolder, &now).await?),
            Request::Retarget { mapping, draft } => {
                json(&self.retarget_here(&mapping, *draft).await?)
            }
            Request::SetDeletes { mapping, deletes } => {
                policy::current().check_deletes(deletes)?;
                let mut mapping = self.get(&mapping).await?;
                mapping.deletes = deletes;
                json(
                    &self
                        .changed_here(
                            &mapping,
                            Act::Changed,
                            format!("deletes: {}", word(&deletes)?),
                        )
                        .await?,
                )
            }
            Request::Pause { which, until } => json(&self.pause_here(&which, until).await?),
            Request::Resolve {
                mapping,
                name,
                section,
                resolution,
            } => json(
                &self
                    .resolve_here(&mapping, &name, section.as_deref(), resolution)
                    .await?,
            ),
            Request::ResolveAll {
                mapping,
                reason,
                keep,
            } => json(&self.resolve_all_here(&mapping, reason, keep).await?),
            Request::Restore { version, to } => {
                json(&self.restore_here(version, to.as_deref()).await?)
            }
            Request::Approve { mapping, plan } => {
                let done = self.approve_here(&mapping, &plan).await?;
                json(&ExportedMapping::of(done, &self.get(&mapping).await?))
            }
            Request::Settings(settings) => json(&self.set_settings_here(settings).await?),
            Request::Gone {
                mapping,
                names,
                choice,
            } => json(
                &self
                    .decide_held_here(&mapping, &names, HeldChoice::Deleted(choice))
                    .await?,
            ),
            Request::Damaged {
                mapping,
                names,
                choice,
            } => json(
                &self
                    .decide_held_here(&mapping, &names, HeldChoice::Changed(choice))
                    .await?,
            ),
        }?;
        self.inner.mappings_changed().await?;
        Ok(value)
    }

    async fn add_here(&self, draft: Draft) -> Result<Made, Failure> {
        let parts = &self.inner.parts;
        let mut mapping = FolderMapping {
            id: store::new_id(),
            folder: draft.folder,
            profile: draft.profile,
            connection: draft.connection,
            place: draft.place,
            sections: draft.sections,
            deletes: draft.deletes,
            paused: draft.paused,
            added: parts.clock.now(),
        };
        let others = store::all(&parts.database).await?;
        while others.iter().any(|other| other.id == mapping.id) {
            mapping.id = store::new_id();
        }
        let warnings = self.check(&mapping, &others)?;
        store::insert(&parts.database, &mapping).await?;
        self.note(&mapping, Act::Added, mapping.place.in_words())
            .await;
        Ok(Made {
            id: mapping.id,
            warnings,
        })
    }

    async fn remove_here(&self, id: &MappingId) -> Result<(), Failure> {
        let mapping = self.get(id).await?;
        let slot = self.inner.slots.of(id);
        // A run under way ends first; nothing of it may go on for a mapping that is gone.
        let mut engine = slot.lock_for_command().await;
        store::delete(&self.inner.parts.database, id).await?;
        engine.take();
        self.inner.slots.remove(id);
        drop(engine);
        if let Err(failure) = self.inner.slots.engine_factory.forget(&mapping).await {
            tracing::warn!(%failure, "what was remembered of a removed folder is still there");
        }
        self.note(&mapping, Act::Removed, mapping.place.in_words())
            .await;
        Ok(())
    }

    async fn move_here(&self, id: &MappingId, folder: PathBuf) -> Result<Made, Failure> {
        let old = self.get(id).await?;
        let mut mapping = FolderMapping {
            folder,
            ..old.clone()
        };
        let mut others = store::all(&self.inner.parts.database).await?;
        others.retain(|other| other.id != *id);
        let mut warnings = self.check(&mapping, &others)?;
        let slot = self.inner.slots.of(id);
        let mut guard = slot.lock_for_command().await;
        // A folder that is refused leaves the engine as it is, with all that it has seen.
        let engine = self.inner.slots.open(&slot, &mut guard, &old).await?;
        let files = moved_root::agreed_files(engine);
        let missing = moved_root::missing_in(&mapping.folder, &old.folder, files).await?;
        guard.take();
        let taken = self
            .take_root(&slot, &mut guard, &mut mapping, missing)
            .await;
        if taken.is_err() {
            // It stays where it was.
            guard.take();
        }
        taken?;
        drop(guard);
        warnings.extend((missing > 0).then_some(Warning::FilesMissing { missing }));
        let before = fielddesk_rules::file_name::shown(&old.folder.to_string_lossy());
        self.note(&mapping, Act::Moved, before).await;
        Ok(Made {
            id: mapping.id,
            warnings,
        })
    }

    /// It is another folder on purpose: from now on its root is the one to be found. Where files
    /// are not in it, each delete is asked about from now on: it may be the wrong folder.
    async fn take_root(
        &self,
        slot: &Slot,
        engine: &mut Option<Engine>,
        mapping: &mut FolderMapping,
        missing: usize,
    ) -> Result<(), Failure> {
        let engine = self.inner.slots.open(slot, engine, mapping).await?;
        let taken = engine.take_root().await;
        taken.map_err(|stop| errors::of_stop(&stop, mapping))?;
        if missing > 0 && mapping.deletes == Deletes::Propagate {
            mapping.deletes = Deletes::Ask;
        }
        store::update(&self.inner.parts.database, mapping).await?;
        Ok(())
    }

    pub(super) async fn changed_here(
        &self,
        mapping: &FolderMapping,
        act: Act,
        what: String,
    ) -> Result<(), Failure> {
        store::update(&self.inner.parts.database, mapping).await?;
        self.note(mapping, act, what).await;
        Ok(())
    }

    /// The mapping of an id: every question and every act comes by here.
    pub(in crate::folders) async fn get(&self, id: &MappingId) -> Result<FolderMapping, Failure> {
        let all = store::all(&self.inner.parts.database).await?;
        let found = all.into_iter().find(|mapping| mapping.id == *id);
        let found = found.ok_or_else(|| no_mapping(&id.0))?;
        self.check_shown(&found.profile)?;
        Ok(found)
    }

    /// Whether a mapping may be, beside the others.
    pub(in crate::folders) fn check(
        &self,
        mapping: &FolderMapping,
        others: &[FolderMapping],
    ) -> Result<Vec<Warning>, Failure> {
        validate::check(
            &Candidate {
                folder: &mapping.folder,
                connection: &mapping.connection,
                place: &mapping.place,
                sections: &mapping.sections,
            },
            &ValidationContext {
                homes: &private_places::homes(),
                data: self.inner.parts.data_dir.path(),
                others,
            },
        )
    }

    /// Looks up everything that a new mapping needs.
    pub(in crate::folders) async fn draft(&self, new: NewMapping) -> Result<Draft, Failure> {
        let folder = std::path::absolute(&new.folder)
            .map_err(|error| Failure::local("use the folder", &new.folder, &error))?;
        // What needs no question to the service is said before one is asked.
        validate::check_alone(
            &folder,
            &private_places::homes(),
            self.inner.parts.data_dir.path(),
        )?;
        policy::current().check_deletes(new.deletes)?;
        self.check_shown(&new.profile)?;
        let connection = self.inner.parts.connections.open(&new.profile).await?;
        let database = &self.inner.parts.database;
        Ok(Draft {
            folder,
            profile: new.profile,
            connection: connection.key(),
            place: target_lookup::look_up(&connection, database, &new.target).await?,
            sections: new.sections,
            deletes: new.deletes,
            paused: None,
        })
    }

    /// Writes a line about a mapping. That it cannot be written is no reason to undo the act.
    pub(in crate::folders) async fn note(&self, mapping: &FolderMapping, act: Act, detail: String) {
        let parts = &self.inner.parts;
        let folder = mapping.folder.to_string_lossy().into_owned();
        let line = LogEntry {
            detail,
            ..LogEntry::of_mapping(parts.clock.now(), &mapping.id, act, folder)
        };
        self.write_down(&[line]).await;
    }
}

/// There is no such mapping.
pub(in crate::folders) fn no_mapping(text: &str) -> Failure {
    Failure::not_found(
        "synced folder",
        text,
        "Look at the list: its id or its folder names one.",
    )
}

fn json(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(Failure::internal)
}

fn word(value: &impl Serialize) -> Result<String, Failure> {
    Ok(json(value)?.as_str().unwrap_or_default().to_owned())
}
