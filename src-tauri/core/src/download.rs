//! Saving a document into a folder: a temporary file, renamed at the end, never over another.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fielddesk_api::{CancellationToken, Clock, DocumentTarget, Progress, SystemClock};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::safe_file_name;

use crate::connection::Connection;
use crate::content::blocking;
use crate::file_writer::{Space, TempFile, WriteError, Written, write};
use crate::preview::too_large;
use crate::{Failure, FailureKind, atomic_move};

/// Waits before an answer that was cut off is fetched again, as everywhere else.
const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// How to save.
#[derive(Clone)]
pub struct SaveOptions {
    /// The name as listed, for when the answer carries none.
    pub name: Option<String>,
    /// The file to write, in place of one that is there; else a free name in the folder.
    pub to: Option<PathBuf>,
    /// A larger document is refused: before it is fetched, where the answer tells its size.
    pub limit_bytes: Option<u64>,
    /// Bytes written; starts again at nought when a cut answer is fetched again.
    pub progress: Progress,
    /// Stops it.
    pub cancel: CancellationToken,
    /// Waits between tries.
    pub clock: Arc<dyn Clock>,
}

impl Default for SaveOptions {
    fn default() -> Self {
        Self {
            name: None,
            to: None,
            limit_bytes: None,
            progress: Progress::new(),
            cancel: CancellationToken::new(),
            clock: Arc::new(SystemClock),
        }
    }
}

impl fmt::Debug for SaveOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SaveOptions")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A saved document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Where it lies, absolute where the folder was.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The name as the service wrote it: hostile until shown.
    pub name: String,
    /// SHA-256 in hex.
    pub sha256: String,
    /// Whether the file has another name than the document, because the system cannot store it
    /// or because the name was taken.
    pub renamed: bool,
}

/// Saves one document into `dir`, which must exist.
///
/// # Errors
/// The service's, or the disk's; nothing is left behind then.
pub async fn save(
    connection: &Connection,
    target: &DocumentTarget,
    id: &FileReferenceId,
    dir: &Path,
    options: SaveOptions,
) -> Result<Saved, Failure> {
    check_folder(dir).await?;
    let (temporary, name, written) = fetch(connection, target, id, dir, &options).await?;
    let safe = safe_file_name(&name);
    let path = {
        let (dir, from) = (dir.to_owned(), temporary.path().to_owned());
        let to = options.to.clone();
        blocking(move || {
            let path = match to {
                Some(to) => std::fs::rename(&from, &to).map(|()| to)?,
                None => atomic_move::without_replacing(&from, &dir, &safe.name)?,
            };
            atomic_move::mark_from_web(&path);
            Ok(path)
        })
    }
    .await
    .map_err(|error| Failure::local("save a file in", dir, &error))?;
    temporary.placed();
    Ok(Saved {
        renamed: path.file_name() != Some(name.as_ref()),
        path,
        bytes: written.bytes,
        name,
        sha256: written.sha256.to_string(),
    })
}

/// Brings the bytes into a temporary file of the folder, from the start again when the answer
/// was cut off.
async fn fetch(
    connection: &Connection,
    target: &DocumentTarget,
    id: &FileReferenceId,
    dir: &Path,
    options: &SaveOptions,
) -> Result<(TempFile, String, Written), Failure> {
    let mut waits = WAITS.iter();
    loop {
        options.progress.reset();
        let documents = connection.client.documents(target);
        let download = tokio::select! {
            () = options.cancel.cancelled() => return Err(Failure::cancelled()),
            download = documents.download(id) => download?,
        };
        let name = download
            .name
            .clone()
            .or_else(|| options.name.clone())
            .unwrap_or_else(|| id.to_string());
        check_limit(&name, download.size, options.limit_bytes)?;
        check_room(dir, download.size)?;
        let temporary = TempFile::ordinary_in(dir);
        let stream = download.into_stream();
        match write(stream, &temporary, &options.progress, &options.cancel).await {
            Ok(written) => {
                check_limit(&name, Some(written.bytes), options.limit_bytes)?;
                return Ok((temporary, name, written));
            }
            Err(WriteError::Cancelled) => return Err(Failure::cancelled()),
            Err(WriteError::Local(failure)) => return Err(failure),
            Err(WriteError::Source(error)) if error.is_transient() => {
                let Some(wait) = waits.next() else {
                    return Err(error.into());
                };
                tracing::info!(%error, "a download was cut off; it is fetched again");
                tokio::select! {
                    () = options.cancel.cancelled() => return Err(Failure::cancelled()),
                    () = options.clock.sleep(*wait) => {}
                }
            }
            Err(WriteError::Source(error)) => return Err(error.into()),
        }
    }
}

async fn check_folder(dir: &Path) -> Result<(), Failure> {
    let data = tokio::fs::metadata(dir)
        .await
        .map_err(|error| Failure::local("save in", dir, &error))?;
    if data.is_dir() {
        return Ok(());
    }
    let shown = fielddesk_rules::file_name::shown(&dir.to_string_lossy());
    Err(Failure::new(
        FailureKind::LocalFile,
        format!("{shown} is not a folder."),
        "Choose a folder.",
    )
    .with("file", shown))
}

fn check_limit(name: &str, size: Option<u64>, limit: Option<u64>) -> Result<(), Failure> {
    match (size, limit) {
        (Some(size), Some(limit)) if size > limit => Err(too_large(name, limit)),
        _ => Ok(()),
    }
}

/// Says that the disk is full before it is.
fn check_room(dir: &Path, size: Option<u64>) -> Result<(), Failure> {
    let (Some(size), Ok(space)) = (size, Space::of(dir)) else {
        return Ok(());
    };
    if size <= space.free_bytes {
        return Ok(());
    }
    let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
    Err(Failure::local("save a file in", dir, &full)
        .with("size", size)
        .with("free", space.free_bytes))
}
