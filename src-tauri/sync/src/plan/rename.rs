//! Finds renames: a file that went and one that came with the same content or identity.
//!
//! The service has no rename, so it stays an upload and a delete under the same policy; the
//! pair is shown as one, and the delete waits for the upload. Until a person confirms the delete
//! both names are on the page, so the pair is found again beside what was sent meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_rules::name_key::FileKey;

use super::action::{Action, ActionKind, NewName};
use super::reasons::SendReason;
use crate::content_hash::ContentHash;
use crate::tree::{LocalTree, SyncedTree};

/// Pairs deletes with uploads.
pub(super) fn pair(actions: &mut [Action], synced: &SyncedTree, local: &LocalTree) {
    let gone = actions
        .iter()
        .filter(|action| matches!(action.act, ActionKind::Delete { .. }));
    let mut by_looks: BTreeMap<(u64, i64, Option<u64>), Vec<FileKey>> = BTreeMap::new();
    let mut by_content: BTreeMap<_, Vec<FileKey>> = BTreeMap::new();
    for action in gone {
        let Some(old) = synced.get(&action.key) else {
            continue;
        };
        let file = old.stat.identity.map(|identity| identity.file);
        let looks = (old.stat.size, old.stat.mtime_ns, file);
        by_looks.entry(looks).or_default().push(action.key.clone());
        by_content
            .entry(old.sha256)
            .or_default()
            .push(action.key.clone());
    }
    if by_looks.is_empty() {
        return;
    }
    let mut pairs: BTreeMap<FileKey, FileKey> = BTreeMap::new();
    for action in actions.iter_mut() {
        let ActionKind::Send {
            file,
            supersedes,
            why,
            held: _,
        } = &mut action.act
        else {
            continue;
        };
        if !supersedes.is_empty() {
            continue;
        }
        let identity = file.stat.identity.map(|identity| identity.file);
        let looks = (file.stat.size, file.stat.mtime_ns, identity);
        let by_hash = file.sha256.and_then(|hash| by_content.get_mut(&hash));
        let candidates = match by_hash {
            Some(keys) => Some(keys),
            // Without an identity, equal size and time are too little to call it a rename.
            None => identity.and_then(|_| by_looks.get_mut(&looks)),
        };
        let Some(old) = candidates.and_then(|keys| {
            keys.retain(|key| !pairs.contains_key(key));
            (!keys.is_empty()).then(|| keys.remove(0))
        }) else {
            continue;
        };
        // A person's word stays one: it is carried out although the old name waits.
        if *why != SendReason::Decided {
            *why = SendReason::Renamed;
        }
        pairs.insert(old, action.key.clone());
    }
    pair_with_sent(by_content, synced, local, &mut pairs);
    for action in actions {
        if let ActionKind::Delete { renamed_to, .. } = &mut action.act {
            *renamed_to = pairs.get(&action.key).map(|key| NewName {
                key: key.clone(),
                with_folder: false,
            });
        }
    }
}

/// Pairs the deletes that are left with files of the same content that were sent after them: the
/// upload of an earlier run. An older file of that content is a copy and no new name.
fn pair_with_sent(
    mut by_content: BTreeMap<ContentHash, Vec<FileKey>>,
    synced: &SyncedTree,
    local: &LocalTree,
    pairs: &mut BTreeMap<FileKey, FileKey>,
) {
    by_content.retain(|_, keys| {
        keys.retain(|key| !pairs.contains_key(key));
        !keys.is_empty()
    });
    if by_content.is_empty() {
        return;
    }
    let taken: BTreeSet<FileKey> = pairs.values().cloned().collect();
    for (key, sent) in synced.iter() {
        let Some(gone) = by_content.get_mut(&sent.sha256) else {
            continue;
        };
        if taken.contains(key) || !local.files.contains_key(key) {
            continue;
        }
        let older = |old: &FileKey| synced.get(old).is_some_and(|old| old.at < sent.at);
        if let Some(at) = gone.iter().position(older) {
            pairs.insert(gone.remove(at), key.clone());
        }
    }
}
