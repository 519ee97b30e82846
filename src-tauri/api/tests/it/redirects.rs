//! Redirects that a call follows.

use serde_json::json;
use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::foreign::{Foreign, TOKEN, ok, stored, upload};
use crate::support::kind;

fn to(status: u16, place: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).insert_header("location", place)
}

#[tokio::test]
async fn a_redirect_at_home_is_followed_with_the_token() {
    let foreign = Foreign::start().await;
    foreign.get("projects", 1, to(301, "/elsewhere")).await;
    Mock::given(path("/elsewhere"))
        .and(header("authorization", format!("Bearer {TOKEN}").as_str()))
        .respond_with(ok(json!([{"id": "p1"}])))
        .mount(&foreign.server)
        .await;
    assert_eq!(foreign.client.projects().list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn no_call_and_no_download_follows_to_another_plain_address() {
    let stranger = MockServer::start().await;
    let foreign = Foreign::start().await;
    let away = to(302, &format!("{}/x", stranger.uri()));
    foreign.get("projects", 9, away.clone()).await;
    foreign.get("projects/p1/documents/d1", 9, away).await;
    let error = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "ProxyPage");
    let documents = foreign.documents();
    let error = documents.download(&"d1".into()).await.unwrap_err();
    assert_eq!(kind(&error), "ProxyPage");
    assert_eq!(stranger.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn circles_end() {
    let foreign = Foreign::start().await;
    let place = "/core/api/v4/integration/projects";
    foreign.get("projects", 99, to(302, place)).await;
    let error = foreign.client.projects().list().await.unwrap_err();
    assert_eq!(kind(&error), "ProxyPage");
    assert_eq!(foreign.count("GET", "projects").await, 6);
}

#[tokio::test]
async fn an_upload_is_sent_again_whole_where_a_redirect_keeps_its_method() {
    let foreign = Foreign::start().await;
    foreign
        .post("projects/p1/documents", 9, to(307, "/new/place"))
        .await;
    Mock::given(method("POST"))
        .and(path("/new/place"))
        .respond_with(ResponseTemplate::new(201).set_body_json(stored("d1", "a.txt")))
        .mount(&foreign.server)
        .await;
    let upload = upload(&[("a.txt", b"one")]);
    let progress = upload.progress.clone();
    foreign.documents().upload(upload).await.unwrap();
    let sent = foreign.requests("POST", "/new/place").await;
    assert!(String::from_utf8_lossy(&sent[0].body).contains("one"));
    assert_eq!(progress.bytes(), 3);
}
