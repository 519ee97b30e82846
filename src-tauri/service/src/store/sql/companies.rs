//! Companies.

use async_trait::async_trait;
use fielddesk_model::CompanyId;
use sqlx::{FromRow, Row as _};

use super::SqlStore;
use super::engine::{Connection, Row};
use crate::store::{AuditEntry, Company, CompanyStore, Result};

impl FromRow<'_, Row> for Company {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let parent_id: Option<String> = row.try_get("parent_id")?;
        Ok(Self {
            id: row.try_get::<String, _>("id")?.into(),
            name: row.try_get("name")?,
            parent_id: parent_id.map(Into::into),
            integration_enabled: row.try_get("integration_enabled")?,
            country_code: row.try_get("country_code")?,
        })
    }
}

/// The columns of a company `c`: named, so that a newer node may add others. The integration of a
/// closed one is disabled, whatever its switch says.
macro_rules! columns {
    () => {
        "c.id, c.name, c.parent_id, c.integration_enabled AND c.active AS integration_enabled, \
         c.country_code"
    };
}

#[async_trait]
impl CompanyStore for SqlStore {
    async fn companies(&self) -> Result<Vec<Company>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM companies c ORDER BY c.name, c.id"
        );
        Ok(sqlx::query_as(sql).fetch_all(&self.read).await?)
    }

    async fn company_tree(&self, root: &CompanyId) -> Result<Vec<Company>> {
        Ok(sqlx::query_as(
            concat!(
            "WITH RECURSIVE tree (id, depth) AS ( \
               SELECT id, 0 FROM companies WHERE id = $1 \
               UNION ALL SELECT c.id, depth + 1 FROM companies c JOIN tree ON c.parent_id = tree.id \
             ) SELECT ", columns!(), " FROM tree JOIN companies c ON c.id = tree.id \
             ORDER BY depth, c.name, c.id"),
        )
        .bind(root.as_str())
        .fetch_all(&self.read)
        .await?)
    }

    async fn insert_company(&self, company: &Company, audit: AuditEntry) -> Result<()> {
        let mut tx = self.begin().await?;
        insert(&mut tx, company).await?;
        super::audit::append(&mut tx, &audit).await?;
        self.access.commit(tx).await
    }

    async fn set_integration(
        &self,
        company: &CompanyId,
        enabled: bool,
        audit: AuditEntry,
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let done = sqlx::query("UPDATE companies SET integration_enabled = $1 WHERE id = $2")
            .bind(enabled)
            .bind(company.as_str())
            .execute(&mut *tx)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        super::audit::append(&mut tx, &audit).await?;
        self.access.commit(tx).await?;
        Ok(true)
    }
}

pub(super) async fn insert(tx: &mut Connection, company: &Company) -> Result<()> {
    sqlx::query(
        "INSERT INTO companies (id, name, parent_id, integration_enabled, country_code) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(company.id.as_str())
    .bind(&company.name)
    .bind(company.parent_id.as_ref().map(CompanyId::as_str))
    .bind(company.integration_enabled)
    .bind(&company.country_code)
    .execute(tx)
    .await?;
    Ok(())
}
