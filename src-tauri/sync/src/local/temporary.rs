//! The names of our temporary files. A name tells what its file may hold, so that after a crash
//! what is known is removed and anything else gets its own name back.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use fielddesk_rules::ignore::{OUR_PREFIX, OUR_SUFFIX};

use crate::conflict_copy::shortened;
use crate::content_hash::ContentHash;
use crate::path::RelPath;
use crate::ports::LocalError;
use crate::tree::Stat;

/// Prefix that distinguishes this process's temporary files from those of earlier processes.
static LIFE: LazyLock<String> = LazyLock::new(|| {
    let random = RandomState::new().build_hasher().finish();
    format!("{:x}-{:08x}", std::process::id(), random & 0xffff_ffff)
});
static NEXT: AtomicU64 = AtomicU64::new(0);

const LONGEST_BYTES: usize = 255;

/// Before the old file's mark, the new file's, and the name of the file.
const OLD: &str = "-o";
const NEW: &str = "-n";
const NAME: char = '~';

/// Possible contents of a temporary file that took another file's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TemporaryContents {
    /// The mark of the bytes we wrote; `None` where none were.
    new: Option<String>,
    /// The mark of the file that was to be replaced or removed; the history has it.
    old: String,
    /// The name of that file, shortened where it was very long.
    pub(super) name: String,
}

impl TemporaryContents {
    /// Returns true for the bytes that we wrote.
    pub(super) fn is_new(&self, stat: &Stat) -> bool {
        self.new.as_deref() == Some(&*mark(stat))
    }

    /// Returns true for the file that was to go.
    pub(super) fn is_old(&self, stat: &Stat) -> bool {
        self.old == mark(stat)
    }
}

/// A temporary file beside `near` for bytes that we write: nothing else ever has its name.
pub(super) fn for_new_bytes(near: &RelPath) -> Result<RelPath, LocalError> {
    beside(near, &format!("{}{OUR_SUFFIX}", begin()))
}

/// A temporary file that may hold `old`, the file at `path`, or the bytes we wrote.
pub(super) fn for_a_swap(
    path: &RelPath,
    old: &Stat,
    new: Option<&Stat>,
) -> Result<RelPath, LocalError> {
    let new = new.map_or_else(String::new, |new| format!("{NEW}{}", mark(new)));
    let head = format!("{}{OLD}{}{new}{NAME}", begin(), mark(old));
    let room = LONGEST_BYTES - head.len() - OUR_SUFFIX.len();
    let name = shortened(path.name(), room);
    beside(path, &format!("{head}{name}{OUR_SUFFIX}"))
}

fn begin() -> String {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{OUR_PREFIX}{}-{number:x}", *LIFE)
}

fn beside(near: &RelPath, name: &str) -> Result<RelPath, LocalError> {
    let path = near.beside(name);
    path.map_err(|error| LocalError::Denied(error.to_string()))
}

/// Returns a hash of a file's size, time and number; the time of its record changes with its name
/// and is left out.
fn mark(stat: &Stat) -> String {
    let number = stat.identity.map(|identity| identity.file);
    let look = format!("{} {} {number:?}", stat.size, stat.mtime_ns);
    let mut mark = ContentHash::of(look.as_bytes()).to_string();
    mark.truncate(16);
    mark
}

/// Returns the possible contents of a temporary file of that name; `None` where only our own bytes
/// ever had it.
pub(super) fn contents_of(name: &str) -> Option<TemporaryContents> {
    let inner = name.strip_prefix(OUR_PREFIX)?.strip_suffix(OUR_SUFFIX)?;
    let (marks, name) = inner.split_once(NAME)?;
    let (_, marks) = marks.split_once(OLD)?;
    let (old, new) = match marks.split_once(NEW) {
        Some((old, new)) => (old, Some(new.to_owned())),
        None => (marks, None),
    };
    Some(TemporaryContents {
        new,
        old: old.to_owned(),
        name: name.to_owned(),
    })
}

/// Returns true where no process is left that could need a temporary file.
pub(super) fn is_left_over(name: &str) -> bool {
    let inner = name.strip_prefix(OUR_PREFIX).unwrap_or(name);
    if inner.starts_with(&*LIFE) {
        return false;
    }
    let process = inner.split('-').next().unwrap_or_default();
    let process = u32::from_str_radix(process, 16);
    // A number of ours with another life is an earlier process of that number.
    !process.is_ok_and(|process| process != std::process::id() && is_running(process))
}

#[cfg(target_os = "linux")]
fn is_running(process: u32) -> bool {
    std::path::Path::new(&format!("/proc/{process}")).exists()
}

/// Elsewhere it is not asked: one process holds the data folder, so ours is the only one.
#[cfg(not(target_os = "linux"))]
fn is_running(_process: u32) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(size: u64) -> Stat {
        Stat {
            size,
            mtime_ns: -5,
            identity: None,
        }
    }

    #[test]
    fn a_name_tells_what_its_file_may_hold() {
        let path = RelPath::new("VA/Plan ~ A-o-n.pdf").unwrap();
        let name = for_a_swap(&path, &stat(1), Some(&stat(2))).unwrap();
        let read = contents_of(name.name()).unwrap();
        assert_eq!(read.name, "Plan ~ A-o-n.pdf");
        assert!(read.is_old(&stat(1)) && read.is_new(&stat(2)));
        assert!(!read.is_old(&stat(2)) && !read.is_new(&stat(1)));
        let name = for_a_swap(&path, &stat(1), None).unwrap();
        let read = contents_of(name.name()).unwrap();
        assert!(read.is_old(&stat(1)) && !read.is_new(&stat(1)));
        assert_eq!(contents_of(for_new_bytes(&path).unwrap().name()), None);
    }

    #[test]
    fn a_long_name_fits_and_keeps_its_extension() {
        let path = RelPath::new(&format!("{}.pdf", "ø".repeat(125))).unwrap();
        let name = for_a_swap(&path, &stat(1), Some(&stat(2))).unwrap();
        assert!(name.name().len() <= LONGEST_BYTES);
        let read = contents_of(name.name()).unwrap();
        assert!(read.name.ends_with(".pdf") && read.is_old(&stat(1)));
    }
}
