//! Companies: their integration, and the first one of a folder that has none.

use fielddesk_model::CompanyId;

use super::Administration;
use crate::seed::META_COMPANY;
use crate::store::Company;
use crate::{ServiceError, audit};

impl Administration {
    /// Switches the integration of a company.
    pub async fn set_integration(
        &self,
        company: &CompanyId,
        enabled: bool,
    ) -> Result<(), ServiceError> {
        let action = if enabled {
            "company.integrationEnabled"
        } else {
            "company.integrationDisabled"
        };
        let entry = audit::entry(audit::OPERATOR, action, company, []);
        if self.store.set_integration(company, enabled, entry).await? {
            return Ok(());
        }
        Err(ServiceError::NotFound {
            what: "company",
            id: company.to_string(),
        })
    }

    /// The company asked for, the seeded one, or a first one for a folder without any.
    pub(super) async fn company_for(
        &self,
        asked: Option<CompanyId>,
    ) -> Result<CompanyId, ServiceError> {
        if let Some(id) = asked {
            if self.store.company_tree(&id).await?.is_empty() {
                return Err(ServiceError::NotFound {
                    what: "company",
                    id: id.to_string(),
                });
            }
            return Ok(id);
        }
        if let Some(id) = self.store.meta(META_COMPANY).await? {
            return Ok(id.into());
        }
        let company = Company {
            id: hex::encode(rand::random::<[u8; 12]>()).into(),
            name: "Company".to_owned(),
            parent_id: None,
            integration_enabled: true,
            country_code: "47".to_owned(),
        };
        let entry = audit::entry(audit::OPERATOR, "company.created", &company.id, []);
        self.store.insert_company(&company, entry).await?;
        self.store
            .set_meta(META_COMPANY, company.id.as_str())
            .await?;
        Ok(company.id)
    }
}
