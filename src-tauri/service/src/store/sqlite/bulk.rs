//! Whole tables of a SQLite file: its catalogue, and rows in large statements.

use std::path::Path;

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, QueryBuilder};

use super::PATIENCE;
use super::engine::{Connection, Db};
use super::sql::tables::SqlTables;
use crate::store::tables::{Table, Value};
use crate::store::{Result, StoreError};

/// Values of a statement, below SQLite's limit of 32,766.
const VALUES_A_STATEMENT: usize = 30_000;

pub(super) const COLUMNS: &str = "SELECT m.name, c.name, c.type, nullif(c.pk, 0) \
     FROM sqlite_schema m JOIN pragma_table_info(m.name) c \
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' \
       AND m.name <> '_sqlx_migrations'";
pub(super) const REFERENCES: &str = "SELECT m.name, f.\"table\" \
     FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'";

pub(super) const BEGIN_READ: &str = "BEGIN";

impl SqlTables {
    /// Connects to a database file that is there.
    pub(crate) async fn open(file: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(PATIENCE)
            .foreign_keys(true);
        Ok(Self(options.connect().await?))
    }

    /// Writes a consistent copy of the database into a new file, while others use it.
    pub(crate) async fn copy_into(&mut self, file: &Path) -> Result<()> {
        let path = file
            .to_str()
            .ok_or_else(|| StoreError::Refused(format!("{} is not UTF-8", file.display())))?;
        let statement = sqlx::query("VACUUM INTO $1").bind(path);
        statement.execute(&mut self.0).await?;
        Ok(())
    }
}

pub(super) async fn begin_write(connection: &mut Connection) -> Result<()> {
    for sql in [
        "BEGIN IMMEDIATE",
        // Rows of one table refer to each other over several statements.
        "PRAGMA defer_foreign_keys = ON",
    ] {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn fill(
    connection: &mut Connection,
    table: &Table,
    rows: BoxStream<'_, Result<Vec<Value>>>,
) -> Result<()> {
    let insert = format!("INSERT INTO \"{}\" ({}) ", table.name, table.list());
    let rows_a_statement = VALUES_A_STATEMENT / table.columns.len();
    let mut chunks = rows.try_chunks(rows_a_statement);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| error.1)?;
        let mut query = QueryBuilder::<Db>::new(&insert);
        query.push_values(chunk, |mut row, values| {
            for value in values {
                match value {
                    Value::Null => row.push_bind(None::<i64>),
                    Value::Integer(number) => row.push_bind(number),
                    Value::Bool(truth) => row.push_bind(truth),
                    Value::Text(text) => row.push_bind(text),
                    Value::Bytes(bytes) => row.push_bind(bytes),
                };
            }
        });
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}
