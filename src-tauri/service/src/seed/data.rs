//! Source data of the seeds, read from the files of `data/`.

use std::sync::LazyLock;

use chrono::NaiveDate;
use fielddesk_model::{Machine, MachineType};
use serde::Deserialize;

use crate::embedded::embedded;

/// Machine types, models and equipment as the makers sell them: weights in kg, capacity in m³
/// of a bucket and in tonnes of what hauls, rates in the unit of the fuel, prices an hour.
pub(super) static MACHINES: LazyLock<MachineData> =
    LazyLock::new(|| embedded(include_str!("data/machines.json")));
/// Names of people and places, and what people have.
pub(super) static PEOPLE: LazyLock<PeopleData> =
    LazyLock::new(|| embedded(include_str!("data/people.json")));
/// Projects and the work of a project.
pub(super) static PROJECTS: LazyLock<ProjectData> =
    LazyLock::new(|| embedded(include_str!("data/projects.json")));
/// Documents of projects and work orders, and what is written in them.
pub(super) static DOCUMENTS: LazyLock<DocumentData> =
    LazyLock::new(|| embedded(include_str!("data/documents.json")));
/// Sites, masses, times and crews of the hauling.
pub(super) static TRIPS: LazyLock<TripData> =
    LazyLock::new(|| embedded(include_str!("data/trips.json")));

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MachineData {
    pub(super) types: Vec<SeedType>,
    /// Types of the unrelated company.
    pub(super) foreign_types: Vec<SeedType>,
    /// Models of the company, most wanted first; a smaller seed takes the first of each type.
    pub(super) models: Vec<Model>,
    /// Models of the subsidiary.
    pub(super) drilling: Vec<Model>,
    /// Models of the unrelated company.
    pub(super) foreign: Vec<Model>,
    pub(super) equipment: Vec<Attachment>,
}

#[derive(Deserialize)]
pub(super) struct SeedType {
    #[serde(flatten)]
    pub(super) machine_type: MachineType,
    /// The first digits of the numbers of its machines.
    pub(super) series: u32,
}

/// A machine as the maker sells it, and how many of it the demo has.
#[derive(Deserialize)]
pub(super) struct Model {
    #[serde(flatten)]
    pub(super) machine: Machine,
    pub(super) count: usize,
}

/// A piece of equipment and the machine type that carries it.
#[derive(Deserialize)]
pub(super) struct Attachment {
    #[serde(flatten)]
    pub(super) machine: Machine,
    pub(super) on: String,
}

type Texts = Vec<&'static str>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'static"))]
pub(super) struct PeopleData {
    pub(super) first: Texts,
    pub(super) last: Texts,
    pub(super) swedish_first: Texts,
    pub(super) swedish_last: Texts,
    pub(super) streets: Texts,
    pub(super) places: Texts,
    pub(super) departments: Texts,
    pub(super) arrangements: Texts,
    pub(super) tags: Texts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'static"))]
pub(super) struct ProjectData {
    pub(super) main: Vec<SeedProject>,
    pub(super) subsidiary: Vec<SeedProject>,
    pub(super) unrelated: Vec<SeedProject>,
    /// In the order of a project; one with fewer takes the first.
    pub(super) work_orders: Vec<Work>,
    /// Places of the projects of the large seed.
    pub(super) places: Texts,
}

#[derive(Deserialize)]
pub(super) struct SeedProject {
    pub(super) number: String,
    pub(super) name: String,
    pub(super) address: String,
    pub(super) customer: String,
    pub(super) active: bool,
}

/// A work order; its place in the breakdown structure where trips are booked on it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Work {
    pub(super) number: String,
    pub(super) name: String,
    pub(super) short: String,
    pub(super) wbs_number: Option<String>,
    pub(super) account: Option<String>,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(super) struct DocumentData {
    pub(super) pages: Vec<SeedPage>,
    /// Pages of the folder that is offered to be synced; a subfolder for each section.
    pub(super) folder: Vec<SeedPage>,
    /// Layers of a section, from the top down.
    pub(super) layers: Texts,
    /// Points of a form.
    pub(super) checks: Texts,
}

/// Documents of one motif in a section of a project, or of one of its work orders.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeedPage {
    /// By number, like the work order.
    pub(super) project: &'static str,
    pub(super) work_order: Option<&'static str>,
    pub(super) section: &'static str,
    #[serde(rename = "as")]
    pub(super) motif: Motif,
    pub(super) names: Texts,
}

/// The subject of the documents of a page.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Motif {
    /// Heights and a road.
    Plan,
    /// Layers of a section.
    Layers,
    /// Bars in concrete.
    Bars,
    /// Points to check.
    Form,
    /// A picture of the site.
    Picture,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
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

/// The entry at a place, beginning again after the last.
pub(super) fn at(list: &[&'static str], index: usize) -> &'static str {
    index
        .checked_rem(list.len())
        .and_then(|index| list.get(index).copied())
        .unwrap_or_default()
}
