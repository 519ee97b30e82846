//! The view of the panel, from the rows. Pure, with the smoothed speed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::name_key::NameKey;

use super::queues::ConnectionTransfers;
use super::remedies::remedies;
use super::row::Row;
use super::types::{
    Left, MoreWaiting, Transfer, TransferId, TransferKind, TransferState, TransfersView,
};
use crate::target::Target;

/// Waiting and done transfers that are listed; the sums count all.
const LISTED: usize = 200;

/// How quickly the speed follows.
const SMOOTHING_SECONDS: f64 = 3.0;

/// Before this much time the time left would be a guess.
const KNOWN_AFTER: Duration = Duration::from_secs(5);

/// Bytes in a second, smoothed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Speed {
    bytes: u64,
    rate: f64,
    running: Duration,
}

impl Speed {
    /// Learns how many bytes are done after `passed` since the last look.
    pub(super) fn look(&mut self, bytes: u64, passed: Duration, active: bool) {
        // Less than before: bytes are moved again, or another run began.
        let moved = bytes.saturating_sub(self.bytes);
        self.bytes = bytes;
        if !active {
            *self = Self {
                bytes,
                ..Self::default()
            };
            return;
        }
        let seconds = passed.as_secs_f64();
        if seconds <= 0.0 {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "a speed to show")]
        let now = moved as f64 / seconds;
        let weight = 1.0 - (-seconds / SMOOTHING_SECONDS).exp();
        self.rate = if self.running.is_zero() {
            now
        } else {
            self.rate + (now - self.rate) * weight
        };
        self.running += passed;
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a speed to show, never negative"
    )]
    fn bytes_per_second(self) -> u64 {
        self.rate as u64
    }

    fn seconds_left(self, bytes_left: u64) -> Option<u64> {
        let known = self.running >= KNOWN_AFTER && self.bytes_per_second() > 0;
        known.then(|| bytes_left.div_ceil(self.bytes_per_second()))
    }
}

/// What a view is made of beside the rows.
pub(super) struct Around {
    pub(super) paused: bool,
    pub(super) last_sent_at: Option<DateTime<Utc>>,
    /// When a service that is away is asked again.
    pub(super) away_until: Option<DateTime<Utc>>,
}

/// Bytes done and in all of the present run.
pub(super) fn run_bytes(rows: &BTreeMap<i64, Row>) -> (u64, u64) {
    let of_run = rows.values().filter(|row| counts(row));
    of_run.fold((0, 0), |(done, total), row| {
        (done + row.bytes_done(), total + row.size)
    })
}

/// A cancelled or given up transfer is no longer part of what is on its way.
fn counts(row: &Row) -> bool {
    row.live.in_run && (row.is_open() || row.state == TransferState::Done)
}

/// The number of a kind that this run of the program did.
fn done_here(rows: &BTreeMap<i64, Row>, is_one: impl Fn(&Row) -> bool) -> u64 {
    let done = rows.values().filter(|row| row.state == TransferState::Done);
    done.filter(|row| row.live.left != Some(Left::Ended) && is_one(row))
        .count() as u64
}

/// Builds the view.
pub(super) fn view(rows: &BTreeMap<i64, Row>, around: &Around, speed: Speed) -> TransfersView {
    let count =
        |state: TransferState| rows.values().filter(|row| row.state == state).count() as u64;
    let (bytes_done, bytes_total) = run_bytes(rows);
    let of_run = || rows.values().filter(|row| counts(row));
    TransfersView {
        items: Arc::new(items(rows, around.away_until)),
        more_waiting: more_waiting(rows),
        active: count(TransferState::Working) + count(TransferState::Checking),
        waiting: count(TransferState::Waiting),
        failed: count(TransferState::Failed),
        needs_you: count(TransferState::NeedsYou),
        done: count(TransferState::Done),
        uploads_done: done_here(rows, Row::is_upload),
        downloads_done: done_here(rows, |row| row.kind == TransferKind::Download),
        files_done: of_run()
            .filter(|row| row.state == TransferState::Done)
            .count() as u64,
        files_total: of_run().count() as u64,
        bytes_done,
        bytes_total,
        bytes_per_second: speed.bytes_per_second(),
        seconds_left: speed.seconds_left(bytes_total.saturating_sub(bytes_done)),
        paused: around.paused,
        last_sent_at: around.last_sent_at,
        left_from_before: rows.values().filter(|row| row.is_left_over()).count() as u64,
    }
}

impl TransfersView {
    /// The counts of several connections together, without what is listed.
    #[must_use]
    pub fn sum_of(all: &[ConnectionTransfers]) -> Self {
        let mut sum = Self::default();
        for one in all.iter().map(|one| &one.transfers) {
            sum.active += one.active;
            sum.waiting += one.waiting;
            sum.failed += one.failed;
            sum.needs_you += one.needs_you;
            sum.paused |= one.paused;
        }
        sum
    }
}

/// The uploads that [`items`] leaves out because too many wait.
fn more_waiting(rows: &BTreeMap<i64, Row>) -> Vec<MoreWaiting> {
    let waiting = rows
        .values()
        .filter(|row| row.state == TransferState::Waiting);
    let mut counts: BTreeMap<(&Target, Option<&str>), u64> = BTreeMap::new();
    for row in waiting.skip(LISTED).filter(|row| row.is_upload()) {
        let place = (&row.target, row.section.as_deref());
        *counts.entry(place).or_default() += 1;
    }
    let of_place = counts
        .into_iter()
        .map(|((target, section), count)| MoreWaiting {
            target: target.clone(),
            section: section.map(str::to_owned),
            count,
        });
    of_place.collect()
}

/// All that need a person or move, the first of the waiting, the last of the ended.
fn items(rows: &BTreeMap<i64, Row>, away_until: Option<DateTime<Utc>>) -> Vec<Transfer> {
    let mut waiting = 0;
    let mut ended = 0;
    let mut listed: Vec<i64> = Vec::new();
    for row in rows.values() {
        match row.state {
            TransferState::Waiting => {
                waiting += 1;
                if waiting > LISTED {
                    continue;
                }
            }
            TransferState::Done | TransferState::Cancelled => continue,
            TransferState::Working
            | TransferState::Checking
            | TransferState::Failed
            | TransferState::NeedsYou => {}
        }
        listed.push(row.id);
    }
    for row in rows.values().rev() {
        if matches!(row.state, TransferState::Done | TransferState::Cancelled) {
            ended += 1;
            if ended <= LISTED {
                listed.push(row.id);
            }
        }
    }
    listed.sort_unstable();
    let shown = listed.iter().filter_map(|id| rows.get(id)).map(transfer_of);
    shown
        .map(|mut transfer| {
            if transfer.state == TransferState::Waiting && transfer.next_try_at.is_none() {
                transfer.next_try_at = away_until;
            }
            transfer
        })
        .collect()
}

/// A row as it is listed.
fn transfer_of(row: &Row) -> Transfer {
    Transfer {
        id: TransferId(row.id),
        kind: row.kind,
        name: row.name.clone(),
        name_key: NameKey::of(&row.name),
        shown_name: shown(&row.name),
        target: row.target.clone(),
        place: shown(&row.place),
        section: row.section.clone(),
        state: row.state,
        bytes_done: row.bytes_done(),
        bytes_total: row.size,
        attempts: row.attempts,
        // A file that is being saved is looked at all the time: that is no time to name.
        next_try_at: row.next_try_at.filter(|_| !row.is_growing()),
        failure: row.failure.clone(),
        finished_at: row.finished_at,
        act: row.act.clone(),
        can_show: row.is_upload() || (row.state == TransferState::Done && row.saved_path.is_some()),
        left: row.live.left,
        remedies: remedies(row),
    }
}

#[cfg(test)]
mod tests {
    use fielddesk_model::ProjectId;

    use super::*;

    #[test]
    fn the_time_left_is_known_after_five_seconds() {
        let mut speed = Speed::default();
        let tick = Duration::from_millis(200);
        for step in 1..=24 {
            speed.look(step * 200_000, tick, true);
        }
        assert_eq!(speed.seconds_left(1_000_000), None);
        for step in 25..=26 {
            speed.look(step * 200_000, tick, true);
        }
        assert_eq!(speed.bytes_per_second(), 1_000_000);
        assert_eq!(speed.seconds_left(2_500_000), Some(3));
    }

    #[test]
    fn all_are_counted_and_some_are_listed() {
        let target = Target::project(ProjectId::new("p"));
        let new = |id| Row {
            id,
            size: 10,
            ..Row::new(
                format!("{id}.pdf"),
                target.clone(),
                String::new(),
                "/x".into(),
            )
        };
        let mut rows: BTreeMap<i64, Row> = (1..=5_000).map(|id| (id, new(id))).collect();
        for (id, row) in rows.iter_mut().filter(|(id, _)| **id <= 3_000) {
            row.end(TransferState::Done, None, DateTime::UNIX_EPOCH);
            // The first thousand are of an earlier run.
            if *id <= 1_000 {
                row.live.left = Some(Left::Ended);
                row.live.in_run = false;
            }
        }
        let around = Around {
            paused: false,
            last_sent_at: None,
            away_until: None,
        };
        let view = view(&rows, &around, Speed::default());
        assert_eq!(view.items.len(), 2 * LISTED);
        let more: Vec<_> = view
            .more_waiting
            .iter()
            .map(|more| (&more.target, more.count))
            .collect();
        assert_eq!(more, [(&target, 1_800)]);
        assert_eq!(
            (view.waiting, view.done, view.uploads_done),
            (2_000, 3_000, 2_000)
        );
        assert_eq!((view.files_done, view.files_total), (2_000, 4_000));
        assert_eq!((view.bytes_done, view.bytes_total), (20_000, 40_000));
        let listed = view
            .items
            .iter()
            .filter(|one| one.left == Some(Left::Ended));
        assert_eq!(listed.count(), 0, "the last of the done are listed");
    }

    #[test]
    fn a_jump_is_smoothed_and_the_end_stops_the_speed() {
        let mut speed = Speed::default();
        let tick = Duration::from_millis(200);
        speed.look(200_000, tick, true);
        speed.look(2_200_000, tick, true);
        let rate = speed.bytes_per_second();
        assert!((1_000_000..3_000_000).contains(&rate), "{rate}");
        speed.look(2_200_000, tick, false);
        assert_eq!(speed.bytes_per_second(), 0);
    }
}
