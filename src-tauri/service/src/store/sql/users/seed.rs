//! Many users at once into an empty store: rows in bulk, ids counted here.

use std::collections::HashMap;

use fielddesk_model::CompanyId;
use sqlx::QueryBuilder;

use super::super::engine::{Connection, Db, count_on};
use super::super::to_ms;
use super::row::Columns;
use super::tags;
use crate::store::{Company, Result, SeedUser, StoreError};

/// Rows a statement: twelve values each, far below SQLite's limit on bound values.
const ROWS_A_STATEMENT: usize = 500;

/// Puts all users of a seed into tables that hold none.
pub(in super::super) async fn insert_all(
    tx: &mut Connection,
    companies: &[Company],
    users: Vec<SeedUser>,
) -> Result<()> {
    let codes: HashMap<&CompanyId, &str> = companies
        .iter()
        .map(|company| (&company.id, company.country_code.as_str()))
        .collect();
    let ids: HashMap<String, i64> = (1..)
        .zip(&users)
        .map(|(id, seeded)| (seeded.user.identity_id.to_string(), id))
        .collect();
    let mut numbered: Vec<(i64, SeedUser)> = (1..).zip(users).collect();
    for chunk in numbered.chunks_mut(ROWS_A_STATEMENT) {
        insert_rows(tx, chunk, &codes).await?;
    }
    count_on(tx, "users", "id").await?;
    insert_supervisors(tx, &numbered, &ids).await?;
    for (id, seeded) in &numbered {
        for tag in &seeded.tags {
            tags::attach(tx, *id, &seeded.user.company_id, tag).await?;
        }
        for hours in &seeded.time_registrations {
            sqlx::query(
                "INSERT INTO time_registrations (user_id, project_id, work_date, minutes) \
                 VALUES ($1, $2, $3, $4)",
            )
            .bind(id)
            .bind(hours.project_id.as_str())
            .bind(&hours.work_date)
            .bind(hours.minutes)
            .execute(&mut *tx)
            .await?;
        }
    }
    Ok(())
}

async fn insert_rows(
    tx: &mut Connection,
    chunk: &mut [(i64, SeedUser)],
    codes: &HashMap<&CompanyId, &str>,
) -> Result<()> {
    let mut rows = Vec::with_capacity(chunk.len());
    for (id, seeded) in chunk.iter_mut() {
        let code = codes
            .get(&seeded.user.company_id)
            .copied()
            .unwrap_or_default();
        let columns = Columns::of(&mut seeded.user, code)?;
        rows.push((*id, &*seeded, columns));
    }
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO users (id, identity_id, company_profile_id, company_id, employee_number, \
         employment_start, employment_end, modified_at, login_number, name_key, as_supervisor, \
         record) ",
    );
    query.push_values(rows, |mut row, (id, seeded, columns)| {
        let user = &seeded.user;
        row.push_bind(id)
            .push_bind(user.identity_id.as_str())
            .push_bind(user.company_profile_id.as_str())
            .push_bind(user.company_id.as_str())
            .push_bind(user.employee_number.as_str())
            .push_bind(user.employment_start_date.as_deref())
            .push_bind(user.employment_end_date.as_deref())
            .push_bind(to_ms(seeded.modified_at))
            .push_bind(columns.login_number)
            .push_bind(columns.name_key)
            .push_bind(columns.as_supervisor)
            .push_bind(columns.record);
    });
    query.build().execute(tx).await?;
    Ok(())
}

async fn insert_supervisors(
    tx: &mut Connection,
    users: &[(i64, SeedUser)],
    ids: &HashMap<String, i64>,
) -> Result<()> {
    let mut rows: Vec<(i64, i64, i64, bool)> = Vec::with_capacity(users.len());
    for (user, seeded) in users {
        for (position, (identity, primary)) in (0_i64..).zip(&seeded.supervisors) {
            let supervisor = ids
                .get(identity.as_str())
                .ok_or_else(|| StoreError::new(format!("{identity} is not in the seed")))?;
            rows.push((*user, position, *supervisor, *primary));
        }
    }
    for chunk in rows.chunks(ROWS_A_STATEMENT) {
        let mut query = QueryBuilder::<Db>::new(
            "INSERT INTO supervisors (user_id, position, supervisor_id, is_primary) ",
        );
        query.push_values(chunk, |mut row, (user, position, supervisor, primary)| {
            row.push_bind(*user)
                .push_bind(*position)
                .push_bind(*supervisor)
                .push_bind(*primary);
        });
        query.build().execute(&mut *tx).await?;
    }
    Ok(())
}
