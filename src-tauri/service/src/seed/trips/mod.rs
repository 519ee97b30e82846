//! The seeded haul trips: crews that drive real-looking roads in working hours, the same
//! trips every time.

mod calendar;
mod campaign;
mod crews;
mod data;
mod days;
mod plan;
mod road;
mod site;
mod state;

use fielddesk_model::Environment;

use super::companies::Companies;
use super::users::SeedPerson;
use crate::Seed;
use crate::store::{SeedData, TripLoad};

use plan::Plan;

/// In `large` so many trips exist in the test environment; deleted ones come on top.
const LARGE_TRIPS: u64 = 1_000_000;

/// The trips of a seed whose projects, work orders and machines are there already.
pub(super) fn load(
    data: &SeedData,
    people: &[SeedPerson],
    seed: Seed,
    environment: Environment,
    companies: &Companies,
) -> TripLoad {
    let large = seed == Seed::Large && environment == Environment::Test;
    let (book, plan) = Plan::make(data, people, large, environment, companies);
    let rows = days::trips(plan, large.then_some(LARGE_TRIPS), environment);
    TripLoad {
        book,
        rows: Some(Box::new(rows)),
    }
}

#[cfg(test)]
mod tests;
