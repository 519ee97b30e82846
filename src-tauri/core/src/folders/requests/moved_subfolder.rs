//! *This is the folder now*, of a subfolder whose drive is away: a person takes what lies there.

use std::path::{Path, PathBuf};

use fielddesk_rules::file_name::shown;
use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::{Deletes, MappingId, Sections};
use fielddesk_sync::path::RelPath;

use crate::folders::activity::entry::Act;
use crate::folders::mappings::mapping::{Added, FolderMapping, Warning};
use crate::folders::mappings::{store, validate};
use crate::folders::requests::change_requests::Made;
use crate::folders::requests::request_queue::Request;
use crate::folders::{Folders, errors};
use crate::{Failure, FailureKind};

impl Folders {
    /// Takes what lies at a folder now as the subfolder that was away: another drive, or none.
    /// Agreements stay; where files are not there, each delete is asked about from now on.
    ///
    /// # Errors
    /// Not found where nothing of such a subfolder was synced, or the folder is not there; refused
    /// where it does not lie in the synced folder.
    pub async fn move_subfolder(
        &self,
        id: &MappingId,
        subfolder: &Path,
        folder: &Path,
    ) -> Result<Added, Failure> {
        let mapping = self.get(id).await?;
        let now = std::path::absolute(folder)
            .map_err(|error| Failure::local("use the folder", folder, &error))?;
        if let Err(error) = std::fs::read_dir(&now) {
            return Err(Failure::local("use the folder", folder, &error));
        }
        let ask = Request::MoveSubfolder {
            mapping: id.clone(),
            subfolder: below(&mapping.folder, &mapping.folder.join(subfolder))?,
            now: below(&mapping.folder, &now)?,
        };
        let made: Made = self.act(ask).await?;
        self.made(made).await
    }

    /// The subfolders of a mapping whose drive is away, or on which another one is.
    pub async fn away_subfolders(&self, id: &MappingId) -> Result<Vec<PathBuf>, Failure> {
        let mapping = &self.get(id).await?;
        let away = |engine: &Engine| {
            let view = engine.view();
            let away = view.into_iter().flat_map(|view| &view.local.away);
            away.map(|path| PathBuf::from(path.as_str())).collect()
        };
        let looked = self.with_look(mapping, false, away).await;
        looked.map_err(|why| why.into_failure(mapping))
    }

    pub(super) async fn move_subfolder_here(
        &self,
        id: &MappingId,
        subfolder: &RelPath,
        now: &RelPath,
    ) -> Result<Made, Failure> {
        let mut mapping = self.get(id).await?;
        let slot = self.inner.slots.of(id);
        let mut guard = slot.lock_for_command().await;
        let engine = self.inner.slots.open(&slot, &mut guard, &mapping).await?;
        let known = engine.with_saved(|saved| {
            let mut agreed = saved.synced.iter();
            saved.volumes.kept.contains_key(subfolder)
                || agreed.any(|(_, file)| file.path.is_below(subfolder))
        });
        if !known || mapping.sections != Sections::BySubfolder {
            return Err(not_synced(subfolder, &mapping));
        }
        let missing = engine.take_subfolder(subfolder, now).await;
        let missing = missing.map_err(|stop| errors::of_stop(&stop, &mapping))?;
        drop(guard);
        if missing > 0 && mapping.deletes == Deletes::Propagate {
            mapping.deletes = Deletes::Ask;
            store::update(&self.inner.parts.database, &mapping).await?;
        }
        self.note(&mapping, Act::Changed, format!("subfolder: {now}"))
            .await;
        self.look_soon(id);
        let warning = (missing > 0).then_some(Warning::FilesMissing { missing });
        Ok(Made {
            id: mapping.id,
            warnings: warning.into_iter().collect(),
        })
    }
}

/// A path below the synced folder, as the engine has it.
fn below(root: &Path, path: &Path) -> Result<RelPath, Failure> {
    let inside = path.strip_prefix(root).map(Path::to_owned).ok();
    // The same folder by another name of it.
    let inside = inside.or_else(|| {
        let (root, path) = (root.canonicalize().ok()?, path.canonicalize().ok()?);
        path.strip_prefix(root).map(Path::to_owned).ok()
    });
    let path_below = inside.and_then(|inside| {
        let parts: Option<Vec<_>> = inside.iter().map(|part| part.to_str()).collect();
        RelPath::new(&parts?.join("/")).ok()
    });
    path_below.ok_or_else(|| {
        validate::refused(
            path,
            "notBelow",
            &format!("it is not a folder in {}", shown(&root.to_string_lossy())),
            "Name a subfolder of the synced folder; the synced folder itself is moved without one.",
        )
    })
}

fn not_synced(subfolder: &RelPath, mapping: &FolderMapping) -> Failure {
    let folder = shown(&mapping.folder.to_string_lossy());
    Failure::new(
        FailureKind::NotFound,
        format!(
            "Nothing was synced from a subfolder {} of {folder}.",
            shown(subfolder.as_str())
        ),
        "`fieldctl sync status` names the subfolder whose drive is away.",
    )
    .with("folder", folder)
}
