//! The planner: three trees, the policy and the time → an ordered plan. Pure.
//!
//! Planning reads nothing and changes nothing. For facts it cannot know yet (the bytes of a document that
//! someone else sent) it plans to find out. Each name is decided alone in `decide.rs`; plans that
//! concern many at once are in `guard.rs`, `rename.rs` and `folder_rename.rs`.

mod action;
pub(crate) mod change_guard;
mod decide;
mod folder_rename;
mod guard;
mod reasons;
mod rename;
mod situation;
#[cfg(test)]
mod table;

use std::collections::{BTreeMap, BTreeSet};

pub use action::{Action, ActionKind, NewName, Plan, PlanId, PlannedFile};
pub use decide::{Decision, LocalStatus, RemoteStatus, SyncedStatus, decide};
pub use guard::{Approval, listing_shrank};
pub use reasons::{AdoptReason, ConflictReason, DeleteGuard, SendReason, SkipReason};

use fielddesk_rules::name_key::FileKey;

use crate::content_hash::ContentHash;
use crate::mapping::{Deletes, Mapping};
use crate::mapping_state::Saved;
use crate::ports::NotReady;
use crate::timestamp::Timestamp;
use crate::tree::{LocalFile, LocalTree, RemoteTree, SyncedFile};
use situation::Situation;

/// The inputs of a plan.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// Mapping and its policy.
    pub mapping: &'a Mapping,
    /// Files of the folder, as scanned.
    pub local: &'a LocalTree,
    /// Documents of the page, as listed.
    pub remote: &'a RemoteTree,
    /// Stored state: agreements and other knowledge.
    pub saved: &'a Saved,
    /// Agreed files that are missing for too short a time to count as deleted.
    pub missing: &'a BTreeSet<FileKey>,
    /// Names whose last upload has an open fate.
    pub open: &'a BTreeSet<FileKey>,
    /// Changed files that are empty now, or no longer of their type.
    pub damaged: &'a BTreeSet<FileKey>,
    /// For the count over a day.
    pub now: Timestamp,
    /// Refusals before this moment are not waited for: those files are sent again.
    pub retry_refused_before: Option<Timestamp>,
}

/// Makes the plan.
#[must_use]
pub fn plan(inputs: &Inputs<'_>) -> Plan {
    let mut out = Drafts::default();
    for (key, files, agreed) in joined(inputs) {
        out.name(inputs, key, files, agreed);
    }
    out.beyond_names(inputs.local);
    out.folders_not_seen(inputs);
    rename::pair(&mut out.actions, &inputs.saved.synced, inputs.local);
    folder_rename::pair(&mut out.actions, &inputs.saved.synced, inputs.local);
    change_guard::brake(&mut out.actions, inputs.saved, inputs.damaged);
    let leaves_little = guard::brake(
        &mut out.actions,
        inputs.mapping.deletes,
        &inputs.saved.synced,
        inputs.remote,
        &inputs.saved.deletes,
        inputs.now,
    );
    Plan::new(
        inputs.mapping.id.clone(),
        out.actions,
        out.forgets,
        leaves_little,
    )
}

/// Every key that the folder or the agreements have, in order. What only the page has is not
/// ours to touch.
fn joined<'a>(
    inputs: &Inputs<'a>,
) -> impl Iterator<Item = (&'a FileKey, &'a [LocalFile], Option<&'a SyncedFile>)> {
    let mut local = inputs.local.files.iter().peekable();
    let mut synced = inputs.saved.synced.iter().peekable();
    std::iter::from_fn(move || {
        let order = match (local.peek(), synced.peek()) {
            (None, None) => return None,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        match order {
            std::cmp::Ordering::Less => local
                .next()
                .map(|(key, files)| (key, files.as_slice(), None)),
            std::cmp::Ordering::Greater => synced
                .next()
                .map(|(key, file)| (key, &[] as &[LocalFile], Some(file))),
            std::cmp::Ordering::Equal => {
                let agreed = synced.next().map(|(_, file)| file);
                local
                    .next()
                    .map(|(key, files)| (key, files.as_slice(), agreed))
            }
        }
    })
}

#[derive(Default)]
struct Drafts {
    actions: Vec<Action>,
    forgets: Vec<FileKey>,
}

impl Drafts {
    fn name(
        &mut self,
        inputs: &Inputs<'_>,
        key: &FileKey,
        files: &[LocalFile],
        agreed: Option<&SyncedFile>,
    ) {
        let (file, others) = the_one(files, agreed);
        for other in others {
            self.push(
                key,
                Some(other),
                None,
                ActionKind::Ask {
                    reason: ConflictReason::NameCollision,
                    file: Some(planned(other, other.sha256)),
                    ids: Vec::new(),
                },
            );
        }
        let Some(situation) = Situation::of(inputs, key, file, agreed) else {
            return;
        };
        if let Some(act) = situation.before_the_decision(inputs) {
            self.push(key, file, agreed, act);
            return;
        }
        let decision = decide(situation.here, situation.ours, situation.theirs);
        if decision == Decision::Delete && inputs.mapping.deletes == Deletes::Keep {
            // The document stays and stays ours: should the file come back, it is known.
            return;
        }
        match situation.act(decision) {
            Outcome::Nothing => {}
            Outcome::Forget => self.forgets.push(key.clone()),
            Outcome::Act(act) => self.push(key, file, agreed, act),
        }
    }

    fn push(
        &mut self,
        key: &FileKey,
        file: Option<&LocalFile>,
        agreed: Option<&SyncedFile>,
        act: ActionKind,
    ) {
        let (section, path, bytes) = match (file, agreed) {
            (Some(file), _) => (&file.section, &file.path, file.stat.size),
            (None, Some(agreed)) => (&agreed.section, &agreed.path, agreed.stat.size),
            (None, None) => return,
        };
        self.actions.push(Action {
            key: key.clone(),
            section: section.clone(),
            name: path.name().to_owned(),
            path: Some(path.clone()),
            bytes,
            act,
        });
    }

    /// Skips the entries of the scan that have no key.
    fn beyond_names(&mut self, local: &LocalTree) {
        for path in &local.skipped {
            self.skip(
                path.folder().unwrap_or_default(),
                path.name(),
                SkipReason::Subfolder,
            );
        }
        for entry in &local.refused {
            let folder = entry.folder.as_ref().map_or("", |folder| folder.as_str());
            let reason = SkipReason::NameRefused(entry.reason.clone());
            self.skip(folder, &entry.shown, reason);
        }
    }

    /// Folders that could not be looked at, where no name stands for them.
    fn folders_not_seen(&mut self, inputs: &Inputs<'_>) {
        let local = inputs.local;
        if !inputs.mapping.mirrors_subfolders() {
            return;
        }
        let away = local.away.iter();
        let away = away.map(|path| (path, NotReady::VolumeAway(path.clone())));
        let unreadable = local.unreadable.iter();
        let unreadable = unreadable.map(|path| (path, NotReady::FolderUnreadable));
        for (path, why) in away.chain(unreadable) {
            let mut names = self
                .actions
                .iter()
                .filter_map(|action| action.path.as_ref());
            if !names.any(|name| name.is_below(path)) {
                let folder = path.folder().unwrap_or_default();
                self.skip(folder, path.name(), SkipReason::File(why));
            }
        }
    }

    fn skip(&mut self, folder: &str, name: &str, reason: SkipReason) {
        self.actions.push(Action {
            key: FileKey::of(folder, name),
            section: folder.to_owned(),
            name: name.to_owned(),
            path: None,
            bytes: 0,
            act: ActionKind::Skip(reason),
        });
    }
}

/// Returns, of files that share a key, the one that keeps the name, and the others. The file on the
/// page already comes first, else the first in byte order.
fn the_one<'a>(
    files: &'a [LocalFile],
    agreed: Option<&SyncedFile>,
) -> (Option<&'a LocalFile>, impl Iterator<Item = &'a LocalFile>) {
    let ours = agreed.and_then(|agreed| files.iter().position(|file| file.path == agreed.path));
    let one = ours.unwrap_or(0);
    let others = files.iter().enumerate();
    (
        files.get(one),
        others.filter_map(move |(at, file)| (at != one).then_some(file)),
    )
}

fn planned(file: &LocalFile, sha256: Option<ContentHash>) -> PlannedFile {
    PlannedFile {
        path: file.path.clone(),
        stat: file.stat,
        sha256,
    }
}

enum Outcome {
    Nothing,
    Forget,
    Act(ActionKind),
}

/// Returns the actions that a plan leaves for a person or for later, by key; for status and
/// explanations.
#[must_use]
pub fn waiting(plan: &Plan) -> BTreeMap<&FileKey, &Action> {
    let actions = plan.actions.iter();
    actions.map(|action| (&action.key, action)).collect()
}
