//! The companies of every seed: a contractor, its subsidiary, an unrelated one, and a haulier that
//! shares trips.

use fielddesk_model::Environment;

use super::ids;
use crate::store::Company;

pub(crate) struct Companies {
    pub(crate) main: Company,
    pub(crate) subsidiary: Company,
    pub(crate) unrelated: Company,
    /// Hauls on the contractor's projects and shares its trips.
    pub(crate) haulier: Company,
}

pub(super) fn all(environment: Environment) -> Companies {
    let company = |name: &str, parent: Option<&Company>, country_code: &str| Company {
        id: ids::id(environment, "company", name),
        name: name.to_owned(),
        parent_id: parent.map(|parent| parent.id.clone()),
        integration_enabled: true,
        country_code: country_code.to_owned(),
    };
    let main = company("Fjordvik Anlegg AS", None, "47");
    let subsidiary = company("Fjordvik Grunn og Fjell AS", Some(&main), "47");
    let unrelated = company("Mälarkusten Mark AB", None, "46");
    let haulier = company("Vestmasse Transport AS", None, "47");
    Companies {
        main,
        subsidiary,
        unrelated,
        haulier,
    }
}
