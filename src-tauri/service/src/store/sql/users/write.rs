//! Adding and changing a user: merge, look at what else is stored, write row, supervisors
//! and tags.

use fielddesk_model::{CompanyId, Field, User};
use serde_json::json;

use super::super::engine::Connection;
use super::super::{machines, to_ms};
use super::row::Columns;
use super::{row, supervisors, tags};
use crate::merge::merged;
use crate::store::users::ends_before_it_begins;
use crate::store::{Result, StoreError, UserRefusal, UserWrite, Written};

/// Writes a user whose record so far is given: a new row, or the one with this id. Nothing
/// may be committed when it is refused.
pub(super) async fn write(
    tx: &mut Connection,
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
    let number_before = user.employee_number.clone();
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
    if number_before != user.employee_number {
        machines::follow_user(tx, &user.identity_id, Some(&user.employee_number)).await?;
    }
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

async fn number_is_taken(tx: &mut Connection, row_id: Option<i64>, user: &User) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM users \
         WHERE company_id = $1 AND employee_number = $2 AND id IS DISTINCT FROM $3)",
    )
    .bind(user.company_id.as_str())
    .bind(&user.employee_number)
    .bind(row_id)
    .fetch_one(tx)
    .await?)
}

async fn country_code(tx: &mut Connection, company: &CompanyId) -> Result<String> {
    let code: Option<String> =
        sqlx::query_scalar("SELECT country_code FROM companies WHERE id = $1")
            .bind(company.as_str())
            .fetch_optional(tx)
            .await?;
    code.ok_or_else(|| StoreError::new(format!("there is no company {company}")))
}

async fn insert(tx: &mut Connection, user: &User, columns: &Columns, at_ms: i64) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO users (company_id, employee_number, employment_start, employment_end, \
         modified_at, login_number, name_key, as_supervisor, record, identity_id, \
         company_profile_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
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
    .fetch_one(tx)
    .await?;
    Ok(id)
}

async fn update(
    tx: &mut Connection,
    id: i64,
    user: &User,
    columns: &Columns,
    at_ms: i64,
) -> Result<i64> {
    sqlx::query(
        "UPDATE users SET company_id = $1, employee_number = $2, employment_start = $3, \
         employment_end = $4, modified_at = $5, login_number = $6, name_key = $7, \
         as_supervisor = $8, record = $9 WHERE id = $10",
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
