//! Reachability of the service, as the last answer showed.

mod follow;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::watch;

use crate::{Failure, FailureKind};

/// The reachability of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Online {
    /// The last request was answered.
    Online,
    /// The last request failed.
    Offline {
        /// Time of the first failure.
        since: DateTime<Utc>,
        /// Time of the next attempt.
        next_try_at: Option<DateTime<Utc>>,
        /// The failure.
        failure: Failure,
    },
}

/// Reachability of the service, shared by everything that asks it. Cheap to clone.
#[derive(Debug, Clone)]
pub struct OnlineWatch(Arc<watch::Sender<Online>>);

impl OnlineWatch {
    /// Begins as online.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(Online::Online)))
    }

    /// The state and its changes.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<Online> {
        self.0.subscribe()
    }

    /// Learns from an outcome and hands it on.
    pub fn note<T>(&self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        match &outcome {
            Ok(_) => self.reached(),
            Err(failure) if is_away(failure.kind) => self.away(failure, Utc::now(), None),
            // It answered, with a no.
            Err(failure) if failure.status.is_some() => self.reached(),
            Err(_) => {}
        }
        outcome
    }

    /// The service answered.
    pub(crate) fn reached(&self) {
        self.0.send_if_modified(|state| {
            let was_offline = *state != Online::Online;
            *state = Online::Online;
            was_offline
        });
    }

    /// The service did not answer, or asks to wait. The first time it happened stays.
    pub(crate) fn away(
        &self,
        failure: &Failure,
        now: DateTime<Utc>,
        next_try_at: Option<DateTime<Utc>>,
    ) {
        self.0.send_if_modified(|state| {
            let (since, next) = match state {
                Online::Online => (now, next_try_at),
                Online::Offline {
                    since,
                    next_try_at: known,
                    ..
                } => (*since, next_try_at.or(*known)),
            };
            let changed = Online::Offline {
                since,
                next_try_at: next,
                failure: failure.clone(),
            };
            let different = *state != changed;
            *state = changed;
            different
        });
    }
}

impl Default for OnlineWatch {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns when the service was away and is there again.
pub(crate) async fn back(online: &mut watch::Receiver<Online>) {
    let is_there = |online: &Online| *online == Online::Online;
    let away = online.wait_for(|online| !is_there(online)).await.is_ok();
    if !away || online.wait_for(is_there).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Failures that pass by themselves when the service or the network is back.
pub(crate) fn is_away(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Unreachable
            | FailureKind::ServiceFailed
            | FailureKind::SlowDown
            | FailureKind::Certificate
            | FailureKind::ProxyRefused
            | FailureKind::ProxyPage
    )
}

/// Failures that stop everything until a person has changed the connection.
pub(crate) fn is_locked_out(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::InvalidClient
            | FailureKind::ScopeNotGranted
            | FailureKind::WrongScope
            | FailureKind::WrongEnvironment
            | FailureKind::TokenExpired
            | FailureKind::TokenMalformed
            | FailureKind::NoToken
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn away() -> Failure {
        Failure::new(
            FailureKind::Unreachable,
            "Nothing answered.",
            "Look at the network.",
        )
    }

    #[test]
    fn the_first_failure_says_since_when_and_an_answer_ends_it() {
        let online = OnlineWatch::new();
        let first = DateTime::UNIX_EPOCH;
        online.away(&away(), first, None);
        let later = first + chrono::TimeDelta::seconds(5);
        online.away(&away(), later, Some(later));
        let Online::Offline {
            since, next_try_at, ..
        } = online.subscribe().borrow().clone()
        else {
            panic!("two failures are offline");
        };
        assert_eq!((since, next_try_at), (first, Some(later)));
        online.note(Ok(())).unwrap();
        assert_eq!(*online.subscribe().borrow(), Online::Online);
    }

    #[test]
    fn a_no_is_an_answer_too() {
        let online = OnlineWatch::new();
        online.away(&away(), DateTime::UNIX_EPOCH, None);
        let mut refused = Failure::new(FailureKind::NotFound, "There is none.", "");
        refused.status = Some(404);
        online.note::<()>(Err(refused)).unwrap_err();
        assert_eq!(*online.subscribe().borrow(), Online::Online);
    }
}
