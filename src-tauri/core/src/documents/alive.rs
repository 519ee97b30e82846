//! Liveness lock of a process with its own journal.

use std::fs::File;

use crate::Failure;
use crate::data_dir::DataDir;

/// The lock that says that an owner lives.
#[derive(Debug)]
pub(super) struct Alive {
    path: std::path::PathBuf,
    _file: File,
}

impl Drop for Alive {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "a lock file stays");
        }
    }
}

impl Alive {
    pub(super) fn new(dir: &DataDir, owner: &str) -> Result<Self, Failure> {
        let path = lock_path(dir, owner)?;
        let file = File::create(&path).and_then(|file| file.lock().map(|()| file));
        let file = file.map_err(|error| Failure::local("lock", &path, &error))?;
        Ok(Self { path, _file: file })
    }
}

fn lock_path(dir: &DataDir, owner: &str) -> Result<std::path::PathBuf, Failure> {
    Ok(dir.subdir("locks")?.join(format!("{owner}.lock")))
}

/// Whether whoever wrote that owner lives no more.
pub(super) fn is_dead(dir: &DataDir, owner: &str) -> Result<bool, Failure> {
    let path = lock_path(dir, owner)?;
    match File::open(&path) {
        Ok(file) => match file.try_lock() {
            Ok(()) => {
                drop(std::fs::remove_file(&path));
                Ok(true)
            }
            Err(_) => Ok(false),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::local("look at", &path, &error)),
    }
}
