//! Ports of the engine, small and by use: the folder, the page, the stored state, old content,
//! time.
//!
//! The real ones live elsewhere (the disk and SQLite beside this crate's core, HTTP in `core`);
//! the fakes are in `testing`, and so are the conformance suites that both must pass.

mod local_fs;
mod state;

use std::sync::Arc;

pub use fielddesk_documents::ports::{
    ActId, ByteStream, Clock, Content, FromSide, History, HistoryError, KeptContent, ListedFile,
    ListedPage, Listing, LocalError, NewVersion, Owner, Part, Remote, RemoteError, RemoteErrorKind,
    RemovalReason, Removed, SourceError, StateError, Uploaded, Version, VersionId, bytes_of,
    hash_of,
};
pub use local_fs::{
    Ignored, LocalFs, NotReady, Readiness, RefusedEntry, RootIdentity, Scan, ScannedFile,
    StageError, Staged, WHOLE_UP_TO_BYTES,
};
pub use state::State;

/// The five together.
#[derive(Clone)]
pub struct Ports {
    /// Folder of the mapping.
    pub fs: Arc<dyn LocalFs>,
    /// Pages that it syncs with.
    pub remote: Arc<dyn Remote>,
    /// Store of the state.
    pub state: Arc<dyn State>,
    /// History that old content is kept in.
    pub history: Arc<dyn History>,
    /// Source of the time.
    pub clock: Arc<dyn Clock>,
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ports").finish_non_exhaustive()
    }
}
