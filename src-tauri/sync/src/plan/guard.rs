//! The brakes on deletes, checked on the plan before anything runs.
//!
//! A brake is rare, names its files, and only a person releases it; the one for a page that was
//! emptied cannot be released.

use std::collections::BTreeMap;

use fielddesk_rules::name_key::SectionKey;

use super::action::{Action, ActionKind, Plan, PlanId};
use super::reasons::DeleteGuard;
use crate::mapping::Deletes;
use crate::mapping_state::DoneDelete;
use crate::timestamp::Timestamp;
use crate::tree::{RemoteTree, SyncedTree};

/// The user's approval of deletes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Approval {
    /// No approval.
    #[default]
    None,
    /// Yes to deletes that wait, but never to a plan that leaves less than a tenth, and to no
    /// changes.
    Yes,
    /// Yes to exactly that plan.
    Plan(PlanId),
}

impl Approval {
    /// Returns true where this approval covers a plan's changes that wait: only an approval of that
    /// very plan does.
    #[must_use]
    pub fn covers_changes(&self, plan: &Plan) -> bool {
        matches!(self, Self::Plan(id) if *id == plan.id)
    }

    /// Returns true where this approval covers a plan's deletes that wait.
    #[must_use]
    pub fn covers(&self, plan: &Plan) -> bool {
        match self {
            Self::None => false,
            Self::Yes => !plan.leaves_little,
            Self::Plan(id) => *id == plan.id,
        }
    }
}

/// Number of documents that may go from a page without a question.
const FEW: usize = 10;

/// Divisor of the share of a page that is much: more than one part in this many.
const SHARE: usize = 5;

const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// Puts brakes on the deletes of a plan; tells whether they would leave less than a tenth.
pub(super) fn brake(
    actions: &mut [Action],
    policy: Deletes,
    synced: &SyncedTree,
    remote: &RemoteTree,
    done: &[DoneDelete],
    now: Timestamp,
) -> bool {
    let mut planned: BTreeMap<SectionKey, usize> = BTreeMap::new();
    let mut added = 0;
    for action in actions.iter() {
        match &action.act {
            ActionKind::Delete {
                successor: None, ..
            } => {
                *planned.entry(action.key.section.clone()).or_default() += 1;
            }
            ActionKind::Send { .. } if synced.get(&action.key).is_none() => added += 1,
            ActionKind::Send { .. }
            | ActionKind::Delete { .. }
            | ActionKind::Adopt { .. }
            | ActionKind::Compare { .. } => {}
            ActionKind::Ask { .. } | ActionKind::Skip(_) => {}
        }
    }
    let deletes: usize = planned.values().sum();
    if deletes == 0 {
        return false;
    }
    let shrank = listing_shrank(synced, remote);
    let brakes: BTreeMap<SectionKey, Option<DeleteGuard>> = planned
        .into_iter()
        .map(|(section, planned)| {
            let recent = done.iter().filter(|old| {
                // A delete that lies ahead of a clock that was set back counts as just done.
                !old.approved && old.section == section && now.since(old.at) < DAY
            });
            let gone = planned + recent.clone().count();
            let held = synced.count(&section) + recent.count();
            let hold = if shrank {
                Some(DeleteGuard::ListingShrank)
            } else if gone >= held && held > 1 {
                Some(DeleteGuard::WholePage)
            } else if gone > FEW && gone * SHARE > held {
                Some(DeleteGuard::ManyDeletes)
            } else if policy == Deletes::Ask {
                Some(DeleteGuard::PolicyAsks)
            } else {
                None
            };
            (section, hold)
        })
        .collect();
    let left = synced.len() - deletes.min(synced.len()) + added;
    let leaves_little = left * 10 < synced.len();
    for action in actions {
        if let ActionKind::Delete {
            hold,
            successor: None,
            ..
        } = &mut action.act
        {
            *hold = brakes.get(&action.key.section).copied().flatten();
            if leaves_little && hold.is_none() {
                *hold = Some(DeleteGuard::ManyDeletes);
            }
        }
    }
    leaves_little
}

/// Returns true where a page that had several documents of ours lists none of them, or far fewer.
#[must_use]
pub fn listing_shrank(synced: &SyncedTree, remote: &RemoteTree) -> bool {
    let mut listed: BTreeMap<&SectionKey, usize> = BTreeMap::new();
    for (key, file) in synced.iter() {
        *listed.entry(&key.section).or_default() += usize::from(remote.has(&file.id));
    }
    synced.counts().any(|(section, had)| {
        let missing = had - listed.get(section).copied().unwrap_or(0);
        (missing == had && had > 1) || (missing > FEW && missing * SHARE > had)
    })
}
