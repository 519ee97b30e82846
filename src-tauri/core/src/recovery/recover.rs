//! Puts new records in the place of lost ones: made beside them, filled with what can be read,
//! and only then given their name. Cut off at any point, the next start does the rest.

use std::path::Path;

use chrono::Utc;
use fielddesk_documents::sqlite::rename_once_closed;

use super::parts;
use super::salvage::{self, beside};
use crate::data_dir::{DataDir, SYNC_STATE_FILE, sync_parent};
use crate::data_loss::{CarriedPart, DataLoss, LossCause, LostDatabase, record};
use crate::db::{self, Database};
use crate::{Failure, folders, transfers};

/// Where the new records are made.
const WORK: &str = "fielddesk.sqlite.recovery";

/// The new records once nothing is to be added.
const READY: &str = "fielddesk.sqlite.recovered";

/// Whether the data folder held records once.
pub(super) fn was_used(dir: &DataDir) -> bool {
    let is_filled = |name: &str| {
        let path = dir.path().join(name);
        std::fs::metadata(path).is_ok_and(|data| data.is_dir() || data.len() > 0)
    };
    // The list is written whenever records are opened. What is remembered of synced folders
    // tells of a data folder that was used before there was such a list.
    [folders::LIST_FILE, READY, SYNC_STATE_FILE]
        .into_iter()
        .any(is_filled)
}

/// What is wrong with the records as far as it can be seen without opening them.
pub(super) fn cause(dir: &DataDir) -> Option<LossCause> {
    let cause = match std::fs::metadata(dir.path().join(db::FILE)) {
        Ok(data) if data.len() == 0 => LossCause::Emptied,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => LossCause::Missing,
        Ok(_) | Err(_) => return None,
    };
    was_used(dir).then_some(cause)
}

/// Carries over what can be read, keeps the damaged file aside, and notes what was lost. The
/// caller holds the data folder.
///
/// # Errors
/// When the disk fails or is full: everything is as it was then.
pub(super) async fn recover(dir: &DataDir, cause: LossCause) -> Result<(), Failure> {
    let records = dir.path().join(db::FILE);
    let ready = dir.path().join(READY);
    if !(cause == LossCause::Missing && ready.exists()) {
        tracing::warn!(
            ?cause,
            "the records were lost; what can be read is carried over"
        );
        clear(dir, WORK)?;
        let work = dir.subdir(WORK)?;
        let made = make(dir, &records, &work).await;
        let parts = made.inspect_err(|_| drop(std::fs::remove_dir_all(&work)))?;
        rename(&work.join(db::FILE), &ready)?;
        let aside = records.exists().then(|| DataDir::name_aside(db::FILE));
        let loss = DataLoss {
            at: Utc::now(),
            database: LostDatabase::Records,
            cause,
            kept_aside: aside.clone(),
            parts,
        };
        record(dir, loss)?;
        // What was written last is beside the file; it must not be taken for the new one's.
        let to = dir
            .path()
            .join(aside.unwrap_or_else(|| DataDir::name_aside(db::FILE)));
        for ending in ["-wal", "-shm", ""] {
            let from = beside(&records, ending);
            if from.exists() {
                rename(&from, &beside(&to, ending))?;
            }
        }
    }
    rename(&ready, &records)?;
    clear(dir, WORK)
}

/// Makes new records and fills them.
async fn make(dir: &DataDir, records: &Path, work: &Path) -> Result<Vec<CarriedPart>, Failure> {
    let new = work.join(db::FILE);
    let database = Database::create(&new).await?;
    let filled = fill(dir, records, work, &new, &database).await;
    // With the last connection what was written is taken over into the file itself.
    database.pool().close().await;
    let parts = filled?;
    if beside(&new, "-wal").exists() {
        return Err(Failure::internal("new records were not written whole"));
    }
    Ok(parts)
}

async fn fill(
    dir: &DataDir,
    records: &Path,
    work: &Path,
    new: &Path,
    database: &Database,
) -> Result<Vec<CarriedPart>, Failure> {
    let mut complete = salvage::carry_over(records, work, new, database.pool()).await?;
    if folders::restore_list(dir, database).await? {
        complete.extend(["folders", "folders_settings"]);
    }
    transfers::pause_all(database).await?;
    parts::count(database.pool(), &complete).await
}

fn rename(from: &Path, to: &Path) -> Result<(), Failure> {
    rename_once_closed(from, to)
        .and_then(|()| sync_parent(to))
        .map_err(|error| Failure::local("rename", from, &error))
}

fn clear(dir: &DataDir, name: &str) -> Result<(), Failure> {
    let path = dir.path().join(name);
    match std::fs::remove_dir_all(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::local("remove", &path, &error))
        }
        _ => Ok(()),
    }
}
