//! The folder with everything Fielddesk keeps on this computer, and who may write in it.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The folder with profiles, records and history; private to the person.
#[derive(Debug, Clone)]
pub struct DataDir {
    path: PathBuf,
}

/// Held by the one process that runs transfers and changes state; released when dropped.
#[derive(Debug)]
pub struct DataDirLock {
    _file: File,
}

impl DataDir {
    /// Opens the folder and makes it when it is not there, readable for the person alone.
    pub fn open(path: PathBuf) -> Result<Self, Failure> { todo!() }
    /// The platform's folder for the data of `Fielddesk`.
    pub fn platform_default() -> Result<Self, Failure> { todo!() }
    /// Takes the folder for this process, or fails with `busy`. Reading needs no lock.
    pub fn lock(&self) -> Result<DataDirLock, Failure> { todo!() }
    /// Where it is.
    pub fn path(&self) -> &Path { &self.path }
    /// A folder inside, made private when it is not there.
    pub fn subdir(&self, name: &str) -> Result<PathBuf, Failure> { todo!() }
}
