//! Source data of the trips, read from `data/trips.json`.

use std::sync::LazyLock;

use chrono::NaiveDate;
use serde::Deserialize;

use crate::embedded::embedded;
use crate::seed::data::Texts;

/// Sites, masses, times and crews of the hauling.
pub(super) static TRIPS: LazyLock<TripData> =
    LazyLock::new(|| embedded(include_str!("../data/trips.json")));

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'static"))]
pub(super) struct TripData {
    pub(super) masses: Vec<Mass>,
    /// The ways of a site, in the order in which a site is built.
    pub(super) hauls: Vec<Haul>,
    /// Roads at the places of the demo's projects: along the new E39, in Stryn, at Grovaneset.
    pub(super) roads: Vec<SeedRoad>,
    /// Trucks of the external haulier, which has no users and machines here.
    pub(super) trucks: Vec<Truck>,
    /// The campaigns of the demo in the test environment.
    pub(super) test: Vec<SeedCampaign>,
    pub(super) production: Vec<SeedCampaign>,
    /// Comments that drivers write, now and then.
    pub(super) comments: Texts,
    /// First and last days without work besides weekends: holidays, the three weeks of the general
    /// summer holiday, the days from Christmas to New Year.
    pub(super) days_off: Vec<[NaiveDate; 2]>,
    /// First days of summer time and of the winter time after it.
    pub(super) summer_times: Vec<[NaiveDate; 2]>,
}

#[derive(Deserialize)]
pub(super) struct Mass {
    pub(super) name: &'static str,
    /// Weighed masses are counted in tonnes, dug ones by volume.
    pub(super) unit: &'static str,
    /// Thousandths of a tonne a loose cubic metre.
    pub(super) density: i64,
}

/// A way that masses take on a site.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(super) struct Haul {
    /// Position in the masses.
    pub(super) mass: usize,
    /// Name and share of the road's length.
    pub(super) load: (&'static str, f64),
    pub(super) dump: (&'static str, f64),
    /// A tip site or quarry with a weighbridge hands out receipts.
    pub(super) receipts: bool,
}

/// A project's haul road as latitudes and longitudes.
#[derive(Deserialize)]
pub(super) struct SeedRoad {
    pub(super) project: String,
    pub(super) points: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
pub(super) struct Truck {
    pub(super) number: String,
    pub(super) name: String,
    pub(super) plate: String,
    pub(super) driver: String,
}

/// A stretch of weeks in which crews of a company haul on a project.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeedCampaign {
    /// By number.
    pub(super) project: String,
    pub(super) company: Hauling,
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
    pub(super) crews: usize,
    /// Until this day the last crew still registers in the legacy module.
    pub(super) legacy_until: Option<NaiveDate>,
}

/// The company whose crews haul.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) enum Hauling {
    Main,
    Subsidiary,
    /// With trailers.
    Haulier,
}
