//! A backup of a data folder, which may be served: a data folder itself, started as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fielddesk_model::Environment;
use serde::Serialize;

use super::documents::{self, Listed, LostDocument};
use crate::environment::{DATABASE, DOCUMENTS, DataFolder, SIGNING_KEY, make_private};
use crate::files::{Folder, place_in, sync_folder};
use crate::store::SqliteTables;
use crate::store::tables::Tables as _;
use crate::{Durability, ServiceError};

/// A backup that was made.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupReport {
    /// Number of documents in it.
    pub documents: u64,
    /// Number of their bytes.
    pub bytes: u64,
    /// The environments in it, by name.
    pub environments: BTreeMap<&'static str, EnvironmentBackup>,
}

/// An environment of a backup.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnvironmentBackup {
    /// Number of documents in it.
    pub documents: u64,
    /// Number of their bytes.
    pub bytes: u64,
    /// Documents that the folder has no bytes of, or other bytes.
    pub lost: Vec<LostDocument>,
}

impl BackupReport {
    /// Number of the documents without their bytes.
    #[must_use]
    pub fn lost(&self) -> usize {
        let environments = self.environments.values();
        environments.map(|environment| environment.lost.len()).sum()
    }
}

/// Writes a backup of a data folder into a folder that is missing or empty. Until it is whole, its
/// name ends in `.part`.
///
/// # Errors
/// A data folder without databases, a target that holds something, a failure of the system.
pub async fn backup(
    data: &Path,
    to: &Path,
    environments: &[Environment],
) -> Result<BackupReport, ServiceError> {
    let folder = DataFolder::named(data);
    let mut databases = Vec::new();
    for environment in environments {
        let database = folder.database(*environment).ok_or_else(|| {
            ServiceError::Refused(format!(
                "{} has no database of the environment {environment}",
                data.display()
            ))
        })?;
        databases.push((*environment, database));
    }
    let part = begin(to)?;
    let mut report = BackupReport {
        documents: 0,
        bytes: 0,
        environments: BTreeMap::new(),
    };
    for (environment, database) in databases {
        let to = part.join(environment.as_str());
        let files = folder.files(environment, Durability::Process)?;
        let copied = copy_environment(&database, files, &to).await?;
        let key = folder.environment(environment).join(SIGNING_KEY);
        if key.exists() {
            let held = to.join(SIGNING_KEY);
            fs::copy(&key, &held).map_err(ServiceError::data(&key))?;
            sync(&held)?;
        }
        report.documents += copied.documents;
        report.bytes += copied.bytes;
        report.environments.insert(environment.as_str(), copied);
    }
    sync_folders(&part)?;
    if to.exists() {
        fs::remove_dir(to).map_err(ServiceError::data(to))?;
    }
    fs::rename(&part, to).map_err(ServiceError::data(to))?;
    let above = to.parent().filter(|above| !above.as_os_str().is_empty());
    let above = above.unwrap_or(Path::new("."));
    sync_folder(above).map_err(ServiceError::data(above))?;
    Ok(report)
}

/// Makes the folder that becomes the backup.
fn begin(to: &Path) -> Result<PathBuf, ServiceError> {
    let is_empty = match fs::read_dir(to) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
        Err(error) => return Err(ServiceError::data(to)(error)),
    };
    let Some(name) = to.file_name().filter(|_| is_empty) else {
        return Err(ServiceError::Refused(format!(
            "{} is not empty; a backup goes into a folder that is missing or empty",
            to.display()
        )));
    };
    let mut name = OsString::from(name);
    name.push(".part");
    let part = to.with_file_name(name);
    if part.exists() {
        return Err(ServiceError::Refused(format!(
            "{} is a backup that is under way or was interrupted; remove it once no other backup \
             runs",
            part.display()
        )));
    }
    make_private(&part)?;
    Ok(part)
}

/// Copies the database, then the documents that the copy names. Where one was deleted between the
/// two, both are done again while writes wait; most documents are there then.
async fn copy_environment(
    database: &Path,
    files: Folder,
    to: &Path,
) -> Result<EnvironmentBackup, ServiceError> {
    let folder = to.join(DOCUMENTS);
    make_private(&folder)?;
    let snapshot = to.join(DATABASE);
    let mut linking = Linking {
        files,
        folder,
        held: BTreeMap::new(),
    };
    let mut lost = linking.round(database, &snapshot).await?;
    if !lost.is_empty() {
        fs::remove_file(&snapshot).map_err(ServiceError::data(&snapshot))?;
        let mut writes = SqliteTables::open(database).await?;
        writes.begin_write().await?;
        lost = linking.round(database, &snapshot).await?;
        writes.commit().await?;
    }
    sync(&snapshot)?;
    Ok(EnvironmentBackup {
        documents: linking.held.len() as u64,
        bytes: linking.held.values().sum(),
        lost,
    })
}

/// The documents of a backup under way.
struct Linking {
    files: Folder,
    folder: PathBuf,
    /// Sizes by id.
    held: BTreeMap<String, u64>,
}

impl Linking {
    /// Copies the database and its documents; returns those without their bytes.
    async fn round(
        &mut self,
        database: &Path,
        snapshot: &Path,
    ) -> Result<Vec<LostDocument>, ServiceError> {
        let mut source = SqliteTables::open(database).await?;
        source.copy_into(snapshot).await?;
        let mut copied = SqliteTables::open(snapshot).await?;
        let listed = documents::listed(&mut copied).await?;
        self.link(&listed)
    }

    /// Brings the folder to these documents; returns those without their bytes.
    fn link(&mut self, listed: &[Listed]) -> Result<Vec<LostDocument>, ServiceError> {
        let mut lost = Vec::new();
        let mut wanted = BTreeSet::new();
        for document in listed {
            let id = document.id.as_str();
            wanted.insert(id);
            let stored = match self.held.get(id) {
                Some(size) => Some(*size),
                None => self.files.link(&document.id, &self.folder)?,
            };
            if let Some(size) = stored {
                self.held.insert(id.to_owned(), size);
            }
            let is_drawn = stored.is_none() && documents::is_drawn(&document.id);
            if stored != Some(document.size) && !is_drawn {
                lost.push(LostDocument {
                    file_reference_id: document.id.clone(),
                    size: document.size,
                    stored,
                });
            }
        }
        let is_gone = |id: &String, _: &mut u64| !wanted.contains(id.as_str());
        let gone: Vec<(String, u64)> = self.held.extract_if(.., is_gone).collect();
        for (id, _) in gone {
            let file = place_in(&self.folder, &id.into());
            fs::remove_file(&file).map_err(ServiceError::data(&file))?;
        }
        Ok(lost)
    }
}

/// Brings a file to the platter.
fn sync(file: &Path) -> Result<(), ServiceError> {
    // Windows flushes only what is open for writing.
    let opened = File::options().write(true).open(file);
    opened
        .and_then(|file| file.sync_all())
        .map_err(ServiceError::data(file))
}

/// Brings the names in a folder and in those below it to the platter.
fn sync_folders(folder: &Path) -> Result<(), ServiceError> {
    for entry in fs::read_dir(folder).map_err(ServiceError::data(folder))? {
        let path = entry.map_err(ServiceError::data(folder))?.path();
        if path.is_dir() {
            sync_folders(&path)?;
        }
    }
    sync_folder(folder).map_err(ServiceError::data(folder))
}
