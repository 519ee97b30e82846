//! Content on its way back into a file.

use std::path::Path;

use fielddesk_api::{CancellationToken, Progress};
use fielddesk_documents::ports::{HistoryError, SourceError, VersionId};
use futures::StreamExt as _;

use super::{History, no_version, of_history};
use crate::content::blocking;
use crate::file_writer::{TempFile, WriteError, write};
use crate::{Failure, FailureKind};

impl History {
    /// Writes a version into a file that is not there yet, whole or not at all.
    ///
    /// # Errors
    /// Not found for an unknown version; `refused` where the file is there.
    pub async fn restore_to_file(&self, version: VersionId, to: &Path) -> Result<(), Failure> {
        if to.exists() {
            let shown = fielddesk_rules::file_name::shown(&to.to_string_lossy());
            return Err(Failure::new(
                FailureKind::Refused,
                format!("There is a file {shown} already."),
                "Choose another name.",
            )
            .with("file", shown));
        }
        let folder = match to.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let temporary = TempFile::ordinary_in(folder);
        self.read_into(version, &temporary).await?;
        let (from, into) = (temporary.path().to_owned(), to.to_owned());
        // A link fails where a file came meanwhile; nothing is ever written over.
        blocking(move || {
            std::fs::hard_link(&from, &into).or_else(|error| {
                if error.kind() == std::io::ErrorKind::AlreadyExists || into.exists() {
                    return Err(error);
                }
                std::fs::rename(&from, &into)
            })
        })
        .await
        .map_err(|error| Failure::local("write", to, &error))
    }

    /// Writes a version into a temporary file.
    pub(crate) async fn read_into(
        &self,
        version: VersionId,
        temporary: &TempFile,
    ) -> Result<(), Failure> {
        let read = self.store.read(version).await;
        let (_, bytes) = read.map_err(|error| match error {
            HistoryError::Unknown => no_version(&version.0.to_string()),
            error => of_history(&error),
        })?;
        let bytes = bytes.map(|chunk| {
            chunk.map_err(|error| match error {
                SourceError::History(error) => of_history(&error),
                error => Failure::internal(error),
            })
        });
        let (progress, cancel) = (Progress::new(), CancellationToken::new());
        let written = write(bytes, temporary, &progress, &cancel).await;
        written.map_err(|error| match error {
            WriteError::Source(failure) | WriteError::Local(failure) => failure,
            WriteError::Cancelled => Failure::cancelled(),
        })?;
        Ok(())
    }
}
