//! The words of the engine: order of text, times, several migrations at once.

use fielddesk_model::Environment;
use fielddesk_service::Durability;
use fielddesk_service::store::PostgresStore;
use fielddesk_testing::{database_of, demo, serve_demo};
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use super::Nodes;

#[tokio::test]
async fn numbers_are_in_the_order_of_their_bytes() {
    let nodes = Nodes::start(1).await;
    let company = nodes.running[0].ready.environments.test.company_id.clone();
    let numbers = ["Æ1", "a1", "B1", "Z-1", "b 1", "ä1"];
    for number in numbers {
        let machine = json!({ "companyId": company, "machineNumber": number });
        let answer = nodes.send(0, Method::POST, "machines", machine).await;
        assert_eq!(answer.status(), 201);
    }
    let machines = nodes.read(0, "machines").await;
    let mut listed: Vec<&str> = Vec::new();
    for machine in machines.as_array().unwrap() {
        let number = machine["machineNumber"].as_str().unwrap();
        if numbers.contains(&number) {
            listed.push(number);
        }
    }
    assert_eq!(listed, ["B1", "Z-1", "a1", "b 1", "Æ1", "ä1"]);
}

#[tokio::test]
async fn nodes_that_start_at_once_bring_an_empty_database_up_to_date_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = database_of(folder.path()).unwrap();
    let open = || PostgresStore::open(&url, Environment::Test, Durability::Power);
    for store in join_all((0..4).map(|_| open())).await {
        store.unwrap();
    }
}

#[tokio::test]
async fn a_newer_schema_is_served_unless_it_asks_for_newer_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let url = database_of(folder.path()).unwrap();
    let open = || PostgresStore::open(&url, Environment::Test, Durability::Power);
    open().await.unwrap();
    let mut database = PgConnection::connect(&url).await.unwrap();
    let newer = "INSERT INTO test._sqlx_migrations \
                 (version, description, success, checksum, execution_time) \
                 VALUES (9999, 'future', true, '\\x00', 0)";
    sqlx::query(newer).execute(&mut database).await.unwrap();
    open().await.unwrap();
    let contracted = "INSERT INTO test.meta (key, value) VALUES ('oldest_schema', '9999')";
    sqlx::query(contracted)
        .execute(&mut database)
        .await
        .unwrap();
    let error = open().await.err().unwrap().to_string();
    assert!(
        error.contains("9999") && error.contains("update this node"),
        "{error}"
    );
}

#[tokio::test]
async fn a_database_for_each_environment_is_named_in_the_url() {
    let folder = tempfile::tempdir().unwrap();
    serve_demo(folder.path(), demo()).await.stop().await;
    let url = database_of(folder.path()).unwrap();
    let mut database = PgConnection::connect(&url).await.unwrap();
    let name = url.rsplit_once('/').unwrap().1;
    for environment in ["test", "production"] {
        let make = format!("CREATE DATABASE {name}_{environment}");
        let make = sqlx::AssertSqlSafe(make);
        sqlx::query(make).execute(&mut database).await.unwrap();
        let wanted: Environment = environment.parse().unwrap();
        let place = format!("{url}_{{environment}}");
        PostgresStore::open(&place, wanted, Durability::Power)
            .await
            .unwrap();
        let mut one = PgConnection::connect(&format!("{url}_{environment}"))
            .await
            .unwrap();
        let found: bool = sqlx::query_scalar("SELECT to_regclass('public.meta') IS NOT NULL")
            .fetch_one(&mut one)
            .await
            .unwrap();
        assert!(found, "{environment}");
    }
}
