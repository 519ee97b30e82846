//! A person's word on changes that wait because many files of a folder were damaged.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::resolve::ChangedChoice;

use crate::Failure;
use crate::folders::activity::activity_log::LogEntry;
use crate::folders::activity::entry::Act;
use crate::folders::requests::request_queue::Request;
use crate::folders::schedule::report::MappingSelection;
use crate::folders::{Folders, errors};

impl Folders {
    /// Carries out one decision on names, given as section and name, whose change waits for a
    /// decision; each with its outcome, in the order given. Here, or in the process that holds
    /// the data folder.
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
        let failures: Vec<Option<Failure>> = self.act(ask).await?;
        let outcomes = failures
            .into_iter()
            .map(|failure| failure.map_or(Ok(()), Err));
        Ok(outcomes.collect())
    }

    /// The same in the process that holds the data folder: why each name failed, if it did.
    pub(in crate::folders) async fn decide_damaged_here(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        choice: ChangedChoice,
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
        let said = engine.changed(&keys, choice, &options).await;
        if said.is_ok()
            && let Err(stop) = engine.plan(&options).await
        {
            tracing::info!(%stop, "the folder could not be looked at after a word");
        }
        self.looked(engine, &slot);
        self.said(sink, options, id).await;
        drop(guard);
        let said = said.map_err(|error| errors::of_word(error, &mapping.name(), &mapping))?;
        let act = match choice {
            ChangedChoice::Restore => Act::Restored,
            ChangedChoice::Upload => Act::Approved,
        };
        let now = self.inner.parts.clock.now();
        let done = names.iter().zip(&said).filter(|(_, said)| said.is_ok());
        let lines: Vec<_> = done
            .map(|((section, name), _)| LogEntry {
                section: section.clone(),
                ..LogEntry::of_mapping(now, id, act, name.clone())
            })
            .collect();
        self.write_down(&lines).await;
        if choice == ChangedChoice::Upload && self.is_watching() {
            self.look_now(&MappingSelection::One(id.clone())).await?;
        }
        let outcomes = said.into_iter().zip(names).map(|(outcome, (_, name))| {
            let failed = outcome.err();
            failed.map(|error| errors::of_word(error, name, &mapping))
        });
        Ok(outcomes.collect())
    }
}
