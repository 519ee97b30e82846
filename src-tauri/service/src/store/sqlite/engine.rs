//! SQLite's types, words and locks.

use sqlx::Transaction;

use crate::store::{Of, Result};

pub(super) type Db = sqlx::Sqlite;
pub(super) type Row = sqlx::sqlite::SqliteRow;
pub(super) type Connection = sqlx::SqliteConnection;
pub(super) type Pool = sqlx::SqlitePool;
pub(super) type Arguments = sqlx::sqlite::SqliteArguments;

/// The texts of a JSON array, for `IN`.
macro_rules! list {
    ($mark:literal) => {
        concat!("(SELECT value FROM json_each(", $mark, "))")
    };
}

/// The integers of a JSON array, for `IN`.
macro_rules! keys {
    ($mark:literal) => {
        concat!("(SELECT value FROM json_each(", $mark, "))")
    };
}

/// The texts of a JSON array as a table `c` of `value` and `key`, the place in the array.
macro_rules! ordered {
    ($mark:literal) => {
        concat!("json_each(", $mark, ") c")
    };
}

/// Joins a table to rows that have to be read first, in their order.
macro_rules! then_join {
    () => {
        " CROSS JOIN "
    };
}

/// True where a text contains another.
macro_rules! contains {
    ($text:literal, $part:literal) => {
        concat!("instr(", $text, ", ", $part, ") > 0")
    };
}

/// A text as a JSON string.
macro_rules! json_text {
    ($text:literal) => {
        concat!("json_quote(", $text, ")")
    };
}

/// A text field of a JSON object.
macro_rules! json_field {
    ($object:literal, $field:literal) => {
        concat!($object, " ->> '", $field, "'")
    };
}

/// Locks the selected row until the end of the transaction, which holds the whole database here.
macro_rules! for_update {
    () => {
        ""
    };
}

/// Passes over rows that another transaction has locked; there is no other one here.
macro_rules! skip_locked {
    ($table:literal) => {
        ""
    };
}

pub(super) use {
    contains, for_update, json_field, json_text, keys, list, ordered, skip_locked, then_join,
};

/// Before and behind a bound JSON array of integers, for `IN`.
pub(super) const KEYS: [&str; 2] = ["(SELECT value FROM json_each(", "))"];

/// Before and behind a SELECT of a UNION ALL: SQLite merges ordered runs without a limit in each.
pub(super) const BRANCH: [&str; 2] = ["", ""];

/// Names the index that a table is read by.
pub(super) fn indexed_by(index: &str) -> String {
    format!(" INDEXED BY {index}")
}

/// Begins a transaction that takes the lock of the database at once, so that it cannot fail
/// half-way.
pub(super) async fn begin(pool: &Pool) -> Result<Transaction<'static, Db>> {
    Ok(pool.begin_with("BEGIN IMMEDIATE").await?)
}

/// Begins a transaction that sees one state of the data over all its statements.
pub(super) async fn begin_read(pool: &Pool) -> Result<Transaction<'static, Db>> {
    Ok(pool.begin().await?)
}

/// Locks a company tree; nothing to do, [`begin`] locked the database.
pub(super) async fn lock(_: &mut Connection, _: Of<'_>) -> Result<()> {
    Ok(())
}

/// The time of the database in milliseconds since 1970.
pub(super) const NOW_MS: &str = "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/// Lets the next row of a table count on after keys were given, which SQLite does by itself.
pub(super) async fn count_on(_: &mut Connection, _: &str, _: &str) -> Result<()> {
    Ok(())
}
