//! The targets that jobs work on: their pages while something is open, and when to look again.

use std::sync::Arc;

use super::engine::Engine;
use super::pages::{TRY_AGAIN, TargetPages};
use super::row::Row;
use crate::Failure;
use crate::target::Target;
use fielddesk_documents::lock::lock;

impl Engine {
    /// The pages of a target, opened by the first job that needs them.
    pub(super) async fn pages_of(&self, target: &Target) -> Result<Arc<TargetPages>, Failure> {
        let mut all = self.pages.lock().await;
        if let Some(pages) = all.get(target) {
            return Ok(pages.clone());
        }
        let pages = Arc::new(TargetPages::open(self, target).await?);
        all.insert(target.clone(), pages.clone());
        Ok(pages)
    }

    /// Notes when what is open on a target is looked at; forgets its pages where nothing is.
    pub(super) async fn settle_later(&self, target: &Target) {
        let mut all = self.pages.lock().await;
        let Some(pages) = all.get(target) else {
            return;
        };
        let due = pages.due(self.now());
        let is_idle = {
            let mut state = lock(&self.state);
            match due {
                Some(at) => state.unsettled.insert(target.clone(), at),
                None => state.unsettled.remove(target),
            };
            let rows = state.rows.values();
            !rows.filter(|row| row.target == *target).any(Row::is_open)
        };
        // One is the map's and one that of the job which ends: nobody else works on them.
        if due.is_none() && is_idle && Arc::strong_count(pages) == 2 {
            all.remove(target);
        }
    }

    /// Lets what is open on a target be looked at again although its journal could not be opened.
    pub(super) fn settle_again(&self, target: &Target) {
        let at = self.now() + TRY_AGAIN;
        lock(&self.state).unsettled.insert(target.clone(), at);
    }
}
