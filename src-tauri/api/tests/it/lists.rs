//! Lists that are read again: the service sends nothing where nothing has changed.

use fielddesk_api::{Client, DocumentTarget, MachineQuery, UserQuery};
use fielddesk_model::{Field, MachineChange};
use serde_json::{Value, json};
use wiremock::matchers::{header, header_exists, method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::support::foreign::{Foreign, ok};
use crate::support::kind;
use crate::support::service::Service;

const PROJECTS: &str = "/core/api/v4/integration/projects";

/// Statuses of the reads of a path since the last reset of the log, and the bytes sent.
async fn answers(service: &Service, part: &str) -> Vec<(u64, u64)> {
    let url = service.running.url("/_control/requests");
    let log = service.running.http.get(url).send().await.unwrap();
    let mut log: Vec<Value> = log.json().await.unwrap();
    log.retain(|entry| entry["path"].as_str().unwrap().ends_with(part));
    let number = |entry: &Value, name: &str| entry[name].as_u64().unwrap();
    let answers = log.iter();
    answers
        .map(|entry| (number(entry, "status"), number(entry, "responseBytes")))
        .collect()
}

async fn machine_names(client: &Client) -> Vec<Option<String>> {
    let listed = client.machines().list(MachineQuery::default()).await;
    listed.unwrap().iter().map(|one| one.name.clone()).collect()
}

#[tokio::test]
async fn the_second_read_of_a_list_costs_no_bytes_until_another_client_changes_something() {
    let service = Service::start().await;
    let (client, other) = (service.admin(), service.admin());
    let first = machine_names(&client).await;
    service.reset_log().await;
    assert_eq!(machine_names(&client).await, first);
    assert_eq!(answers(&service, "/machines").await, [(304, 0)]);

    let machines = other.machines();
    let listed = machines.list(MachineQuery::default()).await.unwrap();
    let change = MachineChange {
        name: Field::Value("Bulldozer".to_owned()),
        ..MachineChange::default()
    };
    machines.patch(&listed[0].id, &change).await.unwrap();
    service.reset_log().await;
    let after = machine_names(&client).await;
    assert_eq!(after[0].as_deref(), Some("Bulldozer"));
    assert_eq!(after[1..], first[1..]);
    assert_eq!(machine_names(&client).await, after);
    let statuses = answers(&service, "/machines").await;
    assert_eq!(
        statuses.iter().map(|one| one.0).collect::<Vec<_>>(),
        [200, 304]
    );
}

#[tokio::test]
async fn every_list_is_read_again_for_nothing_and_a_list_of_changes_is_not_kept() {
    let service = Service::start().await;
    let client = service.admin();
    let project = service.project().await.id;
    let target = DocumentTarget::Project(project.clone());
    let read = async || {
        let users = client.users().list(&UserQuery::default()).await.unwrap();
        let types = client.machines().types().await.unwrap();
        let projects = client.projects().list().await.unwrap();
        let orders = client.work_orders().of_project(&project).await.unwrap();
        let pages = client.documents(&target).list().await.unwrap();
        assert!(users.iter().all(|user| !user.employee_number.is_empty()));
        (users, types, projects, orders, pages)
    };
    let first = read().await;
    service.reset_log().await;
    assert_eq!(read().await, first);
    let part = format!("/project/{project}");
    for part in ["/users", "/MachineType", "/projects", &part, "/documents"] {
        assert_eq!(answers(&service, part).await, [(304, 0)], "{part}");
    }

    let query = UserQuery {
        changed_since: Some("2001-01-01T00:00:00Z".parse().unwrap()),
        ..UserQuery::default()
    };
    service.reset_log().await;
    for _ in 0..2 {
        client.users().list(&query).await.unwrap();
    }
    let statuses = answers(&service, "/users").await;
    assert!(statuses.iter().all(|one| one.0 == 200), "{statuses:?}");
}

#[tokio::test]
async fn lists_stay_with_their_connection_and_go_when_it_is_left() {
    let service = Service::start().await;
    let client = service.admin();
    machine_names(&client).await;
    machine_names(&client.single_attempt()).await;
    machine_names(&service.admin()).await;
    client.forget_lists();
    machine_names(&client).await;
    let statuses = answers(&service, "/machines").await;
    let statuses: Vec<_> = statuses.iter().map(|one| one.0).collect();
    assert_eq!(statuses, [200, 304, 200, 200]);
}

#[tokio::test]
async fn a_service_without_tags_is_asked_plainly_every_time() {
    let foreign = Foreign::start().await;
    let conditional = Mock::given(path(PROJECTS)).and(header_exists("if-none-match"));
    let refuse = conditional
        .respond_with(ResponseTemplate::new(400))
        .expect(0);
    refuse.mount(&foreign.server).await;
    foreign.get("projects", 2, ok(json!([{"id": "1"}]))).await;
    for _ in 0..2 {
        let listed = foreign.client.projects().list().await.unwrap();
        assert_eq!(listed.len(), 1);
    }
}

#[tokio::test]
async fn a_304_that_means_no_kept_list_is_asked_again_plainly() {
    let foreign = Foreign::start().await;
    let list =
        |name: &str, tag: &str| ok(json!([{"id": "1", "name": name}])).insert_header("etag", tag);
    let unchanged = |tag: &str| ResponseTemplate::new(304).insert_header("etag", tag);
    let names = async || {
        let listed = foreign.client.projects().list().await?;
        Ok::<_, fielddesk_api::Error>(listed[0].name.clone().unwrap())
    };
    // Nothing is kept yet.
    foreign.get("projects", 1, unchanged("\"1\"")).await;
    foreign.get("projects", 1, list("one", "\"1\"")).await;
    assert_eq!(names().await.unwrap(), "one");
    // What is kept is another one.
    let known = Mock::given(method("GET")).and(header("if-none-match", "\"1\""));
    let other = known.respond_with(unchanged("\"2\"")).up_to_n_times(1);
    other.expect(1).mount(&foreign.server).await;
    foreign.get("projects", 1, list("two", "W/\"2\"")).await;
    assert_eq!(names().await.unwrap(), "two");
    let known = Mock::given(method("GET")).and(header("if-none-match", "W/\"2\""));
    let same = known.respond_with(unchanged("\"2\"")).up_to_n_times(1);
    same.expect(1).mount(&foreign.server).await;
    assert_eq!(names().await.unwrap(), "two");
    // One that says so for ever is no service.
    foreign.client.forget_lists();
    foreign.get("projects", 2, unchanged("\"3\"")).await;
    assert_eq!(kind(&names().await.unwrap_err()), "ProxyPage");
}

#[tokio::test]
async fn a_list_that_cannot_be_read_is_not_kept() {
    let foreign = Foreign::start().await;
    let conditional = Mock::given(path(PROJECTS)).and(header_exists("if-none-match"));
    let refuse = conditional
        .respond_with(ResponseTemplate::new(400))
        .expect(0);
    refuse.mount(&foreign.server).await;
    let broken = ResponseTemplate::new(200).set_body_raw("[{", "application/json");
    let broken = broken.insert_header("etag", "\"1\"");
    foreign.get("projects", 1, broken).await;
    foreign.get("projects", 1, ok(json!([]))).await;
    let failed = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&failed), "UnreadableAnswer");
    assert!(foreign.client.projects().list().await.unwrap().is_empty());
}
