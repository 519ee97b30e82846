//! The documents of a page: listing, deleting with undo, opening a private copy.
//!
//! It merges what the service lists (an id and a name, nothing else) with what this computer
//! knows: what it sent, how large it was, what was verified. It does not send files; that is
//! [`crate::transfers`].

mod types;

pub use types::{
    Document, DocumentState, OpenCopy, Origin, Page, PendingDelete, Section,
};
pub use crate::target::Target;

use fielddesk_model::FileReferenceId;

use crate::Failure;
use crate::connection::Connection;
use crate::data_dir::DataDir;
use crate::db::Database;
use crate::history::History;
use crate::transfers::OnlineWatch;

/// The documents of one connection.
#[derive(Clone)]
pub struct Documents {}

impl Documents {
    /// Begins with a connection; cleans the private copies of earlier runs.
    ///
    /// # Errors
    /// When the folder of private copies cannot be made.
    pub async fn open(
        connection: Connection,
        database: &Database,
        data_dir: &DataDir,
        history: History,
        online: OnlineWatch,
    ) -> Result<Self, Failure> {
        todo!()
    }

    /// The page of a target: at once from memory unless `fresh`, else from the service.
    pub async fn list(&self, target: &Target, fresh: bool) -> Result<Page, Failure> {
        todo!()
    }

    /// Brings the bytes into the history and hides the documents. Nothing is sent until
    /// [`Self::finish_delete`].
    pub async fn delete(&self, target: &Target, ids: &[FileReferenceId]) -> PendingDelete {
        todo!()
    }

    /// Deletes on the service. Returns what it refused; those are listed again.
    pub async fn finish_delete(
        &self,
        undo_id: &str,
    ) -> Result<Vec<(FileReferenceId, Failure)>, Failure> {
        todo!()
    }

    /// Takes a delete back; returns how many come back. Nothing is sent.
    pub fn undo_delete(&self, undo_id: &str) -> usize {
        todo!()
    }

    /// Finishes every delete that still waits: when the app quits.
    pub async fn finish_all_deletes(&self) {
        todo!()
    }

    /// Targets whose page changed through us.
    pub fn changes(&self) -> tokio::sync::broadcast::Receiver<Target> {
        todo!()
    }
}
