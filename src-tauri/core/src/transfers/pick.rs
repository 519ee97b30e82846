//! What to begin next. Pure: from the rows and the present moment to jobs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::row::{Row, Step};
use super::types::{TransferKind, TransferState};
use crate::batch::{BATCH_BYTES, BATCH_FILES};

/// Requests in flight for batches of small files.
const SMALL_LANES: usize = 3;
/// For large files: apart, so that they never starve small ones.
const LARGE_LANES: usize = 2;
/// For documents coming down.
const FETCH_LANES: usize = 3;
/// For the ends of replaces, lost answers and undone sends.
const TIDY_LANES: usize = 4;

/// Something to do for one or more rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Job {
    /// One upload request.
    Send(Vec<i64>),
    /// Find out whether a request whose answer was lost was stored.
    Resolve(i64, Vec<i64>),
    /// Delete what a stored document replaces.
    Finish(i64),
    /// Delete our own document after a cancel.
    Undo(i64),
    /// One download.
    Fetch(i64),
    /// Look whether files that were being saved stand still.
    Look(Vec<i64>),
}

/// Which jobs stand in each other's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lane {
    Small,
    Large,
    Fetch,
    Tidy,
}

impl Lane {
    const fn limit(self) -> usize {
        match self {
            Self::Small => SMALL_LANES,
            Self::Large => LARGE_LANES,
            Self::Fetch => FETCH_LANES,
            Self::Tidy => TIDY_LANES,
        }
    }
}

impl Job {
    pub(super) fn rows(&self) -> Vec<i64> {
        match self {
            Self::Send(rows) | Self::Resolve(_, rows) | Self::Look(rows) => rows.clone(),
            Self::Finish(row) | Self::Undo(row) | Self::Fetch(row) => vec![*row],
        }
    }
}

/// What is free and what holds everything up.
pub(super) struct Situation<'a> {
    pub(super) rows: &'a BTreeMap<i64, Row>,
    pub(super) flying: &'a [Lane],
    pub(super) paused: bool,
    /// The service is away: one job at a time tries whether it is back.
    pub(super) probing: bool,
    pub(super) now: DateTime<Utc>,
}

/// The jobs that can begin now, each with its lane.
pub(super) fn pick(situation: &Situation<'_>) -> Vec<(Job, Lane)> {
    let mut picked: Vec<(Job, Lane)> = Vec::new();
    let mut taken: BTreeSet<i64> = BTreeSet::new();
    let due = |row: &&Row| {
        row.is_open() && !row.live.busy && row.next_try_at.is_none_or(|at| at <= situation.now)
    };
    let due_rows: Vec<&Row> = situation.rows.values().filter(due).collect();
    let room = |lane: Lane, picked: &[(Job, Lane)]| {
        let busy = situation
            .flying
            .iter()
            .filter(|&&flying| flying == lane)
            .count();
        let new = picked.iter().filter(|(_, picked)| *picked == lane).count();
        busy + new < lane.limit()
            && !(situation.probing && situation.flying.len() + picked.len() > 0)
    };
    for row in due_rows.iter().filter(|row| row.step.is_some()) {
        if !taken.contains(&row.id) && room(Lane::Tidy, &picked) {
            let job = tidy(row, &due_rows);
            taken.extend(job.rows());
            picked.push((job, Lane::Tidy));
        }
    }
    let growing = due_rows.iter().filter(|row| row.is_growing());
    let growing: Vec<i64> = growing.map(|row| row.id).collect();
    if !growing.is_empty() && room(Lane::Tidy, &picked) {
        picked.push((Job::Look(growing), Lane::Tidy));
    }
    let sendable = |row: &&&Row| row.step.is_none() && !row.is_growing();
    for row in due_rows.iter().filter(sendable) {
        // A person waits in front of the screen for a document to open.
        if taken.contains(&row.id) || (situation.paused && row.kind != TransferKind::Open) {
            continue;
        }
        let (job, lane) = if !row.is_upload() {
            (Job::Fetch(row.id), Lane::Fetch)
        } else if row.size > BATCH_BYTES {
            (Job::Send(vec![row.id]), Lane::Large)
        } else if room(Lane::Small, &picked) {
            (Job::Send(batch(row, &due_rows, &taken)), Lane::Small)
        } else {
            continue;
        };
        if room(lane, &picked) {
            taken.extend(job.rows());
            picked.push((job, lane));
        }
    }
    picked
}

/// What the journal of a row asks for.
fn tidy(row: &Row, due: &[&Row]) -> Job {
    match (row.step, row.intent) {
        (Some(Step::Sending), Some(intent)) => {
            let of_intent = due
                .iter()
                .filter(|other| other.step == Some(Step::Sending) && other.intent == Some(intent));
            Job::Resolve(intent, of_intent.map(|other| other.id).collect())
        }
        (Some(Step::Undoing), _) => Job::Undo(row.id),
        (Some(Step::Sent), _) if row.live.cancel_wanted => Job::Undo(row.id),
        _ => Job::Finish(row.id),
    }
}

/// The files that travel with `first`: the next ones to the same section.
fn batch(first: &Row, due: &[&Row], taken: &BTreeSet<i64>) -> Vec<i64> {
    let mut rows = Vec::new();
    let mut bytes = 0;
    let fitting = due.iter().filter(|row| {
        row.is_upload()
            && row.state == TransferState::Waiting
            && row.step.is_none()
            && !row.is_growing()
            && row.id >= first.id
            && row.size <= BATCH_BYTES
            && !taken.contains(&row.id)
            && row.target == first.target
            && row.section == first.section
            && row.live.lot == first.live.lot
    });
    for row in fitting {
        if rows.len() == BATCH_FILES || bytes + row.size > BATCH_BYTES {
            break;
        }
        bytes += row.size;
        rows.push(row.id);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::transfers::new_row;
    use crate::transfers::row::Live;
    use fielddesk_model::ProjectId;

    fn row(id: i64, size: u64) -> Row {
        let target = Target::project(ProjectId::new("p"));
        Row {
            id,
            section: Some("HMS".into()),
            size,
            live: Live::default(),
            ..new_row(format!("{id}.pdf"), target, String::new(), "/x".into())
        }
    }

    fn picked(rows: Vec<Row>, change: impl FnOnce(&mut Situation<'_>)) -> Vec<Job> {
        let rows: BTreeMap<i64, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
        let mut situation = Situation {
            rows: &rows,
            flying: &[],
            paused: false,
            probing: false,
            now: DateTime::UNIX_EPOCH,
        };
        change(&mut situation);
        pick(&situation).into_iter().map(|(job, _)| job).collect()
    }

    const LARGE: u64 = BATCH_BYTES + 1;

    #[test]
    fn files_that_are_still_being_saved_are_looked_at_and_hold_up_nobody() {
        let mut growing = row(1, 1);
        growing.wait_for_quiet(DateTime::UNIX_EPOCH);
        let rows = vec![growing.clone(), row(2, 1)];
        assert_eq!(picked(rows.clone(), |_| {}), [Job::Send(vec![2])]);
        let later = growing.next_try_at.unwrap();
        let jobs = picked(rows, |situation| situation.now = later);
        assert_eq!(jobs, [Job::Look(vec![1]), Job::Send(vec![2])]);
    }

    #[test]
    fn small_files_of_a_section_travel_together_and_large_ones_alone() {
        let mut other = row(3, 1);
        other.section = None;
        let jobs = picked(vec![row(1, 1), row(2, LARGE), other, row(4, 1)], |_| {});
        assert_eq!(
            jobs,
            [
                Job::Send(vec![1, 4]),
                Job::Send(vec![2]),
                Job::Send(vec![3])
            ]
        );
    }

    #[test]
    fn large_files_leave_room_for_small_ones() {
        let jobs = picked(
            vec![row(1, LARGE), row(2, LARGE), row(3, LARGE), row(4, 1)],
            |_| {},
        );
        assert_eq!(
            jobs,
            [Job::Send(vec![1]), Job::Send(vec![2]), Job::Send(vec![4])]
        );
    }

    #[test]
    fn halves_of_a_refused_request_stay_apart() {
        let mut second = row(2, 1);
        second.live.lot = 7;
        assert_eq!(picked(vec![row(1, 1), second, row(3, 1)], |_| {}).len(), 2);
    }

    #[test]
    fn a_pause_begins_nothing_but_ends_what_was_begun() {
        let mut begun = row(2, 1);
        begun.kind = TransferKind::Replace;
        begun.step = Some(Step::Sent);
        let mut opening = row(3, 1);
        opening.kind = TransferKind::Open;
        let jobs = picked(vec![row(1, 1), begun, opening], |situation| {
            situation.paused = true;
        });
        assert_eq!(jobs, [Job::Finish(2), Job::Fetch(3)]);
    }

    #[test]
    fn while_the_service_is_away_one_job_tries() {
        let rows = || vec![row(1, LARGE), row(2, LARGE), row(3, 1)];
        assert_eq!(
            picked(rows(), |situation| situation.probing = true).len(),
            1
        );
        let busy = picked(rows(), |situation| {
            situation.probing = true;
            situation.flying = &[Lane::Tidy];
        });
        assert!(busy.is_empty());
    }

    #[test]
    fn a_row_that_waits_or_ended_is_left_alone() {
        let mut waits = row(1, 1);
        waits.next_try_at = Some(DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(5));
        let mut done = row(2, 1);
        done.state = TransferState::Done;
        let mut busy = row(3, 1);
        busy.live.busy = true;
        assert!(picked(vec![waits, done, busy], |_| {}).is_empty());
    }

    #[test]
    fn a_lost_answer_is_looked_for_once_for_all_its_files() {
        let lost = |id| {
            let mut row = row(id, 1);
            row.state = TransferState::Checking;
            row.step = Some(Step::Sending);
            row.intent = Some(9);
            row
        };
        assert_eq!(
            picked(vec![lost(1), lost(2)], |_| {}),
            [Job::Resolve(9, vec![1, 2])]
        );
    }

    #[test]
    fn a_cancelled_replace_removes_our_document_unless_the_old_one_is_going() {
        let at = |step| {
            let mut row = row(1, 1);
            row.kind = TransferKind::Replace;
            row.step = Some(step);
            row.live.cancel_wanted = true;
            row
        };
        assert_eq!(picked(vec![at(Step::Sent)], |_| {}), [Job::Undo(1)]);
        assert_eq!(picked(vec![at(Step::Deleting)], |_| {}), [Job::Finish(1)]);
    }
}
