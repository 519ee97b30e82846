//! The trips of a plan in the order in which they happened, one day in memory at a time.

use std::iter::successors;
use std::sync::Arc;

use chrono::NaiveDate;
use fielddesk_model::Environment;

use super::plan::{LAST_DAY, Plan};
use crate::seed::ids;
use crate::store::TripRow;

/// All trips with their ids. With a target trips are left out evenly until exactly so many
/// exist; they are counted first.
pub(super) fn trips(
    plan: Plan,
    target: Option<u64>,
    environment: Environment,
) -> impl Iterator<Item = TripRow> + Send {
    let plan = Arc::new(plan);
    let exists = |row: &TripRow| row.deleted_at.is_none();
    let supply = match target {
        Some(_) => all(Arc::clone(&plan)).filter(exists).count() as u64,
        None => 1,
    };
    let target = target.unwrap_or(1).min(supply);
    let middle = ids::trips(environment);
    let (mut seen, mut number) = (0, 0);
    all(plan).filter_map(move |mut row| {
        if exists(&row) {
            let before = seen * target / supply;
            seen += 1;
            if seen * target / supply == before {
                return None;
            }
        }
        number += 1;
        row.id = id(&row, middle, number);
        Some(row)
    })
}

/// Day after day, each sorted by the time of the dump.
fn all(plan: Arc<Plan>) -> impl Iterator<Item = TripRow> + Send {
    successors(plan.first_day(), NaiveDate::succ_opt)
        .take_while(|day| *day <= LAST_DAY)
        .flat_map(move |day| {
            let mut rows = plan.trips_of(day);
            // Equal times keep the order of the campaigns.
            rows.sort_by_key(|row| row.dump_at);
            rows
        })
}

/// As object ids are made: seconds, a part of the maker, a counter.
fn id(row: &TripRow, middle: [u8; 5], number: u32) -> [u8; 12] {
    let seconds = u32::try_from(row.dump_at / 1000).unwrap_or_default();
    let mut id = [0; 12];
    id[..4].copy_from_slice(&seconds.to_be_bytes());
    id[4..9].copy_from_slice(&middle);
    id[9..].copy_from_slice(&number.to_be_bytes()[1..]);
    id
}
