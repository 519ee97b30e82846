//! Looks at the folder: the scan, the hashes that the plan needs, and what is missing for how
//! long. Nothing is decided here.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_rules::name_key::FileKey;
use futures::StreamExt as _;

use crate::content_hash::ContentHash;
use crate::execute::Run;
use crate::mapping::Mapping;
use crate::mapping_state::{Change, HashedFile, Saved};
use crate::path::RelPath;
use crate::ports::{LocalError, NotReady, Readiness, Scan};
use crate::stop_reason::StopReason;
use crate::timestamp::Timestamp;
use crate::tree::{LocalTree, Stat, SyncedFile};
use crate::volumes::VolumesKnown;

/// Number of files hashed at once; the port has its own threads.
const HASHED_AT_ONCE: usize = 8;

/// Agreed files that a scan did not find, since when and in how many scans.
pub type MissingSince = BTreeMap<FileKey, (Timestamp, u32)>;

/// The result of one look.
pub(crate) struct Observation {
    pub(crate) local: LocalTree,
    /// Missing for too short a time to count as deleted.
    pub(crate) missing: BTreeSet<FileKey>,
    /// Changed files that are empty, or no longer of their type; looked for only where unusually
    /// many changed.
    pub(crate) damaged: BTreeSet<FileKey>,
}

impl Run<'_> {
    /// Looks at the folder.
    pub(crate) async fn observe(
        &self,
        since: &mut MissingSince,
        watching: bool,
    ) -> Result<Observation, StopReason> {
        let mut local = self.scan().await?;
        let mut missing = BTreeSet::new();
        let absent = self.absent(&local);
        if watching {
            let now = self.now();
            since.retain(|key, _| absent.contains(key));
            for key in absent {
                let (first, scans) = since.entry(key.clone()).or_insert((now, 0));
                *scans += 1;
                if *scans < 2 || now.since(*first) < self.limits.missing_for {
                    missing.insert(key);
                }
            }
        } else if !absent.is_empty() || (self.first_look() && settling(&local)) {
            // A slow safe-save takes a name away for a moment: look again before it counts. And
            // what was saved a moment ago is whole by then.
            self.ports.clock.sleep(self.limits.second_look).await;
            local = self.scan().await?;
            missing = self.absent(&local).difference(&absent).cloned().collect();
        }
        if self.state_writer.saved().volumes.known != VolumesKnown::Nothing {
            // Before a file is found again at another place: that one is on the volume seen now.
            self.keep_volumes(&local, VolumesKnown::Taken).await?;
        }
        self.hash_what_is_needed(&mut local).await?;
        let damaged = self.damaged(&local).await;
        Ok(Observation {
            local,
            missing,
            damaged,
        })
    }

    /// Returns true where the folder has a name, in whatever spelling, or may have it, by a scan of this
    /// moment.
    pub(crate) async fn folder_has(&self, key: &FileKey) -> Result<bool, StopReason> {
        if let Some(has) = self.just_saw(key) {
            return Ok(has);
        }
        let started = self.now();
        let scan = self.ports.fs.scan_anew().await;
        let local = self.of_this_root(scan).await?;
        // A name that could not be looked at may be there.
        let hidden = {
            let saved = self.state_writer.saved();
            let agreed = saved.synced.iter();
            let hidden = agreed.filter(|(_, agreed)| local.hides(&agreed.path).is_some());
            hidden.map(|(key, _)| key.clone()).collect::<Vec<_>>()
        };
        let mut keys: BTreeSet<FileKey> = local.files.into_keys().collect();
        keys.extend(hidden);
        let has = keys.contains(key);
        self.saw(keys, started);
        Ok(has)
    }

    async fn scan(&self) -> Result<LocalTree, StopReason> {
        let local = self.scan_folder().await?;
        self.scanned(local.started);
        Ok(local)
    }

    async fn scan_folder(&self) -> Result<LocalTree, StopReason> {
        let scan = self.ports.fs.scan().await;
        let local = self.of_this_root(scan).await?;
        if local.away.is_empty() {
            return Ok(local);
        }
        // No event tells of a drive that comes back.
        let scan = self.ports.fs.scan_anew().await;
        self.of_this_root(scan).await
    }

    async fn of_this_root(&self, scan: Result<Scan, LocalError>) -> Result<LocalTree, StopReason> {
        let scan = scan.map_err(away)?;
        // The root is looked at again: a scan of an empty mount point is no scan of the folder.
        match self.ports.fs.root().await {
            Ok(root) if root == self.root => {}
            Ok(_) => {
                return Err(StopReason::FolderAway(
                    "another folder is in its place".into(),
                ));
            }
            Err(error) => return Err(away(error)),
        }
        Ok(self.order(scan, self.mapping, &self.state_writer.saved()))
    }

    pub(crate) fn order(&self, mut scan: Scan, mapping: &Mapping, saved: &Saved) -> LocalTree {
        if !mapping.mirrors_subfolders() {
            scan.volumes.clear();
        }
        let volumes = saved.volumes_after(&scan.volumes);
        let away = match mapping.mirrors_subfolders() {
            true => LocalTree::away(&scan, &volumes),
            false => Vec::new(),
        };
        let scan = LocalTree::without_away(scan, &away);
        let local = LocalTree::of(scan, mapping, |path, key, stat| {
            let fresh = self.fresh_hash(path, stat);
            fresh.or_else(|| saved.known_hash(path, key, stat))
        });
        LocalTree {
            away,
            held: volumes.held().cloned().collect(),
            ..local
        }
    }

    /// Keeps the volumes below the root as they were seen; `known` says how far the run came.
    pub(crate) async fn keep_volumes(
        &self,
        local: &LocalTree,
        known: VolumesKnown,
    ) -> Result<(), StopReason> {
        let volumes = {
            let saved = self.state_writer.saved();
            let mut volumes = saved.volumes_after(&local.volumes);
            volumes.known = volumes.known.max(known);
            if volumes == saved.volumes {
                return Ok(());
            }
            volumes
        };
        self.commit(vec![Change::Volumes(volumes)]).await
    }

    /// Agreed files that are not there although they could be seen.
    fn absent(&self, local: &LocalTree) -> BTreeSet<FileKey> {
        let saved = self.state_writer.saved();
        let gone = saved.synced.iter().filter(|(key, agreed)| {
            !local.files.contains_key(key)
                && self.mapping.place(&agreed.path).is_some()
                && local.hides(&agreed.path).is_none()
                && local.ignored_by(&agreed.path).is_none()
        });
        gone.map(|(key, _)| key.clone()).collect()
    }

    /// Hashes files that look different from what was agreed, or that cannot be trusted to
    /// look different when they are.
    async fn hash_what_is_needed(&self, local: &mut LocalTree) -> Result<(), StopReason> {
        let wanted: Vec<(FileKey, usize, RelPath, Stat)> = {
            let saved = self.state_writer.saved();
            let files = local.files.iter().flat_map(|(key, files)| {
                files
                    .iter()
                    .enumerate()
                    .map(move |(at, file)| (key, at, file))
            });
            files
                .filter(|(key, _, file)| {
                    file.readiness == Readiness::Settled
                        && file.sha256.is_none()
                        && (saved.synced.get(key).is_some()
                            || saved.local_hashes.contains_key(&file.path)
                            || saved.decided.contains_key(key))
                })
                .map(|(key, at, file)| (key.clone(), at, file.path.clone(), file.stat))
                .collect()
        };
        let mut hashes = futures::stream::iter(wanted)
            .map(|(key, at, path, stat)| async move {
                let hash = self.ports.fs.hash(&path, &stat).await;
                (key, at, path, stat, hash)
            })
            .buffered(HASHED_AT_ONCE);
        let mut changes = Vec::new();
        while let Some((key, at, path, stat, hash)) = hashes.next().await {
            let Some(file) = local
                .files
                .get_mut(&key)
                .and_then(|files| files.get_mut(at))
            else {
                continue;
            };
            match hash {
                Ok(sha256) => {
                    file.sha256 = Some(sha256);
                    self.fresh(&path, stat, sha256);
                    changes.push(self.learnt(&key, path, stat, sha256));
                }
                Err(error) => match StopReason::of_local(&error) {
                    Some(stop) => return Err(stop),
                    None => file.readiness = Readiness::NotReady(not_ready(error)),
                },
            }
        }
        self.commit(changes).await
    }

    fn learnt(&self, key: &FileKey, path: RelPath, stat: Stat, sha256: ContentHash) -> Change {
        let saved = self.state_writer.saved();
        match saved.synced.get(key) {
            Some(agreed) if agreed.sha256 == sha256 => {
                // A time that lies ahead never grows old: there two equal hashes are enough.
                let again = agreed.unsure && agreed.stat.looks_like(&stat);
                let ahead = stat.mtime_ns > self.now().nanos();
                let unsure = self.unsure(&stat) && !(again && ahead);
                Change::Synced(
                    key.clone(),
                    SyncedFile {
                        path,
                        stat,
                        unsure,
                        ..agreed.clone()
                    },
                )
            }
            _ => Change::LocalHash(
                path,
                HashedFile {
                    stat,
                    sha256,
                    unsure: self.unsure(&stat),
                },
            ),
        }
    }
}

/// The stop that an error of the root is.
pub(crate) fn away(error: LocalError) -> StopReason {
    StopReason::of_local(&error).unwrap_or_else(|| StopReason::FolderAway(error.to_string()))
}

fn settling(local: &LocalTree) -> bool {
    let mut files = local.files.values().flatten();
    files.any(|file| file.readiness == Readiness::NotReady(NotReady::Settling))
}

fn not_ready(error: LocalError) -> NotReady {
    match error {
        LocalError::Locked(who) => NotReady::Open(who),
        LocalError::Changed | LocalError::Gone => NotReady::Settling,
        LocalError::RootAway(why) | LocalError::RootDenied(why) | LocalError::Denied(why) => {
            NotReady::Unreadable(why)
        }
        error @ (LocalError::DiskFull | LocalError::ReadOnly) => {
            NotReady::Unreadable(error.to_string())
        }
    }
}
