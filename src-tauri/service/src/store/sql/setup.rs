//! Seeding and single values.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::engine::{NOW_MS, lock};
use super::{
    SqlStore, audit, clients, companies, documents, from_ms, machine_seed, projects, to_ms, trips,
    users,
};
use crate::store::{AuditEntry, Of, Result, SeedData, SetupStore};

const IS_EMPTY: &str =
    "SELECT NOT EXISTS (SELECT 1 FROM companies) AND NOT EXISTS (SELECT 1 FROM clients)";

#[async_trait]
impl SetupStore for SqlStore {
    async fn is_empty(&self) -> Result<bool> {
        Ok(sqlx::query_scalar(IS_EMPTY).fetch_one(&self.read).await?)
    }

    async fn seed(&self, data: SeedData, entry: AuditEntry) -> Result<bool> {
        let mut tx = self.begin().await?;
        lock(&mut tx, Of::Seed).await?;
        if !sqlx::query_scalar::<_, bool>(IS_EMPTY)
            .fetch_one(&mut *tx)
            .await?
        {
            return Ok(false);
        }
        for company in &data.companies {
            companies::insert(&mut tx, company).await?;
        }
        for client in &data.clients {
            clients::insert(&mut tx, client).await?;
        }
        for project in &data.projects {
            projects::insert(&mut tx, project).await?;
        }
        for order in &data.work_orders {
            projects::insert_work_order(&mut tx, order).await?;
        }
        for (company, machine_type) in &data.machine_types {
            machine_seed::insert_type(&mut tx, company, machine_type).await?;
        }
        machine_seed::insert_all(&mut tx, &data.machines, to_ms(entry.at)).await?;
        users::insert_all(&mut tx, &data.companies, data.users).await?;
        for upload in data.uploads {
            documents::add(&mut tx, upload).await?;
        }
        trips::load(&mut tx, data.trips).await?;
        for (key, value) in &data.meta {
            sqlx::query("INSERT INTO meta (key, value) VALUES ($1, $2)")
                .bind(*key)
                .bind(value)
                .execute(&mut *tx)
                .await?;
        }
        audit::append(&mut tx, &entry).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn meta(&self, key: &str) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT value FROM meta WHERE key = $1")
            .bind(key)
            .fetch_optional(&self.read)
            .await?)
    }

    async fn time(&self) -> Result<DateTime<Utc>> {
        let now: i64 = sqlx::query_scalar(NOW_MS).fetch_one(&self.read).await?;
        Ok(from_ms(now))
    }

    async fn set_meta(&self, key: &str, value: &str) -> Result<()> {
        sqlx::query("INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
            .bind(key)
            .bind(value)
            .execute(&self.write)
            .await?;
        Ok(())
    }
}
