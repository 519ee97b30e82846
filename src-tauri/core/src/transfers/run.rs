//! The task that works on the queue: picks jobs, runs them, ends gracefully.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_api::CancellationToken;
use tokio::task::JoinSet;

use super::engine::Engine;
use super::row::{Row, Step};
use super::scheduler::{Job, Lane, Situation, pick};
use super::types::TransferState;
use super::{fetch, publish, quiet, settle};
use crate::Failure;
use fielddesk_documents::lock::lock;

/// How long requests under way may take to end when the engine stops.
const GRACE: Duration = Duration::from_secs(10);

impl Engine {
    /// Works until it is stopped.
    pub(super) async fn run(self: Arc<Self>) {
        let mut jobs = Jobs::default();
        let mut online = self.online.subscribe();
        loop {
            self.begin(&mut jobs);
            let next = self.next_wake();
            tokio::select! {
                () = self.dead.cancelled() => return,
                () = self.stop.cancelled() => break,
                () = self.wake.notified() => {}
                Ok(()) = online.changed() => {
                    // The borrow has to end first: learning may change the state.
                    let state = online.borrow_and_update().clone();
                    self.learn(&state);
                }
                () = jobs.one_ended(&self) => {}
                () = self.wait_until(next) => self.ask_again().await,
            }
        }
        let all_ended = async {
            while !jobs.set.is_empty() {
                jobs.one_ended(&self).await;
            }
        };
        tokio::select! {
            () = self.dead.cancelled() => {}
            () = all_ended => {}
            () = self.clock.sleep(GRACE) => {
                tracing::info!("requests were cut off; they go on at the next start");
                jobs.give_up(&self).await;
            }
        }
    }

    fn begin(self: &Arc<Self>, jobs: &mut Jobs) {
        let now = self.now();
        let mut state = lock(&self.state);
        if state.away.as_ref().is_some_and(|away| now < away.until) {
            return;
        }
        let picked = pick(&Situation {
            rows: &state.rows,
            flying: &state.flying,
            unsettled: &state.unsettled,
            paused: state.remembered.paused,
            probing: state.away.is_some(),
            now,
        });
        for (job, lane) in picked {
            let ids = job.rows();
            if let Job::Recover(target, _) = &job {
                state.unsettled.remove(target);
            }
            for id in &ids {
                if let Some(row) = state.rows.get_mut(id) {
                    take(row, &job);
                }
            }
            state.flying.push(lane);
            state.touch();
            let engine = Arc::clone(self);
            let handle = jobs.set.spawn(async move { engine.work(job).await });
            jobs.running.insert(handle.id(), (ids, lane));
        }
    }

    async fn work(&self, job: Job) {
        match job {
            Job::Publish(target, rows) => publish::publish(self, &target, &rows).await,
            Job::Recover(target, rows) => settle::recover(self, &target, &rows).await,
            Job::Look(rows) => quiet::look(self, &rows).await,
            Job::Finish(id) | Job::Undo(id) | Job::Fetch(id) => {
                let Some(row) = self.rows(&[id]).into_iter().next() else {
                    return;
                };
                match job {
                    Job::Finish(_) => settle::finish(self, &row).await,
                    Job::Undo(_) => settle::undo(self, &row).await,
                    _ => fetch::fetch(self, row).await,
                }
            }
        }
    }

    fn ended(&self, ids: &[i64], lane: Lane) {
        let mut state = lock(&self.state);
        state.touch();
        if let Some(at) = state.flying.iter().position(|&flying| flying == lane) {
            state.flying.swap_remove(at);
        }
        for id in ids {
            if let Some(row) = state.rows.get_mut(id) {
                row.live.busy = false;
                row.live.cancel = None;
            }
        }
    }
}

/// A job takes a row: it shows what is done for it.
fn take(row: &mut Row, job: &Job) {
    row.live.busy = true;
    row.live.cancel = Some(CancellationToken::new());
    if matches!(job, Job::Look(_)) {
        return;
    }
    row.next_try_at = None;
    row.failure = None;
    row.state = match (job, row.step) {
        // It moves once its request begins.
        (Job::Publish(..), _) => TransferState::Waiting,
        (Job::Recover(..), Some(Step::Sending)) => TransferState::Checking,
        _ => TransferState::Working,
    };
}

/// The jobs that run, and the rows each has.
#[derive(Default)]
struct Jobs {
    set: JoinSet<()>,
    running: HashMap<tokio::task::Id, (Vec<i64>, Lane)>,
}

impl Jobs {
    /// Waits for the end of one; for ever when there is none.
    async fn one_ended(&mut self, engine: &Engine) {
        let (id, broken) = match self.set.join_next_with_id().await {
            None => return std::future::pending().await,
            Some(Ok((id, ()))) => (id, None),
            Some(Err(error)) => (error.id(), Some(error)),
        };
        let Some((ids, lane)) = self.running.remove(&id) else {
            return;
        };
        engine.ended(&ids, lane);
        if let Some(error) = broken {
            engine.fail(&ids, &Failure::internal(error)).await;
        }
    }

    /// Ends all of them in the middle. Nobody works on their rows any more, and what is known of
    /// them is in the journal.
    async fn give_up(&mut self, engine: &Engine) {
        self.set.shutdown().await;
        for (ids, lane) in self.running.drain().map(|(_, job)| job) {
            engine.ended(&ids, lane);
        }
    }
}
