//! The synced folders once more, in a small file beside the records: `folders.json`, replaced
//! whole at each change. From it they come back, paused, when the records were lost. No secrets.

use std::path::{Path, PathBuf};

use chrono::Utc;

use super::carry::{Carried, Exported, OnThisComputer};
use super::{settings, store};
use crate::Failure;
use crate::data_dir::{DataDir, write_whole};
use crate::data_loss::{DataLoss, LossCause, LostDatabase, record};
use crate::db::Database;

/// Name of the file in the data folder.
pub(crate) const LIST_FILE: &str = "folders.json";

/// What is remembered of all mappings: another database, beside the records.
pub(crate) const SYNC_STATE_FILE: &str = "sync.sqlite";

/// Writes the list as the records have it now, where it is another. Notes it, too, when what
/// was remembered of the mappings is gone.
///
/// # Errors
/// When the records cannot be read or the file cannot be written.
pub(crate) async fn write_list(dir: &DataDir, database: &Database) -> Result<(), Failure> {
    let lock_dir = dir.clone();
    let _guard = tokio::task::spawn_blocking(move || lock_dir.brief_lock(LIST_FILE))
        .await
        .map_err(Failure::internal)??;
    let before = read(dir)?;
    let had_state = before
        .and_then(|list| list.here)
        .is_some_and(|here| here.sync_state);
    let lost = had_state.then(|| state_cause(dir)).flatten();
    if let Some(cause) = lost {
        note_lost_state(dir, cause, None)?;
    }
    let here = OnThisComputer {
        settings: settings::read(database).await?,
        paused: store::paused(database).await?,
        sync_state: had_state && lost.is_none(),
    };
    let mappings = store::all(database).await?;
    write(dir, &Exported::of_this_computer(mappings, here))
}

/// Notes in the list that something is remembered of mappings from now on.
///
/// # Errors
/// When the file cannot be read or written.
pub(super) fn note_state(dir: &DataDir) -> Result<(), Failure> {
    let _guard = dir.brief_lock(LIST_FILE)?;
    let Some(mut list) = read(dir)? else {
        return Ok(());
    };
    list.here.get_or_insert_default().sync_state = true;
    write(dir, &list)
}

/// Notes that what was remembered of all mappings was lost.
pub(super) fn note_lost_state(
    dir: &DataDir,
    cause: LossCause,
    kept_aside: Option<&Path>,
) -> Result<(), Failure> {
    let name = kept_aside.and_then(Path::file_name);
    record(
        dir,
        DataLoss {
            at: Utc::now(),
            database: LostDatabase::SyncState,
            cause,
            kept_aside: name.map(|name| name.to_string_lossy().into_owned()),
            parts: Vec::new(),
        },
    )
}

/// Puts the mappings and settings of the list into new records, and pauses every mapping until
/// a person resumes it. Tells whether there was a list. A mapping of the list stands before what
/// was read of a damaged file.
///
/// # Errors
/// When the records cannot be written.
pub(crate) async fn restore_list(dir: &DataDir, database: &Database) -> Result<bool, Failure> {
    store::delete_unreadable(database).await?;
    let list = read(dir)?.and_then(|list| Some((list.folders, list.here?)));
    let was_there = list.is_some();
    if let Some((folders, here)) = list {
        restore(database, folders, here).await?;
    }
    store::pause_each(database).await?;
    Ok(was_there)
}

async fn restore(
    database: &Database,
    folders: Vec<Carried>,
    here: OnThisComputer,
) -> Result<(), Failure> {
    for mapping in folders.into_iter().filter_map(Carried::into_mapping) {
        store::delete(database, &mapping.id).await?;
        store::insert(database, &mapping).await?;
    }
    if settings::read(database).await.ok().as_ref() != Some(&here.settings) {
        settings::write(database, &here.settings).await?;
    }
    store::pause(database, here.paused).await
}

fn state_cause(dir: &DataDir) -> Option<LossCause> {
    match std::fs::metadata(dir.path().join(SYNC_STATE_FILE)) {
        Ok(data) if data.len() == 0 => Some(LossCause::Emptied),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(LossCause::Missing),
        Ok(_) | Err(_) => None,
    }
}

fn path(dir: &DataDir) -> PathBuf {
    dir.path().join(LIST_FILE)
}

/// The list; `None` where there is none, or none that can be read.
fn read(dir: &DataDir) -> Result<Option<Exported>, Failure> {
    let path = path(dir);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::local("read", &path, &error)),
    };
    let list: Option<Exported> = serde_json::from_slice(&text).ok();
    if list.is_none() {
        tracing::warn!("the list of synced folders beside the records cannot be read");
    }
    Ok(list.filter(Exported::is_known))
}

fn write(dir: &DataDir, list: &Exported) -> Result<(), Failure> {
    let path = path(dir);
    let text = serde_json::to_vec_pretty(list).map_err(Failure::internal)?;
    if std::fs::read(&path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    write_whole(&path, &text)
}
