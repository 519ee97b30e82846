//! Differences between systems: opening without following links, listing, looking, naming.
//!
//! Both sides give the same [`Dir`] and the same functions. Nothing is decided here.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
#[cfg(target_os = "linux")]
mod writers;

#[cfg(unix)]
pub(crate) use unix::{Dir, look_at};
#[cfg(windows)]
pub(crate) use windows::{Dir, look_at};

use std::ffi::OsString;

use crate::tree::Stat;

/// The kind of an entry of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, socket or device.
    Other,
}

/// An entry of a folder as the listing gives it.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: OsString,
    /// Left out by some file systems.
    pub(crate) kind: Option<Kind>,
    /// Look that the listing itself gives (Windows).
    pub(crate) seen: Option<FileMetadata>,
}

/// The result of one look at a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileMetadata {
    pub(crate) kind: Kind,
    pub(crate) stat: Stat,
    /// The volume's number and the file's on it, for finding who has it open.
    pub(crate) node: (u64, u64),
    /// An attribute hides it (Windows).
    pub(crate) hidden: bool,
    /// This person may not read it, as far as the look tells.
    pub(crate) denied: bool,
}

/// Properties of the volume that a folder lies on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Volume {
    /// The volume.
    pub(crate) name: String,
    /// Identity of the volume, and of the folder on it.
    pub(crate) identity: String,
    /// Step of its modification times, in nanoseconds.
    pub(crate) granule_ns: i64,
    /// File numbers and change times mean something on it.
    pub(crate) stable_ids: bool,
    /// Kind of volume, where changes on it cannot be watched.
    pub(crate) unwatchable: Option<&'static str>,
}

/// Programs that have files open for writing, as far as the system tells.
#[derive(Debug, Default)]
pub(crate) struct Writers {
    #[cfg(target_os = "linux")]
    by_node: std::collections::HashMap<(u64, u64), String>,
}

impl Writers {
    /// Looks at the open files of every process that can be seen.
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            by_node: writers::open_for_writing(),
        }
    }

    /// Files open for writing, with their programs.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(clippy::unused_self, reason = "only Linux tells")
    )]
    pub(crate) fn of(&self, node: (u64, u64)) -> Option<&str> {
        #[cfg(target_os = "linux")]
        return self.by_node.get(&node).map(String::as_str);
        #[cfg(not(target_os = "linux"))]
        {
            let _unused: (u64, u64) = node;
            None
        }
    }
}
