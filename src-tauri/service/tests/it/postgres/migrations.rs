//! The migrations of both engines make the same tables.

use std::collections::{BTreeMap, BTreeSet};

use fielddesk_model::Environment;
use fielddesk_service::Durability;
use fielddesk_service::store::{PostgresStore, SqliteStore, Store as _};
use fielddesk_testing::database_of;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

/// Truth values, which SQLite keeps as integers.
const TRUTHS: [&str; 10] = [
    "clients.administrator",
    "clients.enabled",
    "clients.read_only",
    "companies.active",
    "companies.integration_enabled",
    "machine_types.active",
    "machines.is_equipment",
    "projects.active",
    "supervisors.is_primary",
    "work_orders.active",
];

const OF_SQLITE: &str = "SELECT m.name || '.' || c.name, c.type, c.\"notnull\" = 0 AND c.pk = 0, c.pk \
     FROM sqlite_schema m JOIN pragma_table_info(m.name) c \
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' \
       AND m.name <> '_sqlx_migrations'";
const OF_POSTGRES: &str = "SELECT c.table_name || '.' || c.column_name, c.data_type::text, \
       c.is_nullable = 'YES', coalesce(k.ordinal_position, 0)::bigint \
     FROM information_schema.columns c \
     LEFT JOIN information_schema.table_constraints t ON t.table_schema = c.table_schema \
       AND t.table_name = c.table_name AND t.constraint_type = 'PRIMARY KEY' \
     LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = t.constraint_schema \
       AND k.constraint_name = t.constraint_name AND k.column_name = c.column_name \
     WHERE c.table_schema = 'test' AND c.table_name <> '_sqlx_migrations'";
const OTHER_COLLATIONS: &str = "SELECT table_name || '.' || column_name \
     FROM information_schema.columns WHERE table_schema = 'test' AND data_type = 'text' \
       AND table_name <> '_sqlx_migrations' AND collation_name IS DISTINCT FROM 'C'";

/// Type, true where null is allowed, and the place in the primary key or 0, by table and column.
type Columns = BTreeMap<String, (String, bool, i64)>;

fn columns(rows: Vec<(String, String, bool, i64)>) -> Columns {
    let each = rows.into_iter();
    each.map(|(name, kind, nullable, key)| (name, (kind, nullable, key)))
        .collect()
}

#[tokio::test]
async fn the_migrations_of_both_engines_make_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let url = database_of(folder.path()).unwrap();
    let file = folder.path().join("service.sqlite");
    let sqlite = SqliteStore::open(&file, Durability::Process).await.unwrap();
    sqlite.close().await;
    let postgres = PostgresStore::open(&url, Environment::Test, Durability::Process);
    postgres.await.unwrap().close().await;

    let options = SqliteConnectOptions::new().filename(&file);
    let mut sqlite = options.connect().await.unwrap();
    let of_sqlite = sqlx::query_as(OF_SQLITE)
        .fetch_all(&mut sqlite)
        .await
        .unwrap();
    let mut postgres = PgConnection::connect(&url).await.unwrap();
    let of_postgres = sqlx::query_as(OF_POSTGRES)
        .fetch_all(&mut postgres)
        .await
        .unwrap();
    let (of_sqlite, of_postgres) = (columns(of_sqlite), columns(of_postgres));
    assert!(of_sqlite.len() > 100, "the catalogue was not read");

    let mut truths = BTreeSet::new();
    let classes = of_postgres.iter().map(|(name, (kind, nullable, key))| {
        let class = match kind.as_str() {
            "bigint" => "INTEGER",
            "boolean" => {
                truths.insert(name.as_str());
                "INTEGER"
            }
            "text" => "TEXT",
            "bytea" => "BLOB",
            other => other,
        };
        (name.clone(), (class.to_owned(), *nullable, *key))
    });
    let classes: Columns = classes.collect();
    assert_eq!(of_sqlite, classes);
    assert_eq!(truths, BTreeSet::from(TRUTHS));
    let keyed = |columns: &Columns| {
        let tables = columns.iter().filter(|(_, column)| column.2 > 0);
        let table = |name: &String| name.split('.').next().unwrap().to_owned();
        tables.map(|(name, _)| table(name)).collect::<BTreeSet<_>>()
    };
    let tables = of_sqlite
        .keys()
        .map(|name| name.split('.').next().unwrap().to_owned());
    assert_eq!(
        keyed(&of_sqlite),
        tables.collect(),
        "each table has a primary key"
    );

    let other: Vec<String> = sqlx::query_scalar(OTHER_COLLATIONS)
        .fetch_all(&mut postgres)
        .await
        .unwrap();
    assert_eq!(other, Vec::<String>::new(), "texts compare by their bytes");
}
