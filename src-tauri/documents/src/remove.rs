//! Removes a document: its bytes to the history, a look at the page, then a delete by id.
//!
//! Content never changes under an id, so a delete by id is a compare-and-set: it removes what
//! was seen and nothing else. If the bytes cannot be kept, nothing is removed.

use crate::caller::{Caller, Change, ItemFailure};
use crate::fetch::KeepOutcome;
use crate::intent::{Act, Intent, IntentId, Removal};
use crate::ports::RemovalReason;
use crate::session::Session;
use crate::stop_reason::StopReason;

/// The outcome of a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The document is gone from the page.
    Gone,
    /// The document stays: the page is not as it was, and the caller decides anew.
    Stays,
    /// The removal waits, and the intent stays open.
    Waits(ItemFailure),
}

impl<C: Caller> Session<'_, C> {
    /// Returns the intent to remove a document, to be committed by the caller.
    pub fn intend(&self, removal: Removal) -> Intent<C::Source> {
        Intent {
            id: self.caller.journal().new_intent(),
            at: self.pages.now(),
            act: Act::Remove(removal),
        }
    }

    /// Carries out a removal whose intent is committed.
    ///
    /// # Errors
    /// When the server as a whole cannot be used, or the journal; the intent stays open.
    pub async fn remove(&self, intent: IntentId, removal: &Removal) -> Result<Outcome, StopReason> {
        if !self.pages.lists(&removal.id) {
            return self.removed(intent, removal).await;
        }
        let content = match self.keep(removal).await? {
            KeepOutcome::Kept(version) => version.sha256,
            KeepOutcome::WasGone => return self.removed(intent, removal).await,
            KeepOutcome::OtherBytes => return self.give_up(intent).await,
            KeepOutcome::Not(failure) => return Ok(Outcome::Waits(failure)),
        };
        // Bringing the bytes may have taken long: look again, right before the delete.
        if !self.has_successor(removal).await? || !self.caller.may_remove(removal, content).await? {
            return self.give_up(intent).await;
        }
        match self.pages.ports.remote.delete(&removal.id).await {
            Ok(_) => self.removed(intent, removal).await,
            Err(error) if error.is_not_found() => self.removed(intent, removal).await,
            Err(error) => Err(StopReason::of_call(error)),
        }
    }

    /// Carries out a removal that the journal asks for; one that waits is reported and stays in it.
    pub async fn remove_open(&self, intent: &Intent<C::Source>) -> Result<(), StopReason> {
        let Act::Remove(removal) = &intent.act else {
            return Ok(());
        };
        if let Outcome::Waits(failure) = self.remove(intent.id, removal).await? {
            self.caller
                .waits(&removal.key, &removal.section, &removal.name, failure);
        }
        Ok(())
    }

    async fn has_successor(&self, removal: &Removal) -> Result<bool, StopReason> {
        let Some(successor) = &removal.successor else {
            return Ok(true);
        };
        // Another program may remove the successor as a duplicate of this one at the same time.
        if removal.reason == RemovalReason::Duplicate {
            self.pages.list().await?;
        } else if !self.pages.just_confirmed(successor) {
            self.pages.list_if_old().await?;
        }
        if !self.pages.lists(successor) {
            // What one listing hides another may show.
            self.pages.list().await?;
        }
        Ok(self.pages.lists(successor))
    }

    /// The document is gone: its version is dated, then the intent ends. A crash in between is
    /// gone on with by `recover`, which comes here again.
    pub(crate) async fn removed(
        &self,
        intent: IntentId,
        removal: &Removal,
    ) -> Result<Outcome, StopReason> {
        self.date(removal).await;
        let changes = vec![
            Change::IntentEnded(intent),
            Change::NoRemoteHash(removal.id.clone()),
            Change::Removed(removal.clone(), self.pages.now()),
        ];
        self.caller.commit(changes).await?;
        self.pages.with_listing(|listing| listing.drop(&removal.id));
        Ok(Outcome::Gone)
    }

    /// Dates the version of a document that is gone. Where that fails it is kept all the same,
    /// with the date of its keeping. Returns whether its bytes had reached the history, which
    /// they do before every delete.
    pub(crate) async fn date(&self, removal: &Removal) -> bool {
        let history = &self.pages.ports.history;
        let Ok(Some(version)) = history.of_document(&removal.id).await else {
            return false;
        };
        let act = self.caller.act(removal);
        let dated = history.removed(version.version, removal.reason, act.as_ref());
        if let Err(error) = dated.await {
            tracing::warn!(%error, version = version.version.0, "a removal could not be dated");
        }
        true
    }

    async fn give_up(&self, intent: IntentId) -> Result<Outcome, StopReason> {
        self.caller.moved();
        self.caller
            .commit(vec![Change::IntentEnded(intent)])
            .await?;
        Ok(Outcome::Stays)
    }
}
