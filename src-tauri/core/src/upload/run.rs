//! One run of requests: batches in flight, refused ones split, an outcome for each file.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use fielddesk_api::{CancellationToken, Error, ErrorKind, Progress, Upload, UploadFile};
use fielddesk_model::{FileReferenceId, UploadResponse};
use futures::StreamExt as _;
use futures::stream::FuturesUnordered;

use super::{FileOutcome, SameName, SendFiles, SentFile};
use crate::batch::{halves, pack};
use crate::connection::Connection;
use crate::content::{Fault, FileContent, changed_failure};
use crate::{Failure, FailureKind};

/// Requests in flight at once.
const IN_FLIGHT: usize = 4;

pub(super) struct File {
    path: PathBuf,
    pub(super) name: String,
    content: Option<FileContent>,
    result: Option<Result<SentFile, Failure>>,
}

pub(super) struct Run<'a> {
    pub(super) connection: &'a Connection,
    pub(super) send: &'a SendFiles,
    pub(super) files: Vec<File>,
    known: BTreeSet<FileReferenceId>,
}

/// What a request ended with, and the files it had.
type Ended = (Vec<usize>, Result<UploadResponse, Error>);

impl<'a> Run<'a> {
    pub(super) fn new(connection: &'a Connection, send: &'a SendFiles) -> Self {
        Self {
            connection,
            send,
            files: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    pub(super) fn add(&mut self, path: PathBuf, name: String, content: FileContent) {
        content.count_into(&self.send.progress);
        self.files.push(File {
            path,
            name,
            content: Some(content),
            result: None,
        });
    }

    pub(super) fn add_failed(&mut self, path: PathBuf, failure: Failure) {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        self.files.push(File {
            path,
            name,
            content: None,
            result: Some(Err(failure)),
        });
    }

    pub(super) async fn go(mut self) -> Vec<FileOutcome> {
        if self.open().next().is_some() {
            if let Err(failure) = self.prepare().await {
                self.fail_rest(&failure);
            } else {
                self.send_all().await;
            }
        }
        self.files
            .into_iter()
            .map(|file| FileOutcome {
                path: file.path,
                name: file.name,
                result: file
                    .result
                    .unwrap_or_else(|| Err(Failure::internal("a file without an outcome"))),
            })
            .collect()
    }

    /// The files that have no outcome yet.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let files = self.files.iter().enumerate();
        files
            .filter(|(_, file)| file.result.is_none())
            .map(|(index, _)| index)
    }

    fn fail_rest(&mut self, failure: &Failure) {
        let open: Vec<_> = self.open().collect();
        for index in open {
            self.fail(index, failure.clone());
        }
    }

    pub(super) fn fail(&mut self, index: usize, failure: Failure) {
        if let Some(file) = self.files.get_mut(index) {
            let shown = crate::names::shown(&file.name);
            file.result = Some(Err(failure.with("file", shown)));
        }
    }

    /// Reads the page: its ids tell ours from others should an answer be lost, and what would
    /// be replaced is kept first.
    async fn prepare(&mut self) -> Result<(), Failure> {
        let documents = self.connection.client.documents(&self.send.target);
        let pages = tokio::select! {
            () = self.send.cancel.cancelled() => return Err(Failure::cancelled()),
            pages = documents.list() => pages?,
        };
        self.known = pages
            .iter()
            .flat_map(|page| &page.files)
            .map(|file| file.file_reference_id.clone())
            .collect();
        if let SameName::Replace(history) = &self.send.same_name {
            self.keep_old(history, &pages).await;
        }
        Ok(())
    }

    async fn send_all(&mut self) {
        let open: Vec<_> = self.open().collect();
        let sizes: Vec<_> = open.iter().map(|&index| self.size(index)).collect();
        let mut waiting: VecDeque<Vec<usize>> = pack(&sizes)
            .into_iter()
            .map(|batch| {
                batch
                    .into_iter()
                    .filter_map(|at| open.get(at).copied())
                    .collect()
            })
            .collect();
        let at_once = if self.order_matters(&open) {
            1
        } else {
            IN_FLIGHT
        };
        let mut flying = FuturesUnordered::new();
        let stop = self.send.cancel.child_token();
        let mut stopped: Option<Failure> = None;
        loop {
            while flying.len() < at_once && stopped.is_none() {
                let Some(batch) = waiting.pop_front() else {
                    break;
                };
                flying.push(self.request(batch, stop.clone()));
            }
            let Some((batch, outcome)) = flying.next().await else {
                break;
            };
            match outcome {
                Ok(response) => self.stored(&batch, &response),
                Err(error) => {
                    if let Some(failure) = self.refused(batch, error, &mut waiting) {
                        stopped.get_or_insert(failure);
                    }
                }
            }
        }
        drop(flying);
        if let Some(failure) = stopped {
            self.fail_rest(&failure);
        }
    }

    /// With the replace flag the last of two equal names has to come last.
    fn order_matters(&self, open: &[usize]) -> bool {
        let mut names = HashSet::new();
        let files = open.iter().filter_map(|&index| self.files.get(index));
        matches!(self.send.same_name, SameName::Replace(_))
            && files
                .into_iter()
                .any(|file| !names.insert(file.name.as_str()))
    }

    fn size(&self, index: usize) -> u64 {
        let file = self.files.get(index);
        file.and_then(|file| file.content.as_ref())
            .map_or(0, FileContent::size)
    }

    /// One request. It owns what it needs, so that outcomes can be noted while others fly.
    fn request(
        &self,
        batch: Vec<usize>,
        cancel: CancellationToken,
    ) -> impl Future<Output = Ended> + use<> {
        let files = batch
            .iter()
            .filter_map(|&index| self.files.get(index))
            .filter_map(|file| {
                let content = file.content.clone()?;
                Some(UploadFile {
                    name: file.name.clone(),
                    size: content.size(),
                    content: Arc::new(content),
                })
            })
            .collect();
        let upload = Upload {
            section: self.send.section.clone(),
            replace: matches!(self.send.same_name, SameName::Replace(_)),
            files,
            known: Some(self.known.clone()),
            // Each file counts for itself: the sum of requests in flight is not one of theirs.
            progress: Progress::new(),
            cancel,
        };
        let (client, target) = (self.connection.client.clone(), self.send.target.clone());
        async move {
            let outcome = client.documents(&target).upload(upload).await;
            (batch, outcome)
        }
    }

    fn stored(&mut self, batch: &[usize], response: &UploadResponse) {
        let mut made = response.files.iter();
        for &index in batch {
            let made = made.next();
            let Some(file) = self.files.get_mut(index) else {
                continue;
            };
            file.result = Some(made.map_or_else(
                || Err(short_answer(&file.name)),
                |made| {
                    Ok(SentFile {
                        id: made.file_reference.id.clone(),
                        section: response.section.clone(),
                        bytes: file.content.as_ref().map_or(made.size, FileContent::size),
                    })
                },
            ));
        }
    }

    /// Notes a refused request. Returns the failure when nothing else has a chance either.
    fn refused(
        &mut self,
        batch: Vec<usize>,
        error: Error,
        waiting: &mut VecDeque<Vec<usize>>,
    ) -> Option<Failure> {
        match error.kind() {
            ErrorKind::ContentChanged | ErrorKind::ContentUnreadable(_) => {
                let rest = self.without_faulty(&batch, &error);
                if !rest.is_empty() {
                    waiting.push_front(rest);
                }
                None
            }
            ErrorKind::Refused | ErrorKind::Conflict | ErrorKind::TooLarge => {
                match halves(&batch) {
                    Some((first, second)) => {
                        waiting.push_front(second);
                        waiting.push_front(first);
                    }
                    None => self.fail_batch(&batch, &error.into()),
                }
                None
            }
            _ => {
                let failure = Failure::from(error);
                self.fail_batch(&batch, &failure);
                Some(failure)
            }
        }
    }

    fn fail_batch(&mut self, batch: &[usize], failure: &Failure) {
        for &index in batch {
            self.fail(index, failure.clone());
        }
    }

    /// Takes out the files that changed or could not be read; the others did nothing wrong.
    fn without_faulty(&mut self, batch: &[usize], error: &Error) -> Vec<usize> {
        let mut rest = Vec::new();
        for &index in batch {
            let Some(file) = self.files.get(index) else {
                continue;
            };
            match file.content.as_ref().and_then(FileContent::fault) {
                Some(Fault::Changed) => {
                    let failure = changed_failure(&file.path);
                    self.fail(index, failure);
                }
                Some(Fault::Unreadable(failure)) => self.fail(index, failure),
                None => rest.push(index),
            }
        }
        if rest.len() == batch.len() {
            // None of them says why, so none of them may be sent for ever.
            self.fail_batch(batch, &Failure::from(error.clone()));
            rest.clear();
        }
        rest
    }
}

/// The service stored the request and names fewer documents than it was sent.
fn short_answer(name: &str) -> Failure {
    let shown = crate::names::shown(name);
    Failure::new(
        FailureKind::UnreadableAnswer,
        format!("The service took {shown} and did not say under which id."),
        "Read the page again and look whether it is there.",
    )
    .with("file", shown)
}
