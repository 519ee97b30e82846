//! The rows of a copy: all tables in one transaction of the target, compared before it ends.

use futures::{StreamExt as _, TryStreamExt as _};
use serde::Serialize;

use crate::ServiceError;
use crate::store::StoreError;
use crate::store::tables::{RowDigest, Table, Tables};

/// Tables that are without rows where nothing was ever kept.
const EMPTY: [&str; 4] = ["companies", "clients", "documents", "audit"];

/// A table of a copy on both sides.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableCopy {
    /// Name of the table.
    pub table: String,
    /// The rows that were read at the source.
    pub from: Rows,
    /// The rows that were read back at the target.
    pub to: Rows,
}

/// The number of rows and a hash over them, the same in both engines.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// Number of the rows.
    pub rows: u64,
    /// Hash over all values in the order of the primary key.
    pub sha256: String,
}

impl From<RowDigest> for Rows {
    fn from(digest: RowDigest) -> Self {
        Self {
            rows: digest.rows,
            sha256: digest.finish(),
        }
    }
}

/// The name of a table with rows where an empty database has none.
pub(super) async fn first_with_rows(
    tables: &mut dyn Tables,
) -> Result<Option<&'static str>, StoreError> {
    let all = tables.tables().await?;
    for name in EMPTY {
        if let Some(table) = all.iter().find(|table| table.name == name)
            && tables.rows(table).next().await.is_some()
        {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Copies the rows of all tables. They stay if source and target compare equal; otherwise none
/// does.
pub(super) async fn copy(
    tables: &[Table],
    source: &mut dyn Tables,
    target: &mut dyn Tables,
) -> Result<Vec<TableCopy>, ServiceError> {
    target.begin_write().await?;
    if let Some(table) = first_with_rows(target).await? {
        return Err(ServiceError::Refused(format!(
            "rows of {table} came into the target meanwhile; nothing of the database was copied"
        )));
    }
    for table in tables.iter().rev() {
        target.clear(table).await?;
    }
    let mut copied = Vec::with_capacity(tables.len());
    for table in tables {
        let mut from = RowDigest::default();
        let rows = source.rows(table).inspect_ok(|row| from.add(row));
        target.fill(table, rows.boxed()).await?;
        let mut to = RowDigest::default();
        let mut rows = target.rows(table);
        while let Some(row) = rows.try_next().await? {
            to.add(&row);
        }
        drop(rows);
        copied.push(TableCopy {
            table: table.name.clone(),
            from: from.into(),
            to: to.into(),
        });
    }
    if copied.iter().all(TableCopy::is_equal) {
        target.commit().await?;
    }
    Ok(copied)
}

impl TableCopy {
    pub(super) fn is_equal(&self) -> bool {
        self.from == self.to
    }
}
