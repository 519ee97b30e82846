//! Follows the reachability of the server, attempt by attempt, so that no part of the program waits
//! for the end of a request's retries to learn it.

use std::time::Duration;

use fielddesk_api::{Client, Clock, Reach};
use tokio::sync::watch;

use super::{Online, OnlineWatch};
use crate::{Failure, FailureKind};

/// A connection that broke once is often there again at the first retry, one second later.
const SETTLE: Duration = Duration::from_secs(2);

/// Between two questions whether the server is still there.
const STILL_THERE: Duration = Duration::from_secs(5);

/// Between two questions whether the server is back.
const PROBE: Duration = Duration::from_secs(2);

/// Between two questions through a proxy that refuses: each is a try with the same password, and
/// accounts are locked for it.
const REFUSED: Duration = Duration::from_secs(300);

/// So many questions are asked at that pace.
const SOON: u32 = 300;

/// Between two questions after that.
const LATER: Duration = Duration::from_secs(15);

impl OnlineWatch {
    /// Follows the attempts of a client for as long as it is polled. Two seconds after an attempt
    /// without an answer it is offline, unless another one got an answer; from then on the server
    /// is asked whether it is back.
    pub async fn follow(&self, client: &Client, clock: &dyn Clock) {
        let mut reach = client.watch_reach();
        loop {
            let Some(failure) = unreached(&mut reach).await else {
                return;
            };
            if answered_within(SETTLE, &mut reach, clock).await {
                continue;
            }
            self.away(&failure, clock.now(), None);
            let mut asked = 0;
            let pace = |asked: u32| match failure.kind {
                FailureKind::ProxyRefused => REFUSED,
                _ if asked < SOON => PROBE,
                _ => LATER,
            };
            while !answered_within(pace(asked), &mut reach, clock).await {
                asked = asked.saturating_add(1);
                client.probe().await;
            }
            self.back();
        }
    }

    /// Asks the server whether it is still there, as long as somebody looks: where nothing else is
    /// asked, they would never learn that it is not. One that asked to wait, or fails, is left alone.
    pub async fn ask_while_seen(
        &self,
        client: &Client,
        clock: &dyn Clock,
        is_seen: impl Fn() -> bool,
    ) {
        loop {
            clock.sleep(STILL_THERE).await;
            let is_online = *self.subscribe().borrow() == Online::Online;
            if is_online && is_seen() {
                client.probe().await;
            }
        }
    }

    /// The server can be reached. A server that asked to wait, or fails, is none of that.
    fn back(&self) {
        let unreachable = match &*self.subscribe().borrow() {
            Online::Online => false,
            Online::Offline { failure, .. } => matches!(
                failure.kind,
                FailureKind::Unreachable | FailureKind::Certificate | FailureKind::ProxyRefused
            ),
        };
        if unreachable {
            self.reached();
        }
    }
}

/// Waits for an attempt without an answer; `None` where the client is gone.
async fn unreached(reach: &mut watch::Receiver<Reach>) -> Option<Failure> {
    let found = reach.wait_for(|reach| matches!(reach, Reach::Unreached(_)));
    match &*found.await.ok()? {
        Reach::Unreached(error) => Some(Failure::from(error)),
        Reach::Reached => None,
    }
}

/// Whether an answer came within that time.
async fn answered_within(
    wait: Duration,
    reach: &mut watch::Receiver<Reach>,
    clock: &dyn Clock,
) -> bool {
    tokio::select! {
        biased;
        answered = reach.wait_for(|reach| matches!(reach, Reach::Reached)) => answered.is_ok(),
        () = clock.sleep(wait) => false,
    }
}
