//! Distributions of single trips, which sums cannot show.

use std::collections::HashMap;

use fielddesk_rules::trips::TripProblem;
use rusqlite::{Connection, Transaction, params_from_iter};
use serde::Serialize;

use super::super::Trips;
use super::super::figures::Figures;
use super::super::query::Selection;
use super::super::statement::Statement;
use super::super::sums::Sums;
use super::overview::{Known, TripGroup, add};
use super::{DayFilter, histogram};
use crate::Failure;

/// How the trips of a filter spread.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripDistributions")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Distributions {
    /// Sums by driver, those with most trips first; hidden ones are one.
    pub drivers: Vec<TripGroup>,
    /// Lengths of cycles in minutes. Those of zero and those that are too long are left out.
    pub cycle_minutes: Distribution,
    /// Shares of capacity used, as sent.
    pub utilization: Distribution,
    /// Cubic metres an hour; trips whose cycle is left out are left out.
    pub m3_per_hour: Distribution,
    /// What cannot be trusted, for each problem that there is.
    pub problems: Vec<ProblemCount>,
    /// Quantities that are neither cubic metres nor tonnes, by their unit.
    pub other_units: Vec<OtherUnit>,
}

/// Trips with a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripProblemCount")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProblemCount {
    /// Which.
    pub problem: TripProblem,
    /// How many.
    pub trips: u64,
}

/// Trips counted in a unit of their own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripOtherUnit")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OtherUnit {
    /// The unit as sent.
    pub unit: Option<String>,
    /// How many.
    pub trips: u64,
    /// The sum of their quantities.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub quantity: f64,
}

/// How values spread.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Distribution {
    /// From the lowest to the highest value, without a gap. The first and the last one are wider
    /// where single values lie far out.
    pub bins: Vec<DistributionBin>,
    /// The value in the middle.
    pub median: Option<f64>,
    /// How many values are counted.
    pub counted: u64,
    /// How many are left out.
    pub left_out: u64,
}

/// Values from one to below another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DistributionBin {
    /// The lowest value that is in it.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub from: f64,
    /// The first that is not.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub to: f64,
    /// How many values.
    pub trips: u64,
}

impl Trips {
    /// How the trips of a filter spread.
    ///
    /// Fails with `refused` for days that cannot be, `localFile` where the store is damaged.
    pub async fn distributions(&self, filter: &DayFilter) -> Result<Distributions, Failure> {
        let zone = self.zone();
        let read = move |transaction: &Transaction<'_>, selection: &Selection| {
            let known = Known::load(transaction, selection.source)?;
            let mut drivers: HashMap<Option<i64>, Figures> = HashMap::new();
            let mut problems = TripProblem::ALL.map(|problem| ProblemCount { problem, trips: 0 });
            let sums = Sums::of(transaction, selection, &zone.days())?;
            sums.each(transaction, |one| {
                let [_, _, _, load, dump, driver, _] = known.same(&one.dimensions);
                add(&mut drivers, driver, &one.figures);
                for count in &mut problems {
                    let of_places = known.place_problems([load, dump]);
                    if (one.problems | of_places) & count.problem.bit() != 0 {
                        count.trips += one.figures.trips;
                    }
                }
                Ok(())
            })?;
            let [cycle_minutes, utilization, m3_per_hour] = spread(transaction, &sums)?;
            Ok(Distributions {
                drivers: known.groups(drivers),
                cycle_minutes,
                utilization,
                m3_per_hour,
                other_units: match count(&problems, TripProblem::OtherUnit) {
                    0 => Vec::new(),
                    _ => other_units(transaction, selection)?,
                },
                problems: problems.into_iter().filter(|one| one.trips > 0).collect(),
            })
        };
        self.read_selected(filter.in_zone(zone)?, read).await
    }
}

fn count(problems: &[ProblemCount], problem: TripProblem) -> u64 {
    let one = problems.iter().find(|one| one.problem == problem);
    one.map_or(0, |one| one.trips)
}

/// Cycle times, use of capacity and cubic metres an hour.
fn spread(connection: &Connection, sums: &Sums<'_>) -> Result<[Distribution; 3], Failure> {
    let (mut cycles, mut shares, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    let (mut odd_cycles, mut odd_rates) = (0, 0);
    sums.each_trip(connection, |problems, one| {
        shares.extend(one.utilization);
        if problems & TripProblem::UNUSUAL_CYCLE == 0 {
            cycles.extend(one.cycle_hours.map(|hours| hours * 60.0));
            rates.extend(one.m3_per_hour);
        } else {
            odd_cycles += 1;
            odd_rates += u64::from(one.m3_per_hour.is_some());
        }
    })?;
    Ok([
        histogram::of(cycles, odd_cycles),
        histogram::of(shares, 0),
        histogram::of(rates, odd_rates),
    ])
}

fn other_units(
    transaction: &Transaction<'_>,
    selection: &Selection,
) -> Result<Vec<OtherUnit>, Failure> {
    let mut query = Statement::new(
        "SELECT t.unitOfMeasureText, count(*), total(t.quantity) FROM trips t WHERE ",
    );
    selection.push(&mut query);
    query
        .push(" AND t.problems & ")
        .bind(TripProblem::OtherUnit.bit());
    query.push(" <> 0 GROUP BY 1 ORDER BY 2 DESC, 1");
    let mut stored = transaction.prepare(&query.sql)?;
    let units = stored.query_map(params_from_iter(&query.values), |row| {
        Ok(OtherUnit {
            unit: row.get(0)?,
            trips: row.get(1)?,
            quantity: row.get(2)?,
        })
    })?;
    Ok(units.collect::<Result<_, _>>()?)
}
