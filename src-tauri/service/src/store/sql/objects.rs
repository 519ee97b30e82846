//! Objects that no document names.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::engine::{list, ordered, skip_locked};
use super::{SqlStore, json_list, to_ms};
use crate::store::{ListedDocument, Result, UnnamedObjectStore};

#[async_trait]
impl UnnamedObjectStore for SqlStore {
    async fn note_unnamed(
        &self,
        ids: &[String],
        why: &'static str,
        since: DateTime<Utc>,
    ) -> Result<u64> {
        let noted = sqlx::query(concat!(
            "INSERT INTO unnamed_objects (id, since, why) SELECT c.value, $2, $3 FROM ",
            ordered!("$1"),
            " WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = c.value) \
             ON CONFLICT (id) DO NOTHING",
        ))
        .bind(json_list(ids))
        .bind(to_ms(since))
        .bind(why)
        .execute(&self.write)
        .await?;
        Ok(noted.rows_affected())
    }

    async fn take_expired(&self, before: DateTime<Utc>, limit: usize) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(concat!(
            "UPDATE unnamed_objects SET since = $1 WHERE id IN ( \
               SELECT o.id FROM unnamed_objects o WHERE o.since < $1 \
               AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.id) \
               ORDER BY o.since, o.id LIMIT $2",
            skip_locked!("o"),
            ") RETURNING id"
        ))
        .bind(to_ms(before))
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.write)
        .await?)
    }

    async fn forget_unnamed(&self, ids: &[String]) -> Result<()> {
        sqlx::query(concat!(
            "DELETE FROM unnamed_objects WHERE id IN ",
            list!("$1")
        ))
        .bind(json_list(ids))
        .execute(&self.write)
        .await?;
        Ok(())
    }

    async fn documents_after(&self, id: &str, limit: usize) -> Result<Vec<ListedDocument>> {
        Ok(sqlx::query_as(
            "SELECT id, name, size FROM documents WHERE id > $1 ORDER BY id LIMIT $2",
        )
        .bind(id)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.read)
        .await?)
    }
}
