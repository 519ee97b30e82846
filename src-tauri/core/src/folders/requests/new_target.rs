//! Another project or section for a folder: what was agreed is forgotten, what is in the old place
//! stays there, and the first run compares the folder with the new one.

use fielddesk_sync::mapping::MappingId;

use crate::Failure;
use crate::folders::Folders;
use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::{FolderMapping, NewMapping};
use crate::folders::mappings::store;
use crate::folders::requests::request_queue::{Draft, Request};

impl Folders {
    /// Gives a mapping another target or other sections. No document and no file is touched.
    pub async fn retarget(
        &self,
        id: &MappingId,
        new: NewMapping,
    ) -> Result<FolderMapping, Failure> {
        let draft = Box::new(self.draft(new).await?);
        let mapping = id.clone();
        self.act::<()>(Request::Retarget { mapping, draft }).await?;
        self.get(id).await
    }

    /// The same in the process that holds the data folder.
    pub(in crate::folders) async fn retarget_here(
        &self,
        id: &MappingId,
        draft: Draft,
    ) -> Result<(), Failure> {
        let before = self.get(id).await?;
        let mapping = FolderMapping {
            profile: draft.profile,
            connection: draft.connection,
            place: draft.place,
            sections: draft.sections,
            ..before.clone()
        };
        let mut others = store::all(&self.inner.parts.database).await?;
        others.retain(|other| other.id != *id);
        self.check(&mapping, &others)?;
        let slot = self.inner.slots.of(id);
        // A run under way ends first; nothing of it may go on in the old place.
        let mut engine = slot.lock_for_command().await;
        engine.take();
        // The memory goes first: with it the new place would be taken for the old one.
        self.inner.slots.engine_factory.forget(&before).await?;
        store::retarget(&self.inner.parts.database, &mapping).await?;
        self.inner.slots.remove(id);
        drop(engine);
        self.note(&mapping, Act::Changed, before.place.in_words())
            .await;
        Ok(())
    }
}
