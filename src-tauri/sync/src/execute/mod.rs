//! Carries out a plan and nothing that is not in it.
//!
//! Every change of the page is written down before and after; right before each destructive
//! act the world is looked at again. What fails is of one file where it can be; the rest goes
//! on.

mod agree;
mod batch;
mod intent;
mod journaled;
mod ledger;
mod retire;
mod run;
mod send;
mod sent;
mod settle;
mod window;
mod write;

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;

pub use intent::{Act, Intent, IntentId, Retire, SentPart};
pub(crate) use ledger::Ledger;
pub use run::Note;
pub(crate) use run::Run;

use crate::name::FileKey;
use crate::plan::{Action, Do, Plan, SendReason};
use crate::saved::Change;
use crate::stop_reason::StopReason;
use batch::batches;
use window::Window;

impl Run<'_> {
    /// Carries out a plan. `approved` names the documents whose delete a person approved.
    pub(crate) async fn execute(&self, plan: &Plan, approved: &BTreeSet<FileReferenceId>) {
        if let Err(stop) = self.forget(plan).await {
            self.stop(stop);
            return;
        }
        self.agreements(&plan.actions).await;
        self.sends(&plan.actions).await;
        for action in &plan.actions {
            if let Do::Delete { ids, hold, .. } = &action.act {
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
                Do::Send {
                    why: SendReason::Decided,
                    ..
                } => self.send(vec![action]).await?,
                Do::Delete {
                    successor: Some(_), ..
                } => self.delete(action, true).await?,
                Do::Send { .. } | Do::Delete { .. } | Do::Adopt { .. } => {}
                Do::Compare { .. } | Do::Ask { .. } | Do::Skip(_) => {}
            }
        }
        Ok(())
    }

    /// Ends agreements, after a second look at the page: what it hides today it may list
    /// tomorrow, and then it would be nobody's.
    async fn forget(&self, plan: &Plan) -> Result<(), StopReason> {
        if plan.forgets.is_empty() {
            return Ok(());
        }
        let hidden = |key: &FileKey| {
            let saved = self.ledger.saved();
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
                Do::Compare { file, ids } => Some((action, file.as_ref(), ids)),
                _ => None,
            })
            .collect();
        compares.sort_by_key(|(_, file, _)| {
            std::cmp::Reverse(file.map_or(i64::MIN, |file| file.stat.mtime_ns))
        });
        let mut window = Window::new(self.limits.in_flight);
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
        for action in actions {
            if matches!(action.act, Do::Adopt { .. }) && self.stopped().is_none() {
                self.ended(self.adopt(action).await);
            }
        }
    }

    /// Uploads: small batches and large files in lanes of their own.
    async fn sends(&self, actions: &[Action]) {
        let too_large = self.ledger.saved().too_large;
        let batches = batches(actions, self.limits, too_large, |section| {
            self.with_remote(|remote| remote.count(section))
        });
        let mut window = Window::new(self.limits.in_flight);
        let mut small = batches.small.into_iter();
        let mut large = batches.large.into_iter();
        let mut running = FuturesUnordered::new();
        let (mut small_running, mut large_running) = (0, 0);
        loop {
            while self.stopped().is_none() {
                let next = if large_running < self.limits.large_in_flight.min(window.size()) {
                    large.next().map(|batch| (batch, true))
                } else {
                    None
                };
                let next = match next {
                    Some(next) => Some(next),
                    None if small_running < window.size() => {
                        small.next().map(|batch| (batch, false))
                    }
                    None => None,
                };
                let Some((batch, is_large)) = next else {
                    break;
                };
                let counter = if is_large {
                    &mut large_running
                } else {
                    &mut small_running
                };
                *counter += 1;
                running.push(async move { (self.send(batch).await, is_large) });
            }
            let Some((result, was_large)) = running.next().await else {
                break;
            };
            let counter = if was_large {
                &mut large_running
            } else {
                &mut small_running
            };
            *counter -= 1;
            window.learn(&result);
            self.ended(result);
        }
    }
}
