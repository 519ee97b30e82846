//! Ports needed to change documents, small and by use: the pages, old content, the caller's
//! journal, time.
//!
//! The real ones live elsewhere (HTTP in `core`, databases beside their owners); the suites
//! that real and fake must pass alike are in [`crate::testing`].

mod clock;
mod content;
mod error;
mod history;
mod journal;
mod remote;

pub use clock::Clock;
pub use content::{ByteStream, Content, bytes_of, hash_of};
pub use error::{HistoryError, LocalError, RemoteError, RemoteErrorKind, SourceError, StateError};
pub use history::{
    ActId, FromSide, History, KeptContent, NewVersion, Owner, RemovalReason, Version, VersionId,
};
pub use journal::Journal;
pub use remote::{ListedFile, ListedPage, Listing, Part, Remote, Removed, Uploaded};
