//! The stored state of a mapping between runs, and its changes.
//!
//! A `State` stores changes; their meaning is here, once, so that the fake and the real one cannot
//! differ: both end as `load` = every committed change applied in order.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::{FileKey, SectionKey};
use serde::{Deserialize, Serialize};

use crate::content_hash::ContentHash;
use crate::intent::{Act, Intent, IntentId, SentPart};
use crate::path::RelPath;
use crate::ports::RootIdentity;
use crate::reason::Reason;
use crate::timestamp::Timestamp;
use crate::tree::{Stat, SyncedFile, SyncedTree};
use crate::volumes::{FolderVolumes, Volumes};

/// The content of a file that is not agreed on (yet).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HashedFile {
    /// Size and times when it was hashed.
    pub stat: Stat,
    /// Hash of the content.
    pub sha256: ContentHash,
    /// See [`SyncedFile::unsure`].
    pub unsure: bool,
}

/// A file that was refused and waits until it changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// Path of the file.
    pub path: RelPath,
    /// Size and times when it was refused.
    pub stat: Stat,
    /// The service's status.
    pub status: u16,
    /// The service's words.
    pub message: String,
    /// Time of the refusal.
    pub at: Timestamp,
}

/// A user's decision on a name: the file as it is shall stand, in place of these documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decided {
    /// The file's content that the word was about; another content is another matter.
    pub sha256: ContentHash,
    /// The documents that go, each to the history first.
    pub supersedes: Vec<FileReferenceId>,
}

/// A delete that was carried out, for the guard's count over a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneDelete {
    /// Time of the delete.
    pub at: Timestamp,
    /// On which page.
    pub section: SectionKey,
    /// True where a person approved it.
    pub approved: bool,
}

/// A replace without approval, for the guard's count over an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DoneReplace {
    /// Time of the replace.
    pub at: Timestamp,
    /// The file was empty then, or no longer of its type.
    pub damaged: bool,
}

/// The reason for which the last run left a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NameFailure {
    /// The reason as a word.
    pub reason: Reason,
    /// More in words: the service's answer, the system's.
    pub message: Option<String>,
    /// Time of the run.
    pub at: Timestamp,
}

/// Everything remembered of a mapping.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saved {
    /// Files that both sides agreed on.
    pub synced: SyncedTree,
    /// Contents of files that are not agreed on.
    pub local_hashes: BTreeMap<RelPath, HashedFile>,
    /// Contents of documents that were fetched once to be compared.
    pub remote_hashes: BTreeMap<FileReferenceId, ContentHash>,
    /// Documents known not to be ours: whatever is new beside them may be a lost upload.
    pub seen: BTreeSet<FileReferenceId>,
    /// Changes that began and did not end.
    pub intents: BTreeMap<IntentId, Intent>,
    /// Files that were refused.
    pub refusals: BTreeMap<FileKey, Refusal>,
    /// Words of a person that are not carried out yet.
    pub decided: BTreeMap<FileKey, Decided>,
    /// Deletes of the last day.
    pub deletes: Vec<DoneDelete>,
    /// Replaces of an hour, by name.
    pub replaced: BTreeMap<FileKey, DoneReplace>,
    /// Identity of the root at the last run.
    pub root: Option<RootIdentity>,
    /// Uploads of this size and more were refused as too large.
    pub too_large: Option<u64>,
    /// The service gave a replaced document its old id again: changes by others cannot be seen.
    pub keeps_ids: bool,
    /// Time when a run last ended with nothing left to do.
    pub last_run: Option<Timestamp>,
    /// The volumes of folders below the root.
    pub volumes: Volumes,
    /// Names that the last run left, with the reasons.
    pub troubles: BTreeMap<FileKey, NameFailure>,
    /// The reason that ended the last run early: everything it had to do is left for that.
    pub stopped: Option<NameFailure>,
}

/// A change of the stored state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// Both sides agree.
    Synced(FileKey, SyncedFile),
    /// They do no longer, or the file is no longer ours to mirror.
    Forgotten(FileKey),
    /// A file's content was read.
    LocalHash(RelPath, HashedFile),
    /// The hash of a file is of no use any more.
    NoLocalHash(RelPath),
    /// A document's content was read.
    RemoteHash(FileReferenceId, ContentHash),
    /// The hash of a document is of no use any more.
    NoRemoteHash(FileReferenceId),
    /// The documents known not to be ours.
    Seen(BTreeSet<FileReferenceId>),
    /// Something is about to be done, or more is known of it.
    Intent(Intent),
    /// The intent is done, or certainly was not.
    IntentEnded(IntentId),
    /// A file was refused.
    Refused(FileKey, Refusal),
    /// The refused file changed, or went.
    NoRefusal(FileKey),
    /// A person decided.
    Decided(FileKey, Decided),
    /// The decision is carried out, or overtaken.
    NoDecision(FileKey),
    /// A delete was carried out; older ones than a day are dropped.
    Deleted(DoneDelete),
    /// A changed file was sent; what was sent more than an hour before is dropped.
    Replaced(FileKey, DoneReplace),
    /// Identity of the root.
    Root(RootIdentity),
    /// The smallest size that was refused as too large.
    TooLarge(u64),
    /// The service keeps ids.
    KeepsIds,
    /// A run ended with nothing left to do.
    Ran(Timestamp),
    /// The volumes below the root.
    Volumes(Volumes),
    /// Names that a run left, in place of those of the run before.
    Troubles(Vec<(FileKey, NameFailure)>),
    /// The reason that ended a run early; none where it came to its end.
    Stopped(Option<NameFailure>),
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const HOUR_MS: i64 = 60 * 60 * 1000;

impl Saved {
    /// Applies a change.
    pub fn apply(&mut self, change: &Change) {
        match change.clone() {
            Change::Synced(key, file) => self.synced.put(key, file),
            Change::Forgotten(key) => self.synced.drop(&key),
            Change::LocalHash(path, file) => {
                self.local_hashes.insert(path, file);
            }
            Change::NoLocalHash(path) => {
                self.local_hashes.remove(&path);
            }
            Change::RemoteHash(id, hash) => {
                self.remote_hashes.insert(id, hash);
            }
            Change::NoRemoteHash(id) => {
                self.remote_hashes.remove(&id);
            }
            Change::Seen(ids) => self.seen = ids,
            Change::Intent(intent) => {
                self.intents.insert(intent.id, intent);
            }
            Change::IntentEnded(id) => {
                self.intents.remove(&id);
            }
            Change::Refused(key, refusal) => {
                self.refusals.insert(key, refusal);
            }
            Change::NoRefusal(key) => {
                self.refusals.remove(&key);
            }
            Change::Decided(key, decided) => {
                self.decided.insert(key, decided);
            }
            Change::NoDecision(key) => {
                self.decided.remove(&key);
            }
            Change::Deleted(done) => {
                let now = done.at.millis();
                self.deletes.retain(|old| now - old.at.millis() < DAY_MS);
                self.deletes.push(done);
            }
            Change::Replaced(key, done) => {
                let now = done.at.millis();
                self.replaced
                    .retain(|_, old| now - old.at.millis() < HOUR_MS);
                self.replaced.insert(key, done);
            }
            Change::Root(root) => self.root = Some(root),
            Change::TooLarge(size) => {
                self.too_large = Some(self.too_large.map_or(size, |old| old.min(size)));
            }
            Change::KeepsIds => self.keeps_ids = true,
            Change::Ran(at) => self.last_run = Some(at),
            Change::Volumes(volumes) => self.volumes = volumes,
            Change::Troubles(troubles) => self.troubles = troubles.into_iter().collect(),
            Change::Stopped(trouble) => self.stopped = trouble,
        }
    }

    /// Returns the volumes below the root after a look at them. A file that a request may have
    /// stored is mirrored as one that is agreed on.
    #[must_use]
    pub fn volumes_after(&self, seen: &FolderVolumes) -> Volumes {
        self.volumes.after(seen, |folder| {
            let agreed = self.synced.iter().map(|(_, agreed)| &agreed.path);
            let sent = self.sent().map(|part| &part.source.path);
            agreed.chain(sent).any(|path| path.is_below(folder))
        })
    }

    /// Returns the parts of requests that were begun and may still be stored.
    pub(crate) fn sent(&self) -> impl Iterator<Item = &SentPart> {
        self.intents.values().flat_map(|intent| match &intent.act {
            Act::Upload { parts, .. } => parts.as_slice(),
            Act::Remove(_) => &[],
        })
    }

    /// Names whose last upload has an unknown outcome.
    pub(crate) fn open(&self) -> impl Iterator<Item = &FileKey> {
        let open = self
            .intents
            .values()
            .filter_map(|intent| match &intent.act {
                Act::Upload {
                    parts,
                    absent: false,
                    ..
                } => Some(parts.iter().map(|part| &part.key)),
                Act::Upload { .. } | Act::Remove(_) => None,
            });
        open.flatten()
    }

    /// Returns true where a request for a name was begun that may still be stored, although it was
    /// looked for in vain.
    pub(crate) fn may_be_stored(&self, key: &FileKey) -> bool {
        self.sent().any(|part| part.key == *key)
    }

    /// Returns the content of a file where it is known for what it looks like.
    #[must_use]
    pub fn known_hash(&self, path: &RelPath, key: &FileKey, stat: &Stat) -> Option<ContentHash> {
        let same = |known: &Stat| known.looks_like(stat) && !known.hints_at_change(stat);
        if let Some(file) = self.synced.get(key)
            && file.path == *path
            && !file.unsure
            && same(&file.stat)
        {
            return Some(file.sha256);
        }
        let file = self.local_hashes.get(path)?;
        (!file.unsure && same(&file.stat)).then_some(file.sha256)
    }
}
