//! Opens the records of the data folder, also where they were lost: what can be read is carried
//! over into new ones and the rest noted in [`data_loss`](crate::data_loss). What a row means is
//! its table owner's.

mod parts;
mod recover;
mod salvage;
#[cfg(test)]
mod tests;

use crate::data_dir::{DataDir, DataDirLock};
use crate::data_loss::LossCause;
use crate::db::{Database, FILE, Trouble, guard};
use crate::{Failure, FailureKind, folders};

impl Database {
    /// Opens it, makes it where it is not, brings it to this version's shape. Where it was lost,
    /// what can be read is carried over into a new one and the rest noted in
    /// [`data_loss`](crate::data_loss).
    ///
    /// # Errors
    /// Kind `busy` where it was lost while another process uses the data folder; when the disk
    /// fails or is full, or the file is of a newer version.
    pub async fn open(dir: &DataDir) -> Result<Self, Failure> {
        Self::open_as(dir, None).await
    }

    /// The same for the process that holds the data folder.
    pub async fn open_holding(dir: &DataDir, lock: &DataDirLock) -> Result<Self, Failure> {
        Self::open_as(dir, Some(lock)).await
    }

    async fn open_as(dir: &DataDir, lock: Option<&DataDirLock>) -> Result<Self, Failure> {
        // Two processes of ours may start at once; one migrates, the other waits.
        let _guard = guard(dir, FILE).await?;
        let path = dir.path().join(FILE);
        let opened = match recover::cause(dir) {
            Some(cause) => Err(cause),
            None => match Self::at(&path).await {
                Ok(database) => Ok(database),
                Err(Trouble::Damaged) => Err(LossCause::Damaged),
                Err(Trouble::Other(failure)) => return Err(failure),
            },
        };
        let database = match opened {
            Ok(database) => database,
            Err(cause) => {
                // Whoever uses the data folder now would go on in the file that is moved away.
                let _lock = match lock {
                    Some(_) => None,
                    None => Some(dir.lock().map_err(lost_elsewhere)?),
                };
                recover::recover(dir, cause).await?;
                Self::create(&path).await?
            }
        };
        if let Err(failure) = folders::write_list(dir, &database).await {
            tracing::warn!(%failure, "the list of synced folders beside the records is not up to date");
        }
        Ok(database)
    }
}

fn lost_elsewhere(failure: Failure) -> Failure {
    if failure.kind != FailureKind::Busy {
        return failure;
    }
    Failure::new(
        FailureKind::Busy,
        "The file with Fielddesk's records is damaged or missing, and another Fielddesk on this computer is using this data folder.",
        "Close that Fielddesk, then try again: what can be read is carried over.",
    )
    .with("reason", "recordsLost")
}

/// Whether the data folder holds records, or held some once.
#[must_use]
pub fn is_used(dir: &DataDir) -> bool {
    recover::was_used(dir) || dir.path().join(FILE).exists()
}
