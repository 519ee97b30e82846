//! Copies to PostgreSQL.

use fielddesk_testing::database_of;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::transfer::{Place, Source, complaint, copy, hashes, printed};

async fn rename(source: &Source, name: &str) {
    let file = source.place().data.join("test/service.sqlite");
    let options = SqliteConnectOptions::new().filename(file);
    let mut database = options.connect().await.unwrap();
    let statement = sqlx::query("UPDATE documents SET name = $1 WHERE name LIKE 'small%'");
    let renamed = statement.bind(name).execute(&mut database).await.unwrap();
    assert_eq!(renamed.rows_affected(), 1);
    sqlx::Connection::close(database).await.unwrap();
}

#[tokio::test]
async fn a_name_that_postgres_does_not_store_is_named_and_no_row_stays() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let there = Place::engine(&folders.path().join("there"));
    rename(&source, "small\0.txt").await;
    let refused = copy(&source.place(), &there).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", complaint(&refused));
    assert!(complaint(&refused).contains("documents.name"));
    rename(&source, "small.txt").await;
    assert_eq!(printed(&mut copy(&source.place(), &there))["equal"], true);
}

#[tokio::test]
async fn a_copy_from_postgres_to_postgres_is_equal() {
    let source = Source::new().await;
    let folders = tempfile::tempdir().unwrap();
    let one = Place::engine(&folders.path().join("one"));
    let other = Place::engine(&folders.path().join("other"));
    assert_ne!(database_of(&one.data), database_of(&other.data));
    let to = printed(&mut copy(&source.place(), &one));
    let on = printed(&mut copy(&one, &other));
    assert_eq!((&to["equal"], &on["equal"]), (&true.into(), &true.into()));
    assert_eq!(hashes(&to, "from"), hashes(&on, "to"));
}
