//! Staff of the seeded companies: the people that users, machines and trips refer to.

use fielddesk_model::{CompanyId, CompanyProfileId, Environment, IdentityId};

use crate::Seed;
use crate::seed::companies::Companies;
use crate::seed::data::{PEOPLE, at};
use crate::seed::draw::Draw;
use crate::seed::ids;
use crate::store::Company;

/// In `large` the company and its subsidiary have this many users in the test environment.
const LARGE_PEOPLE: usize = 20_000;
/// Number of them in the subsidiary.
const LARGE_SUBSIDIARY: usize = 2_000;
/// Every so many people of a company are a team: a foreman, a project manager, the crew.
pub(super) const TEAM: usize = 20;

/// The trade of a person; titles are in the company's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trade {
    SiteManager,
    ProjectManager,
    Foreman,
    DumperDriver,
    ExcavatorOperator,
    WheelLoaderOperator,
    TruckDriver,
    Groundworker,
    Surveyor,
    Mechanic,
}

impl Trade {
    /// By place in the company: number 0 leads it, each team has the same mix.
    const fn of(index: usize) -> Self {
        match index % TEAM {
            0 if index == 0 => Self::SiteManager,
            0 => Self::Foreman,
            1 if index == 1 => Self::Foreman,
            1..=5 => Self::DumperDriver,
            6..=9 => Self::ExcavatorOperator,
            10 => Self::WheelLoaderOperator,
            11 | 12 => Self::TruckDriver,
            13..=15 => Self::Groundworker,
            16 => Self::Surveyor,
            17 => Self::Mechanic,
            18 => Self::Groundworker,
            _ => Self::ProjectManager,
        }
    }

    /// The job title.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::SiteManager => "Anleggsleder",
            Self::ProjectManager => "Prosjektleder",
            Self::Foreman => "Formann",
            Self::DumperDriver => "Dumperfører",
            Self::ExcavatorOperator => "Gravemaskinfører",
            Self::WheelLoaderOperator => "Hjullasterfører",
            Self::TruckDriver => "Lastebilsjåfør",
            Self::Groundworker => "Anleggsarbeider",
            Self::Surveyor => "Stikningsingeniør",
            Self::Mechanic => "Mekaniker",
        }
    }
}

/// A person of a seeded company.
#[derive(Debug, Clone)]
pub(crate) struct SeedPerson {
    pub(crate) identity_id: IdentityId,
    pub(crate) company_profile_id: CompanyProfileId,
    pub(crate) company_id: CompanyId,
    pub(crate) company_name: String,
    pub(crate) employee_number: String,
    pub(crate) first_name: &'static str,
    pub(crate) last_name: &'static str,
    pub(crate) trade: Trade,
    /// The place in the company, from 0; the first one leads it.
    pub(crate) index: usize,
}

impl SeedPerson {
    /// First and last name.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// Everybody: the company's people first, then the subsidiary's, then the unrelated
/// company's. The same every time.
pub(crate) fn people(
    seed: Seed,
    environment: Environment,
    companies: &Companies,
) -> Vec<SeedPerson> {
    let (main, subsidiary, unrelated) = match (seed, environment) {
        (Seed::None, _) => (0, 0, 0),
        (Seed::Demo, Environment::Test) => (64, 16, 5),
        (Seed::Large, Environment::Test) => (LARGE_PEOPLE - LARGE_SUBSIDIARY, LARGE_SUBSIDIARY, 5),
        (_, Environment::Production) => (22, 6, 3),
    };
    let mut everybody = Vec::with_capacity(main + subsidiary + unrelated);
    for (company, count, first_number) in [
        (&companies.main, main, 1_001),
        (&companies.subsidiary, subsidiary, 50_001),
        (&companies.unrelated, unrelated, 301),
    ] {
        let people = (0..count).map(|index| person(environment, company, index, first_number));
        everybody.extend(people);
    }
    everybody
}

fn person(
    environment: Environment,
    company: &Company,
    index: usize,
    first_number: usize,
) -> SeedPerson {
    let employee_number = (first_number + index).to_string();
    let mut draw = Draw::of(&format!("{environment}/{}/{index}", company.id));
    let swedish = company.name.ends_with(" AB");
    let (first, last) = if swedish {
        (&PEOPLE.swedish_first, &PEOPLE.swedish_last)
    } else {
        (&PEOPLE.first, &PEOPLE.last)
    };
    let identity: String = ids::of_company(environment, "identity", &company.id, &employee_number);
    SeedPerson {
        identity_id: format!("auth0|{identity}").into(),
        company_profile_id: ids::of_company(environment, "profile", &company.id, &employee_number),
        company_id: company.id.clone(),
        company_name: company.name.clone(),
        employee_number,
        // Walks through the lists first, so that a small company has few namesakes.
        first_name: at(first, index),
        last_name: at(last, index + index / first.len() + draw.below(2)),
        trade: Trade::of(index),
        index,
    }
}
