//! Whole tables over one connection.

use async_trait::async_trait;
use futures::StreamExt as _;
use futures::stream::BoxStream;
use sqlx::{AssertSqlSafe, Row as _};

use super::super::bulk;
use super::engine::{Connection, Row};
use crate::store::Result;
use crate::store::tables::{Class, Table, Tables, Value, in_order};

/// A connection to a database; nothing of it is brought up to date.
pub(crate) struct SqlTables(pub(in super::super) Connection);

impl SqlTables {
    async fn execute(&mut self, sql: &'static str) -> Result<()> {
        sqlx::query(sql).execute(&mut self.0).await?;
        Ok(())
    }
}

#[async_trait]
impl Tables for SqlTables {
    async fn tables(&mut self) -> Result<Vec<Table>> {
        let columns = sqlx::query_as(bulk::COLUMNS).fetch_all(&mut self.0).await?;
        let references = sqlx::query_as(bulk::REFERENCES);
        in_order(columns, references.fetch_all(&mut self.0).await?)
    }

    async fn begin_read(&mut self) -> Result<()> {
        self.execute(bulk::BEGIN_READ).await
    }

    async fn begin_write(&mut self) -> Result<()> {
        bulk::begin_write(&mut self.0).await
    }

    fn rows<'a>(&'a mut self, table: &Table) -> BoxStream<'a, Result<Vec<Value>>> {
        let classes: Vec<Class> = table.columns.iter().map(|column| column.class).collect();
        sqlx::query(AssertSqlSafe(table.select()))
            .fetch(&mut self.0)
            .map(move |row| Ok(values(&row?, &classes)?))
            .boxed()
    }

    async fn clear(&mut self, table: &Table) -> Result<()> {
        let statement = sqlx::query(AssertSqlSafe(table.delete()));
        statement.execute(&mut self.0).await?;
        Ok(())
    }

    async fn fill(&mut self, table: &Table, rows: BoxStream<'_, Result<Vec<Value>>>) -> Result<()> {
        bulk::fill(&mut self.0, table, rows).await
    }

    async fn commit(&mut self) -> Result<()> {
        self.execute("COMMIT").await
    }
}

fn values(row: &Row, classes: &[Class]) -> sqlx::Result<Vec<Value>> {
    let mut values = Vec::with_capacity(classes.len());
    for (index, class) in classes.iter().enumerate() {
        let value = match class {
            Class::Integer => row.try_get::<Option<_>, _>(index)?.map(Value::Integer),
            Class::Bool => row.try_get::<Option<_>, _>(index)?.map(Value::Bool),
            Class::Text => row.try_get::<Option<_>, _>(index)?.map(Value::Text),
            Class::Bytes => row.try_get::<Option<_>, _>(index)?.map(Value::Bytes),
        };
        values.push(value.unwrap_or(Value::Null));
    }
    Ok(values)
}
