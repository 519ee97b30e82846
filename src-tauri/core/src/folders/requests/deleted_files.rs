//! A person's word on files that are gone from a folder and still on its page: name by name.

use fielddesk_rules::name_key::FileKey;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::resolve::DeletedChoice;

use crate::Failure;
use crate::folders::activity::activity_log::LogEntry;
use crate::folders::activity::entry::Act;
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
        let failures: Vec<Option<Failure>> = self.act(ask).await?;
        let outcomes = failures
            .into_iter()
            .map(|failure| failure.map_or(Ok(()), Err));
        Ok(outcomes.collect())
    }

    /// The same in the process that holds the data folder: why each name failed, if it did.
    pub(in crate::folders) async fn decide_gone_here(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        choice: DeletedChoice,
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
        let said = engine.gone(&keys, choice, &options).await;
        // What was decided is no longer left: whoever asks next is told so.
        let looked = match &said {
            Ok(_) => engine.plan(&options).await.err(),
            Err(_) => None,
        };
        self.looked(engine, &slot);
        self.said(sink, options, id).await;
        if let Some(stop) = looked {
            tracing::info!(%stop, "the folder could not be looked at after a word");
        }
        let said = said.map_err(|error| errors::of_word(error, &mapping.name(), &mapping))?;
        self.note_gone(id, names, &said, choice).await;
        let outcomes = said.into_iter().zip(names).map(|(outcome, (_, name))| {
            let failed = outcome.err();
            failed.map(|error| errors::of_word(error, name, &mapping))
        });
        Ok(outcomes.collect())
    }

    async fn note_gone<E>(
        &self,
        id: &MappingId,
        names: &[(String, String)],
        said: &[Result<(), E>],
        choice: DeletedChoice,
    ) {
        let parts = &self.inner.parts;
        let act = match choice {
            DeletedChoice::Remove => Act::Approved,
            DeletedChoice::Keep => Act::Resolved,
            DeletedChoice::PutBack => Act::Restored,
        };
        let done = names.iter().zip(said).filter(|(_, said)| said.is_ok());
        let lines: Vec<_> = done
            .map(|((section, name), _)| LogEntry {
                section: section.clone(),
                ..LogEntry::of_mapping(parts.clock.now(), id, act, name.clone())
            })
            .collect();
        self.write_down(&lines).await;
    }
}
