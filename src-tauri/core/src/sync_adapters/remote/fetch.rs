//! A document on its way down, taken up again where it broke off: content never changes under
//! an id, so what came before the break need not come again.

use bytes::Bytes;
use fielddesk_api::Error;
use fielddesk_model::FileReferenceId;
use fielddesk_rules::retry::wait_after;
use fielddesk_sync::ports::{RemoteError, RemoteErrorKind, SourceError};
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};

use super::refusals::of_read;
use super::{ApiRemote, told};

type Chunk = Result<Bytes, SourceError>;

struct Fetch {
    remote: ApiRemote,
    id: FileReferenceId,
    bytes: BoxStream<'static, Result<Bytes, Error>>,
    /// How much was handed on.
    passed: u64,
    /// How much of what comes was handed on before.
    skip: u64,
    /// Attempts that broke off.
    attempts: u32,
}

/// Begins to fetch a document.
pub(super) async fn begin(
    remote: &ApiRemote,
    id: &FileReferenceId,
) -> Result<BoxStream<'static, Chunk>, RemoteError> {
    let fetch = Fetch {
        bytes: open(remote, id).await?,
        remote: remote.clone(),
        id: id.clone(),
        passed: 0,
        skip: 0,
        attempts: 0,
    };
    let chunks = stream::unfold(Some(fetch), |fetch| async move {
        let mut fetch = fetch?;
        match fetch.next().await {
            Ok(None) => None,
            Ok(Some(bytes)) => Some((Ok(bytes), Some(fetch))),
            Err(error) => Some((Err(SourceError::Remote(error)), None)),
        }
    });
    Ok(chunks.boxed())
}

async fn open(
    remote: &ApiRemote,
    id: &FileReferenceId,
) -> Result<BoxStream<'static, Result<Bytes, Error>>, RemoteError> {
    let documents = remote.client.documents(&remote.target);
    tokio::select! {
        () = remote.cancel.cancelled() => Err(RemoteErrorKind::Cancelled.into()),
        download = documents.download(id) => match download {
            Ok(download) => Ok(download.into_stream()),
            Err(error) => Err(told(of_read(&error), error)),
        },
    }
}

impl Fetch {
    async fn next(&mut self) -> Result<Option<Bytes>, RemoteError> {
        loop {
            let next = tokio::select! {
                () = self.remote.cancel.cancelled() => return Err(RemoteErrorKind::Cancelled.into()),
                next = self.bytes.next() => next,
            };
            match next {
                // It was longer before: something else came the second time.
                None if self.skip > 0 => return Err(RemoteErrorKind::Unreadable.into()),
                None => return Ok(None),
                Some(Ok(bytes)) => {
                    if let Some(bytes) = self.fresh(bytes) {
                        return Ok(Some(bytes));
                    }
                }
                Some(Err(error)) => self.again(error).await?,
            }
        }
    }

    /// What of a chunk was not handed on before.
    fn fresh(&mut self, mut bytes: Bytes) -> Option<Bytes> {
        let old = usize::try_from(self.skip).map_or(bytes.len(), |skip| skip.min(bytes.len()));
        let fresh = bytes.split_off(old);
        self.skip -= old as u64;
        self.passed += fresh.len() as u64;
        (!fresh.is_empty()).then_some(fresh)
    }

    async fn again(&mut self, error: Error) -> Result<(), RemoteError> {
        self.attempts += 1;
        let wait = match wait_after(self.attempts, None) {
            Some(wait) if error.is_transient() => wait,
            _ => return Err(told(broken(&error), error)),
        };
        tracing::info!(%error, "a download broke off; it is taken up again");
        tokio::select! {
            () = self.remote.cancel.cancelled() => return Err(RemoteErrorKind::Cancelled.into()),
            () = self.remote.clock.sleep(wait) => {}
        }
        self.bytes = open(&self.remote, &self.id).await?;
        self.skip = self.passed;
        Ok(())
    }
}

/// Bytes that broke off for good.
fn broken(error: &Error) -> RemoteErrorKind {
    match of_read(error) {
        RemoteErrorKind::Offline(_) => RemoteErrorKind::Unreadable,
        other => other,
    }
}
