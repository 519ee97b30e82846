//! Sums by day, project, mass type, machine and route, over a million trips at once.

use chrono::{NaiveDate, TimeZone};
use foldhash::{HashMap, HashMapExt as _};
use serde::{Deserialize, Serialize};

use super::Trips;
use super::facts::{Fact, NO_TIME};
use super::query::{Scan, TripFilter};
use super::window::DayOf;
use super::words::{Dimension, DimensionKind};
use crate::Failure;

/// What to sum up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GroupBy {
    /// The local day of the dump.
    Day,
    /// The project.
    Project,
    /// What was hauled.
    MassType,
    /// The hauling machine.
    Machine,
    /// From which location to which.
    Route,
}

/// Sums of trips. Cubic metres and tonnes are counted apart and never added to each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Number of trips.
    pub trips: u64,
    /// Cubic metres.
    pub m3: f64,
    /// Trips that have cubic metres.
    pub m3_trips: u64,
    /// Tonnes.
    pub tonnes: f64,
    /// Trips that have tonnes.
    pub tonnes_trips: u64,
    /// Haul distance in km.
    pub distance: f64,
    /// Length of the cycles in hours.
    pub cycle_hours: f64,
}

impl Figures {
    /// Cubic metres a trip, over the trips that have any.
    #[must_use]
    pub fn mean_m3(&self) -> Option<f64> {
        mean(self.m3, self.m3_trips)
    }

    /// Tonnes a trip, over the trips that have any.
    #[must_use]
    pub fn mean_tonnes(&self) -> Option<f64> {
        mean(self.tonnes, self.tonnes_trips)
    }

    fn add(&mut self, fact: &Fact) {
        let some = |value: f64| if value.is_nan() { 0.0 } else { value };
        self.trips += 1;
        self.m3 += some(fact.m3);
        self.m3_trips += u64::from(!fact.m3.is_nan());
        self.tonnes += some(fact.tonnes);
        self.tonnes_trips += u64::from(!fact.tonnes.is_nan());
        self.distance += some(fact.distance);
        self.cycle_hours += some(fact.hours);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of trips")]
fn mean(sum: f64, trips: u64) -> Option<f64> {
    (trips > 0).then(|| sum / trips as f64)
}

/// What a group is; what is not known of it is none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase", tag = "by")]
pub enum GroupKey {
    /// A local day; none for trips without a time.
    Day {
        /// The day.
        day: Option<NaiveDate>,
    },
    /// A project.
    Project {
        /// Its number.
        number: Option<String>,
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A mass type.
    MassType {
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A hauling machine.
    Machine {
        /// Its number.
        number: Option<String>,
        /// Its name.
        name: Option<String>,
        /// Its id.
        id: Option<String>,
    },
    /// A route.
    Route {
        /// Name of the load location.
        from: Option<String>,
        /// Name of the dump location.
        to: Option<String>,
    },
}

/// A group with its sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// What it is.
    pub key: GroupKey,
    /// Its sums.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Sums of all trips that fit, and of their groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// All of them.
    pub total: Figures,
    /// A list of groups for each grouping asked for, ordered by key.
    pub groups: Vec<Vec<Group>>,
}

/// Which group a dimension belongs to: renamed ones of one id are one.
struct Groups {
    of_dimension: Vec<u32>,
    shown: Vec<Option<Dimension>>,
}

impl Groups {
    fn new(scan: &Scan, kind: DimensionKind) -> Self {
        let mut of_dimension = vec![0; scan.size()];
        let mut shown = vec![None];
        let mut known: HashMap<(u32, u32, u32), u32> = HashMap::new();
        let mut all: Vec<(&u32, &Dimension)> = scan
            .dimensions
            .iter()
            .filter(|(_, dimension)| dimension.kind == kind as i64)
            .collect();
        all.sort_unstable_by_key(|(number, _)| **number);
        for (number, dimension) in all {
            let identity = if dimension.id != 0 {
                (dimension.id, 0, 0)
            } else {
                (0, dimension.number, dimension.name)
            };
            let group = *known.entry(identity).or_insert_with(|| {
                shown.push(None);
                u32::try_from(shown.len() - 1).unwrap_or(0)
            });
            // The name that came last is the one it has now.
            if let Some(place) = shown.get_mut(group as usize) {
                *place = Some(*dimension);
            }
            if let Some(place) = of_dimension.get_mut(*number as usize) {
                *place = group;
            }
        }
        Self {
            of_dimension,
            shown,
        }
    }

    fn of(&self, dimension: u32) -> u32 {
        self.of_dimension
            .get(dimension as usize)
            .copied()
            .unwrap_or(0)
    }
}

/// Sums by one grouping while the facts go by.
struct Sums {
    by: GroupBy,
    groups: Option<Groups>,
    /// By group; for days and routes, by their turn.
    figures: Vec<Figures>,
    /// The turn of a day or route: no more of them are kept than occur.
    turns: HashMap<(i32, u32), usize>,
    last: ((i32, u32), usize),
    /// The turns of routes from 1, where there are few enough locations for a table.
    table: Vec<u32>,
    width: usize,
}

/// Locations whose routes are found in a table.
const TABLE_LOCATIONS: usize = 1500;

impl Sums {
    fn new(scan: &Scan, by: GroupBy) -> Self {
        let groups = match by {
            GroupBy::Day => None,
            GroupBy::Project => Some(Groups::new(scan, DimensionKind::Project)),
            GroupBy::MassType => Some(Groups::new(scan, DimensionKind::MassType)),
            GroupBy::Machine => Some(Groups::new(scan, DimensionKind::Machine)),
            GroupBy::Route => Some(Groups::new(scan, DimensionKind::Location)),
        };
        let size = groups.as_ref().map_or(0, |groups| groups.shown.len());
        let in_turn = matches!(by, GroupBy::Day | GroupBy::Route);
        let width = if by == GroupBy::Route && size <= TABLE_LOCATIONS {
            size
        } else {
            0
        };
        Self {
            by,
            groups,
            figures: vec![Figures::default(); if in_turn { 0 } else { size }],
            turns: HashMap::new(),
            last: ((i32::MIN, u32::MAX), 0),
            table: vec![0; width * width],
            width,
        }
    }

    fn add(&mut self, fact: &Fact, day: Option<NaiveDate>) {
        let group = |number| self.groups.as_ref().map_or(0, |groups| groups.of(number));
        let at = match self.by {
            GroupBy::Project => group(fact.project) as usize,
            GroupBy::MassType => group(fact.mass_type) as usize,
            GroupBy::Machine => group(fact.machine) as usize,
            GroupBy::Day => {
                let day = day.map_or(i32::MIN, |day| chrono::Datelike::num_days_from_ce(&day));
                self.turn((day, 0))
            }
            GroupBy::Route => {
                let (from, to) = (group(fact.from), group(fact.to));
                self.route(from, to)
            }
        };
        if let Some(figures) = self.figures.get_mut(at) {
            figures.add(fact);
        }
    }

    fn route(&mut self, from: u32, to: u32) -> usize {
        let cell = from as usize * self.width + to as usize;
        match self.table.get(cell) {
            Some(0) => {
                let turn = self.turn((from.cast_signed(), to));
                if let Some(place) = self.table.get_mut(cell) {
                    *place = u32::try_from(turn + 1).unwrap_or(0);
                }
                turn
            }
            Some(turn) => *turn as usize - 1,
            None => self.turn((from.cast_signed(), to)),
        }
    }

    /// Trips of one day follow each other, so the last turn is kept in hand.
    fn turn(&mut self, key: (i32, u32)) -> usize {
        if self.last.0 == key {
            return self.last.1;
        }
        let next = self.figures.len();
        let turn = *self.turns.entry(key).or_insert(next);
        if turn == next {
            self.figures.push(Figures::default());
        }
        self.last = (key, turn);
        turn
    }

    fn finish(self, scan: &Scan) -> Vec<Group> {
        let shown = |group: u32| self.groups.as_ref()?.shown.get(group as usize).copied()?;
        let figures = |at: usize| self.figures.get(at).copied().unwrap_or_default();
        let mut all: Vec<Group> = match self.by {
            GroupBy::Day | GroupBy::Route => {
                let of = |((first, second), turn): (&(i32, u32), &usize)| Group {
                    key: match self.by {
                        GroupBy::Route => GroupKey::Route {
                            from: name_of(scan, shown(first.cast_unsigned())),
                            to: name_of(scan, shown(*second)),
                        },
                        _ => GroupKey::Day {
                            day: NaiveDate::from_num_days_from_ce_opt(*first),
                        },
                    },
                    figures: figures(*turn),
                };
                self.turns.iter().map(of).collect()
            }
            by => (0u32..)
                .zip(&self.figures)
                .filter(|(_, figures)| figures.trips > 0)
                .map(|(group, figures)| Group {
                    key: key_of(scan, by, shown(group)),
                    figures: *figures,
                })
                .collect(),
        };
        all.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        all
    }
}

fn name_of(scan: &Scan, dimension: Option<Dimension>) -> Option<String> {
    let dimension = dimension?;
    let name = scan.name(dimension);
    name.or_else(|| scan.context.words.text(dimension.id))
        .map(str::to_owned)
}

fn key_of(scan: &Scan, by: GroupBy, dimension: Option<Dimension>) -> GroupKey {
    let word = |of: fn(Dimension) -> u32| {
        let text = scan.context.words.text(of(dimension?))?;
        Some(text.to_owned())
    };
    let name = dimension.and_then(|dimension| scan.name(dimension).map(str::to_owned));
    let (number, id) = (
        word(|dimension| dimension.number),
        word(|dimension| dimension.id),
    );
    match by {
        GroupBy::Project => GroupKey::Project { number, name, id },
        GroupBy::Machine => GroupKey::Machine { number, name, id },
        _ => GroupKey::MassType { name, id },
    }
}

impl Trips {
    /// Sums up the trips of a filter, by each grouping asked for, in one go over them. Days are
    /// those of this computer's time zone.
    ///
    /// Fails with `localFile` where the store is damaged.
    pub async fn summary(&self, filter: &TripFilter, by: &[GroupBy]) -> Result<Summary, Failure> {
        self.summary_in(&chrono::Local, filter, by).await
    }

    /// As [`Trips::summary`], with days of another time zone.
    ///
    /// Fails as that does.
    pub async fn summary_in<Z: TimeZone>(
        &self,
        zone: &Z,
        filter: &TripFilter,
        by: &[GroupBy],
    ) -> Result<Summary, Failure> {
        let mut scan = Scan::begin(self, filter).await?;
        let mut sums: Vec<Sums> = by.iter().map(|by| Sums::new(&scan, *by)).collect();
        let mut days = by.contains(&GroupBy::Day).then(|| DayOf::new(zone.clone()));
        let mut total = Figures::default();
        scan.facts(|fact| {
            total.add(fact);
            let time = Some(fact.time_ms).filter(|ms| *ms != NO_TIME);
            let day = days.as_mut().zip(time).and_then(|(days, ms)| days.day(ms));
            for sums in &mut sums {
                sums.add(fact, day);
            }
        })
        .await?;
        let groups = sums.into_iter().map(|sums| sums.finish(&scan)).collect();
        Ok(Summary { total, groups })
    }
}
