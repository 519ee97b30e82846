//! The one way a file is written where a person pointed: whole into a file, as it comes into a
//! device or a pipe.
//!
//! Links are followed. A file that is there keeps its rights, its group and, where the system
//! allows it, its owner; a new one gets the rights of any new file. Until it is whole it lies
//! beside its place. Where the folder takes no new file, or where another file in its place would
//! lose what belongs to the old one (further names, an access list), the old one is written over
//! at the end.

mod rights;

use std::fs::{self, File, Metadata};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::data_dir::sync_parent;
use crate::file_writer::TempFile;

/// So many links are followed from one to the next.
const MOST_LINKS: usize = 40;

/// A file in the making at a place that a person named.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// As it was named.
    place: PathBuf,
    /// Takes the bytes.
    file: File,
    /// None where they go straight to the place.
    gathered: Option<Gathered>,
}

/// A file that goes into its place once it is whole.
#[derive(Debug)]
struct Gathered {
    temporary: TempFile,
    /// The place with all links followed.
    to: PathBuf,
    /// The file that is there.
    old: Option<Metadata>,
    /// The old file is written over, not replaced.
    in_place: bool,
}

/// Writes a whole file where a person pointed.
///
/// # Errors
/// `usage` for a folder; as files fail. A file that is there stays as it was, unless the failure
/// names it as incomplete.
pub fn save(place: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = OutputFile::create(place)?;
    let written = output.file.write_all(bytes);
    written.map_err(|error| Failure::local("write", output.busy_with(), &error))?;
    output.finish()
}

/// Refuses a folder as the place of a file.
pub fn refuse_folder(place: &Path) -> Result<(), Failure> {
    let end = place.as_os_str().as_encoded_bytes().last();
    let ends_as_folder = end.is_some_and(|end| std::path::is_separator(char::from(*end)));
    if !ends_as_folder && !place.is_dir() {
        return Ok(());
    }
    let shown = fielddesk_rules::file_name::shown(&place.to_string_lossy());
    let message = format!("{shown} is a folder, not a file; nothing was written.");
    Err(Failure::usage("output", message, "Name a file in that folder.").with("file", shown))
}

impl OutputFile {
    /// Begins a file. A pipe waits here for the program that reads it.
    pub(crate) fn create(place: &Path) -> Result<Self, Failure> {
        refuse_folder(place)?;
        match fs::metadata(place) {
            Ok(old) if old.is_file() => Self::in_place_of(place, old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::new_at(place),
            // A device, a pipe, or what can be opened and not be asked about.
            _ => {
                let file = write_to(place).map_err(|error| unwritten(place, &error))?;
                Ok(Self {
                    place: place.to_owned(),
                    file,
                    gathered: None,
                })
            }
        }
    }

    fn new_at(place: &Path) -> Result<Self, Failure> {
        let to = followed(place);
        let folder = folder_of(&to);
        let temporary = TempFile::ordinary_in(folder);
        let file = temporary.create();
        let file = file.map_err(|error| Failure::local("write in", folder, &error))?;
        let gathered = Gathered {
            temporary,
            to,
            old: None,
            in_place: false,
        };
        Ok(Self::gathering(place, file, gathered))
    }

    fn in_place_of(place: &Path, old: Metadata) -> Result<Self, Failure> {
        // A file that is protected against writing is not replaced either.
        write_to(place).map_err(|error| unwritten(place, &error))?;
        let to = followed(place);
        let mut in_place = rights::has_ties(&old, &to);
        let mut temporary = TempFile::new_in(folder_of(&to));
        let mut file = temporary.create();
        if file.as_ref().is_err_and(takes_no_file) {
            in_place = true;
            temporary = TempFile::new_in(&std::env::temp_dir());
            file = temporary.create();
        }
        let folder = folder_of(temporary.path());
        let file = file.map_err(|error| Failure::local("write in", folder, &error))?;
        let gathered = Gathered {
            temporary,
            to,
            old: Some(old),
            in_place,
        };
        Ok(Self::gathering(place, file, gathered))
    }

    fn gathering(place: &Path, file: File, gathered: Gathered) -> Self {
        Self {
            place: place.to_owned(),
            file,
            gathered: Some(gathered),
        }
    }

    /// Takes the bytes; to be flushed by the caller before [`Self::finish`].
    pub(crate) fn writer(&self) -> Result<File, Failure> {
        let writer = self.file.try_clone();
        writer.map_err(|error| unwritten(&self.place, &error))
    }

    /// The file or folder whose disk the bytes go to, for failures.
    pub(crate) fn busy_with(&self) -> &Path {
        match &self.gathered {
            Some(gathered) if gathered.in_place => folder_of(gathered.temporary.path()),
            _ => &self.place,
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Some(gathered) = self.gathered.take() else {
            return Ok(());
        };
        flush(&self.file).map_err(|error| unwritten(&self.place, &error))?;
        if gathered.in_place || !gathered.is_prepared(&self.file) {
            return self.write_over();
        }
        match fs::rename(gathered.temporary.path(), &gathered.to) {
            Ok(()) => {
                gathered.temporary.placed();
                // The file is whole; a folder that cannot be flushed changes nothing of that.
                drop(sync_parent(&gathered.to));
                Ok(())
            }
            // Another person's file in a shared folder, or one that is mounted there by itself.
            Err(_) if gathered.old.is_some() => self.write_over(),
            Err(error) => Err(unwritten(&self.place, &error)),
        }
    }

    /// Copies what was gathered into the file that is there.
    fn write_over(&mut self) -> Result<(), Failure> {
        let opened = self.file.rewind().and_then(|()| {
            let mut options = File::options();
            options.write(true).truncate(true).open(&self.place)
        });
        let mut old = opened.map_err(|error| unwritten(&self.place, &error))?;
        let copied = io::copy(&mut self.file, &mut old).and_then(|_| flush(&old));
        copied.map_err(|error| {
            let mut failure = unwritten(&self.place, &error);
            failure.message.push_str(" The file may be incomplete.");
            failure
        })
    }
}

impl Gathered {
    /// Gives the new file what the old one has; `false` where the system does not allow it.
    fn is_prepared(&self, file: &File) -> bool {
        let old = self.old.as_ref();
        old.is_none_or(|old| rights::take_over(file, old).is_ok())
    }
}

/// Returns the end of the links that begin at a place; a circle was refused before.
fn followed(place: &Path) -> PathBuf {
    let mut at = place.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&at) {
            Ok(target) => at = folder_of(&at).join(target),
            Err(_) => break,
        }
    }
    at
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn write_to(place: &Path) -> io::Result<File> {
    File::options().write(true).open(place)
}

/// Flushes to the disk, where it is one.
fn flush(file: &File) -> io::Result<()> {
    file.sync_all().or_else(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
        _ => Err(error),
    })
}

/// `true` for a folder that takes no new file, whatever the reason but a full disk: a file in it
/// that is there may take the bytes all the same.
fn takes_no_file(error: &io::Error) -> bool {
    use io::ErrorKind::{QuotaExceeded, StorageFull};
    !matches!(error.kind(), QuotaExceeded | StorageFull)
}

fn unwritten(place: &Path, error: &io::Error) -> Failure {
    Failure::local("write", place, error)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
