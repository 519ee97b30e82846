//! Uploads: one attempt, and attempts until the files are stored exactly once.

use std::collections::BTreeSet;

use fielddesk_model::{FileReferenceId, UploadResponse};
use reqwest::{Method, Url};
use tokio_util::sync::CancellationToken;

use super::{Multipart, Upload};
use crate::client::{Body, Call};
use crate::error::{Outcome, plain};
use crate::transport::Lane;
use crate::{DocumentTarget, Documents, Error, ErrorKind, answer};

/// How long to wait between two looks at the page before the files are sent again: a request
/// that was cut off may still be at work in the service.
const LATE_COMMIT: std::time::Duration = std::time::Duration::from_secs(2);

/// How long to wait between two looks for files that are stored and not listed yet.
const LISTED_LATE: [std::time::Duration; 4] = [
    std::time::Duration::from_secs(1),
    std::time::Duration::from_secs(2),
    std::time::Duration::from_secs(4),
    std::time::Duration::from_secs(8),
];

impl Documents<'_> {
    /// One attempt. A failure after which the files may be stored is `OutcomeUnknown`.
    pub(crate) async fn upload_attempt_once(
        &self,
        upload: &Upload,
    ) -> Result<UploadResponse, Error> {
        let operation = self.upload_operation(upload);
        match self.send_files(upload, &operation).await {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(lost(&operation).with(|e| e.attempts = 1)),
            Err(error) => Err(doubted(error.with(|e| e.attempts = 1))),
        }
    }

    /// Attempts with waits, until one of them may have been stored.
    pub(crate) async fn upload_until_doubtful(
        &self,
        upload: &Upload,
    ) -> Result<UploadResponse, Error> {
        let operation = self.upload_operation(upload);
        let mut retries = self.client.retries().cancelled_by(&upload.cancel);
        loop {
            let error = match self.send_files(upload, &operation).await {
                Ok(Some(answer)) if answer.files.len() >= upload.files.len() => {
                    return Ok(answer);
                }
                Ok(_) => {
                    // The caller looks at the page next, where they may appear late.
                    self.until_listed(upload, &BTreeSet::new()).await.ok();
                    return Err(lost(&operation));
                }
                Err(error) => doubted(error),
            };
            if matches!(error.kind(), ErrorKind::OutcomeUnknown) {
                // The caller looks at the page next, and not earlier than the service wants.
                if error.retry_after().is_some() {
                    retries.after(error.clone()).await.ok();
                }
                return Err(error);
            }
            retries.after(error).await?;
        }
    }

    /// Attempts with waits; after a doubtful one the page is looked at before another.
    pub(crate) async fn upload_and_resolve(
        &self,
        upload: &Upload,
    ) -> Result<UploadResponse, Error> {
        let operation = self.upload_operation(upload);
        let known = self.known_before(upload).await?;
        let mut retries = self.client.retries().cancelled_by(&upload.cancel);
        let mut doubtful = false;
        loop {
            let result = self
                .resolve_or_send(upload, &known, doubtful, &operation)
                .await;
            let error = match result {
                Ok(answer) => return Ok(self.with_ids(upload, &known, answer).await),
                Err(error) => error,
            };
            doubtful |= error.outcome() == Outcome::Unknown;
            let Err(last) = retries.after(error).await else {
                continue;
            };
            if !doubtful {
                return Err(last);
            }
            // The attempts are over and one of them was doubtful: the page has the last word.
            return match self.look(upload, &known).await {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => Err(last),
                Err(_) => Err(last.with_kind(ErrorKind::OutcomeUnknown)),
            };
        }
    }

    /// An answer that does not name every document: the page tells their ids. They are stored
    /// all the same, so nothing is sent again, whatever the page tells.
    async fn with_ids(
        &self,
        upload: &Upload,
        known: &BTreeSet<FileReferenceId>,
        answer: UploadResponse,
    ) -> UploadResponse {
        if answer.files.len() >= upload.files.len() {
            return answer;
        }
        match self.until_listed(upload, known).await {
            Ok(Some(found)) => found,
            Ok(None) | Err(_) => answer,
        }
    }

    /// Looks for files that are certainly stored; some services list them late.
    async fn until_listed(
        &self,
        upload: &Upload,
        known: &BTreeSet<FileReferenceId>,
    ) -> Result<Option<UploadResponse>, Error> {
        for wait in LISTED_LATE {
            if let Some(found) = self.look(upload, known).await? {
                return Ok(Some(found));
            }
            let sleep = async {
                self.client.clock().sleep(wait).await;
                Ok(())
            };
            unless_cancelled(&upload.cancel, &self.upload_operation(upload), sleep).await?;
        }
        self.look(upload, known).await
    }

    async fn resolve_or_send(
        &self,
        upload: &Upload,
        known: &BTreeSet<FileReferenceId>,
        doubtful: bool,
        operation: &str,
    ) -> Result<UploadResponse, Error> {
        if doubtful {
            for look in 0..2 {
                if look > 0 {
                    self.client.clock().sleep(LATE_COMMIT).await;
                }
                if let Some(answer) = self.look(upload, known).await? {
                    upload.progress.reset();
                    upload
                        .progress
                        .add(upload.files.iter().map(|f| f.size).sum());
                    return Ok(answer);
                }
            }
        }
        let answer = self.send_files(upload, operation).await?;
        Ok(answer.unwrap_or_default())
    }

    /// Looks for the files on the page, which can mean to fetch gigabytes, until cancelled.
    async fn look(
        &self,
        upload: &Upload,
        known: &BTreeSet<FileReferenceId>,
    ) -> Result<Option<UploadResponse>, Error> {
        let found = self.find_stored(upload, known);
        unless_cancelled(&upload.cancel, &self.upload_operation(upload), found).await
    }

    /// Ids that cannot be ours. A work order's default page has a name that only the service
    /// knows, so there it is asked before; elsewhere equal names and bytes on the page are as
    /// good as sent.
    async fn known_before(&self, upload: &Upload) -> Result<BTreeSet<FileReferenceId>, Error> {
        match (&upload.known, &upload.section, &self.target) {
            (Some(known), _, _) => Ok(known.clone()),
            (None, None, DocumentTarget::WorkOrder(_)) => {
                let pages = self.list().await?;
                let files = pages.into_iter().flat_map(|page| page.files);
                Ok(files.map(|file| file.file_reference_id).collect())
            }
            _ => Ok(BTreeSet::new()),
        }
    }

    /// Sends the files; `None` where they are stored and what the answer said is lost.
    async fn send_files(
        &self,
        upload: &Upload,
        operation: &str,
    ) -> Result<Option<UploadResponse>, Error> {
        // From the first byte on, the body itself watches for the caller's word.
        unless_cancelled(&upload.cancel, operation, self.client.token()).await?;
        let body = Multipart::new(upload, operation)?;
        let call = Call {
            body: Body::Upload(&body),
            lane: Lane::Transfers,
            ..Call::new(Method::POST, self.upload_url(upload, operation)?, operation)
        };
        // A success was one, whatever became of what it said: sent again it would be stored
        // twice where the list lags behind.
        let body = self.client.done_once(&call).await.map_err(|error| {
            // A refusal that leaves open whether they are stored: the request left whole.
            let answered = error.outcome() == Outcome::Unknown && error.status().is_some();
            error.with(|e| e.whole |= answered)
        })?;
        let answer: UploadResponse = match body {
            Some(body) if body.trim_ascii().is_empty() => UploadResponse::default(),
            Some(body) => match answer::read_stored(&body, operation) {
                Some(answer) => answer,
                None => return Ok(None),
            },
            None => return Ok(None),
        };
        if !answer.successful {
            return Err(Error::new(ErrorKind::Refused, operation)
                .with(|e| e.service_message = Some(plain(&answer.message))));
        }
        Ok(Some(answer))
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

/// The files are stored, and the answer that names them is lost: the caller's journal looks.
fn lost(operation: &str) -> Error {
    Error::new(ErrorKind::OutcomeUnknown, operation)
}

/// A request that left whole and has no clear answer may be stored.
fn doubted(error: Error) -> Error {
    if error.outcome() == Outcome::Unknown && error.left_whole() {
        error.with_kind(ErrorKind::OutcomeUnknown)
    } else {
        error
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
