//! The folder with everything Fielddesk keeps on this computer, and who may write in it.
//!
//! It is readable for the person alone. One process at a time runs transfers in it; that one
//! holds the lock. Small files in it are replaced whole: a crash leaves the old or the new.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use fielddesk_documents::sqlite::rename_once_closed;

use crate::{Failure, FailureKind};

/// File that the process which holds the folder keeps locked.
const LOCK_FILE: &str = "fielddesk.lock";

/// What is remembered of all synced folders: another database, beside the records.
pub(crate) const SYNC_STATE_FILE: &str = "sync.sqlite";

/// The folder with profiles, records and history; private to the person.
#[derive(Debug, Clone)]
pub struct DataDir {
    path: PathBuf,
}

/// Held by the one process that runs transfers and changes state; released when dropped, and
/// by the system when the process dies.
#[derive(Debug)]
pub struct DataDirLock {
    _file: File,
}

impl DataDir {
    /// Opens the folder and makes it when it is not there, readable for the person alone.
    pub fn open(path: PathBuf) -> Result<Self, Failure> {
        let path = std::path::absolute(&path).unwrap_or(path);
        make_private(&path)
            .map_err(|error| Failure::local("use the data folder", &path, &error))?;
        Ok(Self { path })
    }

    /// The folder where it is there already; nothing is made.
    ///
    /// # Errors
    /// When it is no folder, or not ours to use.
    pub fn existing(path: Option<PathBuf>) -> Result<Option<Self>, Failure> {
        let path = path.map_or_else(Self::platform_path, Ok)?;
        match path.is_dir() {
            true => Self::open(path).map(Some),
            false => Ok(None),
        }
    }

    /// The platform's folder for the data of Fielddesk.
    pub fn platform_default() -> Result<Self, Failure> {
        Self::open(Self::platform_path()?)
    }

    fn platform_path() -> Result<PathBuf, Failure> {
        let Some(base) = dirs::data_local_dir() else {
            return Err(Failure::usage(
                "dataDir",
                "This computer does not say where programs keep their data.",
                "Set FIELDDESK_DATA_DIR to a folder.",
            ));
        };
        let name = if cfg!(target_os = "linux") {
            "fielddesk"
        } else {
            "Fielddesk"
        };
        Ok(base.join(name))
    }

    /// Takes the folder for this process, or fails with `busy`. Reading needs no lock.
    pub fn lock(&self) -> Result<DataDirLock, Failure> {
        match self.try_lock(LOCK_FILE)? {
            Some(file) => Ok(DataDirLock { _file: file }),
            None => Err(Failure::new(
                FailureKind::Busy,
                "Another Fielddesk on this computer is using this data folder.",
                "Use that one, or close it and try again.",
            )
            .with(
                "folder",
                fielddesk_rules::file_name::shown(&self.path.to_string_lossy()),
            )),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder inside, made private when it is not there. `name` is one of ours, not a
    /// person's.
    pub fn subdir(&self, name: &str) -> Result<PathBuf, Failure> {
        let path = self.path.join(name);
        make_private(&path).map_err(|error| Failure::local("make the folder", &path, &error))?;
        Ok(path)
    }

    /// Takes a lock of this name, or none where somebody else has it.
    pub(crate) fn try_lock(&self, name: &str) -> Result<Option<File>, Failure> {
        let path = self.path.join(name);
        let file = private_file(&path).map_err(|error| Failure::local("lock", &path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Failure::local("lock", &path, &error)),
        }
    }

    /// Waits for the short lock that guards one of our small files against another process
    /// of ours; held while it is read, changed and written.
    pub(crate) fn brief_lock(&self, name: &str) -> Result<File, Failure> {
        let path = self.path.join(format!("{name}.lock"));
        let locked = private_file(&path).and_then(|file| file.lock().map(|()| file));
        locked.map_err(|error| Failure::local("lock", &path, &error))
    }

    /// The name under which a file that cannot be read is kept from now on.
    pub(crate) fn name_aside(name: &str) -> String {
        let stamp = chrono::Utc::now().format("%Y-%m-%d %H.%M.%S%.3f");
        format!("{name} (damaged {stamp})")
    }

    /// Moves a file that cannot be read out of the way, so that nothing of it is lost.
    pub(crate) fn keep_aside(&self, name: &str) -> Result<PathBuf, Failure> {
        let from = self.path.join(name);
        let to = self.path.join(Self::name_aside(name));
        rename_once_closed(&from, &to)
            .map_err(|error| Failure::local("keep aside", &from, &error))?;
        tracing::warn!(file = name, kept = %to.display(), "damaged file kept aside");
        Ok(to)
    }
}

/// Replaces a file as a whole, private to the person: after a crash or a power cut it is the old one
/// or the new one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes).map_err(|error| Failure::local("save", path, &error))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.tmp", uuid::Uuid::now_v7().simple()));
    let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = written {
        // The first error is the one to tell; a left-over temporary file harms nobody.
        drop(fs::remove_file(&temporary));
        return Err(error);
    }
    sync_parent(path)
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private_mode(&mut options);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// On Unix a rename is durable once its folder is flushed.
#[cfg(unix)]
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
    path.parent()
        .map_or(Ok(()), |parent| File::open(parent)?.sync_all())
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the same signature on every system"
)]
pub(crate) fn sync_parent(_path: &Path) -> io::Result<()> {
    Ok(())
}

fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    private_mode(&mut options);
    options.open(path)
}

#[cfg(unix)]
fn private_mode(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn private_mode(_options: &mut OpenOptions) {}

#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)?;
    let permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// On Windows and macOS the person's own data folder is private as it is.
#[cfg(not(unix))]
fn make_private(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_process_is_told_that_the_folder_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().join("data")).unwrap();
        let held = dir.lock().unwrap();
        assert_eq!(dir.lock().unwrap_err().kind, FailureKind::Busy);
        drop(held);
        dir.lock().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_look_into_the_folder() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let dir = DataDir::open(path).unwrap();
        write_whole(&dir.path().join("a.json"), b"1").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(dir.path()), 0o700);
        assert_eq!(mode(&dir.subdir("history").unwrap()), 0o700);
        assert_eq!(mode(&dir.path().join("a.json")), 0o600);
    }

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("profiles.json");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_where_the_folder_should_be_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        fs::write(&path, b"").unwrap();
        let failure = DataDir::open(path).unwrap_err();
        assert!(
            failure.message.contains("data folder"),
            "{}",
            failure.message
        );
    }
}
