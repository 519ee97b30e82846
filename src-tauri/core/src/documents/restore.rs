//! Content of the history on its way back into the project and section it was in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fielddesk_api::Progress;
use fielddesk_documents::ports::{Version, VersionId};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};
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
/// `work` is on a connection that the version can be restored through.
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
    let outcomes = restore_versions(work, mappings, &[kept]).await.into_iter();
    outcomes
        .map(|(_, result)| result)
        .next()
        .unwrap_or_else(|| Err(Failure::internal("a version without an outcome")))
}

/// The same for several, as one act; an outcome for each, by project and section. Of one document
/// only one is given.
pub async fn restore_versions(
    work: &DocumentContext<'_>,
    mappings: &[FolderMapping],
    versions: &[Version],
) -> Vec<(VersionId, Result<RestoredDocument, Failure>)> {
    let mut pages: BTreeMap<(Target, SectionKey), Vec<&Version>> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for kept in versions {
        match check(work, mappings, kept).await {
            Ok(()) => {
                let page = (Target::of_version(kept), SectionKey::of(&kept.section));
                pages.entry(page).or_default().push(kept);
            }
            Err(failure) => outcomes.push((kept.version, Err(failure))),
        }
    }
    for ((target, _), kept) in pages {
        let work = DocumentContext {
            target,
            ..work.clone()
        };
        match restore_page(&work, &kept).await {
            Ok(page) => outcomes.extend(page),
            Err(failure) => {
                let failed = kept.iter().map(|one| (one.version, Err(failure.clone())));
                outcomes.extend(failed);
            }
        }
    }
    outcomes
}

/// Of several versions of one document the oldest: what there was before all of them went.
#[must_use]
pub fn oldest_of_each(versions: Vec<Version>) -> Vec<Version> {
    let mut oldest: BTreeMap<_, Version> = BTreeMap::new();
    for version in versions {
        let document = (
            version.connection.clone(),
            version.mapping.clone(),
            Target::of_version(&version),
            FileKey::of(&version.section, &version.name),
        );
        let kept = oldest.entry(document).or_insert_with(|| version.clone());
        if version.version < kept.version {
            *kept = version;
        }
    }
    oldest.into_values().collect()
}

async fn check(
    work: &DocumentContext<'_>,
    mappings: &[FolderMapping],
    kept: &Version,
) -> Result<(), Failure> {
    let through = &work.connection.profile;
    work.history
        .check_restore(&kept.connection, through)
        .await?;
    match mappings.iter().find(|mapping| keeps(mapping, kept)) {
        Some(mapping) => Err(synced(mapping, kept)),
        None => Ok(()),
    }
}

/// Restores versions of one section, sent together.
async fn restore_page(
    work: &DocumentContext<'_>,
    versions: &[&Version],
) -> Result<Vec<(VersionId, Result<RestoredDocument, Failure>)>, Failure> {
    let parent = work.data_dir.subdir("restoring")?;
    let mut outcomes = Vec::new();
    let mut files = Vec::new();
    for kept in versions {
        let named = async {
            let content = TempFile::new_in(&parent);
            work.history.read_into(kept.version, &content).await?;
            named(&content, &parent, &kept.name).await
        };
        match named.await {
            Ok(file) => files.push((*kept, file)),
            Err(failure) => outcomes.push((kept.version, Err(failure))),
        }
    }
    let Some((first, _)) = files.first() else {
        return Ok(outcomes);
    };
    let send = SendFiles {
        section: (!first.section.is_empty()).then(|| first.section.clone()),
        same_name: SameName::Replace,
        files: files.iter().map(|(_, file)| file.0.clone()).collect(),
        progress: Progress::new(),
    };
    let sent = send_files(work, send).await.files;
    for ((kept, _), outcome) in files.iter().zip(sent) {
        let restored = match outcome.result {
            Ok(sent) => {
                if let Err(failure) = record(work, kept, &sent).await {
                    // The document is there all the same.
                    tracing::warn!(%failure, "that a version was restored from here is not written down");
                }
                Ok(RestoredDocument {
                    restored: kept.name.clone(),
                    section: sent.section,
                    file_reference_id: sent.id,
                    bytes: sent.bytes,
                })
            }
            Err(failure) => Err(failure),
        };
        outcomes.push((kept.version, restored));
    }
    Ok(outcomes)
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
        act: Some(work.act.clone()),
    };
    let key = connection_key(work.connection);
    let mut transaction = db::begin_change(work.database.pool()).await?;
    record_sent(&mut transaction, &key, &[document], work.clock.now()).await?;
    transaction.commit().await?;
    Ok(())
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
