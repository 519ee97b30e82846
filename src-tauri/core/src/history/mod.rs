//! Content that was replaced or removed on this computer: kept first, listed, put back, let go.
//!
//! What it is made of (contents, versions, ageing) is `fielddesk_documents::history`; here are
//! the use cases, and what an earlier version of Fielddesk kept in `fielddesk.sqlite`.

mod connections;
mod list;
mod restore;
mod takeover;
mod undo;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use fielddesk_api::Clock;
use fielddesk_documents::history::{DeleteError, OwnerHistory, Store};
use fielddesk_documents::ports::HistoryError;
use fielddesk_documents::sqlite::OpenError;

pub use connections::KeptConnection;
pub use fielddesk_documents::history::{Loss, Pruned};
pub use fielddesk_documents::ports::{ActId, NewVersion, Owner, Version, VersionId};
pub use list::{HistoryFilter, KeptVersion, VersionNumbers, version_numbers};

use crate::data_dir::DataDir;
use crate::db::Database;
use crate::profiles::Profiles;
use crate::sync_adapters::ClientClock;
use crate::{Failure, FailureKind};

/// The history of a data folder. Cheap to clone.
#[derive(Debug, Clone)]
pub struct History {
    store: Store,
    profiles: Profiles,
    /// What restores that were taken back kept, since the start.
    undone: Arc<Mutex<HashSet<VersionId>>>,
}

impl History {
    /// Opens it under the data folder, and takes over what `fielddesk.sqlite` kept before.
    pub async fn open(
        data_dir: &DataDir,
        database: &Database,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Failure> {
        let dir = data_dir.subdir("history")?;
        let store = Store::open(&dir, Arc::new(ClientClock(clock))).await;
        let store = store.map_err(unopened)?;
        if let Err(failure) = takeover::take_over(&store, database).await {
            // Records that cannot be read must not keep old content from being kept or found.
            tracing::warn!(%failure, "earlier versions were not taken over");
        }
        let history = Self {
            store,
            profiles: Profiles::open(data_dir),
            undone: Arc::default(),
        };
        if let Err(failure) = history.note_connections().await {
            tracing::warn!(%failure, "the connections were not noted");
        }
        Ok(history)
    }

    /// The store, for its owners.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// The history of one owner, as the documents crate uses it.
    #[must_use]
    pub fn of_owner(&self, owner: Owner) -> OwnerHistory {
        self.store.of_owner(owner)
    }

    /// Says whether there is room to keep more.
    ///
    /// # Errors
    /// Kind `diskFull` when less than 5 % or 2 GB of the disk is free: then nothing may be
    /// replaced or deleted.
    pub fn room(&self) -> Result<(), Failure> {
        self.store.room().map_err(|error| of_history(&error))
    }

    /// Everything kept, newest first.
    pub async fn versions(&self) -> Result<Vec<Version>, Failure> {
        let versions = self.store.versions().await;
        versions.map_err(|error| of_history(&error))
    }

    /// One version.
    pub async fn version(&self, version: VersionId) -> Result<Version, Failure> {
        let found = self.store.version(version).await;
        let found = found.map_err(|error| of_history(&error))?;
        found.ok_or_else(|| no_version(&version.0.to_string()))
    }

    /// Drops what was kept long enough, and takes in or sets aside content that no version names.
    /// For whoever holds the data folder.
    pub async fn prune(&self) -> Result<Pruned, Failure> {
        let pruned = self.store.prune().await;
        pruned.map_err(|error| of_history(&error))
    }

    /// The same, unless it was done within the last day.
    pub async fn prune_when_due(&self) -> Result<Option<Pruned>, Failure> {
        let pruned = self.store.prune_when_due().await;
        pruned.map_err(|error| of_history(&error))
    }

    /// Says what deleting versions makes unrecoverable, to be confirmed.
    pub async fn loss_of(&self, versions: &[VersionId]) -> Result<Loss, Failure> {
        let loss = self.store.loss_of(versions).await;
        loss.map_err(|error| of_history(&error))
    }

    /// Deletes versions for good, as it was confirmed.
    ///
    /// # Errors
    /// Kind `conflict` when other versions would go by now: nothing is deleted then.
    pub async fn delete_kept(&self, confirmed: &Loss) -> Result<(), Failure> {
        match self.store.delete(confirmed).await {
            Ok(()) => Ok(()),
            Err(DeleteError::History(error)) => Err(of_history(&error)),
            Err(DeleteError::Changed(_)) => Err(Failure::new(
                FailureKind::Conflict,
                "The kept versions have changed. Nothing was deleted.",
                "Review the list again, then confirm.",
            )),
        }
    }
}

/// An act that no other has.
#[must_use]
pub fn new_act() -> ActId {
    ActId::of(&uuid::Uuid::new_v4().to_string())
}

/// There is no such version.
pub(crate) fn no_version(version: &str) -> Failure {
    Failure::not_found("version", version, "Choose one of the history.")
}

/// What is said when the history could not be used.
pub(crate) fn of_history(error: &HistoryError) -> Failure {
    match error {
        HistoryError::Full => Failure::new(
            FailureKind::DiskFull,
            "Nothing is replaced or deleted until there is room to keep the old content.",
            "Free some space on the disk of the data folder, then try again.",
        )
        .with("limit", "history"),
        HistoryError::Unknown => no_version(""),
        HistoryError::Failed(why) => {
            tracing::error!(%why, "the history");
            Failure::new(
                FailureKind::LocalFile,
                format!(
                    "Could not use the history: {}.",
                    fielddesk_rules::file_name::shown(why)
                ),
                "Check the disk of the data folder, then try again.",
            )
        }
    }
}

fn unopened(error: OpenError) -> Failure {
    match error {
        OpenError::OtherVersion => Failure::new(
            FailureKind::Usage,
            "The data folder was used by another version of Fielddesk.",
            "Install the newest version, or choose another data folder.",
        ),
        OpenError::Disk { doing, path, error } => Failure::local(doing, &path, &error),
        OpenError::Sqlite(error) => error.into(),
        OpenError::Internal(error) => Failure::internal(error),
    }
}
