//! The synced folders once more, in a small file beside the records: `folders.json`, replaced
//! whole at each change. From it they come back, paused, when the records were lost. No secrets.

use std::path::{Path, PathBuf};

use chrono::Utc;

use crate::Failure;
use crate::data_dir::{DataDir, SYNC_STATE_FILE, write_whole};
use crate::data_loss::{DataLoss, LossCause, LostDatabase, record};
use crate::db::Database;
use crate::folders::mappings::export::{Exported, ExportedMapping, OnThisComputer};
use crate::folders::{mappings::settings, mappings::store};

/// Name of the file in the data folder.
pub(crate) const LIST_FILE: &str = "folders.json";

/// Writes the list as the records have it now, where it is another. Notes it, too, when what
/// was remembered of the mappings is gone.
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
pub(in crate::folders) fn note_state(dir: &DataDir) -> Result<(), Failure> {
    let _guard = dir.brief_lock(LIST_FILE)?;
    let Some(mut list) = read(dir)? else {
        return Ok(());
    };
    list.here.get_or_insert_default().sync_state = true;
    write(dir, &list)
}

/// Notes that what was remembered of all mappings was lost.
pub(in crate::folders) fn note_lost_state(
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
    folders: Vec<ExportedMapping>,
    here: OnThisComputer,
) -> Result<(), Failure> {
    for mapping in folders
        .into_iter()
        .filter_map(ExportedMapping::into_mapping)
    {
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

#[cfg(test)]
mod tests {
    use fielddesk_model::ProjectId;
    use fielddesk_sync::mapping::{Deletes, MappingId, Sections};

    use super::*;
    use crate::data_loss::unacknowledged;
    use crate::folders::mappings::mapping::{FolderMapping, NamedTarget, PausedUntil};
    use crate::profiles::ProfileId;
    use crate::target::Target;

    fn mapping(id: &str, folder: PathBuf) -> FolderMapping {
        FolderMapping {
            id: MappingId(id.into()),
            folder,
            profile: ProfileId::new(),
            connection: "c".into(),
            place: NamedTarget {
                target: Target::project(ProjectId::new("p1")),
                project_number: "P-2026-001".into(),
                project_name: Some("Hoveveien".into()),
                work_order_number: None,
                work_order_name: None,
                default_section: "Documents".into(),
            },
            sections: Sections::BySubfolder,
            deletes: Deletes::Propagate,
            paused: None,
            added: chrono::DateTime::UNIX_EPOCH,
        }
    }

    async fn records() -> (tempfile::TempDir, DataDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let dir = DataDir::open(folder.path().to_owned()).unwrap();
        let database = Database::open(&dir).await.unwrap();
        (folder, dir, database)
    }

    #[tokio::test]
    async fn mappings_and_rules_come_back_as_they_were_and_paused() {
        let (_folder, dir, database) = records().await;
        #[cfg(unix)]
        let odd = crate::stored_path::path_of(b"/tegninger/\xff\xfe".to_vec());
        #[cfg(not(unix))]
        let odd = PathBuf::from("C:\\tegninger");
        let mut mappings = vec![
            mapping("aa", PathBuf::from("/tegninger/VA")),
            mapping("bb", odd),
        ];
        for one in &mappings {
            store::insert(&database, one).await.unwrap();
        }
        let rules = settings::FoldersSettings {
            rules: vec!["*.bak".into()],
            ..settings::FoldersSettings::default()
        };
        settings::write(&database, &rules).await.unwrap();
        write_list(&dir, &database).await.unwrap();
        database.pool().close().await;

        std::fs::remove_file(dir.path().join(crate::db::FILE)).unwrap();
        let database = Database::open(&dir).await.unwrap();
        for one in &mut mappings {
            one.paused = Some(PausedUntil::Confirmed);
        }
        assert_eq!(store::all(&database).await.unwrap(), mappings);
        assert_eq!(settings::read(&database).await.unwrap(), rules);
    }

    #[tokio::test]
    async fn a_mapping_of_the_list_stands_before_a_damaged_row() {
        let (_folder, dir, database) = records().await;
        let good = mapping("aa", PathBuf::from("/tegninger/VA"));
        store::insert(&database, &good).await.unwrap();
        write_list(&dir, &database).await.unwrap();
        sqlx::query("UPDATE folders SET place = '{'")
            .execute(database.pool())
            .await
            .unwrap();
        assert!(restore_list(&dir, &database).await.unwrap());
        let back = store::all(&database).await.unwrap();
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].place, good.place);
    }

    #[tokio::test]
    async fn a_sync_state_is_missed_only_where_there_was_one() {
        let (_folder, dir, database) = records().await;
        write_list(&dir, &database).await.unwrap();
        assert_eq!(unacknowledged(&dir).unwrap(), []);
        std::fs::write(dir.path().join(SYNC_STATE_FILE), b"state").unwrap();
        note_state(&dir).unwrap();
        write_list(&dir, &database).await.unwrap();
        assert_eq!(unacknowledged(&dir).unwrap(), []);
        std::fs::remove_file(dir.path().join(SYNC_STATE_FILE)).unwrap();
        for _ in 0..2 {
            write_list(&dir, &database).await.unwrap();
            let losses = unacknowledged(&dir).unwrap();
            assert_eq!(losses.len(), 1, "it is said once");
            assert_eq!(losses[0].database, LostDatabase::SyncState);
            assert_eq!(losses[0].cause, LossCause::Missing);
        }
    }
}
