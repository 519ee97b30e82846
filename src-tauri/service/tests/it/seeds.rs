//! The data of the seeds: the same every time, fewer and others in production, many in `large`.

use std::collections::HashSet;

use fielddesk_service::{Durability, Seed, ServeOptions};
use serde_json::Value;

use crate::support::{Session, TestService, demo};

const LISTS: [&str; 3] = ["projects", "users", "machines"];

async fn list(session: &Session, records: &str) -> Vec<Value> {
    let answer = session.get(&format!("/api/v4/integration/{records}")).await;
    answer.json().await.unwrap()
}

/// The first page of trips, as large as there is.
async fn trips(test: &TestService, production: bool) -> Vec<Value> {
    let environment = if production {
        test.production()
    } else {
        test.test()
    };
    let admin = &environment.clients.as_ref().unwrap().admin;
    let token = test.token(environment, admin, "reportingapiv1").await;
    let url = format!(
        "{}/v1/flow-trip-registrations?ChunkLimit=10000",
        environment.reporting_url
    );
    let answer = test.get(url, token).await;
    let mut page: Value = answer.json().await.unwrap();
    let Value::Array(trips) = page["data"].take() else {
        panic!("{page}");
    };
    trips
}

fn ids(list: &[Value]) -> HashSet<String> {
    list.iter()
        .map(|one| one["id"].to_string() + &one["identityId"].to_string())
        .collect()
}

#[tokio::test]
async fn the_same_seed_gives_the_same_records_and_production_fewer_with_other_ids() {
    // A folder for each: those without one are copies of one seeding.
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, two] = folders.each_ref().map(|folder| {
        TestService::with(ServeOptions {
            data: Some(folder.path().to_owned()),
            durability: Some(Durability::Process),
            ..demo()
        })
    });
    let (one, two) = (one.await, two.await);
    assert_eq!(one.test().company_id, two.test().company_id);
    assert_eq!(one.admin().client_id, two.admin().client_id);
    assert_ne!(one.admin().client_secret, two.admin().client_secret);
    let (first, second) = (one.admin_session().await, two.admin_session().await);
    let admin = &one.production().clients.as_ref().unwrap().admin;
    let production = one.session(one.production(), admin).await;
    for records in LISTS {
        let found = list(&first, records).await;
        assert_eq!(found, list(&second, records).await, "{records}");
        let fewer = list(&production, records).await;
        assert!(!fewer.is_empty() && fewer.len() < found.len(), "{records}");
        assert!(ids(&found).is_disjoint(&ids(&fewer)), "{records}");
    }
    let (page, other) = (first.page().await, second.page().await);
    assert_eq!(first.list(&page).await, second.list(&other).await);
    let found = trips(&one, false).await;
    assert_eq!(found, trips(&two, false).await);
    let fewer = trips(&one, true).await;
    assert!(fewer.len() > 100 && fewer.len() < found.len());
}

#[tokio::test]
async fn the_large_seed_has_2000_projects_2000_machines_and_20000_users() {
    let options = ServeOptions {
        seed: Seed::Large,
        ..demo()
    };
    let test = TestService::with(options).await;
    let session = test.admin_session().await;
    assert_eq!(list(&session, "projects").await.len(), 2_000);
    let machines = list(&session, "machines").await;
    let machines = machines.iter().filter(|one| one["isEquipment"] == false);
    assert_eq!(machines.count(), 2_000);
    let users = list(&session, "users").await;
    assert_eq!(users.len(), 20_000, "of the company and its subsidiary");
    assert_eq!(
        ids(&users).len(),
        20_000,
        "each once over all pieces of the list"
    );
}
