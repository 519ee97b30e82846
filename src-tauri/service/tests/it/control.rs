//! The control surface: faults, the request log, who may reach it.

use std::io::ErrorKind;

use fielddesk_service::ServeOptions;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Form, Session, TestService, demo, refused};

const PROJECTS: &str = "/api/v4/integration/projects";

#[tokio::test]
async fn without_the_option_there_is_no_control_surface() {
    let test = TestService::with(ServeOptions {
        control: false,
        ..demo()
    })
    .await;
    for path in ["faults", "requests", "revoke"] {
        let url = test.url(&format!("/_control/{path}"));
        refused(test.http.get(&url).send().await.unwrap(), 404).await;
        refused(test.http.post(&url).send().await.unwrap(), 404).await;
    }
}

#[tokio::test]
async fn web_pages_are_kept_out() {
    let test = TestService::start().await;
    let request = test.http.get(test.url("/_control/requests"));
    let answer = request
        .header("origin", "https://evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(refused(answer, 403).await, "ForeignOrigin");
}

#[tokio::test]
async fn a_canned_answer_comes_instead_of_the_real_one() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let prefix = format!("/test/core{page}");
    session
        .test
        .fault(json!({"method":"POST","pathPrefix":prefix,"times":1,
        "action":{"status":429,"headers":{"Retry-After":"7"},"body":"<html>slow down</html>"}}))
        .await;
    let answer = session.try_upload(&page, Form::new().file("a", "x")).await;
    assert_eq!(answer.status(), 429);
    assert_eq!(answer.headers()["retry-after"], "7");
    assert_eq!(
        answer.text().await.unwrap(),
        "<html>slow down</html>",
        "a string as it is"
    );
    assert!(
        session.list(&page).await.is_empty(),
        "the request is not done"
    );

    session
        .test
        .fault(json!({"times":1,"action":{"status":503,"body":{"error":"x"}}}))
        .await;
    let answer = session.get(PROJECTS).await;
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.text().await.unwrap(), r#"{"error":"x"}"#);
    assert_eq!(session.get(PROJECTS).await.status(), 200, "used up");
}

#[tokio::test]
async fn skip_lets_requests_pass_first_and_clearing_removes_all() {
    let session = Session::start().await;
    session
        .test
        .fault(json!({"pathPrefix":"/test/core","times":2,"skip":1,"action":{"status":500}}))
        .await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(session.get(PROJECTS).await.status().as_u16());
    }
    assert_eq!(statuses, [200, 500, 500]);
    session
        .test
        .fault(json!({"times":99,"action":{"status":500}}))
        .await;
    let clear = session
        .test
        .http
        .delete(session.test.url("/_control/faults"))
        .send()
        .await
        .unwrap();
    assert!(clear.status().is_success());
    assert_eq!(session.get(PROJECTS).await.status(), 200);
}

/// Sends a request on a socket of its own and returns how the connection ended.
async fn end_of(test: &TestService, request: &[u8]) -> (Vec<u8>, Option<ErrorKind>) {
    let mut stream = TcpStream::connect(test.service.addr).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    let end = stream.read_to_end(&mut answer).await;
    (answer, end.err().map(|error| error.kind()))
}

fn upload_request(test: &TestService, token: &str, page: &str) -> Vec<u8> {
    let body = Form::new().file("a.txt", vec![b'x'; 300_000]).bytes();
    let head = format!(
        "POST /test/core{page} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: {}\r\nContent-Length: {}\r\n\r\n",
        test.service.addr,
        Form::content_type(),
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

#[tokio::test]
async fn a_reset_before_the_body_does_nothing_and_one_after_the_commit_everything() {
    let session = Session::start().await;
    let page = session.task_page().await;
    let request = upload_request(&session.test, &session.token, &page);
    for (action, stored) in [("resetBeforeBody", 0), ("resetAfterCommit", 1)] {
        session
            .test
            .fault(
                json!({"method":"POST","pathPrefix":"/test/core","times":1,"action":{action:true}}),
            )
            .await;
        let (answer, end) = end_of(&session.test, &request).await;
        assert_eq!(
            (answer.len(), end),
            (0, Some(ErrorKind::ConnectionReset)),
            "{action}"
        );
        assert_eq!(session.names(&page).await.len(), stored, "{action}");
    }
    let log = session.test.requests().await;
    let resets: Vec<_> = log
        .iter()
        .filter(|r| r["method"] == "POST" && r["status"] == 0)
        .collect();
    assert_eq!(resets.len(), 2, "status 0 where no response went out");
    assert!(
        resets
            .iter()
            .all(|r| r["requestBytes"].as_u64().unwrap() > 300_000)
    );
}

#[tokio::test]
async fn a_truncated_answer_announces_its_full_length() {
    let session = Session::start().await;
    let full = session.get(PROJECTS).await.bytes().await.unwrap();
    session
        .test
        .fault(json!({"times":1,"action":{"truncateResponseAfterBytes":100}}))
        .await;
    let request = format!(
        "GET /test/core{PROJECTS} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
        session.test.service.addr, session.token
    );
    let (answer, _) = end_of(&session.test, request.as_bytes()).await;
    let text = String::from_utf8(answer).unwrap().to_lowercase();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(
        head.contains(&format!("content-length: {}", full.len())),
        "{head}"
    );
    assert_eq!(body.len(), 100);
}

#[tokio::test]
async fn a_delay_only_delays() {
    let session = Session::start().await;
    session
        .test
        .fault(json!({"times":1,"action":{"delayMs":200}}))
        .await;
    let started = std::time::Instant::now();
    assert_eq!(session.get(PROJECTS).await.status(), 200);
    assert!(started.elapsed().as_millis() >= 200);
}

#[tokio::test]
async fn the_log_shows_every_request_by_arrival_but_those_to_itself() {
    let session = Session::start().await;
    let page = session.task_page().await;
    session
        .test
        .http
        .delete(session.test.url("/_control/requests"))
        .send()
        .await
        .unwrap();
    session
        .upload(&format!("{page}?section=A%20b"), Form::new().file("a", "x"))
        .await;
    let list = session.get(&page).await.bytes().await.unwrap();
    session
        .test
        .http
        .get(session.test.url("/nowhere"))
        .send()
        .await
        .unwrap();

    let log = session.test.requests().await;
    assert_eq!(log.len(), 3);
    assert_eq!(log[0]["method"], "POST");
    assert_eq!(log[0]["path"], format!("/test/core{page}"));
    assert_eq!(log[0]["query"], "section=A%20b");
    assert_eq!(log[0]["status"], 201);
    assert_eq!(log[0]["clientId"], session.test.admin().client_id);
    let sent = Form::new().file("a", "x").bytes().len();
    assert_eq!(log[0]["requestBytes"], sent);
    assert_eq!(log[1]["responseBytes"], list.len());
    assert_eq!(
        (&log[2]["status"], &log[2]["clientId"]),
        (&json!(404), &json!(null))
    );
    let times: Vec<_> = log.iter().map(|r| r["atMs"].as_i64().unwrap()).collect();
    assert!(times.is_sorted());
}

#[tokio::test]
async fn an_order_that_cannot_be_is_400() {
    let test = TestService::start().await;
    for body in [
        "",
        "[]",
        "{",
        r#"{"action":{}}"#,
        r#"{"action":{"delayMs":-1}}"#,
    ] {
        let request = test.http.post(test.url("/_control/faults")).body(body);
        refused(request.send().await.unwrap(), 400).await;
    }
    let unknown = json!({"environment":"test","clientId":"nobody"});
    let revoke = test.http.post(test.url("/_control/revoke")).json(&unknown);
    refused(revoke.send().await.unwrap(), 404).await;
}
