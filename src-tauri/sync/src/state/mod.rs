//! The stored state of every mapping, in one SQLite file: the real `State`.
//!
//! A commit is one row of a journal, durable when it answers, all or none. Everything up to some
//! commit lies beside it in one piece ([`snapshot`]), so that 100,000 files load in a moment and
//! one change never writes them all again. The meaning of changes is not here: loading is the piece
//! with every later row applied by [`Saved::apply`](crate::mapping_state::Saved::apply).
//!
//! A damaged file is kept aside and a new one begun. A state that is older than the history (a
//! restored backup, a copied computer) is put aside too: see [`Marks`].

mod file;
mod generation;
mod rows;
mod snapshot;
mod sqlite;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use generation::{Marks, NoMarks};
pub use sqlite::{LostBecause, SqliteState};

use crate::mapping::MappingId;
use crate::mapping_state::Saved;
use crate::ports::StateError;
use fielddesk_documents::sqlite::SqliteFile;
use sqlite::Shared;

/// The states of all mappings. Cheap to clone.
#[derive(Clone)]
pub struct StateStore {
    file: Arc<SqliteFile>,
    marks: Arc<dyn Marks>,
    open: Arc<Mutex<BTreeMap<MappingId, Arc<Shared>>>>,
}

impl fmt::Debug for StateStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateStore")
            .field("path", &self.file.path())
            .finish_non_exhaustive()
    }
}

impl StateStore {
    /// Opens the file (`sync.sqlite` in the data folder), makes it where it is not. A damaged
    /// one is kept aside under another name and a new one begun.
    ///
    /// # Errors
    /// `Failed` when the disk fails or the file is of a newer version of Fielddesk.
    pub async fn open(path: &Path) -> Result<Self, StateError> {
        Ok(Self {
            file: Arc::new(file::open(path).await?),
            marks: Arc::new(NoMarks),
            open: Arc::default(),
        })
    }

    /// Compares each state with what the history knows of it. Without marks no state is found
    /// to be too old.
    #[must_use]
    pub fn with_marks(mut self, marks: Arc<dyn Marks>) -> Self {
        self.marks = marks;
        self
    }

    /// Returns the state of a mapping, empty when it is new. Handles to one mapping share what they
    /// know.
    #[must_use]
    pub fn of(&self, mapping: &MappingId) -> SqliteState {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = open.entry(mapping.clone());
        let shared = shared.or_insert_with(|| Arc::new(Shared::new(mapping.clone())));
        SqliteState {
            shared: shared.clone(),
            file: self.file.clone(),
            marks: self.marks.clone(),
        }
    }

    /// Reads what is remembered without changing anything: for a look while another process
    /// works. Nothing for a mapping that is not known.
    ///
    /// # Errors
    /// `Failed`; `Lost` where it is damaged, which the process that works will mend.
    pub async fn read(&self, mapping: &MappingId) -> Result<Saved, StateError> {
        let (pool, _) = self.file.pool().await;
        let stored = rows::read(&pool, mapping).await;
        match stored.map_err(|error| file::told(&error))? {
            None => Ok(Saved::default()),
            Some(stored) => stored.saved().map_err(|_| StateError::Lost),
        }
    }

    /// Forgets a mapping, and what was put aside of it.
    ///
    /// # Errors
    /// `Failed`: nothing is forgotten.
    pub async fn forget(&self, mapping: &MappingId) -> Result<(), StateError> {
        let shared = {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            open.remove(mapping)
        };
        let (pool, _) = self.file.pool().await;
        let forgotten = rows::forget(&pool, mapping).await;
        forgotten.map_err(|error| file::told(&error))?;
        if let Some(shared) = shared {
            shared.close().await;
        }
        if let Err(error) = rows::shrink(&pool).await {
            // A full disk or a busy neighbour: the room is used by what comes next.
            tracing::info!(%error, "the room of a forgotten mapping was not given back");
        }
        Ok(())
    }

    /// Returns the new path of a damaged file that was found since this store was opened.
    #[must_use]
    pub fn kept_aside(&self) -> Option<PathBuf> {
        self.file.kept_aside()
    }

    /// Ends the connections to the file; for tests and before the folder is moved.
    pub async fn close(&self) {
        self.file.pool().await.0.close().await;
    }
}
