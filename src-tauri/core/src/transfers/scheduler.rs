//! Selection of the next job. Pure: from the rows and the present moment to jobs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fielddesk_documents::limits::WHOLE_UP_TO_BYTES;
use fielddesk_rules::concurrency;

use super::row::{Row, Step};
use super::types::{TransferKind, TransferState};
use crate::target::Target;

/// The most files of a job: what is dropped later need not wait for its end.
const JOB_FILES: usize = 1_000;

/// Something to do for one or more rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Job {
    /// Send files of one target.
    Publish(Target, Vec<i64>),
    /// Find out how ended what is open on a target.
    Recover(Target, Vec<i64>),
    /// Remove what a stored document replaces.
    Finish(i64),
    /// Remove our own document after a cancel.
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
    Settle,
}

impl Lane {
    const fn limit(self) -> usize {
        match self {
            Self::Small => concurrency::SMALL_JOBS,
            Self::Large => concurrency::LARGE_JOBS,
            Self::Fetch => concurrency::DOWNLOAD_JOBS,
            Self::Settle => concurrency::SETTLE_JOBS,
        }
    }
}

impl Job {
    pub(super) fn rows(&self) -> Vec<i64> {
        match self {
            Self::Publish(_, rows) | Self::Recover(_, rows) | Self::Look(rows) => rows.clone(),
            Self::Finish(row) | Self::Undo(row) | Self::Fetch(row) => vec![*row],
        }
    }
}

/// What is free and what holds everything up.
pub(super) struct Situation<'a> {
    pub(super) rows: &'a BTreeMap<i64, Row>,
    pub(super) flying: &'a [Lane],
    /// Targets of which something is open that nobody works on, and when to look.
    pub(super) unsettled: &'a BTreeMap<Target, DateTime<Utc>>,
    pub(super) paused: bool,
    /// The service is away: one job at a time tries whether it is back.
    pub(super) probing: bool,
    pub(super) now: DateTime<Utc>,
}

/// The jobs that can begin now, each with its lane.
pub(super) fn pick(situation: &Situation<'_>) -> Vec<(Job, Lane)> {
    let mut picked = Picked::new(situation);
    let due = |row: &&Row| {
        row.is_open() && !row.live.busy && row.next_try_at.is_none_or(|at| at <= situation.now)
    };
    let due_rows: Vec<&Row> = situation.rows.values().filter(due).collect();
    let unsettled = situation.unsettled.iter();
    for (target, _) in unsettled.filter(|(_, at)| **at <= situation.now) {
        let of_target = due_rows
            .iter()
            .filter(|row| row.step.is_some() && row.target == *target);
        let rows = of_target.map(|row| row.id).collect();
        picked.add(Job::Recover(target.clone(), rows), Lane::Settle);
    }
    for row in due_rows.iter().filter(|row| row.step.is_some()) {
        let job = match row.step {
            Some(Step::Undoing) => Job::Undo(row.id),
            Some(Step::Sent) if row.live.cancel_wanted => Job::Undo(row.id),
            Some(Step::Sent) => Job::Finish(row.id),
            // Its target is unsettled.
            Some(Step::Sending) | None => continue,
        };
        picked.add(job, Lane::Settle);
    }
    let growing = due_rows.iter().filter(|row| row.is_growing());
    let growing: Vec<i64> = growing.map(|row| row.id).collect();
    if !growing.is_empty() {
        picked.add(Job::Look(growing), Lane::Settle);
    }
    let is_behind = |row: &Row| {
        let followed = row.follows.and_then(|id| situation.rows.get(&id));
        followed.is_some_and(Row::is_open)
    };
    let sendable = |row: &&&Row| row.step.is_none() && !row.is_growing() && !is_behind(row);
    let sendable: Vec<&Row> = due_rows.iter().filter(sendable).copied().collect();
    for row in &sendable {
        if picked.taken.contains(&row.id) {
            continue;
        }
        // A person waits in front of the screen for a document to open.
        if situation.paused && row.kind != TransferKind::Open {
            continue;
        }
        let (job, lane) = if !row.is_upload() {
            (Job::Fetch(row.id), Lane::Fetch)
        } else if is_small(row) && !picked.has_room(Lane::Small) {
            continue;
        } else if is_small(row) {
            let together = sendable.iter().filter(|other| goes_with(row, other));
            let together = together
                .map(|row| row.id)
                .filter(|id| !picked.taken.contains(id));
            let rows = together.take(JOB_FILES).collect();
            (Job::Publish(row.target.clone(), rows), Lane::Small)
        } else {
            (Job::Publish(row.target.clone(), vec![row.id]), Lane::Large)
        };
        picked.add(job, lane);
    }
    picked.jobs
}

fn is_small(row: &Row) -> bool {
    row.size <= WHOLE_UP_TO_BYTES
}

/// Whether a file goes in the same job as `first`: the next small ones of the target.
fn goes_with(first: &Row, other: &Row) -> bool {
    #[cfg(test)]
    tests::LOOKS.set(tests::LOOKS.get() + 1);
    other.id >= first.id
        && other.is_upload()
        && other.state == TransferState::Waiting
        && is_small(other)
        && other.target == first.target
}

struct Picked<'a> {
    situation: &'a Situation<'a>,
    jobs: Vec<(Job, Lane)>,
    taken: BTreeSet<i64>,
}

impl<'a> Picked<'a> {
    const fn new(situation: &'a Situation<'a>) -> Self {
        Self {
            situation,
            jobs: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    fn has_room(&self, lane: Lane) -> bool {
        let flying = self.situation.flying;
        let busy = flying.iter().filter(|&&flying| flying == lane).count();
        let new = self
            .jobs
            .iter()
            .filter(|(_, picked)| *picked == lane)
            .count();
        let alone = !self.situation.probing || flying.len() + self.jobs.len() == 0;
        busy + new < lane.limit() && alone
    }

    /// Adds a job where there is room and none of its rows has one.
    fn add(&mut self, job: Job, lane: Lane) {
        let rows = job.rows();
        if self.has_room(lane) && !rows.iter().any(|row| self.taken.contains(row)) {
            self.taken.extend(rows);
            self.jobs.push((job, lane));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::transfers::row::Live;
    use fielddesk_model::ProjectId;

    fn row(id: i64, size: u64) -> Row {
        let target = Target::project(ProjectId::new("p"));
        Row {
            id,
            section: Some("HMS".into()),
            size,
            live: Live::default(),
            ..Row::new(format!("{id}.pdf"), target, String::new(), "/x".into())
        }
    }

    fn picked(rows: Vec<Row>, change: impl FnOnce(&mut Situation<'_>)) -> Vec<Job> {
        let rows: BTreeMap<i64, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
        let unsettled = BTreeMap::new();
        let mut situation = Situation {
            rows: &rows,
            flying: &[],
            unsettled: &unsettled,
            paused: false,
            probing: false,
            now: DateTime::UNIX_EPOCH,
        };
        change(&mut situation);
        pick(&situation).into_iter().map(|(job, _)| job).collect()
    }

    std::thread_local! {
        /// The number of looks whether two files go together.
        pub(super) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn thousands_of_files_are_picked_without_comparing_each_with_each() {
        let rows = (1..=5_000).map(|id| row(id, 1)).collect();
        let before = LOOKS.get();
        let jobs = picked(rows, |_| {});
        assert_eq!(jobs.len(), concurrency::SMALL_JOBS);
        assert!(LOOKS.get() - before < 20_000, "{}", LOOKS.get() - before);
    }

    const LARGE: u64 = WHOLE_UP_TO_BYTES + 1;

    fn target() -> Target {
        Target::project(ProjectId::new("p"))
    }

    fn publish(rows: &[i64]) -> Job {
        Job::Publish(target(), rows.to_vec())
    }

    #[test]
    fn files_that_are_still_being_saved_are_looked_at_and_hold_up_nobody() {
        let mut growing = row(1, 1);
        growing.wait_for_quiet(DateTime::UNIX_EPOCH);
        let rows = vec![growing.clone(), row(2, 1)];
        assert_eq!(picked(rows.clone(), |_| {}), [publish(&[2])]);
        let later = growing.next_try_at.unwrap();
        let jobs = picked(rows, |situation| situation.now = later);
        assert_eq!(jobs, [Job::Look(vec![1]), publish(&[2])]);
    }

    #[test]
    fn small_files_of_a_target_travel_together_and_large_ones_alone() {
        let mut other = row(3, 1);
        other.section = None;
        let mut elsewhere = row(4, 1);
        elsewhere.target = Target::project(ProjectId::new("q"));
        let rows = vec![row(1, 1), row(2, LARGE), other, elsewhere, row(5, 1)];
        let jobs = picked(rows, |_| {});
        let q = Target::project(ProjectId::new("q"));
        let expected = [publish(&[1, 3, 5]), publish(&[2]), Job::Publish(q, vec![4])];
        assert_eq!(jobs, expected);
    }

    #[test]
    fn large_files_leave_room_for_small_ones() {
        let jobs = picked(
            vec![row(1, LARGE), row(2, LARGE), row(3, LARGE), row(4, 1)],
            |_| {},
        );
        assert_eq!(jobs, [publish(&[1]), publish(&[2]), publish(&[4])]);
    }

    #[test]
    fn an_older_state_of_a_file_goes_first() {
        let mut newer = row(2, 1);
        newer.follows = Some(1);
        let mut older = row(1, 1);
        older.live.busy = true;
        assert!(picked(vec![older.clone(), newer.clone()], |_| {}).is_empty());
        older.state = TransferState::Done;
        assert_eq!(picked(vec![older, newer], |_| {}), [publish(&[2])]);
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
            situation.flying = &[Lane::Settle];
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
    fn what_is_open_on_a_target_is_looked_for_once_for_all_its_files() {
        let lost = |id| {
            let mut row = row(id, 1);
            row.state = TransferState::Checking;
            row.step = Some(Step::Sending);
            row
        };
        let now = DateTime::UNIX_EPOCH;
        let later = now + chrono::TimeDelta::seconds(1);
        for (at, expected) in [
            (now, vec![Job::Recover(target(), vec![1, 2])]),
            (later, vec![]),
        ] {
            let unsettled = BTreeMap::from([(target(), at)]);
            let rows = [lost(1), lost(2)].map(|row| (row.id, row)).into();
            let situation = Situation {
                rows: &rows,
                flying: &[],
                unsettled: &unsettled,
                paused: false,
                probing: false,
                now,
            };
            let jobs: Vec<Job> = pick(&situation).into_iter().map(|(job, _)| job).collect();
            assert_eq!(jobs, expected);
        }
    }

    #[test]
    fn a_cancelled_replace_removes_our_document() {
        let mut cancelled = row(1, 1);
        cancelled.kind = TransferKind::Replace;
        cancelled.step = Some(Step::Sent);
        cancelled.live.cancel_wanted = true;
        assert_eq!(picked(vec![cancelled], |_| {}), [Job::Undo(1)]);
    }
}
