//! Ways to notice changes of a folder, and reasons the system cannot report them.

use std::fmt;
use std::time::Duration;

/// The way that changes of a folder are noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watching {
    /// The system tells of each.
    Events,
    /// Everything is looked at this often.
    Polling {
        /// Time between two looks.
        every: Duration,
        /// Reason the system cannot report changes.
        because: NotWatched,
    },
}

/// Reasons changes of a folder cannot be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWatched {
    /// The system's limit of watched folders is reached (`fs.inotify.max_user_watches`).
    Limit,
    /// Network drive, whose changes are not reported; its kind.
    NetworkDrive(String),
    /// Missing folder, or another one in its place.
    FolderAway(String),
    /// Error of the system.
    System(String),
}

impl fmt::Display for NotWatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => f.write_str("the system's limit of watched folders is reached"),
            Self::NetworkDrive(kind) => write!(f, "it is on a network drive ({kind})"),
            Self::FolderAway(why) => write!(f, "the folder is away: {why}"),
            Self::System(why) => f.write_str(why),
        }
    }
}
