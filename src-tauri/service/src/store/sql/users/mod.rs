//! Users: looked up by columns, sent from the text that stands ready beside them.

mod list;
mod row;
mod seed;
mod supervisors;
mod tags;
mod write;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use fielddesk_model::{IdentityId, User};

use super::engine::{Connection, begin_read, json_text, lock, ordered};
use super::{SqlStore, audit, json_list, machines, to_ms};
use crate::store::{
    AuditEntry, NewUserIds, Of, Result, UserDeletion, UserFilter, UserKey, UserRefusal, UserStore,
    UserWrite, Written,
};
use row::{record, record_of, select_record};

pub(super) use seed::insert_all;

#[async_trait]
impl UserStore for SqlStore {
    async fn users(&self, filter: &UserFilter) -> Result<Vec<String>> {
        // One view of the data over all statements.
        let mut tx = begin_read(&self.read).await?;
        list::pieces(&mut tx, filter).await
    }

    async fn user(&self, key: &UserKey) -> Result<Option<User>> {
        let text: Option<String> = match key {
            UserKey::Identity(id) => {
                sqlx::query_scalar(select_record!("FROM users u WHERE u.identity_id = $1"))
                    .bind(id.as_str())
                    .fetch_optional(&self.read)
                    .await?
            }
            UserKey::Profile(id) => {
                sqlx::query_scalar(select_record!(
                    "FROM users u WHERE u.company_profile_id = $1"
                ))
                .bind(id.as_str())
                .fetch_optional(&self.read)
                .await?
            }
            UserKey::Number { companies, number } => {
                sqlx::query_scalar(concat!(
                    "SELECT ",
                    record_of!(),
                    " FROM ",
                    ordered!("$1"),
                    " JOIN users u ON u.company_id = c.value \
                     WHERE u.employee_number = $2 ORDER BY c.key LIMIT 1"
                ))
                .bind(json_list(companies))
                .bind(number)
                .fetch_optional(&self.read)
                .await?
            }
        };
        text.as_deref().map(record).transpose()
    }

    async fn insert_user(
        &self,
        ids: NewUserIds,
        write: UserWrite,
        entry: AuditEntry,
    ) -> Result<Written> {
        let mut tx = self.begin().await?;
        if let Some(company) = write.companies.first() {
            lock(&mut tx, Of::Company(company)).await?;
        }
        let user = User {
            identity_id: ids.identity_id,
            company_profile_id: ids.company_profile_id,
            ..User::default()
        };
        let written = write::write(&mut tx, None, user, write).await?;
        if written.is_ok() {
            audit::append(&mut tx, &entry).await?;
            tx.commit().await?;
        }
        Ok(written)
    }

    async fn change_user(
        &self,
        id: &IdentityId,
        write: UserWrite,
        entry: AuditEntry,
    ) -> Result<Written> {
        let mut tx = self.begin().await?;
        lock(&mut tx, Of::User(id)).await?;
        let Some(row_id) = row_id(&mut tx, id).await? else {
            return Ok(Err(UserRefusal::NotFound));
        };
        let user = row::stored(&mut tx, row_id).await?;
        let written = write::write(&mut tx, Some(row_id), user, write).await?;
        if written.is_ok() {
            audit::append(&mut tx, &entry).await?;
            tx.commit().await?;
        }
        Ok(written)
    }

    async fn delete_user(
        &self,
        id: &IdentityId,
        at: DateTime<Utc>,
        entry: AuditEntry,
    ) -> Result<UserDeletion> {
        let mut tx = self.begin().await?;
        lock(&mut tx, Of::User(id)).await?;
        let Some(row_id) = row_id(&mut tx, id).await? else {
            return Ok(UserDeletion::NotFound);
        };
        let hours = registrations(&mut tx, id).await?;
        if hours > 0 {
            return Ok(UserDeletion::HasTimeRegistrations(hours));
        }
        // Those whose supervisor goes are changed by that.
        sqlx::query(
            "UPDATE users SET modified_at = $1 \
             WHERE id IN (SELECT user_id FROM supervisors WHERE supervisor_id = $2)",
        )
        .bind(to_ms(at))
        .bind(row_id)
        .execute(&mut *tx)
        .await?;
        machines::follow_user(&mut tx, id, None).await?;
        sqlx::query("DELETE FROM users WHERE id = $1")
            .bind(row_id)
            .execute(&mut *tx)
            .await?;
        audit::append(&mut tx, &entry).await?;
        tx.commit().await?;
        Ok(UserDeletion::Done)
    }

    async fn time_registrations(&self, id: &IdentityId) -> Result<u64> {
        let mut connection = self.read.acquire().await?;
        registrations(&mut connection, id).await
    }

    async fn user_tags(&self, id: &IdentityId) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(
            "SELECT t.name FROM users u JOIN user_tags ut ON ut.user_id = u.id \
             JOIN tags t ON t.id = ut.tag_id WHERE u.identity_id = $1 ORDER BY t.name",
        )
        .bind(id.as_str())
        .fetch_all(&self.read)
        .await?)
    }
}

async fn row_id(connection: &mut Connection, id: &IdentityId) -> Result<Option<i64>> {
    Ok(
        sqlx::query_scalar("SELECT id FROM users WHERE identity_id = $1")
            .bind(id.as_str())
            .fetch_optional(connection)
            .await?,
    )
}

async fn registrations(connection: &mut Connection, id: &IdentityId) -> Result<u64> {
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM time_registrations t JOIN users u ON u.id = t.user_id \
         WHERE u.identity_id = $1",
    )
    .bind(id.as_str())
    .fetch_one(connection)
    .await?;
    Ok(u64::try_from(count).unwrap_or_default())
}
