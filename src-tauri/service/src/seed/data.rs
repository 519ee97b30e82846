//! Source data of the seeds, read from the files of `data/`.

use std::collections::HashMap;
use std::sync::LazyLock;

use fielddesk_model::{Machine, MachineType};
use serde::Deserialize;

use crate::embedded::embedded;

/// The companies of every seed.
pub(super) static COMPANIES: LazyLock<CompanyData> =
    LazyLock::new(|| embedded(include_str!("data/companies.json")));
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

#[derive(Deserialize)]
pub(super) struct CompanyData {
    /// The contractor.
    pub(super) main: SeedCompany,
    pub(super) subsidiary: SeedCompany,
    pub(super) unrelated: SeedCompany,
    /// Hauls on the contractor's projects and shares its trips; has no people and machines here.
    pub(super) haulier: SeedCompany,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SeedCompany {
    pub(super) name: String,
    pub(super) country_code: String,
    /// The beginning of the numbers of its mobile phones.
    pub(super) mobile: String,
    /// The domain of its addresses.
    pub(super) domain: String,
    pub(super) first_number: usize,
    pub(super) people: People,
}

/// Number of people by seed; in the production environment it is the same in all.
#[derive(Debug, Default, Deserialize)]
pub(super) struct People {
    pub(super) demo: usize,
    pub(super) large: usize,
    pub(super) production: usize,
}

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

impl MachineData {
    /// The type with this id, of any company; equipment has none.
    pub(super) fn machine_type(&self, id: Option<&str>) -> Option<&SeedType> {
        let mut types = self.types.iter().chain(&self.foreign_types);
        types.find(|one| Some(one.machine_type.type_id.as_str()) == id)
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SeedType {
    #[serde(flatten)]
    pub(super) machine_type: MachineType,
    /// The first digits of the numbers of its machines.
    pub(super) series: u32,
    /// True for machines that crews drive; their capacity is in tonnes.
    pub(super) hauls: bool,
    /// True for the quick ones among them.
    pub(super) on_road: bool,
    /// True for machines that load what others haul.
    pub(super) loads: bool,
    /// True for machines with number plates.
    pub(super) plated: bool,
    pub(super) department: Option<String>,
    /// The trade of the people responsible for its machines.
    pub(super) responsible: Trade,
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

pub(super) type Texts = Vec<&'static str>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'static"))]
pub(super) struct PeopleData {
    pub(super) norwegian: Names,
    pub(super) swedish: Names,
    pub(super) streets: Texts,
    pub(super) places: Texts,
    pub(super) departments: Texts,
    pub(super) arrangements: Texts,
    pub(super) tags: Texts,
    /// Job titles.
    pub(super) titles: HashMap<Trade, &'static str>,
    /// The trades of the first people of a company, its leader first.
    pub(super) first_team: Vec<Trade>,
    /// The trades of every other team.
    pub(super) team: Vec<Trade>,
}

/// First and last names of a country.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(super) struct Names {
    pub(super) first: Texts,
    pub(super) last: Texts,
}

/// The trade of a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Trade {
    SiteManager,
    ProjectManager,
    #[default]
    Foreman,
    DumperDriver,
    ExcavatorOperator,
    WheelLoaderOperator,
    TruckDriver,
    Groundworker,
    Surveyor,
    Mechanic,
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

/// The entry at a place, beginning again after the last.
pub(super) fn at(list: &[&'static str], index: usize) -> &'static str {
    index
        .checked_rem(list.len())
        .and_then(|index| list.get(index).copied())
        .unwrap_or_default()
}
