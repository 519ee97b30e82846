//! Adding and changing a user: merge, look at what else is stored, write row, supervisors
//! and tags.

use fielddesk_model::{CompanyId, Field, User};
use serde_json::json;
use sqlx::SqliteConnection;

use super::row::Columns;
use super::{row, supervisors, tags};
use crate::merge::merged;
use crate::store::sqlite::to_ms;
use crate::store::users::ends_before_it_begins;
use crate::store::{Result, StoreError, UserRefusal, UserWrite, Written};

/// Writes a user whose record so far is given: a new row, or the one with this id. Nothing
/// may be committed when it is refused.
pub(super) async fn write(
    tx: &mut SqliteConnection,
    row_id: Option<i64>,
    mut user: User,
    write: UserWrite,
) -> Result<Written> {
    let UserWrite {
        mut change,
        companies,
        at,
    } = write;
    let tag_entries = std::mem::take(&mut change.tags).value().unwrap_or_default();
    let supervisor_entries = std::mem::take(&mut change.immediate_supervisors);
    let company_before = user.company_id.clone();
    change.identity_id = Field::Omitted;
    change.company_profile_id = Field::Omitted;
    user = merged(&user, json!(change)).map_err(StoreError::new)?;
    if ends_before_it_begins(&user) {
        return Ok(Err(UserRefusal::EndBeforeStart));
    }
    if number_is_taken(tx, row_id, &user).await? {
        return Ok(Err(UserRefusal::NumberTaken(user.employee_number)));
    }
    let country_code = country_code(tx, &user.company_id).await?;
    let columns = Columns::of(&mut user, &country_code)?;
    let row_id = match row_id {
        None => insert(tx, &user, &columns, to_ms(at)).await?,
        Some(id) => update(tx, id, &user, &columns, to_ms(at)).await?,
    };
    if let Field::Value(entries) = supervisor_entries {
        let look = supervisors::Look {
            company: &user.company_id,
            companies: &companies,
            country_code: &country_code,
        };
        match look.resolve(tx, &entries).await? {
            Ok(resolved) => supervisors::replace(tx, row_id, &resolved).await?,
            Err(unresolved) => return Ok(Err(UserRefusal::Supervisor(unresolved))),
        }
    }
    if company_before != user.company_id {
        tags::carry_over(tx, row_id, &user.company_id).await?;
    }
    tags::apply(tx, row_id, &user.company_id, &tag_entries).await?;
    Ok(Ok(row::stored(tx, row_id).await?))
}

async fn number_is_taken(
    tx: &mut SqliteConnection,
    row_id: Option<i64>,
    user: &User,
) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM users \
         WHERE company_id = ? AND employee_number = ? AND id IS NOT ?)",
    )
    .bind(user.company_id.as_str())
    .bind(&user.employee_number)
    .bind(row_id)
    .fetch_one(tx)
    .await?)
}

async fn country_code(tx: &mut SqliteConnection, company: &CompanyId) -> Result<String> {
    let code: Option<String> =
        sqlx::query_scalar("SELECT country_code FROM companies WHERE id = ?")
            .bind(company.as_str())
            .fetch_optional(tx)
            .await?;
    code.ok_or_else(|| StoreError::new(format!("there is no company {company}")))
}

async fn insert(
    tx: &mut SqliteConnection,
    user: &User,
    columns: &Columns,
    at_ms: i64,
) -> Result<i64> {
    let done = sqlx::query(
        "INSERT INTO users (company_id, employee_number, employment_start, employment_end, \
         modified_at, login_number, name_key, as_supervisor, record, identity_id, \
         company_profile_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(user.company_id.as_str())
    .bind(&user.employee_number)
    .bind(&user.employment_start_date)
    .bind(&user.employment_end_date)
    .bind(at_ms)
    .bind(&columns.login_number)
    .bind(&columns.name_key)
    .bind(&columns.as_supervisor)
    .bind(&columns.record)
    .bind(user.identity_id.as_str())
    .bind(user.company_profile_id.as_str())
    .execute(tx)
    .await?;
    Ok(done.last_insert_rowid())
}

async fn update(
    tx: &mut SqliteConnection,
    id: i64,
    user: &User,
    columns: &Columns,
    at_ms: i64,
) -> Result<i64> {
    sqlx::query(
        "UPDATE users SET company_id = ?, employee_number = ?, employment_start = ?, \
         employment_end = ?, modified_at = ?, login_number = ?, name_key = ?, \
         as_supervisor = ?, record = ? WHERE id = ?",
    )
    .bind(user.company_id.as_str())
    .bind(&user.employee_number)
    .bind(&user.employment_start_date)
    .bind(&user.employment_end_date)
    .bind(at_ms)
    .bind(&columns.login_number)
    .bind(&columns.name_key)
    .bind(&columns.as_supervisor)
    .bind(&columns.record)
    .bind(id)
    .execute(tx)
    .await?;
    Ok(id)
}
