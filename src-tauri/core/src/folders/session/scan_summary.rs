//! Counts of a scan of both sides of a mapping.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_sync::mapping_state::Saved;
use fielddesk_sync::plan::{Action, ActionKind};
use fielddesk_sync::reason::Reason;
use fielddesk_sync::status::{FileStatus, Standing, View};

use crate::folders::views::mapping_views::State;
use crate::sync_adapters::instant;

/// What a look found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::folders) struct ScanSummary {
    pub(in crate::folders) state: State,
    /// Files of the folder, without those in subfolders that are left out.
    pub(in crate::folders) files: u64,
    pub(in crate::folders) pending: u64,
    pub(in crate::folders) conflicts: u64,
    pub(in crate::folders) deletes: u64,
    pub(in crate::folders) renames: u64,
    pub(in crate::folders) damaged: u64,
    pub(in crate::folders) listed: u64,
    pub(in crate::folders) in_step: u64,
    pub(in crate::folders) failed: u64,
    pub(in crate::folders) waiting: u64,
    pub(in crate::folders) keeps_changing: u64,
    pub(in crate::folders) last_run: Option<DateTime<Utc>>,
    /// The worst file.
    pub(in crate::folders) worst: Option<FileStatus>,
    /// Why files wait, so that the next look can be planned.
    pub(in crate::folders) reasons: BTreeMap<Reason, u64>,
    /// The documents that a person is asked about.
    pub(in crate::folders) asked: BTreeSet<FileReferenceId>,
}

impl ScanSummary {
    /// Files that failed or wait and are in the folder. One that is gone from it is in the project.
    pub(in crate::folders) fn not_uploaded(&self) -> u64 {
        let missing = self.reasons.get(&Reason::Missing).copied().unwrap_or(0);
        (self.failed + self.waiting).saturating_sub(missing)
    }

    pub(in crate::folders) fn of(view: &View, saved: &Saved) -> Self {
        let status = view.status(saved);
        let left = view.left_files(saved);
        let mut reasons = BTreeMap::new();
        for file in &left {
            *reasons.entry(file.reason).or_insert(0) += 1;
        }
        let left_as = |wanted: fn(&ActionKind) -> bool| {
            let actions = view.left.actions.iter();
            actions.filter(|action| wanted(&action.act)).count() as u64
        };
        let rows = view.rows();
        Self {
            state: status.state.into(),
            files: status.files as u64,
            pending: status.pending as u64,
            conflicts: status.conflicts as u64,
            deletes: left_as(|act| matches!(act, ActionKind::Delete { hold: Some(_), .. })),
            renames: left_as(|act| {
                matches!(
                    act,
                    ActionKind::Delete {
                        hold: Some(_),
                        renamed_to: Some(_),
                        ..
                    }
                )
            }),
            damaged: left_as(|act| matches!(act, ActionKind::Send { held: true, .. })),
            listed: rows.iter().filter(|row| !row.is_left_out()).count() as u64,
            in_step: rows.iter().filter(|row| row.is_in_step()).count() as u64,
            failed: status.failed as u64,
            waiting: left
                .iter()
                .filter(|file| file.state == Standing::Waiting)
                .count() as u64,
            keeps_changing: reasons.get(&Reason::KeepsChanging).copied().unwrap_or(0),
            last_run: status.last_run.map(instant),
            // The first of the worst: the order of the plan is the order of names.
            worst: left
                .into_iter()
                .filter(|file| file.state != Standing::InStep)
                .rev()
                .max_by_key(|file| file.state),
            reasons,
            asked: view.left.actions.iter().flat_map(asked).cloned().collect(),
        }
    }
}

/// The documents whose fate waits for a person's word.
fn asked(action: &Action) -> &[FileReferenceId] {
    match &action.act {
        ActionKind::Ask { ids, .. }
        | ActionKind::Delete {
            ids, hold: Some(_), ..
        }
        | ActionKind::Send {
            supersedes: ids,
            held: true,
            ..
        } => ids,
        _ => &[],
    }
}
