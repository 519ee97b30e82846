//! Content on its way back: into a file, or into the project and section it was in.

use std::path::{Path, PathBuf};

use fielddesk_api::{CancellationToken, Progress};
use fielddesk_documents::ports::{HistoryError, SourceError, Version, VersionId};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::SectionKey;
use futures::StreamExt as _;
use serde::Serialize;

use super::{History, no_version, of_history};
use crate::content::blocking;
use crate::db;
use crate::documents::upload_records::{StoredDocument, record_sent};
use crate::documents::{DocumentContext, SameName, SendFiles, SentFile, send_files};
use crate::file_writer::{TempFile, WriteError, write};
use crate::folders::{FolderMapping, Sections};
use crate::target::{Target, connection_key};
use crate::{Failure, FailureKind};

/// A version that is a document again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoredDocument {
    /// Its name.
    pub restored: String,
    /// The section as the server names it.
    pub section: String,
    /// Its id.
    pub file_reference_id: FileReferenceId,
    /// Its size.
    pub bytes: u64,
}

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
        let (_, temporary) = self.read_into(version, folder).await?;
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

    /// Writes a version into a temporary file of a folder.
    async fn read_into(
        &self,
        version: VersionId,
        folder: &Path,
    ) -> Result<(Version, TempFile), Failure> {
        let read = self.store.read(version).await;
        let (version, bytes) = read.map_err(|error| match error {
            HistoryError::Unknown => no_version(&version.0.to_string()),
            error => of_history(&error),
        })?;
        let bytes = bytes.map(|chunk| {
            chunk.map_err(|error| match error {
                SourceError::History(error) => of_history(&error),
                error => Failure::internal(error),
            })
        });
        let temporary = TempFile::new_in(folder);
        let (progress, cancel) = (Progress::new(), CancellationToken::new());
        let written = write(bytes, &temporary, &progress, &cancel).await;
        written.map_err(|error| match error {
            WriteError::Source(failure) | WriteError::Local(failure) => failure,
            WriteError::Cancelled => Failure::cancelled(),
        })?;
        Ok((version, temporary))
    }
}

/// Puts a version back into its project and section; what it replaces goes into the history.
/// `work` is on the connection and the target of the version.
///
/// # Errors
/// Not found for an unknown version; `refused` into a section that a folder keeps in step;
/// `usage` for a version of another connection; otherwise the server's.
pub async fn restore_to_project(
    work: &DocumentContext<'_>,
    mappings: &[FolderMapping],
    version: VersionId,
) -> Result<RestoredDocument, Failure> {
    let kept = work.history.version(version).await?;
    if kept.connection != work.connection.profile.id.as_str() {
        return Err(Failure::usage(
            "profile",
            "That version was kept for another connection.",
            "Choose the profile of its connection, or write it to a file: --to FILE.",
        ));
    }
    if let Some(mapping) = mappings.iter().find(|mapping| keeps(mapping, &kept)) {
        return Err(synced(mapping, &kept));
    }
    let parent = work.data_dir.subdir("restoring")?;
    let (kept, temporary) = work.history.read_into(version, &parent).await?;
    let sent = publish(work, &kept, &temporary, &parent).await?;
    if let Err(failure) = record(work, &kept, &sent).await {
        // The document is there all the same.
        tracing::warn!(%failure, "that a version was restored from here is not written down");
    }
    Ok(RestoredDocument {
        restored: kept.name,
        section: sent.section,
        file_reference_id: sent.id,
        bytes: sent.bytes,
    })
}

/// Writes down that it was uploaded from here.
async fn record(
    work: &DocumentContext<'_>,
    kept: &Version,
    sent: &SentFile,
) -> Result<(), Failure> {
    let document = StoredDocument {
        id: sent.id.clone(),
        target: work.target.clone(),
        section: sent.section.clone(),
        name: kept.name.clone(),
        size: sent.bytes,
        sha256: Some(kept.sha256.to_string()),
        saved_at: None,
    };
    let key = connection_key(work.connection);
    let mut transaction = db::begin_change(work.database.pool()).await?;
    record_sent(&mut transaction, &key, &[document], work.clock.now()).await?;
    transaction.commit().await?;
    Ok(())
}

/// Sends the content of a file to the section of a version.
async fn publish(
    work: &DocumentContext<'_>,
    kept: &Version,
    content: &TempFile,
    parent: &Path,
) -> Result<SentFile, Failure> {
    let named = named(content, parent, &kept.name).await?;
    let send = SendFiles {
        section: (!kept.section.is_empty()).then(|| kept.section.clone()),
        same_name: SameName::Replace,
        files: vec![named.0.clone()],
        progress: Progress::new(),
    };
    let outcomes = send_files(work, send).await;
    let outcome = outcomes.files.into_iter().next();
    outcome.map_or_else(
        || Err(Failure::internal("a file without an outcome")),
        |outcome| outcome.result,
    )
}

/// A file under a document's name in a folder of its own, gone when this is.
struct Named(PathBuf);

impl Drop for Named {
    fn drop(&mut self) {
        if let Some(folder) = self.0.parent() {
            // What stays behind is a copy of what the history has.
            drop(std::fs::remove_dir_all(folder));
        }
    }
}

async fn named(content: &TempFile, parent: &Path, name: &str) -> Result<Named, Failure> {
    let cannot = Path::new(name).file_name() != Some(name.as_ref());
    if cannot {
        let shown = fielddesk_rules::file_name::shown(name);
        return Err(Failure::new(
            FailureKind::NameRefused,
            format!("Could not restore {shown}: this system cannot store its name."),
            "Write it to a file: --to FILE.",
        )
        .with("file", shown));
    }
    let path = content.path().with_extension("d").join(name);
    let (from, to) = (content.path().to_owned(), path.clone());
    blocking(move || {
        if let Some(folder) = to.parent() {
            std::fs::create_dir(folder)?;
        }
        std::fs::rename(&from, &to)
    })
    .await
    .map_err(|error| Failure::local("write in", parent, &error))?;
    Ok(Named(path))
}

/// Whether a folder keeps the section of a version in step.
fn keeps(mapping: &FolderMapping, kept: &Version) -> bool {
    mapping.place.target.is_same(&Target::of_version(kept))
        && mapping.profile.as_str() == kept.connection
        && match &mapping.sections {
            Sections::BySubfolder => true,
            Sections::One(section) => {
                let section = section.as_deref().unwrap_or(&mapping.place.default_section);
                SectionKey::of(section) == SectionKey::of(&kept.section)
            }
        }
}

fn synced(mapping: &FolderMapping, kept: &Version) -> Failure {
    let number = kept.version.0;
    let folder = fielddesk_rules::file_name::shown(&mapping.folder.to_string_lossy());
    let section = fielddesk_rules::file_name::shown(&kept.section);
    let fix = match &kept.mapping {
        Some(id) if *id == mapping.id => format!("Use `fieldctl sync restore {number}`."),
        _ => format!("Use `fieldctl sync restore {number} --to FILE` with a file in that folder."),
    };
    Failure::new(
        FailureKind::Refused,
        format!("The folder {folder} syncs the section {section}."),
        fix,
    )
    .with("folder", folder)
    .with("section", section)
}
