//! The trips of a plan in the order in which they happened, one day in memory at a time.

use std::sync::Arc;

use chrono::NaiveDate;
use fielddesk_model::Environment;

use super::plan::Plan;
use crate::seed::ids;
use crate::store::TripRow;

/// Day after day, each sorted by the time of the dump.
pub(super) struct Days {
    plan: Arc<Plan>,
    next: Option<NaiveDate>,
    day: std::vec::IntoIter<TripRow>,
}

impl Days {
    pub(super) fn of(plan: Arc<Plan>) -> Self {
        Self {
            next: plan.first_day(),
            plan,
            day: Vec::new().into_iter(),
        }
    }
}

impl Iterator for Days {
    type Item = TripRow;

    fn next(&mut self) -> Option<TripRow> {
        loop {
            if let Some(row) = self.day.next() {
                return Some(row);
            }
            let day = self.next.filter(|day| *day <= self.plan.last_day())?;
            self.next = day.succ_opt();
            let mut rows = self.plan.trips_of(day);
            // Equal times keep the order of the campaigns.
            rows.sort_by_key(|row| row.dump_at);
            self.day = rows.into_iter();
        }
    }
}

/// Leaves out trips evenly until exactly so many exist, and gives each its id.
pub(super) struct Thinned {
    rows: Days,
    target: u64,
    supply: u64,
    seen: u64,
    number: u32,
    middle: [u8; 5],
}

impl Thinned {
    /// Counts `again` first where there is a target; without one every trip stays.
    pub(super) fn to(
        target: Option<u64>,
        rows: Days,
        again: impl FnOnce() -> Days,
        environment: Environment,
    ) -> Self {
        let live = |days: Days| days.filter(|row| row.deleted_at.is_none()).count() as u64;
        let (target, supply) = target.map_or((1, 1), |target| (target, live(again())));
        Self {
            rows,
            target: target.min(supply),
            supply,
            seen: 0,
            number: 0,
            middle: ids::trips(environment),
        }
    }

    /// As object ids are made: seconds, a part of the maker, a counter.
    fn id(&mut self, row: &TripRow) -> [u8; 12] {
        let seconds = u32::try_from(row.dump_at / 1000).unwrap_or_default();
        self.number += 1;
        let mut id = [0; 12];
        let parts = seconds
            .to_be_bytes()
            .into_iter()
            .chain(self.middle)
            .chain(self.number.to_be_bytes().into_iter().skip(1));
        for (place, byte) in id.iter_mut().zip(parts) {
            *place = byte;
        }
        id
    }
}

impl Iterator for Thinned {
    type Item = TripRow;

    fn next(&mut self) -> Option<TripRow> {
        loop {
            let mut row = self.rows.next()?;
            if row.deleted_at.is_none() {
                let before = self.seen * self.target / self.supply;
                self.seen += 1;
                if self.seen * self.target / self.supply == before {
                    continue;
                }
            }
            row.id = self.id(&row);
            return Some(row);
        }
    }
}
