//! Reading the audit log.

use fielddesk_model::Environment;
use serde::Serialize;

use super::Administration;
use crate::ServiceError;
use crate::store::AuditRecord;

/// An audit record with its environment.
#[derive(Debug, Clone, Serialize)]
pub struct AuditView {
    environment: Environment,
    #[serde(flatten)]
    record: AuditRecord,
}

impl AuditView {
    /// Returns the time of the act.
    #[must_use]
    pub const fn at(&self) -> chrono::DateTime<chrono::Utc> {
        self.record.at
    }
}

impl Administration {
    /// Returns the audit log of this environment.
    pub async fn audit_log(&self) -> Result<Vec<AuditView>, ServiceError> {
        let environment = self.environment;
        let records = self.store.audit_log().await?;
        Ok(records
            .into_iter()
            .map(|record| AuditView {
                environment,
                record,
            })
            .collect())
    }
}
