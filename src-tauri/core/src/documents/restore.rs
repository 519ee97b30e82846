//! Content of the history on its way back into the project and section it was in.

use std::path::{Path, PathBuf};

use fielddesk_api::Progress;
use fielddesk_documents::ports::{Version, VersionId};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::SectionKey;
use serde::Serialize;

use super::{Document, DocumentContext, Documents, SameName, SendFiles, SentFile, send_files};
use crate::content::blocking;
use crate::db;
use crate::file_writer::TempFile;
use crate::folders::{FolderMapping, Sections};
use crate::target::{Target, connection_key};
use crate::upload_records::{StoredDocument, record_sent};
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

impl Documents {
    /// The documents that have a version's name in its section, read now; none for a version of
    /// another connection.
    ///
    /// # Errors
    /// The service's.
    pub async fn of_name(&self, version: &Version) -> Result<Vec<Document>, Failure> {
        if version.connection != self.connection().profile.id.as_str() {
            return Ok(Vec::new());
        }
        let page = self.list(&Target::of_version(version), true).await?;
        let documents = page.of_name(&version.section, &version.name);
        Ok(documents.cloned().collect())
    }
}

/// Whether documents of a version's name are just that version: restoring it would change nothing.
#[must_use]
pub fn is_just_this(of_name: &[Document], version: &Version) -> bool {
    let [only] = of_name else { return false };
    only.name == version.name && only.sha256 == Some(version.sha256.to_string())
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
        restored: true,
        replaced: false,
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
