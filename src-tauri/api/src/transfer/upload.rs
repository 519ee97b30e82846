//! Uploads: one request, which stored everything, nothing, or may have stored everything.

use fielddesk_model::UploadResponse;
use reqwest::{Method, Url};
use tokio_util::sync::CancellationToken;

use super::{Multipart, Upload};
use crate::client::{Body, Call};
use crate::error::{Outcome, plain};
use crate::transport::HttpPool;
use crate::{Documents, Error, ErrorKind, response};

impl Documents<'_> {
    /// Sends files in one request and one attempt. Before another one the caller looks at the
    /// page.
    ///
    /// A success whose answer cannot be read, or names other files than were sent, is a success:
    /// they are stored, and the page tells their ids sooner or later.
    ///
    /// # Errors
    /// An error that [`Error::may_have_been_done`] where the request was sent whole and no clear answer
    /// came back: `OutcomeUnknown` where the connection was lost, `ServerFailed` for 500, 502, 503
    /// and 504. Every other one stored nothing. Otherwise see [`Error`].
    pub async fn upload(&self, upload: Upload) -> Result<UploadResponse, Error> {
        let operation = self.upload_operation(&upload);
        let sent = self.send_files(&upload, &operation).await;
        sent.map_err(doubted)
    }

    async fn send_files(&self, upload: &Upload, operation: &str) -> Result<UploadResponse, Error> {
        // From the first byte on, the body itself watches for the caller's word.
        unless_cancelled(&upload.cancel, operation, self.client.token()).await?;
        let body = Multipart::new(upload, operation)?;
        let call = Call {
            body: Body::Upload(&body),
            pool: HttpPool::Transfers,
            ..Call::new(Method::POST, self.upload_url(upload, operation)?, operation)
        };
        // A success was one, whatever became of what it said: sent again it would be stored
        // twice where the list lags behind.
        let body = self.client.done_once(&call).await.map_err(|error| {
            // A refusal that leaves open whether they are stored: the request left whole.
            let answered = error.outcome() == Outcome::Unknown && error.status().is_some();
            error.with(|e| e.whole |= answered)
        })?;
        let answer = body.and_then(|body| response::read_stored(&body, operation));
        let answer: UploadResponse = answer.unwrap_or_default();
        if !answer.successful {
            return Err(Error::new(ErrorKind::Refused, operation)
                .with(|e| e.service_message = Some(plain(&answer.message))));
        }
        Ok(answer)
    }

    fn upload_url(&self, upload: &Upload, operation: &str) -> Result<Url, Error> {
        let mut url = self.url(None, operation)?;
        if let Some(section) = &upload.section {
            url.query_pairs_mut().append_pair("section", section);
        }
        Ok(url)
    }

    fn upload_operation(&self, upload: &Upload) -> String {
        match upload.files.as_slice() {
            [file] => format!("upload `{}` to {}", plain(&file.name), self.target),
            files => format!("upload {} files to {}", files.len(), self.target),
        }
    }
}

/// Only a request that left whole can be stored.
fn doubted(error: Error) -> Error {
    let error = error.with(|e| e.attempts = 1);
    match error.outcome() {
        Outcome::Unknown if !error.left_whole() => error.with(|e| e.outcome = Outcome::NotDone),
        Outcome::Unknown if error.status().is_none() => error.with_kind(ErrorKind::OutcomeUnknown),
        Outcome::Unknown | Outcome::NotDone | Outcome::Final => error,
    }
}

async fn unless_cancelled<T>(
    cancel: &CancellationToken,
    operation: &str,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(Error::new(ErrorKind::Cancelled, operation)),
        result = work => result,
    }
}
