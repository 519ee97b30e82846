//! Sends a request with a body that takes its time, and waits for the answer: until it comes,
//! the bytes stop moving, or the caller cancels.

use std::time::Duration;

use reqwest::Response;
use tokio_util::sync::CancellationToken;

use super::commit_point::CommitPoint;
use crate::error::Outcome;
use crate::transport::Route;
use crate::{Error, ErrorKind, address, broken, transport};

/// Time between two checks that bytes still move.
const LOOK: Duration = Duration::from_secs(30);
/// At how many looks in a row nothing may have moved while sending.
const STILL_SENDING: u32 = 4;
/// The same once everything is sent: a service may have to write gigabytes to its disk.
const STILL_ANSWERING: u32 = 20;
/// Time that the answer to a complete request is awaited after the caller cancelled.
const PARTING: Duration = Duration::from_secs(10);

/// Gives up the request when the caller goes away, so that it can never complete behind its
/// back.
struct GiveUpOnDrop<'a>(&'a CommitPoint);

impl Drop for GiveUpOnDrop<'_> {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

/// Sends an upload.
///
/// # Errors
/// What the body ended with, where it ended early; `Cancelled` only where the request did not
/// leave whole, so that nothing is stored; `OutcomeUnknown` where it did and the caller will
/// not wait for the answer.
pub(crate) async fn send_body(
    route: &Route<'_>,
    request: reqwest::Request,
    commit_point: &CommitPoint,
    cancel: &CancellationToken,
    operation: &str,
) -> Result<Response, Error> {
    let _leaving = GiveUpOnDrop(commit_point);
    let url = request.url().clone();
    let failed = |kind| Error::new(kind, operation).with(|e| e.host = address::host(&url));
    let mut answer = std::pin::pin!(route.client.execute(request));
    let mut looks = tokio::time::interval(LOOK);
    let (mut moved, mut still) = (0, 0);
    let result = loop {
        tokio::select! {
            biased;
            result = &mut answer => break result,
            () = cancel.cancelled() => {
                if commit_point.give_up() {
                    return Err(failed(ErrorKind::Cancelled));
                }
                match tokio::time::timeout(PARTING, &mut answer).await {
                    Ok(result) => break result,
                    Err(_) => return Err(failed(ErrorKind::OutcomeUnknown)),
                }
            }
            _ = looks.tick() => {
                let now = commit_point.moved();
                still = if now == moved { still + 1 } else { 0 };
                moved = now;
                let allowed = if commit_point.is_whole() { STILL_ANSWERING } else { STILL_SENDING };
                if still > allowed {
                    return Err(transport::silent(operation, &url).with(|e| {
                        e.whole = commit_point.is_whole();
                    }));
                }
            }
        }
    };
    result.map_err(|error| match commit_point.take_failure() {
        Some(kind) => failed(kind),
        None => {
            broken::failure(error, operation, &url, route.proxy.as_deref()).with(|e| {
                // Before anything was sent the library says so; after that, only a request that
                // left whole can have been stored.
                e.whole = commit_point.is_whole() && e.outcome == Outcome::Unknown;
            })
        }
    })
}
