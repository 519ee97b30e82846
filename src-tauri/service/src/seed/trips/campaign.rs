//! A stretch of weeks in which crews haul on a site, and the trips of one of its days.

use chrono::NaiveDate;

use super::calendar::{is_working, local_ms};
use super::crews::{Crew, Loading};
use super::data::{Haul, TRIPS};
use super::site::{Place, Site};
use super::state::{DayState, settle};
use crate::seed::draw::Draw;
use crate::store::{TripFlags, TripRow};

const BEGIN_MINUTES: i64 = 7 * 60;
const LUNCH_MINUTES: [i64; 2] = [11 * 60, 11 * 60 + 30];
const END_MINUTES: i64 = 15 * 60 + 20;

/// Crews at work on a site from a first to a last day.
pub(super) struct Campaign {
    pub(super) number: usize,
    /// Position among the sites.
    pub(super) site: usize,
    pub(super) audience: i64,
    pub(super) task: Option<i64>,
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
    pub(super) crews: Vec<Crew>,
    pub(super) loading: Option<Loading>,
    /// Until this day the last crew still registers in the legacy module.
    pub(super) legacy_until: Option<NaiveDate>,
}

impl Campaign {
    /// Returns true where it hauls on this day.
    pub(super) fn works_on(&self, day: NaiveDate) -> bool {
        (self.first..=self.last).contains(&day) && is_working(day)
    }

    /// Appends the day's trips, crew after crew; ids and order come later.
    pub(super) fn trips_of(&self, day: NaiveDate, site: &Site, out: &mut Vec<TripRow>) {
        let state = DayState::of(self.number, day);
        for (number, crew) in self.crews.iter().enumerate() {
            let mut draw = Draw::of(&format!("{day}/{}/{number}", self.number));
            let is_last = number + 1 == self.crews.len();
            let legacy = is_last && self.legacy_until.is_some_and(|until| day <= until);
            let shift = Shift {
                campaign: self,
                site,
                crew,
                haul: self.haul(day, &mut draw),
                legacy,
            };
            shift.drive(day, &state, &mut draw, out);
        }
    }

    /// Sites go through their masses in order, with a day out of turn now and then.
    fn haul(&self, day: NaiveDate, draw: &mut Draw) -> &'static Haul {
        let days = (self.last - self.first).num_days().max(1);
        let done = usize::try_from((day - self.first).num_days()).unwrap_or(0);
        let hauls = &TRIPS.hauls;
        let stage = done * hauls.len() / usize::try_from(days + 1).unwrap_or(1);
        let turn = usize::from(draw.within(0, 6) == 0);
        // Invariant: the data file has hauls.
        &hauls[(stage + turn + self.number) % hauls.len()]
    }
}

/// A crew on one day.
struct Shift<'a> {
    campaign: &'a Campaign,
    site: &'a Site,
    crew: &'a Crew,
    haul: &'static Haul,
    legacy: bool,
}

impl Shift<'_> {
    fn drive(&self, day: NaiveDate, state: &DayState, draw: &mut Draw, out: &mut Vec<TripRow>) {
        let [load, dump] = [self.haul.load.0, self.haul.dump.0].map(|name| self.site.place(name));
        let [begin, end] = [BEGIN_MINUTES, END_MINUTES].map(|minutes| local_ms(day, minutes));
        let lunch = LUNCH_MINUTES.map(|minutes| local_ms(day, minutes));
        let mut now = begin + seconds(draw, 60, 900);
        loop {
            if (lunch[0]..lunch[1]).contains(&now) {
                now = lunch[1];
            }
            let distance = driven(load, dump, draw);
            let out_s = distance / self.metres_a_second(distance, draw);
            let back_s = out_s / 1.2;
            let load_at = now + seconds(draw, 150, 420) + self.crew.hauler.capacity_kg * 5;
            let dump_at = load_at + whole_seconds(out_s) + seconds(draw, 60, 150);
            if dump_at > end {
                return;
            }
            now = dump_at + whole_seconds(back_s);
            let mut row = self.row(load, dump, draw);
            row.load_at = load_at;
            row.dump_at = dump_at;
            row.distance_m = Some(metres(distance));
            row.distance_accumulated_m =
                (!self.legacy).then(|| metres(distance * 2.0) + i64::from(draw.within(5, 90)));
            settle(&mut row, state, draw);
            out.push(row);
        }
    }

    /// Short ways and rough ones are slow; lorries are quicker than dumpers.
    fn metres_a_second(&self, distance: f64, draw: &mut Draw) -> f64 {
        let base = match distance {
            short if short < 600.0 => 14.0,
            middle if middle < 2000.0 => 20.0,
            _ => 26.0,
        };
        let base = if self.crew.hauler.on_road {
            base + 8.0
        } else {
            base
        };
        base * f64::from(draw.within(85, 116)) / 100.0 / 3.6
    }

    fn row(&self, load: Place, dump: Place, draw: &mut Draw) -> TripRow {
        let mass = &TRIPS.masses[self.haul.mass];
        let capacity = self.crew.hauler.capacity_kg;
        // The body is full before the axle is where masses are light.
        let body_kg = capacity * mass.density / 1_600;
        let kg = capacity.min(body_kg) * i64::from(draw.within(80, 103)) / 100 / 100 * 100;
        let m3 = kg * 1000 / mass.density;
        let (quantity, quantity_m3) = if mass.unit == "tonn" {
            (kg, m3)
        } else {
            let counted = (m3 / 500).max(1) * 500;
            (counted, counted)
        };
        let mut flags = if self.legacy { 0 } else { TripFlags::FLOW };
        if self.crew.trailer {
            flags |= TripFlags::TRAILER;
        }
        let loading = self.campaign.loading.filter(|_| !self.legacy);
        TripRow {
            audience: self.campaign.audience,
            project: self.site.project,
            task: self.campaign.task,
            mass_type: i64::try_from(self.haul.mass).unwrap_or(0),
            load_location: load.location,
            dump_location: dump.location,
            dumper: self.crew.hauler.machine,
            dumper_driver: Some(self.crew.driver),
            loader: loading.map(|loading| loading.loader),
            loader_driver: loading.map(|loading| loading.operator),
            quantity,
            quantity_m3: Some(quantity_m3),
            registered_quantity: (!self.legacy).then_some((quantity + 500) / 1000 * 1000),
            utilization: Some(kg * 1000 / capacity.max(1)),
            load_coordinates: (!self.legacy).then(|| self.fix(load, draw)),
            dump_coordinates: (!self.legacy).then(|| self.fix(dump, draw)),
            flags: TripFlags(flags),
            receipt_number: (self.haul.receipts)
                .then(|| format!("V-{}", draw.within(100_000, 999_999))),
            comment: (draw.within(0, 60) == 0).then(|| draw.one(&TRIPS.comments).to_owned()),
            ..TripRow::default()
        }
    }

    /// Returns the place that the receiver in the cab saw: some metres along and beside the road.
    fn fix(&self, place: Place, draw: &mut Draw) -> [i64; 2] {
        let along = place.chainage + f64::from(draw.within(0, 50)) - 25.0;
        let beside = f64::from(draw.within(0, 22)) + 1.0;
        let [latitude, longitude] = self.site.road.at(along, beside);
        [micro(latitude), micro(longitude)]
    }
}

/// The way between two places with its ramps, as the odometer has it.
fn driven(load: Place, dump: Place, draw: &mut Draw) -> f64 {
    let way = (dump.chainage - load.chainage).abs() + 90.0;
    way * f64::from(draw.within(990, 1_025)) / 1000.0
}

fn seconds(draw: &mut Draw, low: u32, high: u32) -> i64 {
    i64::from(draw.within(low, high)) * 1000
}

fn whole_seconds(seconds: f64) -> i64 {
    metres(seconds) * 1000
}

/// Rounded to a whole number.
fn metres(value: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "metres and seconds of a trip"
    )]
    let rounded = value.round() as i64;
    rounded
}

fn micro(degrees: f64) -> i64 {
    metres(degrees * 1_000_000.0)
}
