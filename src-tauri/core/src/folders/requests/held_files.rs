//! Decisions on files that a guard holds back: deleted from a folder and still in its project, or
//! changed while many files of the folder were damaged; name by name.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::resolve::{ChangedChoice, DeletedChoice, HeldChoice};

use crate::Failure;
use crate::folders::activity::activity_log::LogEntry;
use crate::folders::activity::entry::Act;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::requests::request_queue::Request;
use crate::folders::{Folders, errors};

impl Folders {
    /// Carries out one decision on names, given as section and name, whose delete waits for a
    /// decision; each with its outcome, in the order given. Here, or in the process that holds
    /// the data folder.
    ///
    /// # Errors
    /// When the folder or the project cannot be read; nothing is done then.
    pub async fn decide_gone(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        choice: DeletedChoice,
    ) -> Result<Vec<Result<(), Failure>>, Failure> {
        let ask = Request::Gone {
            mapping: id.clone(),
            names: names.to_vec(),
            choice,
        };
        Ok(outcomes_of(self.act(ask).await?))
    }

    /// The same on names whose change waits.
    ///
    /// # Errors
    /// When the folder or the project cannot be read; nothing is done then.
    pub async fn decide_damaged(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        choice: ChangedChoice,
    ) -> Result<Vec<Result<(), Failure>>, Failure> {
        let ask = Request::Damaged {
            mapping: id.clone(),
            names: names.to_vec(),
            choice,
        };
        Ok(outcomes_of(self.act(ask).await?))
    }

    /// Decides in the process that holds the data folder: why each name failed, if it did.
    pub(in crate::folders) async fn decide_held_here(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        choice: HeldChoice,
    ) -> Result<Vec<Option<Failure>>, Failure> {
        let mapping = self.get(id).await?;
        let slot = self.inner.slots.of(id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let (sink, options) = self.listening(&slot);
        let keys: Vec<_> = names
            .iter()
            .map(|(section, name)| FileKey::of(section, name))
            .collect();
        let decided = engine.decide_held(&keys, choice, &options).await;
        // What was decided is no longer left: whoever asks next is told so.
        if decided.is_ok()
            && let Err(stop) = engine.plan(&options).await
        {
            tracing::info!(%stop, "the folder could not be looked at after a decision");
        }
        self.looked(engine, &mapping);
        self.said(sink, options, id).await;
        drop(guard);
        let decided = decided.map_err(|error| errors::of_word(error, &mapping.name(), &mapping))?;
        self.note_held(id, names, &decided, choice).await;
        if choice == HeldChoice::Changed(ChangedChoice::Upload) && self.is_watching() {
            self.look_now(&MappingSelection::One(id.clone())).await?;
        }
        let outcomes = decided.into_iter().zip(names).map(|(outcome, (_, name))| {
            let failed = outcome.err();
            failed.map(|error| errors::of_word(error, name, &mapping))
        });
        Ok(outcomes.collect())
    }

    async fn note_held<E>(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        decided: &[Result<(), E>],
        choice: HeldChoice,
    ) {
        let act = match choice {
            HeldChoice::Deleted(DeletedChoice::Remove)
            | HeldChoice::Changed(ChangedChoice::Upload) => Act::Approved,
            HeldChoice::Deleted(DeletedChoice::Keep) => Act::Resolved,
            HeldChoice::Deleted(DeletedChoice::PutBack)
            | HeldChoice::Changed(ChangedChoice::Restore) => Act::Restored,
        };
        let now = self.inner.parts.clock.now();
        let done = names
            .iter()
            .zip(decided)
            .filter(|(_, outcome)| outcome.is_ok());
        let lines: Vec<_> = done
            .map(|((section, name), _)| LogEntry {
                section: section.clone(),
                ..LogEntry::of_mapping(now, id, act, name.clone())
            })
            .collect();
        self.write_down(&lines).await;
    }
}

fn outcomes_of(failures: Vec<Option<Failure>>) -> Vec<Result<(), Failure>> {
    let outcomes = failures.into_iter();
    outcomes
        .map(|failure| failure.map_or(Ok(()), Err))
        .collect()
}
