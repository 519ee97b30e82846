//! Sending files at once, without a queue: what `fieldctl docs upload` does.
//!
//! Batches of at most 25 MB or 200 files, larger files alone, four requests in flight; a
//! refused batch is split until the bad file is alone. The queue that survives a restart is
//! [`crate::transfers`].

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fielddesk_api::{
    CancellationToken, DocumentTarget, Error, ErrorKind, Progress, Upload, UploadFile,
};
use fielddesk_model::{DEFAULT_SECTION, FileReferenceId, SectionPage, UploadResponse, section_key};
use futures::StreamExt as _;
use futures::stream::{self, FuturesUnordered};

use crate::batch::{halves, pack};
use crate::connection::Connection;
use crate::content::{Fault, FileContent, changed_failure};
use crate::history::{History, Kept, Reason, Source};
use crate::target::{Target, connection_key};
use crate::{Failure, FailureKind};

/// Requests in flight at once.
const IN_FLIGHT: usize = 4;

/// What to do about documents of the same name.
#[derive(Debug, Clone)]
pub enum SameName {
    /// Both are on the page afterwards.
    KeepBoth,
    /// The service replaces them; their bytes are brought into the history first.
    Replace(History),
}

/// Files to send.
#[derive(Debug, Clone)]
pub struct SendFiles {
    /// Whose page.
    pub target: DocumentTarget,
    /// Section; the service's default when none.
    pub section: Option<String>,
    /// Documents of the same name.
    pub same_name: SameName,
    /// The files, in the order of the outcomes.
    pub files: Vec<PathBuf>,
    /// Bytes handed to the connection.
    pub progress: Progress,
    /// Stops it.
    pub cancel: CancellationToken,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOutcome {
    /// The local file.
    pub path: PathBuf,
    /// The name it was sent under.
    pub name: String,
    /// What happened.
    pub result: Result<SentFile, Failure>,
}

/// A file that is on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFile {
    /// Its id.
    pub id: FileReferenceId,
    /// The section as the service named it.
    pub section: String,
    /// Its size.
    pub bytes: u64,
}

/// Sends the files; one outcome for each, in the order given.
pub async fn send_files(connection: &Connection, send: SendFiles) -> Vec<FileOutcome> {
    let looked: Vec<_> = stream::iter(send.files.clone())
        .map(|path| async move {
            let name = file_name(&path);
            let content = FileContent::look(&path, false).await;
            let file = name.and_then(|name| content.map(|content| (name, content)));
            (path, file)
        })
        .buffered(16)
        .collect()
        .await;
    let mut run = Run::new(connection, &send);
    for (path, file) in looked {
        match file {
            Ok((name, content)) => run.add(path, name, content),
            Err(failure) => run.add_failed(path, failure),
        }
    }
    run.go().await
}

fn file_name(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(ToOwned::to_owned).ok_or_else(|| {
        let shown = crate::names::shown(&path.to_string_lossy());
        Failure::new(
            FailureKind::NameRefused,
            format!("The name of {shown} cannot be sent: it is not text."),
            "Rename the file.",
        )
        .with("file", shown)
    })
}

struct File {
    path: PathBuf,
    name: String,
    content: Option<FileContent>,
    result: Option<Result<SentFile, Failure>>,
}

struct Run<'a> {
    connection: &'a Connection,
    send: &'a SendFiles,
    files: Vec<File>,
    known: BTreeSet<FileReferenceId>,
}

/// What a request ended with, and the files it had.
type Ended = (Vec<usize>, Result<UploadResponse, Error>);

impl<'a> Run<'a> {
    fn new(connection: &'a Connection, send: &'a SendFiles) -> Self {
        Self {
            connection,
            send,
            files: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    fn add(&mut self, path: PathBuf, name: String, content: FileContent) {
        content.count_into(&self.send.progress);
        self.files.push(File {
            path,
            name,
            content: Some(content),
            result: None,
        });
    }

    fn add_failed(&mut self, path: PathBuf, failure: Failure) {
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

    async fn go(mut self) -> Vec<FileOutcome> {
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
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
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

    fn fail(&mut self, index: usize, failure: Failure) {
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

    /// Brings into the history what the service will replace. A file whose old content cannot
    /// be kept is not sent.
    async fn keep_old(&mut self, history: &History, pages: &[SectionPage]) {
        let names: HashMap<String, Vec<usize>> =
            self.open().fold(HashMap::new(), |mut names, index| {
                if let Some(file) = self.files.get(index) {
                    names.entry(file.name.clone()).or_default().push(index);
                }
                names
            });
        for page in pages {
            if !self.may_be_section(page) {
                continue;
            }
            for old in &page.files {
                let Some(indexes) = names.get(&old.name) else {
                    continue;
                };
                let kept = self
                    .keep_one(history, page, &old.file_reference_id, &old.name)
                    .await;
                if let Err(failure) = kept {
                    for &index in indexes {
                        self.fail(index, failure.clone());
                    }
                }
            }
        }
    }

    async fn keep_one(
        &self,
        history: &History,
        page: &SectionPage,
        id: &FileReferenceId,
        name: &str,
    ) -> Result<(), Failure> {
        let connection = connection_key(self.connection);
        if history.of_document(&connection, id).await?.is_some() {
            return Ok(());
        }
        history.room()?;
        let documents = self.connection.client.documents(&self.send.target);
        let download = match documents.download(id).await {
            Ok(download) => download,
            // Somebody removed it meanwhile: there is nothing left to keep.
            Err(error) if error.is_not_found() => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let kept = Kept {
            connection,
            target: Target::of_service(&self.send.target),
            section: page.section.clone(),
            name: name.to_owned(),
            document: Some(id.clone()),
            source: Source::Remote,
            reason: Reason::Replaced,
        };
        history.keep(kept, download.into_stream()).await?;
        Ok(())
    }

    /// Whether the files may land there. A work order's default section has a name that only
    /// the service knows: then every page may be it.
    fn may_be_section(&self, page: &SectionPage) -> bool {
        match (&self.send.section, &self.send.target) {
            (Some(section), _) => section_key(section) == section_key(&page.section),
            (None, DocumentTarget::Project(_)) => {
                section_key(&page.section) == section_key(DEFAULT_SECTION)
            }
            (None, DocumentTarget::WorkOrder(_)) => true,
        }
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
pub(crate) fn short_answer(name: &str) -> Failure {
    let shown = crate::names::shown(name);
    Failure::new(
        FailureKind::UnreadableAnswer,
        format!("The service took {shown} and did not say under which id."),
        "Read the page again and look whether it is there.",
    )
    .with("file", shown)
}
