//! Staff of the seeded companies: the people that users, machines and trips refer to.

use fielddesk_model::{CompanyId, CompanyProfileId, Environment, IdentityId};

use crate::Seed;
use crate::seed::companies::Companies;
use crate::seed::data::{COMPANIES, PEOPLE, SeedCompany, Trade, at};
use crate::seed::draw::Draw;
use crate::seed::ids;
use crate::store::Company;

/// Every so many people of a company are a team: a foreman, a project manager, the crew.
pub(super) const TEAM: usize = 20;

/// A person of a seeded company.
#[derive(Debug, Clone)]
pub(crate) struct SeedPerson {
    pub(crate) identity_id: IdentityId,
    pub(crate) company_profile_id: CompanyProfileId,
    pub(crate) company_id: CompanyId,
    pub(in crate::seed) company: &'static SeedCompany,
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
    let mut everybody = Vec::new();
    for (company, facts) in [
        (&companies.main, &COMPANIES.main),
        (&companies.subsidiary, &COMPANIES.subsidiary),
        (&companies.unrelated, &COMPANIES.unrelated),
    ] {
        let count = match (seed, environment) {
            (Seed::None, _) => 0,
            (_, Environment::Production) => facts.people.production,
            (Seed::Demo, Environment::Test) => facts.people.demo,
            (Seed::Large, Environment::Test) => facts.people.large,
        };
        everybody.extend((0..count).map(|index| person(environment, company, facts, index)));
    }
    everybody
}

fn person(
    environment: Environment,
    company: &Company,
    facts: &'static SeedCompany,
    index: usize,
) -> SeedPerson {
    let employee_number = (facts.first_number + index).to_string();
    let mut draw = Draw::of(&format!("{environment}/{}/{index}", company.id));
    let names = match facts.country_code.as_str() {
        "46" => &PEOPLE.swedish,
        _ => &PEOPLE.norwegian,
    };
    let identity: String = ids::of_company(environment, "identity", &company.id, &employee_number);
    let team = match index / TEAM {
        0 => &PEOPLE.first_team,
        _ => &PEOPLE.team,
    };
    SeedPerson {
        identity_id: format!("auth0|{identity}").into(),
        company_profile_id: ids::of_company(environment, "profile", &company.id, &employee_number),
        company_id: company.id.clone(),
        company: facts,
        employee_number,
        // Walks through the lists first, so that a small company has few namesakes.
        first_name: at(&names.first, index),
        last_name: at(
            &names.last,
            index + index / names.first.len() + draw.below(2),
        ),
        trade: team[index % TEAM],
        index,
    }
}
