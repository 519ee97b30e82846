//! The data of the seeds: the same every time, fewer and others in production, many in `large`.

use std::collections::HashSet;
use std::io::Cursor;

use fielddesk_service::{Durability, Seed, ServeOptions};
use futures::future::join_all;
use reqwest::Method;
use serde_json::Value;

use crate::support::{Session, TestService, demo};

const LISTS: [&str; 3] = ["projects", "users", "machines"];

async fn list(session: &Session, records: &str) -> Vec<Value> {
    let answer = session.get(&format!("/api/v4/integration/{records}")).await;
    answer.json().await.unwrap()
}

/// Where a document is, its name and its content.
type Document = (String, String, Vec<u8>);

/// The documents of all projects and of their work orders.
async fn documents(session: &Session) -> Vec<Document> {
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    let mut documents = Vec::new();
    for project in list(session, "projects").await {
        let (id, number) = (text(&project, "id"), text(&project, "projectNumber"));
        let mut places = vec![(format!("projects/{id}"), number.clone())];
        for order in list(session, &format!("tasks/project/{id}")).await {
            let place = format!("{number} {}", text(&order, "externalId"));
            places.push((format!("tasks/{}", text(&order, "id")), place));
        }
        for (path, place) in places {
            let path = format!("/api/v4/integration/{path}/documents");
            for page in session.list(&path).await {
                for file in page.files {
                    let answer = session
                        .get(&format!("{path}/{}", file.file_reference_id))
                        .await;
                    assert_eq!(answer.status(), 200, "{place}: {}", file.name);
                    let content = answer.bytes().await.unwrap().to_vec();
                    documents.push((format!("{place} {}", page.section), file.name, content));
                }
            }
        }
    }
    documents
}

#[tokio::test]
async fn every_document_of_the_demo_opens_and_differs_from_the_others() {
    let documents = documents(&Session::start().await).await;
    assert!(documents.len() > 135, "{}", documents.len());
    let contents: HashSet<&[u8]> = documents.iter().map(|(.., content)| &**content).collect();
    assert_eq!(contents.len(), documents.len());
    for (place, name, content) in &documents {
        match name.rsplit('.').next() {
            Some("pdf") => assert_objects_are_where_the_table_has_them(name, content),
            Some("png") => assert_can_be_drawn(content),
            _ => panic!("{place}: {name}"),
        }
    }
    let of = |place: &str| {
        let there = documents.iter().filter(|(at, ..)| at.starts_with(place));
        there.map(|(_, name, _)| name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of("P-2026-001 "), ["C-101 General arrangement.pdf"]);
    assert!(of("P-2026-008 WO-140 ").contains(&"Oppbygging under bunnplate rev A.pdf"));
    let foundations = of("P-2026-008 Fundament");
    for revision in ["A", "B"] {
        let name = format!("HB-101 Fundament akse A rev {revision}.pdf");
        assert!(foundations.contains(&&*name), "{foundations:?}");
    }
    let tests = of("P-2026-005 Kvalitet");
    let one_name = tests
        .iter()
        .filter(|name| **name == "Trykkprøving VL 160.pdf");
    assert_eq!(one_name.count(), 2, "one name, two documents");
}

fn assert_objects_are_where_the_table_has_them(name: &str, content: &[u8]) {
    let file = str::from_utf8(content).unwrap();
    let (objects, table) = file.split_once("xref\n").unwrap();
    let start = table.split_once("startxref\n").unwrap().1;
    assert_eq!(
        start.trim_end(),
        format!("{}\n%%EOF", objects.len()),
        "{name}"
    );
    for (number, line) in table.lines().skip(2).take(5).enumerate() {
        let offset: usize = line[..10].parse().unwrap();
        let object = format!("{} 0 obj", number + 1);
        assert!(file[offset..].starts_with(&object), "{name}: {object}");
    }
    let (before, stream) = file.split_once("stream\n").unwrap();
    let length = before.rsplit("/Length ").next().unwrap();
    let length: usize = length.split(' ').next().unwrap().parse().unwrap();
    assert!(
        stream[length..].trim_start().starts_with("endstream"),
        "{name}"
    );
}

fn assert_can_be_drawn(content: &[u8]) {
    let mut reader = png::Decoder::new(Cursor::new(content)).read_info().unwrap();
    let mut points = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut points).unwrap();
    let colours: HashSet<u8> = points.into_iter().collect();
    assert!(colours.len() > 8, "{colours:?}");
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
    let (found, again) = (documents(&first).await, documents(&second).await);
    assert!(found == again, "the same documents");
    let fewer = documents(&production).await;
    assert!(fewer.len() > 20 && fewer.len() < found.len());
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
    let path = "/api/v4/integration/users";
    // More than are sent at a time.
    let reads = (0..20).map(|_| async {
        let answer = session.get(path).await;
        let (tag, announced) = (answer.headers()["etag"].clone(), answer.content_length());
        let bytes = answer.bytes().await.unwrap().len();
        assert_eq!(announced, u64::try_from(bytes).ok());
        (tag, bytes)
    });
    let read = join_all(reads).await;
    assert!(read[0].1 > 10_000_000, "{read:?}");
    assert!(read.iter().all(|one| *one == read[0]));
    let tag = read[0].0.clone();
    let again = session.call(Method::GET, path).header("if-none-match", tag);
    let again = again.send().await.unwrap();
    assert_eq!(again.status(), 304);
    assert!(again.bytes().await.unwrap().is_empty());
}
