//! The folder, or a subfolder, that a person takes as the one that belongs to the mapping.

use std::collections::BTreeSet;

use super::Engine;
use crate::mapping_state::Change;
use crate::observe::away;
use crate::path::RelPath;
use crate::stop_reason::StopReason;
use crate::volumes::FolderVolumes;

impl Engine {
    /// Takes the folder that is there now as the mapping's: a person moved it, or says that it
    /// is the one.
    pub async fn take_root(&mut self) -> Result<(), StopReason> {
        let root = self.ports.fs.root().await.map_err(away)?;
        let scan = self.ports.fs.scan_anew().await.map_err(away)?;
        let mut volumes = self.state_writer.saved().volumes.clone();
        // A subfolder of which a file is not there stays away: its drive may be.
        let here: BTreeSet<_> = scan.files.iter().map(|file| &file.path).collect();
        let whole = |folder: &RelPath| {
            let saved = self.state_writer.saved();
            let mut agreed = saved.synced.iter().map(|(_, agreed)| &agreed.path);
            agreed.all(|path| !path.is_below(folder) || here.contains(path))
        };
        let folders: Vec<_> = volumes.kept.keys().cloned().collect();
        for folder in folders.iter().filter(|folder| whole(folder)) {
            volumes.take(folder, &scan.volumes);
        }
        let changes = vec![Change::Root(root), Change::Volumes(volumes)];
        Ok(self.state_writer.commit(changes).await?)
    }

    /// Takes what lies at a subfolder now as what belongs there, in the place of `subfolder`: a
    /// person says that it is the one. Returns how many of its files are not there.
    pub async fn take_subfolder(
        &mut self,
        subfolder: &RelPath,
        now: &RelPath,
    ) -> Result<usize, StopReason> {
        self.root().await?;
        let scan = self.ports.fs.scan_anew().await.map_err(away)?;
        let (volumes, missing) = {
            let saved = self.state_writer.saved();
            let mut volumes = saved.volumes_after(&scan.volumes);
            volumes.take(subfolder, &FolderVolumes::new());
            volumes.take(now, &scan.volumes);
            let here: BTreeSet<_> = scan.files.iter().map(|file| file.path.as_str()).collect();
            let agreed = saved.synced.iter();
            let missing = agreed.filter(|(_, agreed)| {
                let rest = agreed.path.as_str().strip_prefix(subfolder.as_str());
                let there = rest.map(|rest| format!("{now}{rest}"));
                agreed.path.is_below(subfolder)
                    && there.is_none_or(|path| !here.contains(path.as_str()))
            });
            (volumes, missing.count())
        };
        self.state_writer
            .commit(vec![Change::Volumes(volumes)])
            .await?;
        Ok(missing)
    }
}
