//! The two sides of a file as the window shows them: the file in the folder, and content that
//! the history has of a document. Nothing is fetched here, and no path comes from outside.

use std::path::PathBuf;
use std::sync::Arc;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_rules::preview::{PREVIEW_LIMIT_BYTES, preview_type};
use fielddesk_sync::local::OsFolder;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::path::RelPath;
use fielddesk_sync::ports::{HistoryError, LocalFs as _, SourceError, bytes_of};

use crate::folders::{Folders, errors};
use crate::history::of_history;
use crate::preview::{Preview, no_preview, too_large};
use crate::sync_adapters::BootClock;
use crate::{Failure, FailureKind};

impl Folders {
    /// Returns where a file of a mapping lies, as the last look found it.
    ///
    /// # Errors
    /// Not found for a name that neither side has; `fileVanished` for a file that is gone.
    pub async fn path_of_file(
        &self,
        id: &MappingId,
        section: &str,
        name: &str,
    ) -> Result<PathBuf, Failure> {
        let mapping = self.get(id).await?;
        let path = self.found_path(id, section, name).await?;
        Ok(mapping.folder.join(path.as_str()))
    }

    /// Reads a file of the folder to be shown, following no links below the folder.
    ///
    /// # Errors
    /// As [`Self::path_of_file`]; `usage` for a type that has no preview, `tooLarge` for more
    /// than [`PREVIEW_LIMIT_BYTES`], `fileChanged` for a file that is being written, the disk's.
    pub async fn preview_file(
        &self,
        id: &MappingId,
        section: &str,
        name: &str,
    ) -> Result<Preview, Failure> {
        let content_type = preview_type(name).ok_or_else(|| no_preview(name))?;
        let mapping = self.get(id).await?;
        let path = self.found_path(id, section, name).await?;
        let clock = Arc::new(BootClock::of(self.inner.parts.clock.clone()));
        // The path is known: rules that hide other files are not needed.
        let folder = OsFolder::new(&mapping.folder, IgnoreRules::default(), clock);
        let stat = folder.stat(&path).await;
        let stat = stat.map_err(|error| errors::of_file(&error, name))?;
        let stat = stat.ok_or_else(|| vanished(name))?;
        if stat.size > PREVIEW_LIMIT_BYTES {
            return Err(too_large(name, PREVIEW_LIMIT_BYTES));
        }
        let bytes = folder.read(&path, &stat).await;
        let bytes = bytes.map_err(|error| errors::of_file(&error, name))?;
        let bytes = bytes_of(bytes).await.map_err(|error| match error {
            SourceError::Local(error) => errors::of_file(&error, name),
            error => Failure::internal(error),
        })?;
        Ok(Preview {
            content_type,
            bytes,
        })
    }

    /// Reads what the history has of a document of this mapping; `None` where it has nothing.
    ///
    /// # Errors
    /// `usage` for a type that has no preview, `tooLarge` for more than
    /// [`PREVIEW_LIMIT_BYTES`], or when the history cannot be read.
    pub async fn preview_kept(
        &self,
        id: &MappingId,
        document: &FileReferenceId,
    ) -> Result<Option<Preview>, Failure> {
        let kept = self.history(Some(id)).await?;
        let mut kept = kept.into_iter();
        let Some(kept) = kept.find(|one| one.document.as_ref() == Some(document)) else {
            return Ok(None);
        };
        let content_type = preview_type(&kept.name).ok_or_else(|| no_preview(&kept.name))?;
        if kept.bytes > PREVIEW_LIMIT_BYTES {
            return Err(too_large(&kept.name, PREVIEW_LIMIT_BYTES));
        }
        let store = self.inner.parts.history.store();
        let bytes = match store.read(kept.version).await {
            Ok((_, bytes)) => bytes,
            // It was dropped since it was listed.
            Err(HistoryError::Unknown) => return Ok(None),
            Err(error) => return Err(of_history(&error)),
        };
        let bytes = bytes_of(bytes).await.map_err(|error| match error {
            SourceError::History(error) => of_history(&error),
            error => Failure::internal(error),
        })?;
        Ok(Some(Preview {
            content_type,
            bytes,
        }))
    }

    /// Finds a file by its exact section and name among those that the last look saw.
    async fn found_path(
        &self,
        id: &MappingId,
        section: &str,
        name: &str,
    ) -> Result<RelPath, Failure> {
        let trails = self.explain(id, name).await?;
        let seen = trails
            .into_iter()
            .filter(|trail| trail.section == section && trail.name == name)
            .flat_map(|trail| trail.explanation.seen);
        let paths = seen.filter_map(|path| RelPath::new(&path).ok());
        let mut exact = paths.filter(|path| path.name() == name);
        exact.next().ok_or_else(|| vanished(name))
    }
}

/// A file that was listed and is not there.
fn vanished(name: &str) -> Failure {
    Failure::new(
        FailureKind::FileVanished,
        "The file is not in the folder any more.",
        "Compare the folder again.",
    )
    .with("file", shown(name))
}
