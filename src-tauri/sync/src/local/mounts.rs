//! On which volume a folder below the root lies: another device than its parent's is another
//! volume. What is a device is the platform's; tests bring a table of their own.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use fielddesk_documents::lock::lock;

use super::platform::Dir;
use crate::path::RelPath;

/// Volumes by the folders that they lie at, in the place of the system's.
pub type MountTable = Arc<Mutex<BTreeMap<RelPath, String>>>;

/// The place where volumes are looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mounts(Option<MountTable>);

/// An opened folder with the number of its device.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) dir: Dir,
    device: u64,
}

impl Open {
    pub(crate) fn of(dir: Dir) -> io::Result<Self> {
        let device = dir.device()?;
        Ok(Self { dir, device })
    }
}

impl Mounts {
    pub(crate) const fn of(table: MountTable) -> Self {
        Self(Some(table))
    }

    /// The volume of an opened folder where it is another one than its parent's.
    pub(crate) fn volume(
        &self,
        parent: &Open,
        folder: &Open,
        path: &RelPath,
    ) -> io::Result<Option<String>> {
        if let Some(table) = &self.0 {
            return Ok(lock(table).get(path).cloned());
        }
        if folder.device == parent.device {
            return Ok(None);
        }
        Ok(Some(folder.dir.volume()?.name))
    }
}
