//! Outages of the service: the rows that wait, the time until they go on, and the job that asks
//! whether it is back.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::backoff::Away;
use super::engine::Engine;
use super::row::Row;
use super::types::TransferState;
use crate::Failure;
use crate::online::Online;
use crate::online::is_away;
use fielddesk_documents::lock::lock;

impl Engine {
    /// The service answered: everything that waited for it may go on.
    pub(super) fn reached(&self) {
        self.online.reached();
        let mut state = lock(&self.state);
        if state.away.take().is_some() {
            state.touch();
            for row in state.rows.values_mut().filter(|row| row.is_open()) {
                row.next_try_at = None;
                row.failure = None;
            }
            self.wake.notify_one();
        }
    }

    /// The service is away: these rows wait, and everything else with them.
    pub(super) async fn away(&self, ids: &[i64], failure: Failure, asked: Option<DateTime<Utc>>) {
        let now = self.now();
        let until = {
            let mut state = lock(&self.state);
            // Several requests that fail at once are one failure.
            let known = state.away.as_ref().filter(|away| now < away.until);
            let away = match known {
                Some(away) => away.clone(),
                None => Away::after(state.away.as_ref(), failure.clone(), now, asked),
            };
            let until = away.until;
            state.away = Some(away);
            until
        };
        self.online.away(&failure, now, Some(until));
        self.pages_unknown().await;
        self.keep(ids, |row| {
            row.next_try_at = Some(until);
            row.failure = Some(failure.clone());
            row.state = TransferState::Waiting;
            if row.step.is_none() {
                row.wait();
            }
        })
        .await;
    }

    /// After a gap the page may be another one.
    async fn pages_unknown(&self) {
        let all = self.pages.lock().await;
        all.values().for_each(|pages| pages.forget_listing());
    }

    /// When something waits for the clock and not for a job.
    pub(super) fn next_wake(&self) -> Option<DateTime<Utc>> {
        let now = self.now();
        let state = lock(&self.state);
        if let Some(away) = &state.away {
            let waiting = away.until > now;
            // With nothing to send the service is asked whether it is back.
            return (waiting || state.flying.is_empty()).then_some(away.until);
        }
        let open = state
            .rows
            .values()
            .filter(|row| row.is_open() && !row.live.busy);
        open.filter_map(|row| row.next_try_at)
            .chain(state.unsettled.values().copied())
            .filter(|&at| at > now)
            .min()
    }

    pub(super) async fn wait_until(&self, at: Option<DateTime<Utc>>) {
        let Some(at) = at else {
            return std::future::pending().await;
        };
        let wait = (at - self.now()).to_std().unwrap_or(Duration::ZERO);
        self.clock.sleep(wait).await;
    }

    /// The time has come: rows that are due are the question; without any, a listing is.
    pub(super) async fn ask_again(&self) {
        let idle = {
            let now = self.now();
            let state = lock(&self.state);
            let due = |row: &Row| row.is_open() && row.next_try_at.is_none_or(|at| at <= now);
            let away = state.away.as_ref().is_some_and(|away| away.until <= now);
            let blocked = |row: &Row| state.remembered.paused && row.step.is_none();
            let unsettled = state.unsettled.values().any(|at| *at <= now);
            away && !unsettled && !state.rows.values().any(|row| due(row) && !blocked(row))
        };
        if !idle {
            return;
        }
        match self.client.projects().list().await.map_err(Failure::from) {
            Err(failure) if is_away(failure.kind) => {
                self.away(&[], failure, None).await;
            }
            _ => self.reached(),
        }
    }

    /// Others ask the service too: what they learn counts here.
    pub(super) fn learn(&self, online: &Online) {
        match online {
            Online::Online => self.reached(),
            Online::Offline { failure, .. } => {
                let now = self.now();
                let mut state = lock(&self.state);
                if state.away.is_none() {
                    let away = Away::after(None, failure.clone(), now, None);
                    let until = away.until;
                    state.away = Some(away);
                    state.touch();
                    drop(state);
                    self.online.away(failure, now, Some(until));
                }
            }
        }
    }
}
