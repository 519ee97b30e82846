//! Compares contents and waits for quiet, in the background, and tells what became known.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Shared;
use super::board::PlanDraft;
use super::plan::Hash;
use super::types::{PlanRow, PlanUpdate, What};
use crate::Failure;
use crate::content::{Stamp, hash_file, lock, read_failure, stat_file};

/// Between two looks at a file that is still being written; two equal ones are quiet.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What a look at one file told.
enum Told {
    Hashed(usize, Result<(String, Stamp), Failure>),
    Looked(usize, Result<Stamp, Failure>),
}

/// Begins to watch a plan where there is something to find out and nobody does yet.
pub(super) fn watch(shared: &Arc<Shared>, board: &mut PlanDraft) {
    if board.watched || board.is_ready() {
        return;
    }
    board.watched = true;
    let (shared, plan_id) = (Arc::clone(shared), board.plan_id.clone());
    std::thread::spawn(move || while step(&shared, &plan_id) {});
}

/// One round; false when there is nothing left to do.
fn step(shared: &Shared, plan_id: &str) -> bool {
    let Some((hash, look)) = questions(shared, plan_id) else {
        return false;
    };
    let mut told = Vec::new();
    // One file at a time, so that each row is told as soon as it is known.
    if let Some((at, path)) = hash.into_iter().next() {
        let hashed = hash_file(&path).map_err(|error| read_failure(&path, &error));
        told.push(Told::Hashed(at, hashed));
    } else {
        std::thread::sleep(LOOK_EVERY);
        for (at, path) in look {
            let stamp = stat_file(&path).map_err(|error| read_failure(&path, &error));
            told.push(Told::Looked(at, stamp));
        }
    }
    tell(shared, plan_id, told)
}

type Question = (usize, PathBuf);

/// The files to hash and the files to look at again.
fn questions(shared: &Shared, plan_id: &str) -> Option<(Vec<Question>, Vec<Question>)> {
    let mut state = lock(&shared.state);
    let board = state.plans.get_mut(plan_id)?;
    let of = |open: fn(&PlanRow) -> bool| -> Vec<Question> {
        let rows = board.rows.iter().filter(|row| open(row));
        rows.filter_map(|row| {
            let at = usize::try_from(row.row_id).ok()?;
            Some((at, board.files.get(at)?.path.clone()))
        })
        .collect()
    };
    let (hash, look) = (
        of(|row| row.what == What::Checking),
        of(|row| row.still_saving),
    );
    if hash.is_empty() && look.is_empty() {
        board.watched = false;
        return None;
    }
    Some((hash, look))
}

fn tell(shared: &Shared, plan_id: &str, told: Vec<Told>) -> bool {
    let update = {
        let mut state = lock(&shared.state);
        let Some(board) = state.plans.get_mut(plan_id) else {
            return false;
        };
        for told in told {
            learn(board, told);
        }
        let rows = board.decide();
        PlanUpdate {
            plan_id: plan_id.to_owned(),
            ready: board.is_ready(),
            rows,
        }
    };
    if !update.rows.is_empty() {
        // Nobody may be listening.
        drop(shared.updates.send(update));
    }
    true
}

fn learn(board: &mut PlanDraft, told: Told) {
    match told {
        Told::Hashed(at, outcome) => {
            let (hash, stamp) = match outcome {
                Ok((hash, stamp)) => (Hash::Known(hash), Ok(stamp)),
                Err(failure) => (Hash::Failed(failure.clone()), Err(failure)),
            };
            if let Some(known) = board.hashes.get_mut(at) {
                *known = hash;
            }
            if let (Some(file), Ok(stamp)) = (board.files.get_mut(at), stamp) {
                file.stamp = Ok(stamp);
            }
        }
        Told::Looked(at, stamp) => {
            if let Some(file) = board.files.get_mut(at) {
                let quiet = match (&file.stamp, &stamp) {
                    (Ok(before), Ok(now)) => before == now,
                    _ => true,
                };
                file.fresh = !quiet;
                file.stamp = stamp;
            }
        }
    }
}
