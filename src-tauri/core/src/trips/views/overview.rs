//! Sums for charts, lists and the map: one pass over the kept sums of days.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use chrono::NaiveDate;
use fielddesk_rules::trips::TripProblem;
use rusqlite::Transaction;
use serde::Serialize;

use super::super::Trips;
use super::super::dimensions::{self, DimensionKind, Identity, Numbers, Stored};
use super::super::figures::Figures;
use super::super::query::Selection;
use super::super::sums::{Sums, date_of};
use super::DayFilter;
use crate::Failure;

/// Sums of the trips of a filter. Groups with most trips come first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "TripSummary")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Overview {
    /// All of them.
    pub total: Figures,
    /// By day, the first one first; trips without a time before.
    pub days: Vec<TripDay>,
    /// By project.
    pub projects: Vec<TripGroup>,
    /// By what was hauled.
    pub mass_types: Vec<TripGroup>,
    /// By hauling machine.
    pub machines: Vec<TripGroup>,
    /// By load and dump location.
    pub routes: Vec<TripRoute>,
    /// The locations of the routes.
    pub places: Vec<TripPlace>,
    /// Routes whose both ends are known, by what was hauled.
    pub flows: Vec<TripFlow>,
}

/// A project, mass type, machine or driver with its sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripGroup {
    /// What a filter finds it by; none where it is not known.
    pub key: Option<String>,
    /// Its number.
    pub number: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Its sums.
    pub figures: Figures,
}

/// A day with its sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripDay {
    /// The day; none for trips without a time.
    pub day: Option<NaiveDate>,
    /// Its sums.
    pub figures: Figures,
}

/// A route with its sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripRoute {
    /// Key of the load location.
    pub from: Option<String>,
    /// Key of the dump location.
    pub to: Option<String>,
    /// Its sums.
    pub figures: Figures,
}

/// A location.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripPlace {
    /// What a filter finds it by.
    pub key: String,
    /// Its name.
    pub name: Option<String>,
    /// Degrees to the north, as stored.
    pub latitude: Option<f64>,
    /// Degrees to the east, as stored.
    pub longitude: Option<f64>,
    /// Latitude and longitude are exchanged, by all appearance.
    pub swapped: bool,
}

/// What went from one location to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TripFlow {
    /// Key of the load location.
    pub from: String,
    /// Key of the dump location.
    pub to: String,
    /// Key of the mass type.
    pub mass_type: Option<String>,
    /// Its sums.
    pub figures: Figures,
}

impl Trips {
    /// Sums up the trips of a filter.
    ///
    /// Fails with `refused` for days that cannot be, `localFile` where the store is damaged.
    pub async fn overview(&self, filter: &DayFilter) -> Result<Overview, Failure> {
        let zone = self.zone();
        let read = move |transaction: &Transaction<'_>, selection: &Selection| {
            let known = Known::load(transaction, selection.source)?;
            let mut tally = Tally::default();
            let sums = Sums::of(transaction, selection, &zone.days())?;
            sums.each(transaction, |one| {
                tally.add(one.day, &known.same(&one.dimensions), &one.figures);
                Ok(())
            })?;
            Ok(tally.overview(&known))
        };
        self.read_selected(filter.in_zone(zone)?, read).await
    }
}

/// The dimensions, and which of them are one thing under several names.
pub(super) struct Known {
    all: BTreeMap<i64, Stored>,
    /// The number with the name that came last.
    latest: HashMap<i64, i64>,
}

impl Known {
    pub(super) fn load(transaction: &Transaction<'_>, source: i64) -> Result<Self, Failure> {
        let all = dimensions::all(transaction, source)?;
        let mut last: HashMap<(DimensionKind, &Identity), i64> = HashMap::new();
        for (number, one) in &all {
            last.insert((one.kind, &one.identity), *number);
        }
        let latest = all.iter().filter_map(|(number, one)| {
            let last = last.get(&(one.kind, &one.identity))?;
            Some((*number, *last))
        });
        let latest = latest.collect();
        Ok(Self { all, latest })
    }

    /// The same dimensions by the numbers that stand for them.
    pub(super) fn same(&self, numbers: &Numbers) -> Numbers {
        numbers.map(|number| number.and_then(|number| self.latest.get(&number).copied()))
    }

    fn one(&self, number: Option<i64>) -> Option<&Stored> {
        self.all.get(&number?)
    }

    /// The bits of what cannot be trusted of the places of a route.
    pub(super) fn place_problems(&self, ends: [Option<i64>; 2]) -> u32 {
        let problem = |number| match self.one(number) {
            Some(place) => place.place_problem(),
            None => Some(TripProblem::NoPlace),
        };
        let problems = ends.into_iter().filter_map(problem);
        problems.fold(0, |all, problem| all | problem.bit())
    }

    pub(super) fn key(&self, number: Option<i64>) -> Option<String> {
        self.one(number)?.identity.key()
    }

    /// Sums as groups, those with most trips first.
    pub(super) fn groups(&self, sums: HashMap<Option<i64>, Figures>) -> Vec<TripGroup> {
        let group = |(number, figures): (Option<i64>, Figures)| {
            let one = self.one(number);
            TripGroup {
                key: self.key(number),
                number: one.and_then(|one| one.number.clone()),
                name: one.and_then(|one| one.name.clone()),
                figures,
            }
        };
        let mut groups: Vec<TripGroup> = sums.into_iter().map(group).collect();
        groups.sort_by(|one, other| {
            let by =
                |group: &TripGroup| (group.number.clone(), group.name.clone(), group.key.clone());
            most_first(&one.figures, &other.figures).then_with(|| by(one).cmp(&by(other)))
        });
        groups
    }
}

/// Sums by everything that the overview shows.
#[derive(Default)]
struct Tally {
    days: BTreeMap<Option<i64>, Figures>,
    projects: HashMap<Option<i64>, Figures>,
    mass_types: HashMap<Option<i64>, Figures>,
    machines: HashMap<Option<i64>, Figures>,
    /// By load location, dump location and mass type.
    flows: HashMap<[Option<i64>; 3], Figures>,
}

impl Tally {
    fn add(&mut self, day: Option<i64>, dimensions: &Numbers, figures: &Figures) {
        let [project, mass_type, machine, load, dump, ..] = *dimensions;
        self.days.entry(day).or_default().add(figures);
        add(&mut self.projects, project, figures);
        add(&mut self.mass_types, mass_type, figures);
        add(&mut self.machines, machine, figures);
        add(&mut self.flows, [load, dump, mass_type], figures);
    }

    fn overview(self, known: &Known) -> Overview {
        let mut total = Figures::default();
        let mut routes: HashMap<[Option<i64>; 2], Figures> = HashMap::new();
        let mut flows = Vec::new();
        for ([load, dump, mass_type], figures) in &self.flows {
            add(&mut routes, [*load, *dump], figures);
            if let (Some(from), Some(to)) = (known.key(*load), known.key(*dump)) {
                flows.push(TripFlow {
                    from,
                    to,
                    mass_type: known.key(*mass_type),
                    figures: *figures,
                });
            }
        }
        let day = |(day, figures): (Option<i64>, Figures)| {
            total.add(&figures);
            TripDay {
                day: day.and_then(date_of),
                figures,
            }
        };
        let days = self.days.into_iter().map(day).collect();
        let ends = routes.keys().flatten().filter_map(|number| *number);
        let mut ends: Vec<i64> = ends.collect();
        ends.sort_unstable();
        ends.dedup();
        let places = ends.into_iter().filter_map(|number| known.place(number));
        let route = |([from, to], figures): ([Option<i64>; 2], Figures)| TripRoute {
            from: known.key(from),
            to: known.key(to),
            figures,
        };
        let places = places.collect();
        let mut routes: Vec<TripRoute> = routes.into_iter().map(route).collect();
        routes.sort_by(|one, other| {
            most_first(&one.figures, &other.figures)
                .then_with(|| (&one.from, &one.to).cmp(&(&other.from, &other.to)))
        });
        flows.sort_by(|one, other| {
            let by = |flow: &TripFlow| (flow.from.clone(), flow.to.clone(), flow.mass_type.clone());
            most_first(&one.figures, &other.figures).then_with(|| by(one).cmp(&by(other)))
        });
        Overview {
            total,
            days,
            projects: known.groups(self.projects),
            mass_types: known.groups(self.mass_types),
            machines: known.groups(self.machines),
            routes,
            places,
            flows,
        }
    }
}

impl Known {
    fn place(&self, number: i64) -> Option<TripPlace> {
        let one = self.one(Some(number))?;
        Some(TripPlace {
            key: one.identity.key()?,
            name: one.name.clone(),
            latitude: one.place.map(|[latitude, _]| latitude),
            longitude: one.place.map(|[_, longitude]| longitude),
            swapped: one.is_swapped(),
        })
    }
}

pub(super) fn add<K: Eq + Hash>(sums: &mut HashMap<K, Figures>, key: K, figures: &Figures) {
    sums.entry(key).or_default().add(figures);
}

fn most_first(one: &Figures, other: &Figures) -> std::cmp::Ordering {
    other.trips.cmp(&one.trips)
}
