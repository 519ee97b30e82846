//! Compares contents and waits for quiet, in the background, and tells what became known.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fielddesk_sync::local::stability::STANDING_STILL;

use super::Shared;
use super::plan::Hash;
use super::plan_draft::PlanDraft;
use super::types::{PlanRow, PlanUpdate, What};
use crate::Failure;
use crate::content::{Stamp, hash_file, read_failure, stat_file};
use fielddesk_documents::lock::lock;

/// Between two looks at a file that is still being written.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What a look at one file results.
enum ProbeResult {
    Hashed(usize, Result<(String, Stamp), Failure>),
    Looked(usize, Result<Stamp, Failure>),
}

/// Begins to watch a plan where there is something to find out and nobody does yet.
pub(super) fn watch(shared: &Arc<Shared>, draft: &mut PlanDraft) {
    if draft.watched || draft.is_ready() {
        return;
    }
    draft.watched = true;
    let (shared, plan_id) = (Arc::clone(shared), draft.plan_id.clone());
    std::thread::spawn(move || while step(&shared, &plan_id) {});
}

/// One round; false when there is nothing left to do.
fn step(shared: &Shared, plan_id: &str) -> bool {
    let Some((hash, look)) = questions(shared, plan_id) else {
        return false;
    };
    let mut results = Vec::new();
    // One file at a time, so that each row is results as soon as it is known.
    if let Some((at, path)) = hash.into_iter().next() {
        let hashed = hash_file(&path).map_err(|error| read_failure(&path, &error));
        results.push(ProbeResult::Hashed(at, hashed));
    } else {
        std::thread::sleep(LOOK_EVERY);
        for (at, path) in look {
            let stamp = stat_file(&path).map_err(|error| read_failure(&path, &error));
            results.push(ProbeResult::Looked(at, stamp));
        }
    }
    tell(shared, plan_id, results)
}

type Question = (usize, PathBuf);

/// The files to hash and the files to look at again.
fn questions(shared: &Shared, plan_id: &str) -> Option<(Vec<Question>, Vec<Question>)> {
    let mut state = lock(&shared.state);
    let draft = state.plans.get_mut(plan_id)?;
    let of = |open: fn(&PlanRow) -> bool| -> Vec<Question> {
        let rows = draft.rows.iter().filter(|row| open(row));
        rows.filter_map(|row| {
            let at = usize::try_from(row.row_id).ok()?;
            Some((at, draft.files.get(at)?.path.clone()))
        })
        .collect()
    };
    let (hash, look) = (
        of(|row| row.what == What::Checking),
        of(|row| row.still_saving),
    );
    if hash.is_empty() && look.is_empty() {
        draft.watched = false;
        return None;
    }
    Some((hash, look))
}

fn tell(shared: &Shared, plan_id: &str, results: Vec<ProbeResult>) -> bool {
    let update = {
        let mut state = lock(&shared.state);
        let Some(draft) = state.plans.get_mut(plan_id) else {
            return false;
        };
        for results in results {
            learn(draft, results);
        }
        let rows = draft.decide();
        PlanUpdate {
            plan_id: plan_id.to_owned(),
            ready: draft.is_ready(),
            rows,
        }
    };
    if !update.rows.is_empty() {
        // Nobody may be listening.
        drop(shared.updates.send(update));
    }
    true
}

fn learn(draft: &mut PlanDraft, results: ProbeResult) {
    match results {
        ProbeResult::Hashed(at, outcome) => {
            let (hash, stamp) = match outcome {
                Ok((hash, stamp)) => (Hash::Known(hash), Ok(stamp)),
                Err(failure) => (Hash::Failed(failure.clone()), Err(failure)),
            };
            if let Some(known) = draft.hashes.get_mut(at) {
                *known = hash;
            }
            if let (Some(file), Ok(stamp)) = (draft.files.get_mut(at), stamp) {
                file.stamp = Ok(stamp);
            }
        }
        ProbeResult::Looked(at, stamp) => {
            if let Some(file) = draft.files.get_mut(at) {
                // The clock of a network drive may be behind: then two equal looks are all there is.
                let quiet = match (&file.stamp, &stamp) {
                    (Ok(before), Ok(now)) => {
                        before == now && now.stands_still(SystemTime::now(), STANDING_STILL)
                    }
                    _ => true,
                };
                file.fresh = !quiet;
                file.stamp = stamp;
            }
        }
    }
}
