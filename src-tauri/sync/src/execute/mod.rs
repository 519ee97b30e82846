//! Carries out a plan and nothing that is not in it.
//!
//! What changes documents goes through `fielddesk_documents`, which calls back here for what a
//! synced folder knows. What fails is of one file where it can be; the rest goes on.

mod adopt;
mod caller;
mod damaged;
mod keep_local;
mod removal;
mod run;
mod state_writer;
mod write;

use std::collections::BTreeSet;

use fielddesk_documents::publish::Window;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;

pub use fielddesk_documents::caller::ItemFailure;
pub(crate) use fielddesk_documents::remove::Outcome;

pub(crate) use run::{Parts, Run, of_failure};
pub(crate) use state_writer::StateWriter;

use crate::mapping_state::Change;
use crate::plan::{Action, ActionKind, Plan, SendReason};
use crate::stop_reason::StopReason;

impl Run<'_> {
    /// Carries out a plan. `approved` names the documents whose delete a person approved.
    pub(crate) async fn execute(&self, plan: &Plan, approved: &BTreeSet<FileReferenceId>) {
        if let Err(stop) = self.forget(plan).await {
            self.stop(stop);
            return;
        }
        self.agreements(&plan.actions).await;
        let sends = plan.actions.iter().filter_map(|a| self.outgoing(a));
        let too_large = self.state_writer.saved().too_large;
        self.session().publish(sends.collect(), too_large).await;
        for action in &plan.actions {
            if let ActionKind::Delete { ids, hold, .. } = &action.act {
                let yes = ids.iter().all(|id| approved.contains(id));
                if (hold.is_none() || yes) && self.stopped().is_none() {
                    self.ended(self.delete(action, yes).await);
                }
            }
        }
    }

    /// Carries out what a person just decided about one name, and nothing else of the plan.
    pub(crate) async fn execute_decided(
        &self,
        plan: &Plan,
        key: &FileKey,
    ) -> Result<(), StopReason> {
        for action in plan.actions.iter().filter(|action| action.key == *key) {
            match &action.act {
                ActionKind::Send {
                    why: SendReason::Decided,
                    ..
                } => {
                    let file = self.outgoing(action).into_iter().collect();
                    self.session().publish(file, None).await;
                }
                ActionKind::Delete {
                    successor: Some(_), ..
                } => self.delete(action, true).await?,
                ActionKind::Send { .. } | ActionKind::Delete { .. } | ActionKind::Adopt { .. } => {}
                ActionKind::Compare { .. } | ActionKind::Ask { .. } | ActionKind::Skip(_) => {}
            }
        }
        self.stopped().map_or(Ok(()), Err)
    }

    /// Ends agreements, after a second look at the page: a document hidden today may be listed
    /// tomorrow, and would then belong to no agreement.
    async fn forget(&self, plan: &Plan) -> Result<(), StopReason> {
        if plan.forgets.is_empty() {
            return Ok(());
        }
        let hidden = |key: &FileKey| {
            let saved = self.state_writer.saved();
            let agreed = saved.synced.get(key);
            agreed.is_some_and(|agreed| !self.listed(&agreed.id))
        };
        let unlisted: Vec<bool> = plan.forgets.iter().map(&hidden).collect();
        if unlisted.contains(&true) {
            self.list().await?;
        }
        let still = plan.forgets.iter().zip(unlisted);
        let still = still.filter(|(key, was)| !was || hidden(key));
        self.commit(
            still
                .map(|(key, _)| Change::Forgotten(key.clone()))
                .collect(),
        )
        .await
    }

    fn ended(&self, result: Result<(), StopReason>) {
        if let Err(stop) = result {
            self.stop(stop);
        }
    }

    /// Comparisons, newest local change first, then adoptions.
    async fn agreements(&self, actions: &[Action]) {
        let mut compares: Vec<_> = actions
            .iter()
            .filter_map(|action| match &action.act {
                ActionKind::Compare { file, ids } => Some((action, file.as_ref(), ids)),
                _ => None,
            })
            .collect();
        compares.sort_by_key(|(_, file, _)| {
            std::cmp::Reverse(file.map_or(i64::MIN, |file| file.stat.mtime_ns))
        });
        let mut window = Window::new(self.limits.documents.in_flight);
        let mut work = compares.into_iter();
        let mut running = FuturesUnordered::new();
        loop {
            while self.stopped().is_none() && running.len() < window.size() {
                let Some((action, file, ids)) = work.next() else {
                    break;
                };
                running.push(self.compare(action, file, ids));
            }
            let Some(result) = running.next().await else {
                break;
            };
            window.learn(&result);
            self.ended(result);
        }
        if actions.iter().any(|action| self.adopts_for_gone(action)) {
            // What one listing hides another may show: ours would then be nobody's.
            self.ended(self.list().await);
        }
        for action in actions {
            if matches!(action.act, ActionKind::Adopt { .. }) && self.stopped().is_none() {
                self.ended(self.adopt(action).await);
            }
        }
    }
}
