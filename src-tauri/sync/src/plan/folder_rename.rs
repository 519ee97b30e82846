//! Finds renamed folders: no file of a section is left, and another section has their names.
//!
//! Files that changed before they were seen under their new section have neither the content nor
//! the identity of before; beside others that have, equal names are enough. Names alone are not:
//! the folder of a week may repeat those of the week before. They count where all are new.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_rules::name_key::{FileKey, SectionKey};

use super::action::{Action, ActionKind, NewName};
use super::reasons::SendReason;
use crate::tree::{LocalFile, LocalTree, SyncedTree};

/// Fewer files are no folder to speak of.
const FEW: usize = 2;

/// The files of one section that another one has, by their old names.
#[derive(Default)]
struct Move {
    files: BTreeMap<FileKey, FileKey>,
    /// A file was known by its content or its identity.
    proven: bool,
    /// A file was sent before this plan.
    sent: bool,
}

/// Pairs the deletes of folders that are gone with the files of the folders in their place.
pub(super) fn pair(actions: &mut [Action], synced: &SyncedTree, local: &LocalTree) {
    let gone = gone(actions, local);
    if gone.is_empty() {
        return;
    }
    let mut moves: BTreeMap<(&SectionKey, &SectionKey), Move> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (old, new) in gone
        .iter()
        .filter_map(|(old, new)| Some((old, new.as_ref()?)))
    {
        let found = moves.entry((&old.section, &new.section)).or_default();
        found.files.insert(old.clone(), new.clone());
        found.proven = true;
        taken.insert(new);
    }
    let mut by_name: BTreeMap<_, Vec<&FileKey>> = BTreeMap::new();
    for (old, _) in gone.iter().filter(|(_, new)| new.is_none()) {
        by_name.entry(&old.name).or_default().push(old);
    }
    for (new, files) in local.files.iter().filter(|(new, _)| !taken.contains(new)) {
        for old in by_name.get(&new.name).into_iter().flatten() {
            let (Some(before), now) = (synced.get(old), synced.get(new)) else {
                continue;
            };
            if now.is_some_and(|now| now.at <= before.at) {
                continue;
            }
            let identity = |file: &LocalFile| file.stat.identity.map(|it| it.file);
            let known = before.stat.identity.map(|it| it.file);
            let found = moves.entry((&old.section, &new.section)).or_default();
            found.files.insert((*old).clone(), new.clone());
            found.proven |= known.is_some() && files.first().and_then(identity) == known;
            found.sent |= now.is_some();
        }
    }
    let mut best: BTreeMap<&SectionKey, Move> = BTreeMap::new();
    for ((from, _), found) in moves {
        let of = gone.keys().filter(|old| old.section == *from).count();
        let enough = found.files.len() >= FEW && found.files.len() * 2 > of;
        let most = best
            .get(from)
            .is_none_or(|best| best.files.len() < found.files.len());
        if enough && most && (found.proven || !found.sent) {
            best.insert(from, found);
        }
    }
    let pairs: BTreeMap<_, _> = best.into_values().flat_map(|found| found.files).collect();
    tell(actions, &pairs);
}

/// The deletes of sections that the folder has no file of, with the new names found so far.
fn gone(actions: &[Action], local: &LocalTree) -> BTreeMap<FileKey, Option<FileKey>> {
    let deletes = actions.iter().filter_map(|action| match &action.act {
        ActionKind::Delete {
            successor: None,
            renamed_to,
            ..
        } => Some((&action.key, renamed_to)),
        _ => None,
    });
    let mut deletes = deletes.peekable();
    if deletes.peek().is_none() {
        return BTreeMap::new();
    }
    let left: BTreeSet<_> = local.files.keys().map(|key| &key.section).collect();
    deletes
        .filter(|(key, _)| !left.contains(&key.section))
        .map(|(key, to)| (key.clone(), to.as_ref().map(|to| to.key.clone())))
        .collect()
}

fn tell(actions: &mut [Action], pairs: &BTreeMap<FileKey, FileKey>) {
    let new: BTreeSet<_> = pairs.values().collect();
    for action in actions {
        match &mut action.act {
            ActionKind::Delete { renamed_to, .. } => {
                if let Some(key) = pairs.get(&action.key) {
                    *renamed_to = Some(NewName {
                        key: key.clone(),
                        with_folder: true,
                    });
                }
            }
            ActionKind::Send {
                why: why @ (SendReason::New | SendReason::Renamed),
                ..
            } if new.contains(&action.key) => *why = SendReason::FolderRenamed,
            _ => {}
        }
    }
}
