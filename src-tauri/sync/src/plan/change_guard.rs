//! The brake on changes: a folder of which much was emptied or made something else within an hour,
//! as encryption for ransom does, replaces nothing until a person says so.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_rules::name_key::FileKey;

use super::action::{Action, ActionKind};
use super::reasons::SendReason;
use crate::mapping_state::{DoneReplace, Saved};
use crate::timestamp::Timestamp;

/// So many files may change without a look at what became of them.
pub(crate) const FEW: usize = 50;

/// Changes this long before the first that is still to be sent count with it.
const HOUR: std::time::Duration = std::time::Duration::from_secs(60 * 60);

/// Returns true where so many changed names of so many agreed ones are unusual.
pub(crate) const fn is_unusual(changed: usize, agreed: usize) -> bool {
    changed > FEW && changed * 2 > agreed
}

/// Returns the names replaced in the hour before a moment without approval, each with its damage.
pub(crate) fn lately(
    replaced: &BTreeMap<FileKey, DoneReplace>,
    since: Timestamp,
) -> impl Iterator<Item = (&FileKey, bool)> {
    let late = move |done: &DoneReplace| done.at >= since || since.since(done.at) < HOUR;
    let lately = replaced.iter().filter(move |(_, done)| late(done));
    lately.map(|(key, done)| (key, done.damaged))
}

/// Holds back what would replace documents where the changes look like damage.
pub(super) fn brake(actions: &mut [Action], saved: &Saved, damaged: &BTreeSet<FileKey>) {
    if damaged.is_empty() {
        return;
    }
    let mut changed = BTreeSet::new();
    let mut first: Option<Timestamp> = None;
    for action in actions.iter() {
        if let ActionKind::Send {
            why: SendReason::Changed,
            file,
            ..
        } = &action.act
        {
            changed.insert(action.key.clone());
            let saved_at = Timestamp::from_millis(file.stat.mtime_ns / 1_000_000);
            first = Some(first.map_or(saved_at, |first| first.min(saved_at)));
        }
    }
    let Some(first) = first else {
        return;
    };
    let mut count = changed.len();
    let mut bad = changed.iter().filter(|key| damaged.contains(*key)).count();
    for (key, was_damaged) in lately(&saved.replaced, first) {
        if !changed.contains(key) {
            count += 1;
            bad += usize::from(was_damaged);
        }
    }
    if !is_unusual(count, saved.synced.len()) || bad * 2 < count {
        return;
    }
    for action in actions {
        if let ActionKind::Send {
            why: SendReason::Changed,
            held,
            ..
        } = &mut action.act
        {
            *held = true;
        }
    }
}
