//! Whole tables of a database, row by row and alike in both engines: what a copy reads and writes.
//!
//! Tables and columns come from the database's own catalogue, so a new one is copied without being
//! named here.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use futures::stream::BoxStream;
use sha2::{Digest as _, Sha256};

use super::{Result, StoreError};

/// Rows that each database keeps for itself: an access counter, and the schema it came from.
const OWN_META: &str = "('access_version', 'oldest_schema')";

/// The tables of one environment's database, over one connection.
#[async_trait]
pub(crate) trait Tables: Send {
    /// All tables, each behind those that it refers to.
    async fn tables(&mut self) -> Result<Vec<Table>>;
    /// Begins a transaction that sees one state of the data.
    async fn begin_read(&mut self) -> Result<()>;
    /// Begins a transaction that keeps other copies and seeds out.
    async fn begin_write(&mut self) -> Result<()>;
    /// The rows of a table in the order of its primary key.
    fn rows<'a>(&'a mut self, table: &Table) -> BoxStream<'a, Result<Vec<Value>>>;
    /// Removes the rows of a table.
    async fn clear(&mut self, table: &Table) -> Result<()>;
    /// Adds rows to a table and lets its keys count on from theirs.
    async fn fill(&mut self, table: &Table, rows: BoxStream<'_, Result<Vec<Value>>>) -> Result<()>;
    /// Ends the transaction.
    async fn commit(&mut self) -> Result<()>;
}

/// A table as a copy reads and writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    /// By name, so that both engines have one order.
    pub(crate) columns: Vec<Column>,
    /// The columns of the primary key.
    key: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) class: Class,
}

/// The type of a column. SQLite keeps truth values as integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Integer,
    Bool,
    Text,
    Bytes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
}

/// A column as a catalogue has it: its table, its name, its type, its place in the primary key.
pub(super) type CatalogueColumn = (String, String, String, Option<i64>);

/// Makes tables of catalogue rows, each behind those that it refers to.
pub(super) fn in_order(
    columns: Vec<CatalogueColumn>,
    references: Vec<(String, String)>,
) -> Result<Vec<Table>> {
    let mut found: BTreeMap<String, Vec<CatalogueColumn>> = BTreeMap::new();
    for column in columns {
        found.entry(column.0.clone()).or_default().push(column);
    }
    let mut waiting: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (table, other) in references {
        if table != other {
            waiting.entry(table).or_default().insert(other);
        }
    }
    let mut tables: Vec<Table> = Vec::with_capacity(found.len());
    while !found.is_empty() {
        let is_free = |name: &&String| {
            let mut others = waiting.get(*name).into_iter().flatten();
            !others.any(|other| found.contains_key(other))
        };
        let Some(name) = found.keys().find(is_free).cloned() else {
            return Err(StoreError::new("tables refer to each other in a circle"));
        };
        if let Some((name, columns)) = found.remove_entry(&name) {
            tables.push(Table::of(name, columns)?);
        }
    }
    Ok(tables)
}

impl Table {
    fn of(name: String, mut columns: Vec<CatalogueColumn>) -> Result<Self> {
        columns.sort_by(|one, other| (one.3, &one.1).cmp(&(other.3, &other.1)));
        let is_key = |column: &&CatalogueColumn| column.3.is_some();
        let key = columns.iter().filter(is_key);
        let key = key.map(|column| column.1.clone()).collect();
        let mut of_table = Vec::with_capacity(columns.len());
        for (_, column, kind, _) in columns {
            let class = Class::of(&kind)
                .ok_or_else(|| StoreError::new(format!("{name}.{column} is of type {kind}")))?;
            let name = column;
            of_table.push(Column { name, class });
        }
        of_table.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self {
            name,
            columns: of_table,
            key,
        })
    }

    /// The table with some of its columns.
    pub(crate) fn only(&self, columns: &[&str]) -> Self {
        let mut table = self.clone();
        let is_wanted = |column: &Column| columns.contains(&column.name.as_str());
        table.columns.retain(is_wanted);
        table
    }

    /// Columns for a list in SQL.
    pub(super) fn list(&self) -> String {
        quoted(self.columns.iter().map(|column| &column.name))
    }

    /// The condition for the rows that are copied.
    pub(super) fn copied(&self) -> String {
        match self.name.as_str() {
            "meta" => format!("\"key\" NOT IN {OWN_META}"),
            _ => "TRUE".to_owned(),
        }
    }

    /// The statement that reads its rows in one order.
    pub(super) fn select(&self) -> String {
        let (columns, copied) = (self.list(), self.copied());
        let key = quoted(self.key.iter());
        let name = &self.name;
        format!("SELECT {columns} FROM \"{name}\" WHERE {copied} ORDER BY {key}")
    }

    pub(super) fn delete(&self) -> String {
        format!("DELETE FROM \"{}\" WHERE {}", self.name, self.copied())
    }
}

fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

impl Class {
    fn of(kind: &str) -> Option<Self> {
        match kind {
            "INTEGER" | "bigint" => Some(Self::Integer),
            "boolean" => Some(Self::Bool),
            "TEXT" | "text" => Some(Self::Text),
            "BLOB" | "bytea" => Some(Self::Bytes),
            _ => None,
        }
    }
}

/// Returns the target's tables in its order, read alike on both sides; a sentence where the sides
/// do not have the same tables and columns.
pub(crate) fn common(
    source: &[Table],
    target: &[Table],
) -> std::result::Result<Vec<Table>, String> {
    let mut sources: BTreeMap<&str, &Table> = BTreeMap::new();
    sources.extend(source.iter().map(|table| (table.name.as_str(), table)));
    let mut tables = target.to_vec();
    for table in &mut tables {
        let Some(source) = sources.remove(table.name.as_str()) else {
            return Err(format!("it has no table {}", table.name));
        };
        if source.columns.len() != table.columns.len() {
            return Err(format!("its table {} has other columns", table.name));
        }
        for (column, theirs) in table.columns.iter_mut().zip(&source.columns) {
            column.class = match (column.class, theirs.class) {
                (Class::Integer, Class::Bool) => Class::Bool,
                (class, other) if class == other => class,
                (Class::Bool, Class::Integer) => Class::Bool,
                _ => return Err(format!("its table {} has other columns", table.name)),
            };
            if column.name != theirs.name {
                return Err(format!("its table {} has other columns", table.name));
            }
        }
    }
    match sources.into_keys().next() {
        Some(name) => Err(format!("its table {name} is unknown to this version")),
        None => Ok(tables),
    }
}

/// The number of a table's rows and a hash over them, the same for the same rows in both engines.
#[derive(Default)]
pub(crate) struct RowDigest {
    pub(crate) rows: u64,
    hash: Sha256,
    text: Vec<u8>,
}

impl RowDigest {
    /// Adds a row: each value as its kind, its length and its text.
    pub(crate) fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        self.text.clear();
        for value in row {
            match value {
                Value::Null => self.text.push(b'n'),
                Value::Integer(number) => self.integer(*number),
                Value::Bool(truth) => self.integer(i64::from(*truth)),
                Value::Text(text) => self.bytes(b't', text.as_bytes()),
                Value::Bytes(bytes) => self.bytes(b'b', bytes),
            }
        }
        self.text.push(b'\n');
        self.hash.update(&self.text);
    }

    fn integer(&mut self, number: i64) {
        self.text.push(b'i');
        self.text.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, kind: u8, bytes: &[u8]) {
        self.text.push(kind);
        self.text.extend(bytes.len().to_le_bytes());
        self.text.extend(bytes);
    }

    pub(crate) fn finish(self) -> String {
        hex::encode(self.hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(table: &str, name: &str, kind: &str, key: Option<i64>) -> CatalogueColumn {
        (table.to_owned(), name.to_owned(), kind.to_owned(), key)
    }

    fn refers(table: &str, other: &str) -> (String, String) {
        (table.to_owned(), other.to_owned())
    }

    #[test]
    fn a_table_stands_behind_those_that_it_refers_to() {
        let columns = ["a", "b", "c"].map(|table| column(table, "id", "TEXT", Some(1)));
        let references = [refers("a", "b"), refers("b", "c"), refers("c", "c")];
        let tables = in_order(columns.to_vec(), references.to_vec()).unwrap();
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["c", "b", "a"]);
    }

    #[test]
    fn tables_in_a_circle_are_refused() {
        let columns = ["a", "b"].map(|table| column(table, "id", "TEXT", Some(1)));
        let references = [refers("a", "b"), refers("b", "a")];
        assert!(in_order(columns.to_vec(), references.to_vec()).is_err());
    }

    #[test]
    fn truth_values_are_the_same_in_both_engines_and_other_columns_are_refused() {
        let of = |kind: &str, name: &str| {
            let columns = vec![
                column("t", "id", "TEXT", Some(1)),
                column("t", name, kind, None),
            ];
            in_order(columns, Vec::new()).unwrap()
        };
        let common_of = |one: &[Table], other: &[Table]| {
            common(one, other).map(|tables| tables[0].columns[0].class)
        };
        let (number, truth) = (of("INTEGER", "active"), of("boolean", "active"));
        assert_eq!(common_of(&number, &truth), Ok(Class::Bool));
        assert_eq!(common_of(&truth, &number), Ok(Class::Bool));
        assert_eq!(common_of(&number, &number), Ok(Class::Integer));
        assert!(common_of(&number, &of("TEXT", "active")).is_err());
        assert!(common_of(&number, &of("INTEGER", "alive")).is_err());
        assert!(common_of(&number, &[]).is_err());
    }

    #[test]
    fn the_hash_tells_values_and_their_places_apart() {
        let hash = |row: &[Value]| {
            let mut digest = RowDigest::default();
            digest.add(row);
            digest.finish()
        };
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(hash(&[Value::Bool(true)]), hash(&[Value::Integer(1)]));
        assert_ne!(
            hash(&[text("ab"), text("c")]),
            hash(&[text("a"), text("bc")])
        );
        assert_ne!(hash(&[text("")]), hash(&[Value::Null]));
        assert_ne!(hash(&[text("a")]), hash(&[Value::Bytes(b"a".to_vec())]));
    }
}
