//! The audit log in SQLite.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::{SqliteStore, from_ms, to_ms};
use crate::store::{AuditEntry, AuditRecord, AuditStore, Result};

#[derive(sqlx::FromRow)]
struct Row {
    at: i64,
    actor: String,
    action: String,
    subject: String,
    details: String,
}

#[async_trait]
impl AuditStore for SqliteStore {
    async fn audit_log(&self) -> Result<Vec<AuditRecord>> {
        let rows: Vec<Row> =
            sqlx::query_as("SELECT at, actor, action, subject, details FROM audit ORDER BY seq")
                .fetch_all(&self.read)
                .await?;
        Ok(rows
            .into_iter()
            .map(|row| AuditRecord {
                at: from_ms(row.at),
                actor: row.actor,
                action: row.action,
                subject: row.subject,
                details: serde_json::from_str(&row.details).unwrap_or_default(),
            })
            .collect())
    }

    async fn append_audit(&self, audit: AuditEntry) -> Result<()> {
        let mut tx = self.begin().await?;
        append(&mut tx, &audit).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn append(tx: &mut SqliteConnection, audit: &AuditEntry) -> Result<()> {
    sqlx::query("INSERT INTO audit (at, actor, action, subject, details) VALUES (?, ?, ?, ?, ?)")
        .bind(to_ms(audit.at))
        .bind(&audit.actor)
        .bind(audit.action)
        .bind(&audit.subject)
        .bind(serde_json::Value::Object(audit.details.clone()).to_string())
        .execute(tx)
        .await?;
    Ok(())
}
