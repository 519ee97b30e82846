//! Files that the file manager gives the program: *Upload to project…*, by `fielddesk --upload FILE…`.
//! A running program gets them from the second start. Paths stay here until the window asks.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tauri::Manager;

use crate::events::{self, Navigate, NavigateTo};
use crate::runtime::AppHandle;

/// What stands before the files of a start.
const UPLOAD: &str = "--upload";

/// Files that nobody took yet.
#[derive(Default)]
pub(crate) struct GivenFiles(Mutex<Vec<PathBuf>>);

/// Keeps the files of a start and tells the window, which asks for them with [`take`]. A window
/// that is not there yet asks when it is.
pub(crate) fn receive<A>(app: &AppHandle, arguments: impl IntoIterator<Item = A>, folder: &Path)
where
    A: Into<OsString>,
{
    give(app, files_of(arguments, folder));
}

/// The same of the files that Finder opens with the program.
#[cfg(target_os = "macos")]
pub(crate) fn open(app: &AppHandle, addresses: &[url::Url]) {
    let files = addresses.iter().filter_map(|url| url.to_file_path().ok());
    give(app, files.collect());
}

fn give(app: &AppHandle, files: Vec<PathBuf>) {
    if files.is_empty() {
        return;
    }
    held(app, |given| given.extend(files));
    let place = Navigate {
        to: NavigateTo::UploadGiven,
        connection: None,
        folder: None,
    };
    events::emit(app, &place);
}

/// Takes what was given since it was taken last.
pub(crate) fn take(app: &AppHandle) -> Vec<PathBuf> {
    held(app, std::mem::take)
}

fn held<T>(app: &AppHandle, change: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
    let given = app.state::<GivenFiles>();
    change(&mut given.0.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The files that arguments name; those that are relative are in the folder of the start.
fn files_of<A>(arguments: impl IntoIterator<Item = A>, folder: &Path) -> Vec<PathBuf>
where
    A: Into<OsString>,
{
    let mut arguments = arguments.into_iter().map(Into::into);
    if !arguments.any(|argument| argument == UPLOAD) {
        return Vec::new();
    }
    arguments.map(|file| folder.join(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_stands_after_the_word_is_a_file() {
        let folder = Path::new("/home/kari");
        let files = |arguments: &[&str]| files_of(arguments, folder);
        assert_eq!(files(&["fielddesk"]), Vec::<PathBuf>::new());
        assert_eq!(
            files(&["fielddesk", "--hidden", "a.pdf"]),
            Vec::<PathBuf>::new()
        );
        assert_eq!(files(&["fielddesk", UPLOAD]), Vec::<PathBuf>::new());
        let given = files(&["fielddesk", UPLOAD, "a b.pdf", "/srv/c.dwg", "--hidden"]);
        let expected = ["/home/kari/a b.pdf", "/srv/c.dwg", "/home/kari/--hidden"];
        assert_eq!(given, expected.map(PathBuf::from));
    }
}
