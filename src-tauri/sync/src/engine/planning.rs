//! The plan of what was seen, and what of it waits for a person.

use std::collections::BTreeSet;

use fielddesk_model::FileReferenceId;
use fielddesk_rules::name_key::FileKey;

use crate::execute::Run;
use crate::mapping_state::{Change, Decided};
use crate::observe::Observation;
use crate::plan::{ActionKind, Inputs, Plan, plan};
use crate::timestamp::Timestamp;

/// Plans what was seen.
pub(crate) fn make(run: &Run<'_>, seen: &Observation) -> Plan {
    make_with(run, seen, None)
}

/// Plans what was seen, and tries again what was refused before a moment.
pub(super) fn make_with(
    run: &Run<'_>,
    seen: &Observation,
    retry_refused_before: Option<Timestamp>,
) -> Plan {
    let saved = run.state_writer.saved();
    let open: BTreeSet<FileKey> = saved.open().cloned().collect();
    run.with_remote(|remote| {
        plan(&Inputs {
            mapping: run.mapping,
            local: &seen.local,
            remote,
            saved: &saved,
            missing: &seen.missing,
            open: &open,
            damaged: &seen.damaged,
            now: run.now(),
            retry_refused_before,
        })
    })
}

/// A person's yes to each change that waits, for the content that it has.
pub(super) fn decided_changes(plan: &Plan) -> Vec<Change> {
    let held = plan.actions.iter().filter_map(|action| match &action.act {
        ActionKind::Send {
            file, held: true, ..
        } => Some((action, file.sha256?)),
        _ => None,
    });
    held.map(|(action, sha256)| {
        let decided = Decided {
            sha256,
            supersedes: Vec::new(),
        };
        Change::Decided(action.key.clone(), decided)
    })
    .collect()
}

/// Returns the documents whose delete waits for the user, without those that no user can release.
pub(super) fn held(plan: &Plan) -> impl Iterator<Item = FileReferenceId> {
    let held = plan.actions.iter().filter_map(|action| match &action.act {
        ActionKind::Delete {
            ids,
            hold: Some(hold),
            ..
        } if hold.is_releasable() => Some(ids),
        _ => None,
    });
    held.flatten().cloned()
}
