//! The files of the folder.

use std::collections::BTreeMap;

use fielddesk_rules::name_key::FileKey;
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::mapping::Mapping;
use crate::path::RelPath;
use crate::ports::{Ignored, NotReady, Readiness, RefusedEntry, Scan};
use crate::timestamp::Timestamp;
use crate::volumes::{FolderVolumes, Volumes};
use fielddesk_rules::ignore::LINKS;

/// The system's identity of a file: a hint that causes a hash, never an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileIdentity {
    /// Inode or file id.
    pub file: u64,
    /// Time of the last change of its record, in nanoseconds since 1970.
    pub changed_ns: i64,
}

/// The look of a file: size, times and identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stat {
    /// Length in bytes.
    pub size: u64,
    /// Modification time, nanoseconds since 1970.
    pub mtime_ns: i64,
    /// Left out on volumes where it was seen to be unstable.
    pub identity: Option<FileIdentity>,
}

impl Stat {
    /// Returns true where size and time are the same: then the content counts as the same.
    #[must_use]
    pub const fn looks_like(&self, other: &Self) -> bool {
        self.size == other.size && self.mtime_ns == other.mtime_ns
    }

    /// Returns true where the identity differs although the file looks the same.
    #[must_use]
    pub fn hints_at_change(&self, other: &Self) -> bool {
        matches!((self.identity, other.identity), (Some(a), Some(b)) if a != b)
    }
}

/// A file of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalFile {
    /// Section as spelled in the folder.
    pub section: String,
    /// Path in the folder.
    pub path: RelPath,
    /// Size, times and identity.
    pub stat: Stat,
    /// Settled, or the reason it cannot be used.
    pub readiness: Readiness,
    /// Hash of the content, where it is known for the present look.
    pub sha256: Option<ContentHash>,
}

/// The files of the folder, by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LocalTree {
    /// Time when the scan began.
    pub started: Timestamp,
    /// The files of each key, in byte order of their paths; more than one is a collision.
    pub files: BTreeMap<FileKey, Vec<LocalFile>>,
    /// Entries that a rule hides.
    pub ignored: Vec<Ignored>,
    /// Files in subfolders that the mapping skips.
    pub skipped: Vec<RelPath>,
    /// Entries that cannot be mirrored.
    pub refused: Vec<RefusedEntry>,
    /// Folders below which nothing is known.
    pub unreadable: Vec<RelPath>,
    /// The volumes below the root as they were seen.
    pub volumes: FolderVolumes,
    /// Folders whose volume is away: nothing below them counts, neither as gone nor as there.
    pub away: Vec<RelPath>,
    /// Folders below which nothing counts as gone.
    pub held: Vec<RelPath>,
}

impl LocalTree {
    /// Orders a scan by where its files belong. `known` gives the content of a file where it
    /// is known.
    #[must_use]
    pub fn of(
        scan: Scan,
        mapping: &Mapping,
        known: impl Fn(&RelPath, &FileKey, &Stat) -> Option<ContentHash>,
    ) -> Self {
        let mut placed = Vec::with_capacity(scan.files.len());
        let mut skipped = Vec::new();
        for file in scan.files {
            let Some(place) = mapping.place(&file.path) else {
                skipped.push(file.path);
                continue;
            };
            let sha256 = known(&file.path, &place.key, &file.stat);
            placed.push((
                place.key,
                LocalFile {
                    section: place.section,
                    path: file.path,
                    stat: file.stat,
                    readiness: file.readiness,
                    sha256,
                },
            ));
        }
        placed.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.path.cmp(&y.path)));
        skipped.sort();
        // Sorted first: building the map from a sorted sequence is several times faster.
        let mut groups: Vec<(FileKey, Vec<LocalFile>)> = Vec::with_capacity(placed.len());
        for (key, file) in placed {
            match groups.last_mut() {
                Some((last, files)) if *last == key => files.push(file),
                _ => groups.push((key, vec![file])),
            }
        }
        Self {
            started: scan.started,
            files: groups.into_iter().collect(),
            ignored: scan.ignored,
            skipped,
            refused: scan.refused,
            unreadable: scan.unreadable,
            volumes: scan.volumes,
            away: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Leaves out of a scan what lies below folders that are away.
    #[must_use]
    pub fn without_away(mut scan: Scan, away: &[RelPath]) -> Scan {
        if away.is_empty() {
            return scan;
        }
        let stays = |path: &RelPath| !away.iter().any(|folder| path.is_below(folder));
        scan.files.retain(|file| stays(&file.path));
        scan.ignored.retain(|entry| stays(&entry.path));
        scan.unreadable.retain(stays);
        scan.refused
            .retain(|entry| entry.folder.as_ref().is_none_or(stays));
        scan
    }

    /// Returns the folders of a scan whose volume is away.
    #[must_use]
    pub fn away(scan: &Scan, volumes: &Volumes) -> Vec<RelPath> {
        volumes.away(&scan.volumes, |path| {
            let above = |folder: &RelPath| path.is_below(folder);
            // A rule that hides it is a person's; a link in its place is none.
            let ruled = |entry: &Ignored| above(&entry.path) && entry.rule != LINKS.name;
            scan.unreadable.iter().any(above) || scan.ignored.iter().any(ruled)
        })
    }

    /// Returns the rule that hides a path, if one does.
    #[must_use]
    pub fn ignored_by(&self, path: &RelPath) -> Option<&str> {
        let rule = self.ignored.iter().find(|rule| path.is_below(&rule.path));
        rule.map(|rule| rule.rule.as_str())
    }

    /// Returns the reason for which nothing is known of a path that was not seen; `None` where it
    /// is gone, or hidden by a rule.
    #[must_use]
    pub fn hides(&self, path: &RelPath) -> Option<NotReady> {
        let below = |folder: &&RelPath| path.is_below(folder);
        if let Some(away) = self.away.iter().find(below) {
            return Some(NotReady::VolumeAway(away.clone()));
        }
        if self.unreadable.iter().any(|folder| below(&folder)) {
            return Some(NotReady::FolderUnreadable);
        }
        if self.ignored_by(path).is_some_and(|rule| rule == LINKS.name) {
            return Some(NotReady::Link);
        }
        let held = self.held.iter().any(|folder| below(&folder));
        (held && self.ignored_by(path).is_none()).then_some(NotReady::Missing)
    }
}
