//! Keeps the icons of synced folders in the file manager, however a folder is added or removed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fielddesk_core::folders::{Folders, icon};

/// Follows the synced folders for the life of the program.
pub(crate) fn follow(folders: &Folders) {
    let mut view = folders.view();
    tauri::async_runtime::spawn(async move {
        let mut shown = BTreeSet::new();
        loop {
            let mappings = view.borrow_and_update().mappings.clone();
            let now: BTreeSet<PathBuf> = mappings
                .iter()
                .map(|one| one.mapping.folder.clone())
                .collect();
            if now != shown {
                let before = std::mem::replace(&mut shown, now.clone());
                let change = tokio::task::spawn_blocking(move || change(&before, &now));
                if let Err(error) = change.await {
                    tracing::debug!(%error, "icons of folders");
                }
            }
            if view.changed().await.is_err() {
                return;
            }
        }
    });
}

fn change(before: &BTreeSet<PathBuf>, now: &BTreeSet<PathBuf>) {
    let shown = now.difference(before).map(|folder| icon::show(folder));
    let hidden = before.difference(now).map(|folder| icon::hide(folder));
    for error in shown.chain(hidden).filter_map(Result::err) {
        tracing::debug!(%error, "the icon of a folder");
    }
}
