//! Entity tags of reads, and the answer to a client that has it already.

use fielddesk_service::ReadyClient;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use reqwest::{Method, Response};
use serde_json::json;

use crate::support::{Form, NUMBER, Session, TestService, refused};

const MACHINES: &str = "/api/v4/integration/machines";
const USERS: &str = "/api/v4/integration/users";

fn tag(answer: &Response) -> String {
    assert_eq!(answer.status(), 200);
    let tag = answer.headers().get(ETAG).unwrap();
    tag.to_str().unwrap().to_owned()
}

async fn asked(session: &Session, path: &str, known: &str) -> Response {
    let request = session.call(Method::GET, path).header(IF_NONE_MATCH, known);
    request.send().await.unwrap()
}

/// A path of each list and record that has a tag.
async fn paths(session: &Session) -> Vec<String> {
    let project = session.project(NUMBER).await;
    let first = async |list: &str| -> serde_json::Value {
        let listed: Vec<serde_json::Value> = session.get(list).await.json().await.unwrap();
        listed[0].clone()
    };
    let (machine, user) = (first(MACHINES).await, first(USERS).await);
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    vec![
        MACHINES.to_owned(),
        format!("{MACHINES}?includeEquipmentDetails=true"),
        format!("{MACHINES}/{}", text(&machine["id"])),
        format!(
            "{MACHINES}/by-machine-number/{}",
            text(&machine["machineNumber"])
        ),
        "/api/MachineType".to_owned(),
        USERS.to_owned(),
        format!("{USERS}?employmentLookbackDays=30"),
        format!("{USERS}/by-profile-id/{}", text(&user["companyProfileId"])),
        format!(
            "{USERS}/by-employee-number/{}",
            text(&user["employeeNumber"])
        ),
        "/api/v4/integration/projects".to_owned(),
        format!("/api/v4/integration/projects/by-project-number/{NUMBER}"),
        format!("/api/v4/integration/tasks/project/{}", project.id),
        session.page().await,
        session.task_page().await,
    ]
}

#[tokio::test]
async fn every_list_and_record_has_a_tag_and_is_304_for_the_client_that_names_it() {
    let session = Session::start().await;
    for path in paths(&session).await {
        let tag = tag(&session.get(&path).await);
        for (known, status) in [
            (tag.clone(), 304),
            (format!("W/{tag}"), 304),
            (format!("\"other\", {tag}"), 304),
            ("*".to_owned(), 304),
            ("\"other\"".to_owned(), 200),
            (tag.trim_matches('"').to_owned(), 200),
            (String::new(), 200),
        ] {
            let answer = asked(&session, &path, &known).await;
            assert_eq!(answer.status(), status, "{path} {known}");
            assert_eq!(answer.headers()[ETAG], tag, "{path} {known}");
            assert!(answer.headers().contains_key("x-request-id"));
            if status == 304 {
                assert!(!answer.headers().contains_key(CONTENT_TYPE), "{path}");
                assert!(!answer.headers().contains_key(CONTENT_LENGTH), "{path}");
                assert_eq!(answer.bytes().await.unwrap().len(), 0, "{path} {known}");
            }
        }
    }
}

#[tokio::test]
async fn a_change_gives_another_tag_and_taking_it_back_the_first_one() {
    let session = Session::start().await;
    let page = session.page().await;
    session.upload(&page, Form::new().file("0.txt", b"0")).await;
    let before = tag(&session.get(&page).await);
    let stored = session.upload(&page, Form::new().file("a.txt", b"a")).await;
    let after = asked(&session, &page, &before).await;
    assert_ne!(tag(&after), before);
    let path = format!("{page}/{}", stored.files[0].file_reference.id);
    let removed = session.call(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(removed.status(), 204);
    assert_eq!(asked(&session, &page, &before).await.status(), 304);
}

#[tokio::test]
async fn the_tag_is_of_what_the_caller_sees() {
    let test = TestService::start().await;
    let clients = test.service.clients();
    let seen = async |client: &ReadyClient, path| {
        let session = test.session(test.test(), client).await;
        tag(&session.get(path).await)
    };
    for path in [MACHINES, USERS] {
        let ours = seen(&clients.admin, path).await;
        assert_eq!(seen(&clients.read_only, path).await, ours, "the same view");
        assert_ne!(seen(&clients.other_company, path).await, ours);
    }
}

#[tokio::test]
async fn refusals_writes_and_the_bytes_of_documents_have_no_tag() {
    let session = Session::start().await;
    let page = session.page().await;
    let stored = session.upload(&page, Form::new().file("b.txt", b"b")).await;
    let document = format!("{page}/{}", stored.files[0].file_reference.id);
    let answer = asked(&session, &document, "*").await;
    assert_eq!(
        (answer.status().as_u16(), answer.headers().get(ETAG)),
        (200, None)
    );
    let answer = asked(&session, &format!("{MACHINES}/none"), "*").await;
    assert_eq!(answer.headers().get(ETAG), None);
    refused(answer, 404).await;
    let url = format!("{}{USERS}", session.base);
    let answer = session.test.http.get(url).header(IF_NONE_MATCH, "*");
    assert_eq!(answer.send().await.unwrap().status(), 401);
    let write = session.call(Method::PUT, &format!("{MACHINES}/update/array"));
    let write = write.header(IF_NONE_MATCH, "*").json(&json!([]));
    refused(write.send().await.unwrap(), 400).await;
}

#[tokio::test]
async fn a_head_request_has_the_tag_of_the_read() {
    let session = Session::start().await;
    let tag = tag(&session.get(MACHINES).await);
    let head = session.call(Method::HEAD, MACHINES).send().await.unwrap();
    assert_eq!(head.headers()[ETAG], tag);
    assert_eq!(head.bytes().await.unwrap().len(), 0);
}
