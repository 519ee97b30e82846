//! Pauses of all mappings and of single ones, and how they end.

use crate::Failure;
use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::{FolderMapping, PausedUntil};
use crate::folders::mappings::selection::MappingSelection;
use crate::folders::{Folders, mappings::store};

impl Folders {
    pub(super) async fn pause_here(
        &self,
        which: &MappingSelection,
        until: Option<PausedUntil>,
    ) -> Result<(), Failure> {
        if let Some(PausedUntil::At(at)) = until
            && at <= self.inner.parts.clock.now()
        {
            return Err(Failure::usage(
                "until",
                "The end of the pause is over already.",
                "Choose a later time.",
            ));
        }
        match (which, until) {
            (MappingSelection::All, until) if self.shown_for.is_some() => {
                self.pause_seen(until).await
            }
            (MappingSelection::All, Some(until)) => self.pause_all(until).await,
            (MappingSelection::All, None) => self.resume_all().await,
            (MappingSelection::One(id), until) => {
                let mut mapping = self.get(id).await?;
                if until.is_none() {
                    self.pause_each_other(|other| Ok(other.id == *id)).await?;
                }
                mapping.paused = until;
                if until.is_some() {
                    self.inner.slots.of(id).stop_run();
                }
                let (act, until) = told(until);
                self.changed_here(&mapping, act, until).await
            }
        }
    }

    async fn pause_all(&self, until: PausedUntil) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let (database, now) = (&parts.database, parts.clock.now());
        let before = store::paused(database).await?;
        store::pause(database, Some(until)).await?;
        self.inner.slots.end_runs();
        for mapping in store::all(database).await? {
            if mapping.paused_at(now, before).is_none() {
                let (act, until) = told(Some(until));
                self.note(&mapping, act, until).await;
            }
        }
        Ok(())
    }

    /// Ends the pause of all mappings, and that of each one which it ends: after one of them was
    /// resumed alone, a pause of all is one of each other.
    async fn resume_all(&self) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let (database, now) = (&parts.database, parts.clock.now());
        let all = store::paused(database).await?;
        for mut mapping in store::all(database).await? {
            let was = mapping.paused_at(now, all);
            if mapping.paused.is_some_and(PausedUntil::ends_with_all) {
                mapping.paused = None;
                store::update(database, &mapping).await?;
            }
            if was.is_some() && mapping.paused_at(now, None).is_none() {
                self.note(&mapping, Act::Resumed, String::new()).await;
            }
        }
        store::pause(database, None).await
    }

    /// Pauses the mappings of a screen, or ends each pause of theirs that a resume of all ends;
    /// those of other connections stay as they are.
    async fn pause_seen(&self, until: Option<PausedUntil>) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let all = store::paused(&parts.database).await?;
        if until.is_none() {
            self.pause_each_other(|mapping| self.sees(mapping)).await?;
        }
        for mut mapping in self.seen().await? {
            let was = mapping.paused_at(parts.clock.now(), all);
            if mapping.paused.is_some_and(|paused| !paused.ends_with_all()) {
                continue;
            }
            mapping.paused = until;
            if until.is_some() {
                self.inner.slots.of(&mapping.id).stop_run();
            }
            if was.is_some() == until.is_some() {
                store::update(&parts.database, &mapping).await?;
            } else {
                let (act, until) = told(until);
                self.changed_here(&mapping, act, until).await?;
            }
        }
        Ok(())
    }

    /// Turns a pause of all mappings into one of each other than those that go on.
    async fn pause_each_other(
        &self,
        goes_on: impl Fn(&FolderMapping) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let parts = &self.inner.parts;
        let (database, now) = (&parts.database, parts.clock.now());
        let all = store::paused(database).await?;
        for mut other in store::all(database).await? {
            if !goes_on(&other)? {
                other.paused = other.paused_at(now, all);
                store::update(database, &other).await?;
            }
        }
        // Last: where the program ends before it, they are paused as before.
        store::pause(database, None).await
    }
}

/// How a pause, or its end, is told: with the time when it ends by itself.
fn told(until: Option<PausedUntil>) -> (Act, String) {
    match until {
        None => (Act::Resumed, String::new()),
        Some(PausedUntil::GoOn | PausedUntil::Confirmed) => (Act::Paused, String::new()),
        Some(PausedUntil::At(at)) => (Act::Paused, at.to_rfc3339()),
    }
}
