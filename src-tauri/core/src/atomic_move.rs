//! Putting a finished temporary file in its place, without ever replacing another file.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fielddesk_rules::file_name::safe_file_name;

/// How many names are tried before we give up on a folder.
const MOST_NUMBERS: u32 = 10_000;

/// Gives the temporary file its name, or `NAME (2).ext` and so on where the name is taken.
/// The file at `temporary` is gone afterwards.
pub(crate) fn without_replacing(temporary: &Path, dir: &Path, name: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST_NUMBERS {
        let path = dir.join(numbered(name, number));
        match move_to_new(temporary, &path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::AlreadyExists,
        "too many files of that name",
    ))
}

/// `NAME (2).ext`; the first is the name itself.
pub(crate) fn numbered(name: &str, number: u32) -> String {
    if number < 2 {
        return name.to_owned();
    }
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    };
    let mark = format!(" ({number})");
    let room = 255usize.saturating_sub(mark.len() + extension.len());
    let mut end = stem.len().min(room);
    while !stem.is_char_boundary(end) {
        end -= 1;
    }
    let stem = stem.get(..end).unwrap_or_default();
    safe_file_name(&format!("{stem}{mark}{extension}")).name
}

/// A hard link fails when the name is taken, also by a link, and appears whole. Where the
/// disk has no links, an empty file takes the name first and is then replaced by ours.
fn move_to_new(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        Ok(()) => fs::remove_file(temporary),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(error),
        Err(_) => {
            OpenOptions::new().write(true).create_new(true).open(path)?;
            fs::rename(temporary, path).inspect_err(|_| {
                // The empty file is ours; the error of the rename is the one to tell.
                drop(fs::remove_file(path));
            })
        }
    }
}

/// Marks a file as from the web, so that Windows warns before it runs anything in it.
#[cfg(windows)]
pub(crate) fn mark_from_web(path: &Path) {
    let mut stream = path.as_os_str().to_owned();
    stream.push(":Zone.Identifier");
    if let Err(error) = fs::write(PathBuf::from(stream), "[ZoneTransfer]\r\nZoneId=3\r\n") {
        // Volumes without streams (FAT) cannot hold it.
        tracing::debug!(%error, "could not mark the file as from the web");
    }
}

#[cfg(not(windows))]
pub(crate) fn mark_from_web(_path: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_goes_before_the_extension() {
        assert_eq!(numbered("Plan A.pdf", 1), "Plan A.pdf");
        assert_eq!(numbered("Plan A.pdf", 2), "Plan A (2).pdf");
        assert_eq!(numbered(".env", 3), ".env (3)");
        assert_eq!(numbered("README", 2), "README (2)");
        let long = format!("{}.pdf", "ø".repeat(125));
        let second = numbered(&long, 2);
        assert!(
            second.len() <= 255 && second.ends_with(" (2).pdf"),
            "{second}"
        );
    }

    #[test]
    fn a_taken_name_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        fs::write(dir.join("a.pdf"), "mine").unwrap();
        for (number, expected) in [(1, "a (2).pdf"), (2, "a (3).pdf")] {
            let temporary = dir.join(format!("t{number}"));
            fs::write(&temporary, "theirs").unwrap();
            let path = without_replacing(&temporary, dir, "a.pdf").unwrap();
            assert_eq!(path, dir.join(expected));
            assert!(!temporary.exists());
        }
        assert_eq!(fs::read(dir.join("a.pdf")).unwrap(), b"mine");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_of_that_name_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("secret");
        std::os::unix::fs::symlink(&target, dir.join("a.pdf")).unwrap();
        let temporary = dir.join("t");
        fs::write(&temporary, "theirs").unwrap();
        assert_eq!(
            without_replacing(&temporary, dir, "a.pdf").unwrap(),
            dir.join("a (2).pdf")
        );
        assert!(!target.exists());
    }
}
