//! A second name for a document's file in another folder, for a backup.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use fielddesk_model::FileReferenceId;

use super::folder::staged_location;
use super::inventory::{document_id, list};
use super::{Folder, location};
use crate::ServiceError;
use crate::environment::make_private;

impl Folder {
    /// Links or copies a document's file into a folder of documents, which has none of this id, and
    /// returns its size; none where there is no file.
    pub(crate) fn link(
        &self,
        id: &FileReferenceId,
        folder: &Path,
    ) -> Result<Option<u64>, ServiceError> {
        let place = location(id);
        let to = place_in(folder, id);
        make_private(to.parent().unwrap_or(folder))?;
        // The last rename of an upload may happen between the first two looks.
        for from in [&place, &staged_location(id), &place] {
            if let Some(size) = link(&self.root.join(from.as_ref()), &to)? {
                return Ok(Some(size));
            }
        }
        match self.set_aside(id)? {
            Some(from) => link(&from, &to),
            None => Ok(None),
        }
    }

    /// The file of a document that no row named at a start.
    fn set_aside(&self, id: &FileReferenceId) -> Result<Option<PathBuf>, ServiceError> {
        let folder = self.set_aside_folder();
        if !folder.exists() {
            return Ok(None);
        }
        let mut files = list(&folder)?.into_iter();
        Ok(files.find(|file| document_id(file) == id.as_str()))
    }
}

/// The file of a document in a folder of documents.
pub(crate) fn place_in(folder: &Path, id: &FileReferenceId) -> PathBuf {
    folder.join(location(id).as_ref())
}

/// Gives a file a second name, or copies it where the file system cannot; none where it is missing.
fn link(from: &Path, to: &Path) -> Result<Option<u64>, ServiceError> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::metadata(to).map(|file| Some(file.len())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        Err(_) => copy(from, to),
    }
    .map_err(ServiceError::data(to))
}

fn copy(from: &Path, to: &Path) -> io::Result<Option<u64>> {
    let mut from = match File::open(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut file = File::create_new(to)?;
    let size = io::copy(&mut from, &mut file)?;
    file.sync_all()?;
    Ok(Some(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_covers_nothing_and_a_missing_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to, missing] = ["from", "to", "missing"].map(|name| folder.path().join(name));
        fs::write(&from, "bytes").unwrap();
        for attempt in [copy, |from: &Path, to: &Path| {
            fs::remove_file(to)?;
            link(from, to).map_err(io::Error::other)
        }] {
            assert_eq!(attempt(&from, &to).unwrap(), Some(5));
            assert_eq!(fs::read(&to).unwrap(), b"bytes");
        }
        assert!(copy(&from, &to).is_err());
        assert!(link(&from, &to).is_err());
        assert_eq!(copy(&missing, &folder.path().join("new")).unwrap(), None);
        assert_eq!(link(&missing, &folder.path().join("new")).unwrap(), None);
    }
}
