//! Files of an upload: the files named, and those in folders where that is allowed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::ignore::IgnoreRules;

/// The files to send, and what of the folders is left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Gathered {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) left_out: Vec<PathBuf>,
}

/// Gathers. A file that is named and not there stays in the list: it gets its own outcome.
///
/// # Errors
/// Kind `usage` for a folder without `recursive`; the disk's for one that cannot be read; not
/// found where there is nothing to send.
pub(crate) fn gather(named: &[PathBuf], recursive: bool) -> Result<Gathered, Failure> {
    let mut gathered = Gathered::default();
    for path in named {
        if !path.is_dir() {
            gathered.files.push(path.clone());
        } else if recursive {
            walk(path, &mut gathered)?;
        } else {
            let name = shown(&path.to_string_lossy());
            return Err(Failure::usage(
                "files",
                format!("{name} is a folder; nothing was uploaded."),
                "Add --recursive to upload the files in it, or name the files.",
            ));
        }
    }
    if gathered.files.is_empty() {
        return Err(Failure::new(
            FailureKind::NotFound,
            "There are no files to upload.",
            "Hidden and temporary files and links are ignored; name them to upload them.",
        ));
    }
    Ok(gathered)
}

/// Refuses two files of one name where only one of them could stay.
///
/// # Errors
/// Kind `usage`, naming the file.
pub(crate) fn one_of_each_name(files: &[PathBuf]) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    for file in files {
        if let Some(name) = file.file_name()
            && !seen.insert(name)
        {
            return Err(Failure::usage(
                "files",
                format!(
                    "Two of the files are called {}; nothing was uploaded.",
                    shown(&name.to_string_lossy())
                ),
                "With --replace only one could stay: upload them to different sections.",
            ));
        }
    }
    Ok(())
}

/// The bytes of the files that are there.
pub(crate) fn total_bytes(files: &[PathBuf]) -> u64 {
    files
        .iter()
        .filter_map(|file| file.metadata().ok())
        .map(|data| data.len())
        .sum()
}

/// Files in the order of their names, folders after each other, without following links.
fn walk(folder: &Path, gathered: &mut Gathered) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| Failure::local("read the folder", folder, &error);
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        entries.push((entry.path(), entry.file_type().map_err(unreadable)?));
    }
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, kind) in entries {
        if is_ignored(&path, kind.is_dir()) || kind.is_symlink() {
            gathered.left_out.push(path);
        } else if kind.is_dir() {
            walk(&path, gathered)?;
        } else if kind.is_file() {
            gathered.files.push(path);
        } else {
            gathered.left_out.push(path);
        }
    }
    Ok(())
}

/// Whether an ignore rule leaves it out, as in a dropped folder.
fn is_ignored(path: &Path, is_folder: bool) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    IgnoreRules::default().entry(&name, is_folder).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("plans/sub")).unwrap();
        for file in [
            "plans/b.pdf",
            "plans/a.pdf",
            "plans/.hidden",
            "plans/Thumbs.db",
            "plans/~$a.docx",
            "plans/a.BAK",
            "plans/sub/c.pdf",
        ] {
            std::fs::write(folder.path().join(file), file).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_is_sent_only_when_that_is_said() {
        let folder = folder();
        let plans = folder.path().join("plans");
        let failure = gather(std::slice::from_ref(&plans), false).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
        assert!(failure.fix.contains("--recursive"));

        let gathered = gather(std::slice::from_ref(&plans), true).unwrap();
        let expected = ["a.pdf", "b.pdf", "sub/c.pdf"].map(|name| plans.join(name));
        assert_eq!(gathered.files, expected);
        assert_eq!(gathered.left_out.len(), 4);
        assert_eq!(total_bytes(&gathered.files), 11 + 11 + 15);
    }

    #[test]
    fn a_file_that_is_not_there_is_kept_for_its_outcome() {
        let missing = PathBuf::from("/nowhere/at/all.pdf");
        let gathered = gather(std::slice::from_ref(&missing), false).unwrap();
        assert_eq!(gathered.files, [missing]);
    }

    #[cfg(unix)]
    #[test]
    fn links_in_folders_are_not_followed() {
        let folder = folder();
        let plans = folder.path().join("plans");
        std::os::unix::fs::symlink(folder.path(), plans.join("loop")).unwrap();
        std::os::unix::fs::symlink(plans.join("a.pdf"), plans.join("link.pdf")).unwrap();
        let gathered = gather(&[plans], true).unwrap();
        assert_eq!(gathered.files.len(), 3);
        assert_eq!(gathered.left_out.len(), 6);
    }

    #[test]
    fn an_empty_folder_is_nothing_to_send() {
        let folder = tempfile::tempdir().unwrap();
        let failure = gather(&[folder.path().to_owned()], true).unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotFound);
    }

    #[test]
    fn with_replace_two_files_cannot_have_one_name() {
        let files = ["a/x.pdf", "b/y.pdf", "b/x.pdf"].map(PathBuf::from);
        assert_eq!(
            one_of_each_name(&files).unwrap_err().kind,
            FailureKind::Usage
        );
        one_of_each_name(&files[..2]).unwrap();
    }
}
