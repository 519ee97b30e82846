//! The end of a job: the reason, and the time at which its rows and its target go on.

use chrono::TimeDelta;
use fielddesk_documents::stop_reason::StopReason;

use super::caller::JobCaller;
use super::engine::Engine;
use super::row::{Row, Step};
use super::types::TransferState;
use crate::Failure;
use crate::documents::errors;
use crate::online::is_locked_out;
use crate::target::Target;
use fielddesk_documents::lock::lock;

/// Until a row goes again whose page changed while its job ran.
const AGAIN: TimeDelta = TimeDelta::seconds(2);

impl JobCaller<'_> {
    /// Ends the job: open rows wait, for the service where it is away.
    pub(super) async fn end(&self, ids: &[i64]) {
        let engine = self.engine;
        let stopped = self.stopped();
        let now = engine.now();
        let is_held = stopped.is_some() || engine.begins_nothing();
        engine
            .keep(ids, |row| match row.step {
                _ if !row.is_open() => {}
                None if row.live.cancel_wanted => row.end(TransferState::Cancelled, None, now),
                None => {
                    row.wait();
                    if row.next_try_at.is_none() && row.failure.is_none() && !is_held {
                        row.next_try_at = Some(now + AGAIN);
                    }
                }
                Some(Step::Sending) => row.state = TransferState::Checking,
                Some(Step::Sent | Step::Undoing) => {}
            })
            .await;
        if let Some(stop) = &stopped {
            self.because(stop, ids).await;
        }
        self.leave();
        engine.settle_later(self.pages.target()).await;
    }

    async fn because(&self, stop: &StopReason, ids: &[i64]) {
        let engine = self.engine;
        let failure = errors::of_stop(stop);
        let open: Vec<i64> = engine
            .rows(ids)
            .iter()
            .filter(|row| row.is_open())
            .map(|row| row.id)
            .collect();
        match stop {
            StopReason::Service { wait, .. } => {
                let wait = wait.and_then(|wait| TimeDelta::from_std(wait).ok());
                let asked = wait.map(|wait| engine.now() + wait);
                engine.away(&open, failure, asked).await;
            }
            StopReason::Auth(_)
            | StopReason::Closed(_)
            | StopReason::Gone(_)
            | StopReason::State(_) => {
                engine.reached();
                engine.give_up(&open, &failure).await;
                if !matches!(stop, StopReason::State(_)) {
                    end_hopeless(engine, self.pages.target(), &failure).await;
                }
            }
            StopReason::Cancelled | StopReason::FolderAway(_) | StopReason::FolderDenied(_) => {}
        }
    }
}

/// What waits has no chance either: a project that is closed to us, a client that is refused.
async fn end_hopeless(engine: &Engine, target: &Target, failure: &Failure) {
    let everywhere = is_locked_out(failure.kind);
    let hopeless: Vec<i64> = {
        let state = lock(&engine.state);
        let waiting = state.rows.values().filter(|row: &&Row| {
            row.is_open()
                && !row.live.busy
                && row.step.is_none()
                && (everywhere || (row.is_upload() && row.target == *target))
        });
        waiting.map(|row| row.id).collect()
    };
    engine.fail(&hopeless, failure).await;
}
