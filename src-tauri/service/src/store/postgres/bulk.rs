//! Whole tables of a PostgreSQL database: its catalogue, and rows by COPY.

use std::fmt::Write as _;

use fielddesk_model::Environment;
use futures::StreamExt as _;
use futures::stream::BoxStream;

use super::engine::{self, Connection};
use super::sql::tables::SqlTables;
use crate::Durability;
use crate::store::tables::{Table, Value};
use crate::store::{Of, Result, StoreError};

/// Bytes collected for one message.
const MESSAGE: usize = 64 * 1024;
/// Characters of a text that an error shows.
const SHOWN: usize = 80;

pub(super) const COLUMNS: &str = "SELECT r.relname::text, a.attname::text, \
       format_type(a.atttypid, NULL), array_position(i.indkey::int2[], a.attnum)::bigint \
     FROM pg_class r \
     JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped \
     LEFT JOIN pg_index i ON i.indrelid = r.oid AND i.indisprimary \
     WHERE r.relkind = 'r' AND r.relnamespace = current_schema()::text::regnamespace \
       AND r.relname <> '_sqlx_migrations'";
pub(super) const REFERENCES: &str = "SELECT r.relname::text, o.relname::text FROM pg_constraint k \
     JOIN pg_class r ON r.oid = k.conrelid JOIN pg_class o ON o.oid = k.confrelid \
     WHERE k.contype = 'f' AND k.connamespace = current_schema()::text::regnamespace";
const COUNTED: &str = "SELECT a.attname::text FROM pg_attribute a \
     JOIN pg_class r ON r.oid = a.attrelid \
     WHERE a.attidentity <> '' AND r.relname = $1 \
       AND r.relnamespace = current_schema()::text::regnamespace";
pub(super) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl SqlTables {
    /// Connects to the database of an environment, as [`super::PostgresStore::open`] does.
    pub(crate) async fn open(url: &str, environment: Environment) -> Result<Self> {
        let options = super::options(url, environment, Durability::Power)?;
        Ok(Self(super::first_connection(&options).await?))
    }
}

pub(super) async fn begin_write(connection: &mut Connection) -> Result<()> {
    sqlx::query("BEGIN").execute(&mut *connection).await?;
    engine::lock(connection, Of::Seed).await
}

pub(super) async fn fill(
    connection: &mut Connection,
    table: &Table,
    mut rows: BoxStream<'_, Result<Vec<Value>>>,
) -> Result<()> {
    let statement = format!("COPY \"{}\" ({}) FROM STDIN", table.name, table.list());
    let mut copy = connection.copy_in_raw(&statement).await?;
    let mut text = String::with_capacity(2 * MESSAGE);
    while let Some(row) = rows.next().await {
        match row.and_then(|row| line(table, &row, &mut text)) {
            Ok(()) if text.len() < MESSAGE => {}
            Ok(()) => {
                copy.send(text.as_bytes()).await?;
                text.clear();
            }
            Err(error) => {
                copy.abort("the rows cannot be read").await?;
                return Err(error);
            }
        }
    }
    copy.send(text.as_bytes()).await?;
    copy.finish().await?;
    let counted = sqlx::query_scalar(COUNTED).bind(&table.name);
    for column in counted.fetch_all(&mut *connection).await? {
        let column: String = column;
        engine::count_on(&mut *connection, &table.name, &column).await?;
    }
    Ok(())
}

/// Adds a row in the text format of COPY.
fn line(table: &Table, row: &[Value], to: &mut String) -> Result<()> {
    for (index, value) in row.iter().enumerate() {
        if index > 0 {
            to.push('\t');
        }
        match value {
            Value::Null => to.push_str("\\N"),
            Value::Integer(number) => write!(to, "{number}").map_err(StoreError::new)?,
            Value::Bool(truth) => to.push(if *truth { 't' } else { 'f' }),
            Value::Bytes(bytes) => {
                to.push_str("\\\\x");
                to.push_str(&hex::encode(bytes));
            }
            Value::Text(text) if text.contains('\0') => {
                return Err(StoreError::Refused(format!(
                    "{}.{} holds the character U+0000 in `{}`, which PostgreSQL does not store; \
                     rename that in the source",
                    table.name,
                    table.columns[index].name,
                    text.chars()
                        .take(SHOWN)
                        .collect::<String>()
                        .replace('\0', "\u{2400}")
                )));
            }
            Value::Text(text) => escape(text, to),
        }
    }
    to.push('\n');
    Ok(())
}

fn escape(text: &str, to: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r']) {
        let (before, behind) = rest.split_at(at);
        to.push_str(before);
        let mut characters = behind.chars();
        to.push_str(match characters.next() {
            Some('\t') => "\\t",
            Some('\n') => "\\n",
            Some('\r') => "\\r",
            _ => "\\\\",
        });
        rest = characters.as_str();
    }
    to.push_str(rest);
}
