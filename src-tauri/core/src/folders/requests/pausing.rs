//! Pauses of all mappings and of single ones, and how they end.

use fielddesk_sync::mapping::MappingId;

use crate::Failure;
use crate::folders::mappings::mapping::PausedUntil;
use crate::folders::schedule::report::MappingSelection;
use crate::folders::{Folders, mappings::store};

impl Folders {
    pub(super) async fn pause_here(
        &self,
        which: &MappingSelection,
        until: Option<PausedUntil>,
    ) -> Result<(), Failure> {
        let database = &self.inner.parts.database;
        let what = match until {
            None => "goes on".to_owned(),
            Some(PausedUntil::GoOn | PausedUntil::Confirmed) => "paused".to_owned(),
            Some(PausedUntil::At(at)) => format!("paused until {}", at.to_rfc3339()),
        };
        match which {
            MappingSelection::All => match until {
                Some(_) => {
                    store::pause(database, until).await?;
                    self.inner.slots.end_runs();
                    Ok(())
                }
                None => self.resume_all_here(what).await,
            },
            MappingSelection::One(id) => {
                let mut mapping = self.get(id).await?;
                if until.is_none() {
                    self.pause_each_other(id).await?;
                }
                mapping.paused = until;
                if until.is_some() {
                    self.inner.slots.of(id).stop_run();
                }
                self.changed_here(&mapping, what).await
            }
        }
    }

    /// Ends the pause of all mappings, and that of each one which it ends: after one of them was
    /// resumed alone, a pause of all is one of each other.
    async fn resume_all_here(&self, what: String) -> Result<(), Failure> {
        let database = &self.inner.parts.database;
        for mut mapping in store::all(database).await? {
            if mapping.paused.is_some_and(PausedUntil::ends_with_all) {
                mapping.paused = None;
                self.changed_here(&mapping, what.clone()).await?;
            }
        }
        store::pause(database, None).await
    }

    /// Turns a pause of all mappings into one of each other: the one that goes on is alone.
    async fn pause_each_other(&self, id: &MappingId) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let (database, now) = (&parts.database, parts.clock.now());
        let all = store::paused(database).await?;
        for mut other in store::all(database).await? {
            if other.id != *id {
                other.paused = other.paused_at(now, all);
                store::update(database, &other).await?;
            }
        }
        // Last: where the program ends before it, they are paused as before.
        store::pause(database, None).await
    }
}
