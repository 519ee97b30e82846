//! How changes of a folder are noticed, and why the system cannot tell of them.

use std::fmt;
use std::time::Duration;

/// How changes of a folder are noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watching {
    /// The system tells of each.
    Events,
    /// Everything is looked at this often.
    Polling {
        /// How often.
        every: Duration,
        /// Why the system cannot tell.
        because: NotWatched,
    },
}

/// Why changes of a folder cannot be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWatched {
    /// The system's limit of watched folders is reached (`fs.inotify.max_user_watches`).
    Limit,
    /// It lies on a network drive, whose changes nobody tells of; its kind.
    NetworkDrive(String),
    /// It is not there, or another folder is in its place.
    FolderAway(String),
    /// What the system says.
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
