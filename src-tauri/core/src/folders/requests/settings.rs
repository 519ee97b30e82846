//! Requests for the settings of all synced folders.

use crate::Failure;
use crate::folders::Folders;
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::mappings::settings::{self, FoldersSettings};
use crate::folders::requests::request_queue::Request;
use crate::folders::schedule::bandwidth;

impl Folders {
    /// What holds for all folders.
    pub async fn settings(&self) -> Result<FoldersSettings, Failure> {
        settings::read(&self.inner.parts.database).await
    }

    /// Sets what holds for all folders; in force at once. A file that a rule hides now is
    /// forgotten, never deleted.
    ///
    /// # Errors
    /// `usage` naming the rule that cannot be read, or for a limit of 0.
    pub async fn set_settings(&self, new: FoldersSettings) -> Result<(), Failure> {
        // Said before anybody is asked.
        settings::rules(&new.rules)?;
        bandwidth::check(&new.speed)?;
        self.act(Request::Settings(new)).await
    }

    /// The same in the process that holds the data folder.
    pub(in crate::folders) async fn set_settings_here(
        &self,
        new: FoldersSettings,
    ) -> Result<(), Failure> {
        let rules = settings::rules(&new.rules)?;
        settings::write(&self.inner.parts.database, &new).await?;
        let engine_factory = &self.inner.slots.engine_factory;
        engine_factory.set_limit(new.speed);
        engine_factory.set_rules(rules);
        self.inner.changed.notify_one();
        for mapping in self.select(&MappingSelection::All).await? {
            self.look_soon(&mapping.id);
        }
        Ok(())
    }
}
