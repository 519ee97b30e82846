//! The seeded haul trips: crews that drive real-looking roads in working hours, the same
//! trips every time.

mod calendar;
mod campaign;
mod crews;
mod days;
mod masses;
mod plan;
mod road;
mod site;
mod state;

use fielddesk_model::Environment;

use super::companies::Companies;
use super::users::SeedPerson;
use crate::Seed;
use crate::store::{SeedData, TripLoad};

use days::{Days, Thinned};
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
    let (book, plan) = Plan::make(data, people, seed, environment, companies);
    let plan = std::sync::Arc::new(plan);
    let target = (plan.is_large).then_some(LARGE_TRIPS);
    let days = Days::of(std::sync::Arc::clone(&plan));
    let rows = Thinned::to(target, days, || Days::of(plan), environment);
    TripLoad {
        book,
        rows: Some(Box::new(rows)),
    }
}

#[cfg(test)]
mod tests;
