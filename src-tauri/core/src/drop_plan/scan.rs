//! Walks what was dropped, where it may block, and counts as it goes.
//!
//! Links and junctions inside folders are not followed: they may lead out of what was
//! dropped, or round. What the person dropped itself may be a link to a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use fielddesk_rules::file_name::shown;
use fielddesk_rules::ignore::{IgnoreRules, LINKS};
use fielddesk_sync::local::stability::STANDING_STILL;
use tokio_util::sync::CancellationToken;

use super::types::LeftOut;
use crate::Failure;
use crate::content::{Stamp, read_failure, stamp_of, stat_file, try_opening};

/// Folders deeper than this are a mistake or an attack.
const DEEPEST: usize = 64;

/// Files of a drop that are opened to see whether they can be read. On a network drive each costs a
/// round trip; of more files sending tells.
const OPENED: u64 = 300;

/// A file that was found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    /// Its name; what is not text has marks in it.
    pub(crate) name: String,
    /// Whether the name is exactly the file's.
    pub(crate) named: bool,
    /// The folders from the dropped one down; empty for a file that was dropped itself.
    pub(crate) folders: Vec<String>,
    /// Count of the first `folders` that are no section: the only folder that was dropped.
    pub(crate) outer: usize,
    /// What the disk says of it, or why it cannot be read.
    pub(crate) stamp: Result<Stamp, Failure>,
    /// It changed just now.
    pub(crate) fresh: bool,
}

impl Found {
    /// The folders that can be a section.
    pub(crate) fn subfolders(&self) -> &[String] {
        self.folders.get(self.outer..).unwrap_or_default()
    }
}

/// What a walk has found so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Count {
    pub(crate) files: u64,
    pub(crate) folders: u64,
    pub(crate) bytes: u64,
}

/// Everything that was found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scan {
    pub(crate) found: Vec<Found>,
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) count: Count,
    /// How many of the dropped things are folders, and how many are files.
    pub(crate) roots: (usize, usize),
}

/// Walks the paths; `tell` hears the count now and then. Gives what was found until then when
/// it is cancelled.
pub(crate) fn scan(
    paths: &[PathBuf],
    cancel: &CancellationToken,
    mut tell: impl FnMut(Count),
) -> Scan {
    let mut walk = Walk {
        scan: Scan::default(),
        rules: IgnoreRules::default(),
        now: SystemTime::now(),
        cancel,
    };
    for path in paths {
        walk.root(path, &mut tell);
    }
    tell(walk.scan.count);
    let outer = usize::from(walk.scan.roots.0 == 1);
    for found in &mut walk.scan.found {
        found.outer = outer.min(found.folders.len());
    }
    walk.scan
}

struct Walk<'a> {
    scan: Scan,
    rules: IgnoreRules,
    now: SystemTime,
    cancel: &'a CancellationToken,
}

impl Walk<'_> {
    fn root(&mut self, path: &Path, tell: &mut impl FnMut(Count)) {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                self.scan.roots.0 += 1;
                self.scan.count.folders += 1;
                let name = name_of(path).0;
                self.folder(path, &[name], tell);
            }
            data => {
                self.scan.roots.1 += 1;
                self.file(path, &[], data);
            }
        }
    }

    fn folder(&mut self, dir: &Path, folders: &[String], tell: &mut impl FnMut(Count)) {
        if self.cancel.is_cancelled() {
            return;
        }
        tell(self.scan.count);
        let entries = match fs::read_dir(dir) {
            Ok(entries) if folders.len() <= DEEPEST => entries,
            Ok(_) => return self.unreadable(dir, folders, &std::io::ErrorKind::InvalidData.into()),
            Err(error) => return self.unreadable(dir, folders, &error),
        };
        let mut children: Vec<_> = entries.filter_map(Result::ok).collect();
        children.sort_by_key(fs::DirEntry::file_name);
        let mut below = Vec::new();
        for child in children {
            let path = child.path();
            let (name, _) = name_of(&path);
            let kind = child.file_type();
            let is_folder = kind.as_ref().is_ok_and(fs::FileType::is_dir);
            if let Some(rule) = self.rules.entry(&name, is_folder) {
                self.scan.left_out.push(LeftOut {
                    name: shown(&name),
                    rule,
                });
                continue;
            }
            match kind {
                Ok(kind) if kind.is_symlink() => {
                    self.scan.left_out.push(LeftOut {
                        name: shown(&name),
                        rule: LINKS,
                    });
                }
                Ok(kind) if kind.is_dir() => below.push((path, name)),
                Ok(_) => {
                    let data = child.metadata();
                    self.file(&path, folders, data);
                }
                Err(error) => self.file(&path, folders, Err(error)),
            }
        }
        for (path, name) in below {
            self.scan.count.folders += 1;
            let mut folders = folders.to_vec();
            folders.push(name);
            self.folder(&path, &folders, tell);
        }
    }

    /// A folder that cannot be read is a row: its files must not be missing in silence.
    fn unreadable(&mut self, dir: &Path, folders: &[String], error: &std::io::Error) {
        let above = folders.split_last().map_or(&[][..], |(_, above)| above);
        let (name, named) = name_of(dir);
        self.scan.found.push(Found {
            path: dir.to_owned(),
            name,
            named,
            folders: above.to_vec(),
            outer: 0,
            stamp: Err(Failure::local("read the folder", dir, error)),
            fresh: false,
        });
    }

    fn file(&mut self, path: &Path, folders: &[String], data: std::io::Result<fs::Metadata>) {
        let (name, named) = name_of(path);
        if let Some(rule) = self.rules.file(&name) {
            self.scan.left_out.push(LeftOut {
                name: shown(&name),
                rule,
            });
            return;
        }
        let mut stamp = data.and_then(|data| stamp_of(&data));
        if self.scan.count.files < OPENED {
            stamp = stamp.and_then(|stamp| try_opening(path).map(|()| stamp));
        }
        let stamp = stamp.map_err(|error| read_failure(path, &error));
        let fresh = stamp
            .as_ref()
            .is_ok_and(|stamp| !stamp.stands_still(self.now, STANDING_STILL));
        self.scan.count.files += 1;
        self.scan.count.bytes += stamp.as_ref().map_or(0, |stamp| stamp.size);
        self.scan.found.push(Found {
            path: path.to_owned(),
            name,
            named,
            folders: folders.to_vec(),
            outer: 0,
            stamp,
            fresh,
        });
    }
}

/// The name as text, and whether it is exactly the file's.
fn name_of(path: &Path) -> (String, bool) {
    let name = path.file_name().unwrap_or(path.as_os_str());
    match name.to_str() {
        Some(name) => (name.to_owned(), true),
        None => (name.to_string_lossy().into_owned(), false),
    }
}

/// A file that could not be read and can be by now, by its place.
pub(super) fn look_again((at, path): (usize, PathBuf)) -> Option<(usize, Stamp)> {
    let stamp = stat_file(&path).and_then(|stamp| try_opening(&path).map(|()| stamp));
    Some((at, stamp.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(paths: &[PathBuf]) -> Scan {
        scan(paths, &CancellationToken::new(), |_| {})
    }

    fn write(path: PathBuf, bytes: usize) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, vec![0; bytes]).unwrap();
    }

    #[test]
    fn a_folder_is_walked_with_its_rules_named() {
        let drop = tempfile::tempdir().unwrap();
        let root = drop.path().join("Uke 47");
        write(root.join("a.pdf"), 3);
        write(root.join("HMS/sja.docx"), 4);
        write(root.join("HMS/~$sja.docx"), 1);
        write(root.join("HMS/Foto/b.jpg"), 0);
        write(root.join("Thumbs.db"), 9);
        write(drop.path().join("løs.pdf"), 5);
        let scan = walk(&[root.clone(), drop.path().join("løs.pdf")]);
        let found: Vec<_> = scan
            .found
            .iter()
            .map(|found| (found.name.as_str(), found.folders.join(" / ")))
            .collect();
        assert_eq!(
            found,
            [
                ("a.pdf", "Uke 47".to_owned()),
                ("sja.docx", "Uke 47 / HMS".to_owned()),
                ("b.jpg", "Uke 47 / HMS / Foto".to_owned()),
                ("løs.pdf", String::new()),
            ]
        );
        assert_eq!(
            scan.count,
            Count {
                files: 4,
                folders: 3,
                bytes: 12
            }
        );
        let rules: Vec<_> = scan.left_out.iter().map(|left| left.rule.id).collect();
        assert_eq!(rules, ["system", "office-lock"]);
        assert_eq!(scan.roots, (1, 1));
        let subfolders: Vec<_> = scan.found.iter().map(Found::subfolders).collect();
        assert_eq!(
            subfolders,
            [
                &[][..],
                &["HMS".to_owned()],
                &["HMS".to_owned(), "Foto".to_owned()],
                &[]
            ],
            "loose files beside the folder change nothing"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_inside_a_folder_are_not_followed() {
        let drop = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        write(outside.path().join("secret.txt"), 3);
        let root = drop.path().join("d");
        write(root.join("a.pdf"), 1);
        std::os::unix::fs::symlink(outside.path(), root.join("out")).unwrap();
        std::os::unix::fs::symlink(&root, root.join("round")).unwrap();
        let scan = walk(&[root]);
        assert_eq!(scan.count.files, 1);
        assert_eq!(
            scan.left_out
                .iter()
                .filter(|left| left.rule == LINKS)
                .count(),
            2
        );
    }

    #[test]
    fn what_is_gone_is_a_row_with_its_reason() {
        let drop = tempfile::tempdir().unwrap();
        write(drop.path().join("a.pdf"), 1);
        let scan = walk(&[drop.path().join("gone.pdf"), drop.path().join("a.pdf")]);
        let kinds: Vec<_> = scan
            .found
            .iter()
            .map(|found| found.stamp.as_ref().err().map(|failure| failure.kind))
            .collect();
        assert_eq!(kinds, [Some(crate::FailureKind::FileVanished), None]);
    }

    #[cfg(unix)]
    #[test]
    fn a_dropped_link_to_nothing_and_a_pipe_are_rows_that_cannot_be_read() {
        let drop = tempfile::tempdir().unwrap();
        let link = drop.path().join("link.pdf");
        std::os::unix::fs::symlink(drop.path().join("gone.pdf"), &link).unwrap();
        let socket = drop.path().join("socket.pdf");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let kinds: Vec<_> = walk(&[link, socket])
            .found
            .into_iter()
            .map(|found| found.stamp.err().map(|failure| failure.kind))
            .collect();
        assert_eq!(
            kinds,
            [
                Some(crate::FailureKind::FileVanished),
                Some(crate::FailureKind::FileUnreadable)
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_text_is_said_to_be_so() {
        use std::os::unix::ffi::OsStrExt as _;
        let drop = tempfile::tempdir().unwrap();
        let path = drop
            .path()
            .join(std::ffi::OsStr::from_bytes(b"caf\xe9.pdf"));
        write(path.clone(), 1);
        let scan = walk(&[path]);
        assert!(!scan.found[0].named);
    }

    #[test]
    fn a_cancelled_walk_stops() {
        let drop = tempfile::tempdir().unwrap();
        write(drop.path().join("d/a.pdf"), 1);
        let cancel = CancellationToken::new();
        cancel.cancel();
        assert_eq!(
            scan(&[drop.path().join("d")], &cancel, |_| {}).count.files,
            0
        );
    }
}
