//! PostgreSQL's types, words and locks.

use sqlx::Transaction;

use crate::store::{Of, Result};

pub(super) type Db = sqlx::Postgres;
pub(super) type Row = sqlx::postgres::PgRow;
pub(super) type Connection = sqlx::PgConnection;
pub(super) type Pool = sqlx::PgPool;
pub(super) type Arguments = sqlx::postgres::PgArguments;

/// The texts of a JSON array, for `IN`.
macro_rules! list {
    ($mark:literal) => {
        concat!("(SELECT json_array_elements_text(", $mark, "::json))")
    };
}

/// The integers of a JSON array, for `IN`.
macro_rules! keys {
    ($mark:literal) => {
        concat!(
            "(SELECT json_array_elements_text(",
            $mark,
            "::json)::bigint)"
        )
    };
}

/// The texts of a JSON array as a table `c` of `value` and `key`, the place in the array.
macro_rules! ordered {
    ($mark:literal) => {
        concat!(
            "json_array_elements_text(",
            $mark,
            "::json) WITH ORDINALITY AS c(value, key)"
        )
    };
}

/// Joins a table to rows that are few; PostgreSQL finds the order of reading.
macro_rules! then_join {
    () => {
        " JOIN "
    };
}

/// True where a text contains another.
macro_rules! contains {
    ($text:literal, $part:literal) => {
        concat!("strpos(", $text, ", ", $part, ") > 0")
    };
}

/// A text as a JSON string.
macro_rules! json_text {
    ($text:literal) => {
        concat!("to_json(", $text, ")::text")
    };
}

/// A text field of a JSON object.
macro_rules! json_field {
    ($object:literal, $field:literal) => {
        concat!($object, "::json ->> '", $field, "'")
    };
}

/// Locks the selected row until the end of the transaction.
macro_rules! for_update {
    () => {
        " FOR UPDATE"
    };
}

/// Locks the selected rows of a table and passes over those that another transaction has locked.
macro_rules! skip_locked {
    ($table:literal) => {
        concat!(" FOR UPDATE OF ", $table, " SKIP LOCKED")
    };
}

pub(super) use {
    contains, for_update, json_field, json_text, keys, list, ordered, skip_locked, then_join,
};

/// Before and behind a bound JSON array of integers, for `IN`.
pub(super) const KEYS: [&str; 2] = ["(SELECT json_array_elements_text(", "::json)::bigint)"];

/// Before and behind a SELECT of a UNION ALL, which is ordered and limited in these: PostgreSQL
/// reads all of it otherwise.
pub(super) const BRANCH: [&str; 2] = ["SELECT * FROM (", ") branch"];

/// Names no index: PostgreSQL chooses.
pub(super) const fn indexed_by(_: &str) -> &'static str {
    ""
}

/// Begins a transaction. READ COMMITTED: a statement behind a lock sees everything committed before
/// the lock was had.
pub(super) async fn begin(pool: &Pool) -> Result<Transaction<'static, Db>> {
    Ok(pool.begin().await?)
}

/// Begins a transaction that sees one state of the data over all its statements.
pub(super) async fn begin_read(pool: &Pool) -> Result<Transaction<'static, Db>> {
    Ok(pool
        .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .await?)
}

/// Locks the tree of companies that a record belongs to until the end of the transaction: writes of
/// its users and machines follow one another. A record that is not there locks nothing.
pub(super) async fn lock(tx: &mut Connection, of: Of<'_>) -> Result<()> {
    macro_rules! from {
        ($company:literal) => {
            concat!(
                "WITH RECURSIVE above (id, parent_id) AS ( \
                   SELECT id, parent_id FROM companies WHERE id = ",
                $company,
                " UNION ALL SELECT c.id, c.parent_id \
                   FROM companies c JOIN above ON c.id = above.parent_id \
                 ) SELECT pg_advisory_xact_lock(hashtextextended(id, 1)) FROM above \
                 WHERE parent_id IS NULL"
            )
        };
    }
    let query = match of {
        Of::Company(id) => sqlx::query(from!("$1")).bind(id.as_str()),
        Of::User(id) => sqlx::query(from!(
            "(SELECT company_id FROM users WHERE identity_id = $1)"
        ))
        .bind(id.as_str()),
        Of::Seed => sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('seed', 2))"),
        Of::Operator => {
            sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('operator', 2))")
        }
        Of::Machine(id) => {
            sqlx::query(from!("(SELECT company_id FROM machines WHERE id = $1)")).bind(id.as_str())
        }
    };
    query.execute(tx).await?;
    Ok(())
}

/// The time of the database in milliseconds since 1970, also within a transaction.
pub(super) const NOW_MS: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// Lets the next row of a table count on from keys that were given.
pub(super) async fn count_on(tx: &mut Connection, table: &str, column: &str) -> Result<()> {
    let mut query = sqlx::QueryBuilder::<Db>::new("SELECT setval(pg_get_serial_sequence(");
    query
        .push_bind(table)
        .push(", ")
        .push_bind(column)
        .push(format!("), (SELECT max({column}) FROM {table}))"));
    query.build().execute(tx).await?;
    Ok(())
}
