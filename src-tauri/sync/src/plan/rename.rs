//! Finds renames: a file that went and one that came with the same content or identity.
//!
//! The service has no rename, so it stays an upload and a delete under the same policy; the
//! pair is shown as one, and the delete waits for the upload.

use std::collections::BTreeMap;

use fielddesk_rules::name_key::FileKey;

use super::action::{Action, ActionKind, SendReason};
use crate::tree::SyncedTree;

/// Pairs deletes with uploads.
pub(super) fn pair(actions: &mut [Action], synced: &SyncedTree) {
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
        *why = SendReason::Renamed;
        pairs.insert(old, action.key.clone());
    }
    for action in actions {
        if let ActionKind::Delete { renamed_to, .. } = &mut action.act {
            *renamed_to = pairs.get(&action.key).cloned();
        }
    }
}
