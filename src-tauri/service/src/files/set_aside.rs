//! Documents that no row of the database names: kept for a while in a folder of their own, and
//! taken back at a start where a row names them again.

use std::path::{Path, PathBuf};

use chrono::{Days, NaiveDate};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::retention::HISTORY_DAYS;

use super::folder::{Folder, staged_location};
use super::inventory::{BATCH, Inventory, document_id, list};
use super::location;
use crate::environment::make_private;
use crate::store::Store;
use crate::{ServiceError, clock};

/// The folder beside the documents; a folder a day in it.
const FOLDER: &str = "set-aside";

impl Folder {
    pub(super) fn set_aside_folder(&self) -> PathBuf {
        self.root.with_file_name(FOLDER)
    }

    /// Takes back what a row names again and removes what was kept long enough. Returns how
    /// many documents are back.
    pub(crate) async fn take_back(&self, store: &dyn Store) -> Result<usize, ServiceError> {
        let folder = self.set_aside_folder();
        if !folder.exists() {
            return Ok(0);
        }
        let mut back = 0;
        for batch in list(&folder)?.chunks(BATCH) {
            let ids: Vec<String> = batch.iter().map(|path| document_id(path)).collect();
            let listed = store.known_documents(&ids).await?;
            for (path, id) in batch.iter().zip(ids) {
                let place = self.root.join(location(&id.as_str().into()).as_ref());
                if listed.contains(&id) && !place.exists() {
                    move_to(path, &place)?;
                    back += 1;
                }
            }
        }
        remove_expired(&folder, clock::now().date_naive())?;
        Ok(back)
    }

    /// Brings the files into the state that an inventory asks for: renames that a crash
    /// interrupted are finished, leftovers go, documents without a row are set aside. Returns
    /// how many. Each step can be repeated.
    pub(crate) async fn settle(
        &self,
        inventory: Inventory,
        store: &dyn Store,
    ) -> Result<usize, ServiceError> {
        self.adopt(inventory.committed).await;
        for path in inventory.leftovers {
            tracing::info!(file = %path.display(), "removed what an interrupted request left");
            std::fs::remove_file(&path).map_err(ServiceError::data(&path))?;
        }
        store.forget_removed_documents().await?;
        let today = clock::now().date_naive().to_string();
        let folder = self.set_aside_folder().join(today);
        let aside = [inventory.unlisted, inventory.uncommitted].concat();
        for path in &aside {
            move_to(path, &free_name(&folder, path))?;
        }
        Ok(aside.len())
    }

    /// Gives committed documents their final names. A failure is logged: they are read under
    /// their staged names until the next start.
    pub(crate) async fn adopt(&self, ids: Vec<FileReferenceId>) {
        let root = self.root.clone();
        let renamed = tokio::task::spawn_blocking(move || {
            for id in ids {
                let (from, to) = (staged_location(&id), location(&id));
                if let Err(error) =
                    std::fs::rename(root.join(from.as_ref()), root.join(to.as_ref()))
                {
                    tracing::warn!(%error, file.id = %id, "a document keeps its staged name");
                }
            }
        });
        if let Err(error) = renamed.await {
            tracing::warn!(%error, "documents keep their staged names");
        }
    }
}

fn move_to(from: &Path, to: &Path) -> Result<(), ServiceError> {
    make_private(to.parent().unwrap_or(to))?;
    std::fs::rename(from, to).map_err(ServiceError::data(from))
}

/// The name of the file in a folder, with a number where that is taken: nothing is covered.
fn free_name(folder: &Path, file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    std::iter::once(folder.join(&*name))
        .chain((2_u32..).map(|number| folder.join(format!("{name}.{number}"))))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(&*name))
}

/// Removes the folders of days that lie further back than documents are kept. Folders with other
/// names are left alone.
fn remove_expired(folder: &Path, today: NaiveDate) -> Result<(), ServiceError> {
    let oldest = today.checked_sub_days(Days::new(HISTORY_DAYS.into()));
    for day in std::fs::read_dir(folder).map_err(ServiceError::data(folder))? {
        let day = day.map_err(ServiceError::data(folder))?;
        let date = day.file_name().to_string_lossy().parse::<NaiveDate>().ok();
        if date.is_some() && date < oldest {
            let path = day.path();
            tracing::info!(folder = %path.display(), "removed what was set aside long enough");
            std::fs::remove_dir_all(&path).map_err(ServiceError::data(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_aside_goes_after_its_days_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let days = [
            "2026-10-22",
            "2026-10-23",
            "2026-11-22",
            "2027-01-01",
            "notes",
        ];
        for day in days {
            std::fs::create_dir(folder.path().join(day)).unwrap();
        }
        remove_expired(folder.path(), "2026-11-22".parse().unwrap()).unwrap();
        let left = days.map(|day| folder.path().join(day).exists());
        assert_eq!(left, [false, true, true, true, true]);
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let file = Path::new("aa/0a1b");
        for expected in ["0a1b", "0a1b.2", "0a1b.3"] {
            let name = free_name(folder.path(), file);
            assert_eq!(name, folder.path().join(expected));
            std::fs::write(name, "x").unwrap();
        }
    }
}
