//! The companies of every seed: a contractor, its subsidiary, an unrelated one, and a haulier that
//! shares trips.

use fielddesk_model::Environment;

use super::data::{COMPANIES, SeedCompany};
use super::ids;
use crate::store::Company;

pub(crate) struct Companies {
    pub(crate) main: Company,
    pub(crate) subsidiary: Company,
    pub(crate) unrelated: Company,
    pub(crate) haulier: Company,
}

pub(super) fn all(environment: Environment) -> Companies {
    let company = |seed: &SeedCompany, parent: Option<&Company>| Company {
        id: ids::id(environment, "company", &seed.name),
        name: seed.name.clone(),
        parent_id: parent.map(|parent| parent.id.clone()),
        integration_enabled: true,
        country_code: seed.country_code.clone(),
    };
    let main = company(&COMPANIES.main, None);
    Companies {
        subsidiary: company(&COMPANIES.subsidiary, Some(&main)),
        main,
        unrelated: company(&COMPANIES.unrelated, None),
        haulier: company(&COMPANIES.haulier, None),
    }
}
