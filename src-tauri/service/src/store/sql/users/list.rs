//! The list of users, put together by the database in pieces of many users: a row a piece
//! costs far less than a row a user.

use chrono::NaiveDate;

use super::super::engine::{Connection, json_text};
use super::super::to_ms;
use super::row::record_of;
use crate::store::{Result, UserFilter};

/// Users in a piece: some hundred kilobytes of text.
const USERS_A_PIECE: i64 = 400;

/// The pieces of the array, its brackets and commas included.
pub(super) async fn pieces(
    connection: &mut Connection,
    filter: &UserFilter,
) -> Result<Vec<String>> {
    let mut pieces = vec!["[".to_owned()];
    for company in &filter.companies {
        let mut after = String::new();
        while let (Some(last), Some(text)) =
            piece(connection, company.as_str(), &after, filter).await?
        {
            if pieces.len() > 1 {
                pieces.push(",".to_owned());
            }
            pieces.push(text);
            after = last;
        }
    }
    pieces.push("]".to_owned());
    Ok(pieces)
}

/// The next users after an employee number: the last one's number, and their records.
async fn piece(
    connection: &mut Connection,
    company: &str,
    after: &str,
    filter: &UserFilter,
) -> Result<(Option<String>, Option<String>)> {
    let day = |date: NaiveDate| date.format("%Y-%m-%d").to_string();
    Ok(sqlx::query_as(concat!(
        "SELECT max(number), string_agg(record, ',') FROM (SELECT u.employee_number AS number, ",
        record_of!(),
        " AS record FROM users u WHERE u.company_id = $1 AND u.employee_number > $2 \
         AND ($3 IS NULL OR u.modified_at > $3) \
         AND ($4 IS NULL OR (u.employment_start <= $4 \
              AND (u.employment_end IS NULL OR u.employment_end >= $5))) \
         ORDER BY u.employee_number LIMIT $6) piece"
    ))
    .bind(company)
    .bind(after)
    .bind(filter.modified_after.map(to_ms))
    .bind(filter.employed.map(|employed| day(employed.begun_by)))
    .bind(filter.employed.map(|employed| day(employed.ended_since)))
    .bind(USERS_A_PIECE)
    .fetch_one(connection)
    .await?)
}
