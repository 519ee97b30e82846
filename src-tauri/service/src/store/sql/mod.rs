//! The storage port in SQL: one text for SQLite and PostgreSQL, compiled once for each.
//!
//! The module `engine` of each database has the types of its driver, the few words of SQL that differ
//! and the locks. Statements are numbered (`$1`) and name their columns.

mod audit;
mod clients;
mod companies;
mod documents;
mod machine_seed;
mod machines;
mod objects;
mod operator;
mod projects;
mod setup;
pub(super) mod tables;
mod trips;
mod users;

use chrono::{DateTime, Utc};
use sqlx::Transaction;

use super::access::Version;
use super::engine::{self, Db, Pool};
use crate::store::Result;

/// The database of an environment.
pub struct SqlStore {
    pub(super) read: Pool,
    pub(super) write: Pool,
    pub(super) access: Version,
}

impl SqlStore {
    /// A transaction that writes.
    async fn begin(&self) -> Result<Transaction<'static, Db>> {
        engine::begin(&self.write).await
    }
}

fn to_ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

fn from_ms(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

/// Ids as a JSON array, for `list!` and `ordered!`.
fn json_list<T: AsRef<str>>(ids: &[T]) -> String {
    let ids: Vec<&str> = ids.iter().map(AsRef::as_ref).collect();
    serde_json::Value::from(ids).to_string()
}
