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
        #[cfg(feature = "cluster")]
        if let Some(url) = fielddesk_testing::database_of(data) {
            return Self(postgres_rows(&url).await);
        }
        Self::of_file(data).await
    }

    /// Reads the test environment in the SQLite file of this data folder.
    pub(crate) async fn of_file(data: &Path) -> Self {
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

/// The rows of each table of the test environment in PostgreSQL.
#[cfg(feature = "cluster")]
async fn postgres_rows(url: &str) -> BTreeMap<String, Vec<String>> {
    use sqlx::Connection as _;
    let mut database = sqlx::PgConnection::connect(url).await.unwrap();
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables \
         WHERE table_schema = 'test' AND table_name NOT LIKE '\\_sqlx%'",
    )
    .fetch_all(&mut database)
    .await
    .unwrap();
    let mut tables = BTreeMap::new();
    for name in names {
        let count = format!("SELECT count(*) FROM test.{name}");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(count))
            .fetch_one(&mut database)
            .await
            .unwrap();
        let rows = if count > LARGE {
            vec![count.to_string()]
        } else {
            let rows = format!("SELECT t::text FROM test.{name} t ORDER BY 1");
            sqlx::query_scalar(AssertSqlSafe(rows))
                .fetch_all(&mut database)
                .await
                .unwrap()
        };
        tables.insert(name, rows);
    }
    assert!(tables.len() > 5, "the database was not read");
    tables
}

/// Tells whether anything was committed, whatever it was; much cheaper than a snapshot on SQLite.
pub(crate) enum Watch {
    /// A connection, and the version of the data that it has seen.
    Sqlite(SqliteConnection, i64),
    /// The data folder and the rows at the last call: PostgreSQL counts no versions of a database.
    Postgres(std::path::PathBuf, Snapshot),
}

impl Watch {
    /// On the test environment in this data folder.
    pub(crate) async fn on(data: &Path) -> Self {
        if fielddesk_testing::on_postgres() {
            return Self::Postgres(data.to_owned(), Snapshot::of(data).await);
        }
        let database = SqliteConnectOptions::new()
            .filename(data.join("test/service.sqlite"))
            .read_only(true)
            .connect()
            .await
            .unwrap();
        let mut watch = Self::Sqlite(database, 0);
        watch.changed().await;
        watch
    }

    /// Returns true where there was a commit since the last call.
    pub(crate) async fn changed(&mut self) -> bool {
        match self {
            Self::Sqlite(database, seen) => {
                let now: i64 = sqlx::query_scalar("PRAGMA data_version")
                    .fetch_one(database)
                    .await
                    .unwrap();
                now != std::mem::replace(seen, now)
            }
            Self::Postgres(data, seen) => {
                let before = std::mem::replace(seen, Snapshot::of(data).await);
                before != *seen
            }
        }
    }
}
