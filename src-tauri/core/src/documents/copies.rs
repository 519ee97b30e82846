//! Private read-only copies of documents that were opened, cleaned at the next start.

use std::io;
use std::path::{Path, PathBuf};

use super::kinds::opens;
use super::types::OpenCopy;
use crate::Failure;
use crate::content::blocking;
use crate::data_dir::DataDir;
use crate::history::{History, VersionId};

/// The folder of the copies.
#[derive(Debug, Clone)]
pub(crate) struct Copies {
    data_dir: DataDir,
    dir: PathBuf,
}

impl Copies {
    pub(crate) fn of(data_dir: &DataDir) -> Result<Self, Failure> {
        Ok(Self {
            data_dir: data_dir.clone(),
            dir: data_dir.subdir("open")?,
        })
    }

    /// Removes the copies of earlier runs. One that is still open in a program may stay.
    pub(crate) async fn clean(&self) {
        let dir = self.dir.clone();
        let cleaned = blocking(move || {
            for entry in std::fs::read_dir(&dir)? {
                let path = entry?.path();
                if let Err(error) = remove(&path) {
                    tracing::warn!(%error, "could not remove an opened copy");
                }
            }
            Ok(())
        });
        if let Err(error) = cleaned.await {
            tracing::warn!(%error, "could not clean the opened copies");
        }
    }

    /// A folder of its own for one copy, so that the document keeps its name.
    pub(crate) fn fresh_dir(&self) -> Result<PathBuf, Failure> {
        let name = format!("open/{}", uuid::Uuid::new_v4().simple());
        self.data_dir.subdir(&name)
    }
}

/// Writes a kept version into a private read-only copy of that name.
pub async fn open_version(
    history: &History,
    data_dir: &DataDir,
    version: VersionId,
    name: &str,
) -> Result<OpenCopy, Failure> {
    let path = Copies::of(data_dir)?.fresh_dir()?.join(name);
    history.restore_to_file(version, &path).await?;
    let sealed = path.clone();
    blocking(move || seal(&sealed))
        .await
        .map_err(|error| Failure::local("protect", &path, &error))?;
    Ok(OpenCopy {
        opens: opens(name),
        sha256: None,
        path,
    })
}

/// Makes a copy private and read-only: what a program changes in it would be lost.
pub(crate) fn seal(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o400))
    }
    #[cfg(not(unix))]
    {
        let mut permissions = std::fs::metadata(path)?.permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(path, permissions)
    }
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    // Windows refuses to remove read-only files.
    #[cfg(windows)]
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        let mut permissions = std::fs::metadata(&file)?.permissions();
        #[expect(clippy::permissions_set_readonly_false, reason = "on Windows alone")]
        permissions.set_readonly(false);
        std::fs::set_permissions(&file, permissions)?;
    }
    std::fs::remove_dir_all(path)
}
