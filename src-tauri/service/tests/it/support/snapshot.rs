//! Everything that an environment's database holds, to be compared before and after.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, SqliteConnection};

/// A table with more rows is only counted: trips, which no request writes.
const LARGE: i64 = 3000;

/// The rows of each table, written out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Snapshot(BTreeMap<String, Vec<String>>);

impl Snapshot {
    /// Of the test environment in this data folder.
    pub(crate) async fn of(data: &Path) -> Self {
        let mut database = SqliteConnectOptions::new()
            .filename(data.join("test/service.sqlite"))
            .read_only(true)
            .connect()
            .await
            .unwrap();
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' \
             AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
        )
        .fetch_all(&mut database)
        .await
        .unwrap();
        let mut tables = BTreeMap::new();
        for name in names {
            let count: i64 =
                sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM \"{name}\"")))
                    .fetch_one(&mut database)
                    .await
                    .unwrap();
            if count > LARGE {
                tables.insert(name, vec![count.to_string()]);
                continue;
            }
            let columns: Vec<String> =
                sqlx::query_scalar("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info(?)")
                    .bind(&name)
                    .fetch_all(&mut database)
                    .await
                    .unwrap();
            let select = format!(
                "SELECT {} FROM \"{name}\" ORDER BY 1",
                columns.join(" || ', ' || ")
            );
            let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(select))
                .fetch_all(&mut database)
                .await
                .unwrap();
            tables.insert(name, rows);
        }
        assert!(tables.len() > 5, "the database was not read");
        Self(tables)
    }

    /// Fails naming the rows that came or went.
    pub(crate) fn assert_same(&self, after: &Self, what: &str) {
        for (table, rows) in &self.0 {
            let now = &after.0[table];
            let came: Vec<_> = now.iter().filter(|row| !rows.contains(row)).collect();
            let went: Vec<_> = if rows == now {
                Vec::new()
            } else {
                rows.iter().filter(|row| !now.contains(row)).collect()
            };
            assert!(
                rows == now,
                "{what} changed {table}: came {came:?}, went {went:?}"
            );
        }
    }
}

/// Tells whether anything was committed, whatever it was; much cheaper than a snapshot.
pub(crate) struct Watch {
    database: SqliteConnection,
    seen: i64,
}

impl Watch {
    /// On the test environment in this data folder.
    pub(crate) async fn on(data: &Path) -> Self {
        let database = SqliteConnectOptions::new()
            .filename(data.join("test/service.sqlite"))
            .read_only(true)
            .connect()
            .await
            .unwrap();
        let mut watch = Self { database, seen: 0 };
        watch.changed().await;
        watch
    }

    /// Whether there was a commit since the last call.
    pub(crate) async fn changed(&mut self) -> bool {
        let now: i64 = sqlx::query_scalar("PRAGMA data_version")
            .fetch_one(&mut self.database)
            .await
            .unwrap();
        let changed = now != self.seen;
        self.seen = now;
        changed
    }
}
