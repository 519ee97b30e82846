//! Many small rows read as one value.
//!
//! Every row crosses from the thread of its connection with an allocation for each value; tens
//! of thousands of words, dimensions and look-ups at the start of every query took longer so
//! than the sums of a million trips.

use serde::de::DeserializeOwned;
use sqlx::SqliteConnection;

use super::row::damaged;
use crate::Failure;

/// What a statement says as the text of one JSON array, null for none. It has one parameter.
///
/// Fails with `localFile` where the store holds something else.
pub(super) async fn json_array<T: DeserializeOwned>(
    connection: &mut SqliteConnection,
    statement: &'static str,
    parameter: i64,
) -> Result<Vec<T>, Failure> {
    let text: Option<String> = sqlx::query_scalar(statement)
        .bind(parameter)
        .fetch_one(connection)
        .await?;
    text.map_or_else(
        || Ok(Vec::new()),
        |text| serde_json::from_str(&text).map_err(|_| damaged()),
    )
}
