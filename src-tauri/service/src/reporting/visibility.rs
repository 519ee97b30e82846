//! Trips that a caller sees, and those of them whose people stay hidden.

use fielddesk_model::CompanyId;

use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{Company, TripAudience};

use super::parameters::Extraction;

/// The audiences of a call.
///
/// A trip is seen by the company that owns it and that company's parents, and by those of
/// the project that it is shared with. A company of the caller's structure whose integration
/// is disabled is not there.
pub(super) struct Visibility {
    seen: Vec<VisibleAudience>,
    own: Vec<CompanyId>,
}

struct VisibleAudience {
    key: i64,
    external: bool,
}

impl Visibility {
    pub(super) async fn of(
        site: &EnvironmentContext,
        caller: &Caller,
        extraction: &Extraction,
    ) -> Result<Self, ApiError> {
        if let Some(id) = &extraction.project {
            let project = site.store.project(id).await?;
            caller.require_company(project.and_then(|project| project.company_id).as_ref())?;
        }
        let tree = caller.tree();
        let audiences = site.store.trip_audiences().await?;
        let seen: Vec<VisibleAudience> = audiences
            .iter()
            .filter(|(_, audience)| sees(tree, audience, extraction))
            .map(|(key, audience)| VisibleAudience {
                key: *key,
                external: !is_of(tree, &audience.owner),
            })
            .collect();
        if let Some(company) = &extraction.company {
            // Not of the structure: only one that shares trips with it is in reach.
            let shares = audiences.iter().any(|(_, audience)| {
                audience.owner == *company && enabled(tree, &audience.project_company)
            });
            if is_of(tree, company) || !shares {
                caller.require_company(Some(company))?;
            }
        }
        Ok(Self {
            seen,
            own: tree.iter().map(|company| company.id.clone()).collect(),
        })
    }

    /// The keys of the audiences.
    pub(super) fn keys(&self) -> Vec<i64> {
        self.seen.iter().map(|seen| seen.key).collect()
    }

    /// Returns true where trips of this audience are shared by an external company.
    pub(super) fn is_external(&self, key: i64) -> bool {
        self.seen
            .iter()
            .any(|seen| seen.key == key && seen.external)
    }

    /// Returns true where the caller may see a person's id and name.
    pub(super) fn is_own(&self, company: &CompanyId) -> bool {
        self.own.contains(company)
    }
}

fn sees(tree: &[Company], audience: &TripAudience, extraction: &Extraction) -> bool {
    let (owner, partner) = (&audience.owner, &audience.project_company);
    if extraction
        .company
        .as_ref()
        .is_some_and(|only| only != owner)
    {
        return false;
    }
    let main = tree.first().map(|company| &company.id);
    // What decides is the owner; of a shared trip, the company that it is shared with.
    let decisive = match is_of(tree, owner) {
        true => owner,
        false if extraction.own_company_only => return false,
        false => partner,
    };
    enabled(tree, decisive) && !(extraction.without_subsidiaries && Some(decisive) != main)
}

fn is_of(tree: &[Company], id: &CompanyId) -> bool {
    tree.iter().any(|company| company.id == *id)
}

fn enabled(tree: &[Company], id: &CompanyId) -> bool {
    tree.iter()
        .any(|company| company.id == *id && company.integration_enabled)
}
