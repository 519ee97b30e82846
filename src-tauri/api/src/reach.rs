//! Reachability of the server, noted after each attempt, before any retry.

use reqwest::Method;
use tokio::sync::watch;

use crate::client::{Call, Client};
use crate::{Error, ErrorKind};

/// The result of the last attempt of a client, or of a clone of it.
#[derive(Debug, Clone, Default)]
pub enum Reach {
    /// The server answered, or nothing was asked yet.
    #[default]
    Reached,
    /// No answer came back, with the error of the attempt.
    Unreached(Error),
}

impl Client {
    /// Follows whether the server can be reached. It changes after the attempt that shows it,
    /// while the call still waits for its retries.
    #[must_use]
    pub fn watch_reach(&self) -> watch::Receiver<Reach> {
        self.reach().subscribe()
    }

    /// Asks the server once, without a token; whatever it answers counts.
    pub async fn probe(&self) {
        let url = self.endpoints().base.clone();
        let call = Call::new(Method::HEAD, url, "reach the server");
        if let Err(error) = self.unsigned(&call).await {
            tracing::debug!(%error, "the server was asked whether it is back");
        }
    }

    /// Notes what an attempt showed. A server that is overloaded or fails says nothing new: it
    /// answers, and is no reason to try sooner what waits for it.
    pub(crate) fn note_reach(&self, error: Option<&Error>) {
        let answered = match error {
            None => true,
            Some(error) => match error.status() {
                Some(status) => status < 500 && status != 429,
                None if matches!(
                    error.kind(),
                    ErrorKind::Unreachable
                        | ErrorKind::Certificate(_)
                        | ErrorKind::ProxyRefused { .. }
                ) =>
                {
                    self.reach().send_replace(Reach::Unreached(error.clone()));
                    return;
                }
                None => false,
            },
        };
        if answered {
            self.reach().send_if_modified(|reach| {
                let was_unreached = matches!(reach, Reach::Unreached(_));
                *reach = Reach::Reached;
                was_unreached
            });
        }
    }
}
