//! The folder on the real disk: what stands behind the port `LocalFs`, which names are left
//! out, when a file is whole, and where to look because something happened.
//!
//! It sees, reads and writes. What follows from that is the engine's to decide.

mod around;
mod error;
mod folder;
pub mod ignore;
mod look;
mod platform;
mod reading;
mod rules;
pub mod settle;
mod signs;
mod temporary;
mod walk;
mod watch;
mod writing;

pub use folder::OsFolder;
pub use ignore::{BadRule, RuleName, Rules};
pub use watch::{Hint, NotWatched, Watcher, Watching};
