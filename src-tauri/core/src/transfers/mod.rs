//! The queue of transfers: uploads, replaces and downloads that survive a restart.
//!
//! Rows live in SQLite; one task works on them and tells through a watch. A replace has three
//! steps, each written down before it is done: the new content goes up, the old content comes
//! into the history, the old document is deleted by its id. Nothing is ever sent twice because
//! an answer was lost: the page is asked first.

mod types;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fielddesk_api::Clock;
use tokio::sync::{broadcast, watch};

pub use types::{
    NewDownload, NewUpload, Online, Transfer, TransferId, TransferKind, TransferState,
    TransfersView,
};

use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::documents::OpenCopy;
use crate::history::History;
use crate::target::Target;

/// Whether the service can be reached, shared by everything that asks it. Cheap to clone.
#[derive(Clone)]
pub struct OnlineWatch {}

impl OnlineWatch {
    /// Begins as online.
    #[must_use]
    pub fn new() -> Self {
        todo!()
    }

    /// The state and its changes.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<Online> {
        todo!()
    }
}

/// The queue of one connection. Cheap to clone; `stop` ends its task.
#[derive(Clone)]
pub struct Transfers {}

impl Transfers {
    /// Opens the queue of a connection and goes on where the last run ended.
    pub async fn start(
        connection: Connection,
        database: &Database,
        data_dir: &DataDir,
        history: History,
        online: OnlineWatch,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        todo!()
    }

    /// Puts files into the queue; they are stored when this returns.
    pub async fn send(&self, files: Vec<NewUpload>) -> Result<Vec<TransferId>, Failure> {
        todo!()
    }

    /// Puts downloads into the queue, into a folder that exists.
    pub async fn save(
        &self,
        documents: Vec<NewDownload>,
        dir: &Path,
    ) -> Result<Vec<TransferId>, Failure> {
        todo!()
    }

    /// Fetches a private read-only copy and waits for it; it is shown among the transfers and
    /// can be cancelled there.
    pub async fn open_copy(&self, document: NewDownload) -> Result<OpenCopy, Failure> {
        todo!()
    }

    /// Everything as it stands, at most five times a second.
    #[must_use]
    pub fn view(&self) -> watch::Receiver<TransfersView> {
        todo!()
    }

    /// Targets whose page was changed.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Target> {
        todo!()
    }

    /// Stops these; what is on the page stays as it was.
    pub async fn cancel(&self, ids: &[TransferId]) -> Result<(), Failure> {
        todo!()
    }

    /// Tries these again.
    pub async fn retry(&self, ids: &[TransferId]) -> Result<(), Failure> {
        todo!()
    }

    /// Nothing new begins while paused; what is under way ends.
    pub async fn pause(&self, paused: bool) -> Result<(), Failure> {
        todo!()
    }

    /// Forgets those that are done or cancelled.
    pub async fn clear_finished(&self) -> Result<(), Failure> {
        todo!()
    }

    /// The local file of a transfer, to show it in its folder.
    #[must_use]
    pub fn local_file(&self, id: TransferId) -> Option<PathBuf> {
        todo!()
    }

    /// Does not wait any longer for the next try.
    pub fn try_again_now(&self) {
        todo!()
    }

    /// Ends the task: requests under way have ten seconds, the rest goes on at the next start.
    pub async fn stop(&self) {
        todo!()
    }
}
