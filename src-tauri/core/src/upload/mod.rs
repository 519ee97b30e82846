//! Sending files at once, without a queue: what `fieldctl docs upload` does.
//!
//! Batches of at most 25 MB or 200 files, larger files alone, four requests in flight; a
//! refused batch is split until the bad file is alone. The queue that survives a restart is
//! [`crate::transfers`].

mod replaced;
mod run;

use std::path::{Path, PathBuf};

use fielddesk_api::{CancellationToken, DocumentTarget, Progress};
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use futures::stream;

use crate::connection::Connection;
use crate::content::FileContent;
use crate::history::History;
use crate::{Failure, FailureKind};

use run::Run;

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
