//! The audit log.

use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

use super::engine::{Connection, Row};
use super::{SqlStore, from_ms, to_ms};
use crate::store::{AuditEntry, AuditRecord, AuditStore, Result};

impl FromRow<'_, Row> for AuditRecord {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let details: String = row.try_get("details")?;
        Ok(Self {
            at: from_ms(row.try_get("at")?),
            actor: row.try_get("actor")?,
            action: row.try_get("action")?,
            subject: row.try_get("subject")?,
            details: serde_json::from_str(&details).unwrap_or_default(),
        })
    }
}

#[async_trait]
impl AuditStore for SqlStore {
    async fn audit_log(&self) -> Result<Vec<AuditRecord>> {
        let sql = "SELECT at, actor, action, subject, details FROM audit ORDER BY seq";
        Ok(sqlx::query_as(sql).fetch_all(&self.read).await?)
    }

    async fn append_audit(&self, audit: AuditEntry) -> Result<()> {
        let mut tx = self.begin().await?;
        append(&mut tx, &audit).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn append(tx: &mut Connection, audit: &AuditEntry) -> Result<()> {
    sqlx::query(
        "INSERT INTO audit (at, actor, action, subject, details) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(to_ms(audit.at))
    .bind(&audit.actor)
    .bind(audit.action)
    .bind(&audit.subject)
    .bind(serde_json::Value::Object(audit.details.clone()).to_string())
    .execute(tx)
    .await?;
    Ok(())
}
