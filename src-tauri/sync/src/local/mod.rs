//! The folder on the real disk: what stands behind the port `LocalFs`, which names are left
//! out, when a file is whole, and where to look because something happened.
//!
//! It sees, reads and writes. What follows from that is the engine's to decide.

mod error;
mod folder;
mod folder_snapshot;
mod fs_events;
mod local_fs;
mod mounts;
mod platform;
mod reading;
mod scanner;
pub mod stability;
mod temporary;
mod walk;
mod watch;
mod watching;
mod writing;

pub use folder::OsFolder;
pub use mounts::MountTable;
pub use watch::{Hint, Watcher};
pub use watching::{NotWatched, Watching};
