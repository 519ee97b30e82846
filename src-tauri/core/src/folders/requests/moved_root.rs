//! Comparison of a chosen folder with the moved one, by the files that were synced, and a search
//! for them nearby: the choice is often one folder too high or too low.

use std::path::{Path, PathBuf};

use fielddesk_rules::file_name::shown;
use fielddesk_sync::engine::Engine;

use crate::Failure;
use crate::folders::mappings::validate;

/// So many of the files tell whether another folder has them.
const SAMPLE: usize = 20;

/// So many folders above the chosen one are looked at.
const ABOVE: usize = 3;

/// So many subfolders of the chosen one are looked at.
const BELOW: usize = 100;

/// The files that both sides agreed on, by their paths in the folder.
pub(super) fn agreed_files(engine: &Engine) -> Vec<PathBuf> {
    engine.with_saved(|saved| {
        let agreed = saved.synced.iter();
        agreed
            .map(|(_, file)| PathBuf::from(file.path.as_str()))
            .collect()
    })
}

/// How many of the files a folder does not have that is chosen in the place of the one before.
///
/// # Errors
/// Refused where that is half of them or more: another folder by mistake would upload its files,
/// and ask about every file of this one. So where some of them are in the folder before: only a
/// part of it was moved.
pub(super) async fn missing_in(
    folder: &Path,
    before: &Path,
    files: Vec<PathBuf>,
) -> Result<usize, Failure> {
    let (chosen, before) = (folder.to_owned(), before.to_owned());
    let look = move || {
        let agreed = files.len();
        let missing = files.iter().filter(|file| !chosen.join(file).is_file());
        let missing: Vec<_> = missing.collect();
        let present = agreed - missing.len();
        if agreed == 0 || present * 2 > agreed {
            return match missing.iter().any(|file| before.join(file).is_file()) {
                true => Err(few_of_its_files(
                    &chosen,
                    present,
                    agreed,
                    Some(("othersStayed", before)),
                )),
                false => Ok(missing.len()),
            };
        }
        let found = elsewhere(&chosen, &subfolders(&chosen), &files, Path::is_file);
        Err(few_of_its_files(&chosen, present, agreed, found))
    };
    let looked = tokio::task::spawn_blocking(look).await;
    looked.map_err(Failure::internal)?
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    folders.take(BELOW).collect()
}

/// The folder around a chosen one, or the one subfolder of it, that has most of the files, with the
/// word of the refusal that names it.
fn elsewhere(
    chosen: &Path,
    subfolders: &[PathBuf],
    files: &[PathBuf],
    is_file: impl Fn(&Path) -> bool,
) -> Option<(&'static str, PathBuf)> {
    let sample = &files[..files.len().min(SAMPLE)];
    let has_most = |folder: &Path| {
        let present = sample.iter().filter(|file| is_file(&folder.join(file)));
        present.count() * 2 > sample.len()
    };
    let mut above = chosen.ancestors().skip(1).take(ABOVE);
    if let Some(folder) = above.find(|folder| has_most(folder)) {
        return Some(("filesAbove", folder.to_owned()));
    }
    let mut below = subfolders.iter().filter(|folder| has_most(folder));
    match (below.next(), below.next()) {
        (Some(folder), None) => Some(("filesBelow", folder.clone())),
        _ => None,
    }
}

/// Half or more of what was synced is not where it would lie in a folder.
fn few_of_its_files(
    folder: &Path,
    present: usize,
    agreed: usize,
    found: Option<(&'static str, PathBuf)>,
) -> Failure {
    let what = format!("it has {present} of the {agreed} files that were synced");
    let refused = |reason: &str, fix: &str| {
        validate::refused(folder, reason, &what, fix)
            .with("present", present)
            .with("agreed", agreed)
    };
    match found {
        Some((reason, path)) => {
            let path = shown(&path.to_string_lossy());
            let fix = match reason {
                "othersStayed" => format!("Move the others there, too; they are in {path}."),
                _ => format!("Choose {path}, which has them."),
            };
            refused(reason, &fix).with("found", path)
        }
        None => refused(
            "fewOfItsFiles",
            "Choose the folder that has them all, or add this one as another synced folder.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_found_one_folder_too_high_or_too_low() {
        let files = ["Uke46/a.pdf", "Uke46/b.pdf", "c.pdf"].map(PathBuf::from);
        let cases = [
            (
                "its parent",
                "/x",
                "/x/VA /x/Veg",
                "/x/VA",
                Some(("filesBelow", "/x/VA")),
            ),
            (
                "a part of it",
                "/x/VA/Uke46",
                "",
                "/x/VA",
                Some(("filesAbove", "/x/VA")),
            ),
            (
                "deep in it",
                "/x/VA/a/b/c",
                "",
                "/x/VA",
                Some(("filesAbove", "/x/VA")),
            ),
            ("too deep in it", "/x/VA/a/b/c/d", "", "/x/VA", None),
            (
                "the parent of two copies",
                "/x",
                "/x/VA /x/Veg",
                "/x/VA /x/Veg",
                None,
            ),
            ("another folder", "/y", "/y/VA", "/x/VA", None),
        ];
        for (what, chosen, below, roots, expected) in cases {
            let below: Vec<PathBuf> = below.split_whitespace().map(PathBuf::from).collect();
            let is_file = |path: &Path| {
                let mut roots = roots.split_whitespace().map(Path::new);
                roots.any(|root| files.iter().any(|file| root.join(file) == path))
            };
            let found = elsewhere(Path::new(chosen), &below, &files, is_file);
            let expected = expected.map(|(reason, path)| (reason, PathBuf::from(path)));
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn a_folder_with_few_of_the_files_is_not_named() {
        let files = ["a.pdf", "b.pdf"].map(PathBuf::from);
        let below = [PathBuf::from("/x/VA")];
        let one = |path: &Path| path == Path::new("/x/VA/a.pdf");
        assert_eq!(elsewhere(Path::new("/x"), &below, &files, one), None);
    }
}
