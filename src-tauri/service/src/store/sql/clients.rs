//! API clients.

use async_trait::async_trait;
use sqlx::{FromRow, Row as _};

use super::engine::{Connection, Row, for_update};
use super::{SqlStore, from_ms, to_ms};
use crate::store::{AuditEntry, ClientChange, ClientRecord, ClientStore, Result};

impl FromRow<'_, Row> for ClientRecord {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let scopes: String = row.try_get("scopes")?;
        let lifetime_s: Option<i64> = row.try_get("lifetime_s")?;
        let revoked_at: Option<i64> = row.try_get("revoked_at")?;
        Ok(Self {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            company_id: row.try_get::<String, _>("company_id")?.into(),
            secret_hash: row.try_get("secret_hash")?,
            scopes: scopes.split_whitespace().map(str::to_owned).collect(),
            administrator: row.try_get("administrator")?,
            read_only: row.try_get("read_only")?,
            enabled: row.try_get("enabled")?,
            lifetime_s: lifetime_s.and_then(|s| u64::try_from(s).ok()),
            generation: row.try_get("generation")?,
            revoked_at: revoked_at.map(from_ms),
            created_at: from_ms(row.try_get("created_at")?),
        })
    }
}

/// The columns of a client: named, so that a newer node may add others.
macro_rules! columns {
    () => {
        "id, name, company_id, secret_hash, scopes, administrator, read_only, enabled, \
         lifetime_s, generation, revoked_at, created_at"
    };
}

const ONE: &str = concat!("SELECT ", columns!(), " FROM clients WHERE id = $1");

#[async_trait]
impl ClientStore for SqlStore {
    async fn client(&self, id: &str) -> Result<Option<ClientRecord>> {
        Ok(sqlx::query_as(ONE)
            .bind(id)
            .fetch_optional(&self.read)
            .await?)
    }

    async fn clients(&self) -> Result<Vec<ClientRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM clients ORDER BY created_at, name, id"
        );
        Ok(sqlx::query_as(sql).fetch_all(&self.read).await?)
    }

    async fn insert_client(&self, client: &ClientRecord, audit: AuditEntry) -> Result<()> {
        let mut tx = self.begin().await?;
        insert(&mut tx, client).await?;
        super::audit::append(&mut tx, &audit).await?;
        self.access.commit(tx).await
    }

    async fn change_client(
        &self,
        id: &str,
        change: ClientChange,
        audit: AuditEntry,
    ) -> Result<Option<ClientRecord>> {
        let mut tx = self.begin().await?;
        let client: Option<ClientRecord> = sqlx::query_as(concat!(
            "SELECT ",
            columns!(),
            " FROM clients WHERE id = $1",
            for_update!()
        ))
        .bind(id)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(mut client) = client else {
            return Ok(None);
        };
        apply(&mut client, change);
        sqlx::query(
            "UPDATE clients SET secret_hash = $1, scopes = $2, enabled = $3, generation = $4, \
             revoked_at = $5 WHERE id = $6",
        )
        .bind(&client.secret_hash)
        .bind(client.scopes.join(" "))
        .bind(client.enabled)
        .bind(client.generation)
        .bind(client.revoked_at.map(to_ms))
        .bind(id)
        .execute(&mut *tx)
        .await?;
        super::audit::append(&mut tx, &audit).await?;
        self.access.commit(tx).await?;
        Ok(Some(client))
    }

    async fn delete_client(&self, id: &str, audit: AuditEntry) -> Result<bool> {
        let mut tx = self.begin().await?;
        let deleted = sqlx::query("DELETE FROM clients WHERE id = $1")
            .bind(id)
            .execute(&mut *tx)
            .await?;
        if deleted.rows_affected() == 0 {
            return Ok(false);
        }
        super::audit::append(&mut tx, &audit).await?;
        self.access.commit(tx).await?;
        Ok(true)
    }

    async fn access_version(&self) -> Result<u64> {
        self.access.now(&self.read).await
    }
}

fn apply(client: &mut ClientRecord, change: ClientChange) {
    match change {
        ClientChange::Enabled(enabled) => client.enabled = enabled,
        ClientChange::SecretHash(hash) => client.secret_hash = hash,
        ClientChange::Grant(scope) => {
            if !client.scopes.contains(&scope) {
                client.scopes.push(scope);
            }
        }
        ClientChange::Ungrant(scope) => client.scopes.retain(|held| *held != scope),
        ClientChange::Revoke(at) => {
            client.generation += 1;
            client.revoked_at = Some(at);
        }
    }
}

pub(super) async fn insert(tx: &mut Connection, client: &ClientRecord) -> Result<()> {
    sqlx::query(
        "INSERT INTO clients (id, name, company_id, secret_hash, scopes, administrator, \
         read_only, enabled, lifetime_s, generation, revoked_at, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(&client.id)
    .bind(&client.name)
    .bind(client.company_id.as_str())
    .bind(&client.secret_hash)
    .bind(client.scopes.join(" "))
    .bind(client.administrator)
    .bind(client.read_only)
    .bind(client.enabled)
    .bind(client.lifetime_s.and_then(|s| i64::try_from(s).ok()))
    .bind(client.generation)
    .bind(client.revoked_at.map(to_ms))
    .bind(to_ms(client.created_at))
    .execute(tx)
    .await?;
    Ok(())
}
